import pytest
from built_in import CATALOGUE

from phoneworld import WordingSet, open_catalogue
from trainer.errors import InvalidDataRequest
from trainer.evaluation.regimes import EVERY_REGIME, tasks_of
from trainer.evaluation.suites import choose_suite, split_of_suite


def test_a_suite_is_all_a_kind_or_patterns() -> None:
    everything = {task.template.name for task in choose_suite(CATALOGUE)}
    minis = {task.template.name for task in choose_suite(CATALOGUE, "mini-app")}
    some = [
        task.template.name
        for task in choose_suite(CATALOGUE, "notes.pin,wallet.s*", per_template=2)
    ]
    assert minis < everything
    assert set(some) == {"notes.pin"} | {name for name in everything if name.startswith("wallet.s")}
    assert all(some.count(name) == 2 for name in some)


def test_a_pattern_of_nothing_is_refused() -> None:
    with pytest.raises(InvalidDataRequest, match=r"no\.such"):
        choose_suite(CATALOGUE, "no.such")


def test_what_is_held_out_by_family_and_by_app_is_a_regime_of_its_own() -> None:
    catalogue = open_catalogue(hold_out=["Clock"], hold_out_families=["*.ask_which"])
    known = {regime.name: regime for regime in EVERY_REGIME}

    def names(regime: str, split: str = "test") -> set[str]:
        found = tasks_of(known[regime], catalogue, "all", split, None)
        return {task.template.name for task in found}

    assert {name.rpartition(".")[2] for name in names("family")} == {"ask_which"}
    assert "clock.ask_which" in names("app")
    assert any(name.startswith("navigate.clock.") for name in names("app"))
    assert all("Clock" in catalogue.template(name).apps for name in names("app"))
    assert not names("family", "validation") | names("app", "validation")
    others = names("standard")
    assert "notes.add_total" in others
    assert not others & (names("family") | names("app"))
    played = names("family") | names("app") | others | {"unserved.decline"}
    assert {name for name in played if name in catalogue.templates} == {*catalogue.templates}


def test_a_fixed_suite_has_its_own_split_and_seeds() -> None:
    tasks = choose_suite(CATALOGUE, "paper-150")
    assert len(tasks) == 150
    assert split_of_suite("paper-150", None) == "test"
    assert split_of_suite("all", None) == "validation"
    with pytest.raises(InvalidDataRequest, match="split test"):
        split_of_suite("paper-150", "validation")
    with pytest.raises(InvalidDataRequest, match="--per-template"):
        choose_suite(CATALOGUE, "paper-150", per_template=2)


def test_a_fixed_suite_can_be_asked_for_in_other_words_and_from_elsewhere() -> None:
    tasks = choose_suite(CATALOGUE, "paper-150", wordings=[WordingSet.HELD_OUT], start="recents")
    assert {task.wording.kind for task in tasks} == {WordingSet.HELD_OUT}
    assert all("@recents~held-out" in task.name for task in tasks)


def test_unseen_are_all_templates_that_are_never_trained_on() -> None:
    tasks = choose_suite(CATALOGUE, "unseen")
    names = {task.template.name for task in tasks}
    assert names == {name for name in CATALOGUE.templates if CATALOGUE.holds_out(name)}
