from pathlib import Path

import pytest
from built_in import CATALOGUE
from worded_folder import TEMPLATE, write_wordings

from phoneworld import Split, WordingSet, open_catalogue
from phoneworld.tasks.starts import PLACES
from trainer.data.task_selection import choose_tasks, parse_seeds, unworded
from trainer.errors import InvalidDataRequest


def test_a_split_takes_only_its_own_seeds_and_templates() -> None:
    tasks = choose_tasks(CATALOGUE, seeds=range(12), split="train")
    assert {CATALOGUE.splits.of_seed(task.seed) for task in tasks} == {Split.TRAIN}
    assert not any(CATALOGUE.holds_out(task.template.name) for task in tasks)


def test_tests_have_the_held_out_templates_too() -> None:
    tasks = choose_tasks(CATALOGUE, seeds=range(12), split="test")
    assert {task.seed for task in tasks} == {6, 7, 8, 9}
    assert any(CATALOGUE.holds_out(task.template.name) for task in tasks)


def test_patterns_and_kinds_narrow_the_choice() -> None:
    tasks = choose_tasks(CATALOGUE, seeds=[10], patterns=["mail.*", "cross.*"], kinds=["cross-app"])
    assert tasks
    assert all(task.template.name.startswith("cross.") for task in tasks)


@pytest.mark.parametrize("text", ["", "a:b", "5:5", "9:3", "-1:4", "1:"])
def test_seeds_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(InvalidDataRequest):
        parse_seeds(text)


def test_seeds_are_a_range_or_one() -> None:
    assert list(parse_seeds("10:13")) == [10, 11, 12]
    assert list(parse_seeds("7")) == [7]


def test_each_task_comes_in_every_set_of_wordings_that_its_template_has(tmp_path: Path) -> None:
    catalogue = open_catalogue([write_wordings(tmp_path)])
    wordings = [WordingSet.STANDARD, WordingSet.TRAIN]
    patterns = [TEMPLATE, "recipes.add_own"]
    tasks = choose_tasks(catalogue, seeds=[10], patterns=patterns, wordings=wordings)
    names = {task.name for task in tasks}
    assert {f"{TEMPLATE}#10", f"{TEMPLATE}#10~train", "recipes.add_own#10"} <= names
    left_out = not catalogue.has_wording("recipes.add_own", WordingSet.TRAIN)
    assert unworded(catalogue, tasks, wordings) == ({WordingSet.TRAIN: 1} if left_out else {})


def test_held_out_wordings_are_in_the_test_split_alone(tmp_path: Path) -> None:
    catalogue = open_catalogue([write_wordings(tmp_path)])

    def chosen(split: str) -> list[str]:
        held_out = [WordingSet.HELD_OUT]
        tasks = choose_tasks(
            catalogue, seeds=range(12), patterns=[TEMPLATE], split=split, wordings=held_out
        )
        return [task.name for task in tasks]

    assert chosen("train") == chosen("validation") == []
    assert chosen("test") == [f"{TEMPLATE}#{seed}~held-out" for seed in (6, 7, 8, 9)]


def test_tasks_begin_where_they_are_asked_to() -> None:
    tasks = choose_tasks(CATALOGUE, seeds=[10], patterns=["mail.*"], start="dialog")
    assert tasks
    assert all(task.name.endswith("#10@dialog") for task in tasks)


def test_anywhere_is_many_places() -> None:
    tasks = choose_tasks(CATALOGUE, seeds=[10], start="anywhere")
    assert {task.start for task in tasks} == set(PLACES)


@pytest.mark.parametrize(
    "wrong",
    [{"patterns": ["male.*"]}, {"kinds": ["big"]}, {"split": "exam"}, {"start": "nowhere"}],
)
def test_what_does_not_exist_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InvalidDataRequest):
        choose_tasks(CATALOGUE, seeds=[10], **wrong)  # type: ignore[arg-type]
