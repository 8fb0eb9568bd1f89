"""`trainer eval --goals`: anybody's sentences, each beside the template's own goal."""

import json
from pathlib import Path

import pytest
from built_in import CATALOGUE, find_template
from e2e_rehearsal import line_of
from runtime_process import write_script

from phoneworld import Start, Task, Trial, Workshop
from phoneworld.tasks.pilot import run_oracle
from trainer.cli import main
from trainer.errors import InvalidDataRequest
from trainer.evaluation.goals import GivenGoal, read_goals


def written(folder: Path, body: object) -> Path:
    file = folder / "goals.json"
    file.write_text(json.dumps(body))
    return file


def test_a_goal_is_given_to_the_letter_on_the_phone_of_its_task(shared_workshop: Workshop) -> None:
    given = GivenGoal('say "{hi}" 100%', "notes.create", 7, Start.SHADE)
    task = given.task(CATALOGUE, 3)
    trial = Trial(shared_workshop, task)
    own = given.own(CATALOGUE)

    assert task.name == "notes.create#7@shade~given.3"
    assert trial.goal == 'say "{hi}" 100%'
    assert own is not None
    assert trial.drawn == Trial(shared_workshop, own).drawn


def test_what_names_no_template_is_to_be_declined(shared_workshop: Workshop) -> None:
    given = GivenGoal("sing me a song")
    trial = Trial(shared_workshop, given.task(CATALOGUE, 0))
    run_oracle(trial)

    assert given.own(CATALOGUE) is None
    assert trial.goal == "sing me a song"
    assert trial.judge().success


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({}, "no list of goals"),
        ([], "no list of goals"),
        (["x"], "entry 0 is no object"),
        ([{"goal": " "}], "entry 0 has no goal"),
        ([{"goal": "x"}, {"goal": "x", "sead": 1}], "entry 1 has an unknown key 'sead'"),
        ([{"goal": "x", "seed": "1"}], "a seed a whole number"),
        ([{"goal": "x", "seed": True}], "a seed a whole number"),
        ([{"goal": "x", "start": "nowhere"}], "there is no start 'nowhere'"),
        ([{"goal": "x", "realism": "wild"}], "realism is one of"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_entry(
    tmp_path: Path, body: object, message: str
) -> None:
    with pytest.raises(InvalidDataRequest, match=message):
        read_goals(written(tmp_path, body))


def test_goals_are_measured_beside_the_templates_own(
    tmp_path: Path, shared_workshop: Workshop, capsys: pytest.CaptureFixture[str]
) -> None:
    """By a policy that makes the note of one task, whatever it is asked."""
    oracle = run_oracle(Trial(shared_workshop, Task(find_template("notes.create"), 6)))
    write_script(tmp_path / "policies", "notes-script", *map(line_of, oracle.actions))
    goals = [
        {"template": "notes.create", "seed": 6, "goal": "jot it down"},
        {"template": "notes.create", "seed": 7, "goal": "jot it down"},
        {"goal": "sing me a song"},
    ]
    file, policy = written(tmp_path, goals), tmp_path / "policies" / "notes-script"

    assert main(["eval", "--policy", str(policy), "--goals", str(file), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["solved"]["count"], printed["solved"]["of"]) == (1, 2)
    assert printed["solved in the templates' own words"]["count"] == 1
    assert printed["false done"]["count"] == 1
    assert printed["not its own: declined"]["count"] == 0
    assert printed["not its own: false done"]["count"] == 1
    assert [one["success"] for one in printed["results"]] == [True, False, False]
