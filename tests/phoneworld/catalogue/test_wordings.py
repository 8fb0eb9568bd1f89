"""Wordings to train on and held out: drawn by the seed, named, and linted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from built_in import CATALOGUE, find_template

from phoneworld import Split, Task, Trial, WordingSet, Workshop, open_catalogue
from phoneworld.catalogue.wording_files import Wordings, read_wordings
from phoneworld.catalogue.wording_lint import lint_template, lint_wordings
from phoneworld.errors import CatalogueError, TaskError
from phoneworld.tasks.template import parameter
from phoneworld.tasks.wordings import Wording

TRAIN = ["Wi-Fi should be on, please.", "Could you get the Wi-Fi running?"]
HELD_OUT = ["The phone is offline: connect its Wi-Fi radio."]


def worded(train: dict[str, list[str]], held_out: dict[str, list[str]]) -> Wordings:
    return Wordings(
        {name: tuple(sentences) for name, sentences in train.items()},
        {name: tuple(sentences) for name, sentences in held_out.items()},
    )


def task(seed: int, kind: WordingSet, sentences: list[str], number: int | None = None) -> Task:
    wording = Wording(kind, tuple(sentences), number)
    return Task(find_template("settings.wifi_on"), seed, wording=wording)


def test_another_wording_changes_the_goal_and_nothing_else(workshop: Workshop) -> None:
    standard = Trial(workshop, CATALOGUE.task("settings.wifi_on#7"))
    trained = Trial(workshop, task(7, WordingSet.TRAIN, TRAIN))
    held_out = Trial(workshop, task(7, WordingSet.HELD_OUT, HELD_OUT))
    assert trained.task.name == "settings.wifi_on#7~train"
    assert trained.goal in TRAIN
    assert held_out.goal in HELD_OUT
    assert standard.goal in standard.task.template.goals
    assert standard.drawn == trained.drawn == held_out.drawn
    assert standard.phone.snapshot() == trained.phone.snapshot()


def test_the_seed_draws_the_sentence_and_a_number_names_it(workshop: Workshop) -> None:
    def goals() -> list[str]:
        tasks = [task(seed, WordingSet.TRAIN, TRAIN) for seed in range(8)]
        return [Trial(workshop, each).goal for each in tasks]

    assert set(goals()) == set(TRAIN)
    assert goals() == goals()
    named = [task(3, WordingSet.TRAIN, TRAIN, number) for number in range(2)]
    assert [Trial(workshop, each).goal for each in named] == TRAIN
    assert named[1].name == "settings.wifi_on#3~train.1"


def test_a_task_in_words_that_do_not_exist_is_refused(workshop: Workshop) -> None:
    with pytest.raises(TaskError, match="no train wordings"):
        Trial(workshop, task(7, WordingSet.TRAIN, []))
    with pytest.raises(TaskError, match="no number 2"):
        Trial(workshop, task(7, WordingSet.TRAIN, TRAIN, 2))


def test_a_folder_brings_wordings(tmp_path: Path, workshop: Workshop) -> None:
    for kind, sentences in (("train", TRAIN), ("held_out", HELD_OUT)):
        (tmp_path / "wordings" / kind).mkdir(parents=True)
        body = {"settings.wifi_on": sentences}
        (tmp_path / "wordings" / kind / "more.json").write_text(json.dumps(body))
    catalogue = open_catalogue([tmp_path])
    before = len(CATALOGUE.wordings.of("settings.wifi_on", WordingSet.HELD_OUT))
    trial = Trial(workshop, catalogue.task(f"settings.wifi_on#7~held-out.{before}"))
    assert trial.goal == HELD_OUT[0]
    assert catalogue.split_of("settings.wifi_on#10~train") is Split.TRAIN
    assert catalogue.split_of("settings.wifi_on#10~held-out") is None
    assert catalogue.facts().wordings != CATALOGUE.facts().wordings


def test_files_of_several_folders_add_up(tmp_path: Path) -> None:
    for name, sentence in (("one", "First."), ("two", "Second.")):
        (tmp_path / name / "train").mkdir(parents=True)
        (tmp_path / name / "train" / "x.json").write_text(json.dumps({"a.b": [sentence]}))
    found = read_wordings([tmp_path / "one", tmp_path / "two", tmp_path / "none"])
    assert found.of("a.b", WordingSet.TRAIN) == ("First.", "Second.")
    assert found.of("a.b", WordingSet.HELD_OUT) == ()
    assert found.templates == ["a.b"]


@pytest.mark.parametrize("body", ["{", "[]", '{"a.b": "One sentence."}', '{"a.b": [1]}'])
def test_a_file_that_holds_no_wordings_is_refused(tmp_path: Path, body: str) -> None:
    (tmp_path / "held_out").mkdir()
    (tmp_path / "held_out" / "x.json").write_text(body)
    with pytest.raises(CatalogueError, match=r"x\.json"):
        read_wordings([tmp_path])


def test_sound_wordings_have_no_findings(workshop: Workshop) -> None:
    wordings = worded({"settings.wifi_on": TRAIN}, {"settings.wifi_on": HELD_OUT})
    assert lint_wordings(CATALOGUE.templates, wordings) == []
    template = find_template("settings.wifi_on")
    assert lint_template(template, wordings, workshop, range(2)) == []


@pytest.mark.parametrize(
    ("template", "train", "held_out", "message"),
    [
        ("no.such", ["Do it."], [], "no such template"),
        ("contacts.add", ["Save {name}."], [], "does not name {"),
        ("contacts.add", ["Save {name} {phone} {other}."], [], "names {other}"),
        ("contacts.add", ["Save {name"], [], "cannot be read"),
        ("messages.read_code", ["Is it {code}?"], [], "gives {code} away"),
        ("settings.wifi_on", ["Wi-Fi on!", "wi fi ON"], [], "there twice"),
        ("settings.wifi_on", ["Wi-Fi on!"], ["Wi-Fi on."], "held out too"),
        ("settings.wifi_on", ["wifi on"], ["Wi-Fi: on"], "held out too"),
        ("settings.wifi_on", [" "], [], "is empty"),
        (
            "settings.wifi_on",
            [CATALOGUE.template("settings.wifi_on").goals[0]],
            [],
            "standard goal",
        ),
    ],
)
def test_what_is_wrong_with_a_wording_is_found(
    template: str, train: list[str], held_out: list[str], message: str
) -> None:
    wordings = worded({template: train}, {template: held_out})
    found = lint_wordings(CATALOGUE.templates, wordings)
    assert any(message in finding.detail for finding in found), found


def test_a_sentence_that_gives_a_hidden_value_away_is_found(workshop: Workshop) -> None:
    trial = Trial(workshop, CATALOGUE.task("messages.read_code#0"))
    telling = worded(
        {"messages.read_code": [f"Is it {parameter(trial.drawn, 'code')}, as I think?"]}, {}
    )
    (finding,) = lint_template(trial.task.template, telling, workshop, [0])
    assert "gives away code" in finding.detail


def test_the_wordings_that_come_with_the_package_are_sound(workshop: Workshop) -> None:
    wordings = CATALOGUE.wordings
    assert lint_wordings(CATALOGUE.templates, wordings) == []
    for name in wordings.templates:
        assert lint_template(find_template(name), wordings, workshop, range(2)) == []
