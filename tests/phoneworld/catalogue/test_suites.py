import hashlib
import json
from collections import Counter
from pathlib import Path

import pytest
from built_in import CATALOGUE

from phoneworld import Split, Trial
from phoneworld.catalogue.suites import FOLDER, read_suite, suite_names
from phoneworld.cli import main
from phoneworld.errors import CatalogueError

PAPER = "paper-150"
DIGEST = "96eb44e99c1cf36e5554a61e4a905f12b0110c7fd586ccfc0532380937c65e50"


def test_the_paper_suite_is_the_file_that_it_was() -> None:
    """Figures of different days are compared on it: another choice of tasks is another suite."""
    written = (FOLDER / f"{PAPER}.jsonl").read_bytes()
    assert hashlib.sha256(written).hexdigest() == DIGEST


def test_the_paper_suite_has_fifty_tasks_of_each_kind_and_all_are_test_tasks() -> None:
    tasks = CATALOGUE.suite(PAPER)
    assert Counter(task.template.kind.value for task in tasks) == {
        "single-app": 50,
        "mini-app": 50,
        "cross-app": 50,
    }
    assert len({task.name for task in tasks}) == len(tasks)
    assert {CATALOGUE.split_of(task.name) for task in tasks} == {Split.TEST}
    # Some of them were never trained on in any form.
    assert sum(CATALOGUE.holds_out(task.template.name) for task in tasks) == 9


def test_the_tasks_of_the_paper_suite_ask_for_what_they_asked_for() -> None:
    workshop = CATALOGUE.workshop()
    changed = {
        entry.task: (entry.goal, goal)
        for entry in read_suite(PAPER)
        if (goal := Trial(workshop, CATALOGUE.task(entry.task)).goal) != entry.goal
    }
    assert changed == {}


def test_a_suite_is_listed_with_its_goals(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks", "--suite", PAPER, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [(row["name"], row["goal"]) for row in rows] == [
        (entry.task, entry.goal) for entry in read_suite(PAPER)
    ]


def test_a_suite_that_is_not_there_is_refused() -> None:
    with pytest.raises(CatalogueError, match="paper-150"):
        read_suite("paper-15")


def test_a_task_that_is_gone_makes_the_suite_refused(tmp_path: Path) -> None:
    (tmp_path / "odd.jsonl").write_text('{"task": "no.such#6", "kind": "single-app"}\n')
    assert suite_names(tmp_path) == ("odd",)
    with pytest.raises(CatalogueError, match="is no suite"):
        read_suite("odd", tmp_path)
