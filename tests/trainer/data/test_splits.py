from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phoneworld import templates
from phoneworld.workshop import WORLDS
from trainer.data.splits import (
    Split,
    held_out,
    is_held_out,
    parse_task,
    seeds_of,
    split_of,
    split_of_seed,
    split_of_task,
    start_of_task,
)

SEEDS = st.integers(0, 2**63 - 1)


@given(SEEDS)
def test_seeds_that_share_a_world_share_their_split(seed: int) -> None:
    assert split_of_seed(seed) is split_of_seed(seed % WORLDS)


def test_each_split_has_worlds_of_its_own() -> None:
    found = Counter(split_of_seed(world) for world in range(WORLDS))
    assert found == {Split.TRAIN: 24, Split.VALIDATION: 4, Split.TEST: 4}


@given(st.sampled_from(sorted(templates())), SEEDS)
def test_a_held_out_template_is_for_testing_only(template: str, seed: int) -> None:
    split = split_of(template, seed)
    if is_held_out(template):
        assert split in (None, Split.TEST)
    else:
        assert split is split_of_seed(seed)


def test_about_one_template_in_twenty_of_each_kind_is_held_out() -> None:
    known = templates()
    every = Counter(template.kind for template in known.values())
    unseen = Counter(known[name].kind for name in held_out(known))
    for kind, count in every.items():
        assert 0.03 <= unseen[kind] / count <= 0.08, kind


def test_which_templates_are_held_out_never_changes() -> None:
    assert is_held_out("notes.add_total")
    assert not is_held_out("contacts.add")
    assert held_out(["contacts.add", "notes.add_total"]) == ["notes.add_total"]


def test_seeds_of_a_split_are_found_from_anywhere() -> None:
    assert seeds_of(Split.TEST, 6) == [6, 7, 8, 9, 38, 39]
    assert seeds_of(Split.TRAIN, 3, start=33) == [33, 42, 43]


def test_an_episode_that_is_no_task_has_no_split() -> None:
    assert split_of_task("") is None
    assert parse_task("buy milk") == ("buy milk", None)
    assert split_of_task("contacts.add#7") is Split.TEST


def test_a_start_changes_nothing_about_the_split() -> None:
    assert parse_task("contacts.add#7@app-deep") == ("contacts.add", 7)
    assert split_of_task("contacts.add#7@app-deep") is Split.TEST


@pytest.mark.parametrize(
    ("task", "start"),
    [
        ("contacts.add#7", "home"),
        ("contacts.add#7@recents", "recents"),
        ("write to ada@example.com", "home"),
        ("room #7@noon", "home"),
    ],
)
def test_a_tasks_name_tells_where_it_begins(task: str, start: str) -> None:
    assert start_of_task(task) == start
