"""Navigation tasks: made by walking, quick to load, sound, and apart from the other templates."""

import pytest
from built_in import CATALOGUE

from phoneworld import Kind, Split, Trial, Workshop, open_catalogue
from phoneworld.navigation.explorer import explore_app
from phoneworld.navigation.places import FoundSwitch, read_places, write_places
from phoneworld.navigation.wordings import act_of
from phoneworld.tasks.check import check_task
from phoneworld.tasks.expect import Evidence, ExpectedPage, judge
from runtime.actions import FinishStatus
from trainer.data.task_selection import choose_tasks

NAMES = sorted(CATALOGUE.navigation)
ACTS = ("choose", "find", "is_on", "open", "read", "start", "turn_off", "turn_on")


def of_act(act: str) -> list[str]:
    return [name for name in NAMES if name.split(".")[2] == act]


def test_there_are_hundreds_in_several_words_each() -> None:
    assert len(NAMES) >= 250
    assert {name.split(".")[2] for name in NAMES} == {*ACTS}
    assert len({app for name in NAMES for app in CATALOGUE.navigation[name].apps}) >= 6
    for name in NAMES:
        template = CATALOGUE.navigation[name]
        assert template.kind is Kind.NAVIGATION
        assert len(set(template.goals)) >= 5
        assert all("{title}" in goal for goal in template.goals)
        assert act_of(name) == "start" or all(template.apps[0] in one for one in template.goals)


@pytest.mark.parametrize("act", ACTS)
def test_tasks_of_each_sort_are_sound(shared_workshop: Workshop, act: str) -> None:
    names = of_act(act)
    # Another place of each sort than the phones that they were proven on.
    for name in (names[len(names) // 3], names[-1]):
        assert check_task(shared_workshop, CATALOGUE.navigation[name], 12) == []


def test_walking_finds_again_what_was_written_down(shared_workshop: Workshop) -> None:
    package = next(p for p, app in CATALOGUE.apps.items() if app.label == "Settings")
    found = explore_app(shared_workshop, package, seed=10)
    written = [place for place in read_places() if place.app == "Settings"]
    assert len(written) > 100
    assert {*written} <= {*found}


def test_what_is_written_is_read_again(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("places") / "places.json"
    places = read_places()
    write_places(places, path)
    assert read_places(path) == places


def test_they_are_chosen_by_kind_only() -> None:
    chosen = choose_tasks(CATALOGUE, seeds=[10], kinds=["navigation"])
    names = {task.template.name for task in chosen}
    held_out = {name for name in NAMES if CATALOGUE.splits.holds_out(name)}
    assert names == {*NAMES} - held_out
    assert 0.01 < len(held_out) / len(NAMES) < 0.12
    assert not {*NAMES} & {*CATALOGUE.templates}
    assert not {*NAMES} & {task.template.name for task in choose_tasks(CATALOGUE, seeds=[10])}
    patterns = ["navigate.settings.turn_on.*"]
    (act,) = {
        t.template.name.split(".")[2]
        for t in choose_tasks(CATALOGUE, seeds=[10], patterns=patterns)
    }
    assert act == "turn_on"


def test_those_of_an_app_that_is_held_out_are_never_trained_on() -> None:
    catalogue = open_catalogue(hold_out=["Settings"])
    name = of_act("turn_on")[-1]
    assert name.startswith("navigate.")
    settings = [n for n in NAMES if catalogue.navigation[n].apps == ("Settings",)]
    assert settings
    assert all(catalogue.split_of(f"{one}#10") is None for one in settings)
    assert catalogue.split_of(f"{settings[0]}#6") is Split.TEST


def test_a_switch_begins_the_other_way(shared_workshop: Workshop) -> None:
    place = next(place for place in read_places() if isinstance(place, FoundSwitch))
    for state in ("on", "off"):
        name = next(n for n in of_act(f"turn_{state}") if place.app.casefold() in n)
        trial = Trial(shared_workshop, CATALOGUE.task(f"{name}#13"))
        assert state in trial.goal
        assert not trial.judge().success


def test_the_open_page_is_judged() -> None:
    wanted = [ExpectedPage("com.example/list")]
    done = FinishStatus.DONE
    assert judge(list(wanted), Evidence((), status=done, page="com.example/list")).success
    assert not judge(list(wanted), Evidence((), status=done, page="com.example/edit")).success
    assert not judge(list(wanted), Evidence((), status=done)).success
