from collections import Counter

import pytest
from built_in import CATALOGUE
from hypothesis import given
from hypothesis import strategies as st

from phoneworld import Split, Splits, WordingSet, open_catalogue
from phoneworld.errors import CatalogueError
from phoneworld.workshop import WORLDS

SEEDS = st.integers(0, 2**63 - 1)
SPLITS = Splits()


@given(SEEDS)
def test_seeds_that_share_a_world_share_their_split(seed: int) -> None:
    assert SPLITS.of_seed(seed) is SPLITS.of_seed(seed % WORLDS)


def test_each_split_has_worlds_of_its_own() -> None:
    found = Counter(SPLITS.of_seed(world) for world in range(WORLDS))
    assert found == {Split.TRAIN: 24, Split.VALIDATION: 4, Split.TEST: 4}


@given(st.sampled_from(sorted(CATALOGUE.templates)), SEEDS)
def test_a_held_out_template_is_for_testing_only(template: str, seed: int) -> None:
    split = CATALOGUE.split_of(f"{template}#{seed}")
    if CATALOGUE.holds_out(template):
        assert split in (None, Split.TEST)
    else:
        assert split is SPLITS.of_seed(seed)


@given(SEEDS)
def test_a_held_out_wording_is_for_testing_only(seed: int) -> None:
    split = SPLITS.of_task("contacts.add", seed, wording=WordingSet.HELD_OUT)
    assert split is (Split.TEST if SPLITS.of_seed(seed) is Split.TEST else None)
    trained = SPLITS.of_task("contacts.add", seed, wording=WordingSet.TRAIN)
    assert trained is SPLITS.of_seed(seed)


def test_no_task_of_an_app_that_is_held_out_is_trained_on() -> None:
    catalogue = open_catalogue(hold_out=["com.phoneworld.notes"])
    assert catalogue.splits.held_out_apps == ("Notes",)
    for name, template in catalogue.templates.items():
        if "Notes" in template.apps:
            assert catalogue.split_of(f"{name}#10") is None
            assert catalogue.split_of(f"{name}#6") is Split.TEST
        else:
            assert catalogue.split_of(f"{name}#10") == CATALOGUE.split_of(f"{name}#10")


def test_no_task_of_a_family_that_is_held_out_is_trained_on() -> None:
    catalogue = open_catalogue(hold_out_families=["*.ask_which", "settings.*"])
    assert catalogue.splits.held_out_families == ("*.ask_which", "settings.*")
    held_out = [name for name in catalogue.templates if catalogue.splits.holds_out_family(name)]
    assert {"notes.ask_which", "settings.volume"} <= {*held_out}
    assert {*held_out} <= {*catalogue.facts().held_out_templates}
    for name in catalogue.templates:
        if name.endswith(".ask_which") or name.startswith("settings."):
            assert catalogue.split_of(f"{name}#10") is None
            assert catalogue.split_of(f"{name}#6") is Split.TEST
        else:
            assert catalogue.split_of(f"{name}#10") == CATALOGUE.split_of(f"{name}#10")
    make, described = catalogue.__reduce__()
    assert make(*described).splits == catalogue.splits, "as another process reads it"
    assert "families: *.ask_which, settings.*" in "\n".join(catalogue.facts().lines())


def test_a_family_without_templates_is_refused() -> None:
    with pytest.raises(CatalogueError, match="no template is of the family"):
        _ = open_catalogue(hold_out_families=["nothing.*"]).splits


def test_about_one_template_in_twenty_of_each_kind_is_held_out() -> None:
    known = CATALOGUE.templates
    every = Counter(template.kind for template in known.values())
    unseen = Counter(known[name].kind for name in CATALOGUE.facts().held_out_templates)
    for kind, count in every.items():
        assert 0.03 <= unseen[kind] / count <= 0.08, kind


def test_which_templates_are_held_out_never_changes() -> None:
    assert SPLITS.holds_out("notes.add_total")
    assert not SPLITS.holds_out("contacts.add")


def test_seeds_of_a_split_are_found_from_anywhere() -> None:
    assert SPLITS.seeds(Split.TEST, 6) == [6, 7, 8, 9, 38, 39]
    assert SPLITS.seeds(Split.TRAIN, 3, start=33) == [33, 42, 43]


def test_an_episode_that_is_no_task_has_no_split() -> None:
    assert CATALOGUE.split_of("") is None
    assert CATALOGUE.split_of("buy milk") is None
    assert CATALOGUE.split_of("contacts.add#7") is Split.TEST
