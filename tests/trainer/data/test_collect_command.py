"""`trainer collect` with a policy, as it is called."""

import json
from pathlib import Path

import pytest
from built_in import find_template
from e2e_rehearsal import line_of
from runtime_process import write_script
from worded_folder import TEMPLATE, write_wordings

from phoneworld import Task, Trial, Workshop
from phoneworld.tasks.pilot import run_oracle
from trainer.cli import main
from trainer.data.manifest import read_manifest
from trainer.data.store import read_episodes


@pytest.fixture
def bundle(tmp_path: Path, shared_workshop: Workshop) -> Path:
    """A policy that solves `notes.create#10` and nothing else."""
    oracle = run_oracle(Trial(shared_workshop, Task(find_template("notes.create"), 10)))
    write_script(tmp_path / "policies", "notes-script", *map(line_of, oracle.actions))
    return tmp_path / "policies" / "notes-script"


def test_a_policys_successes_are_collected_once(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["collect", "--policy", str(bundle), "--out", str(tmp_path / "set"), "--seeds", "10:12"]
    words += ["--templates", "notes.create", "--only-successes", "--workers", "1"]
    assert main(words) == 0
    assert "2 tasks, 0 of them played already" in capsys.readouterr().out
    (episode,) = read_episodes(tmp_path / "set")
    assert (episode.task, episode.policy) == ("notes.create#10", "notes-script")
    assert episode.outcome is not None
    assert episode.outcome.success is True
    assert main(words) == 0
    assert "2 tasks, 2 of them played already" in capsys.readouterr().out


def test_a_policy_plays_a_task_as_often_and_as_freely_as_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    policy = Path(__file__).parents[3] / "policies" / "buddy-int8"
    words = ["collect", "--policy", str(policy), "--out", str(tmp_path / "set"), "--seeds", "10"]
    words += ["--templates", "clock.start_stopwatch", "--workers", "1", "--temperature", "0.5"]
    assert main([*words, "--tries", "2"]) == 0
    tries = list(read_episodes(tmp_path / "set"))
    assert [episode.task for episode in tries] == ["clock.start_stopwatch#10"] * 2
    capsys.readouterr()
    assert main([*words, "--tries", "3"]) == 0
    assert capsys.readouterr().out.count("1 of them played already") == 2
    assert len(list(read_episodes(tmp_path / "set"))) == 3


def test_episodes_are_collected_in_other_words_and_the_manifest_tells(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, out = write_wordings(tmp_path / "words"), tmp_path / "set"
    words = ["collect", "--out", str(out), "--with", str(folder), "--seeds", "10", "--workers", "1"]
    words += ["--templates", TEMPLATE, "notes.pin", "--wordings", "standard", "train"]
    assert main([*words, "--hold-out", "Notes"]) == 0
    episodes = {episode.task: episode for episode in read_episodes(out)}
    assert set(episodes) == {f"{TEMPLATE}#10", f"{TEMPLATE}#10~train"}, "Notes is held out"
    plain, reworded = (episodes[f"{TEMPLATE}#10{suffix}"] for suffix in ("", "~train"))
    assert plain.goal != reworded.goal
    assert [step.decision.action for step in plain.steps] == [
        step.decision.action for step in reworded.steps
    ]
    (facts,) = read_manifest(out).catalogues
    assert facts.splits.held_out_apps == ("Notes",)
    assert facts.train_wordings > 0
    body = json.loads((out / "manifest.json").read_text())
    assert body["counts"]["wordings"] == {"standard": 1, "train": 1}
    capsys.readouterr()
    assert main(["data", "lint", str(out), "--with", str(folder)]) == 0
    assert main(["data", "held-out", "--hold-out", "Notes"]) == 0
    assert "notes.pin" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--only-successes"], "goes with --policy"),
        (["--wordings", "held-out"], "no task of the split train"),
        (["--with", "nowhere"], "holds no app"),
        (["--hold-out", "Telegraph"], "no app 'Telegraph'"),
        (["--device", "adb://somewhere"], "--from-runs"),
        (["--device", "phoneworld:off"], "oracles play in this process"),
        (["--policy", "nowhere"], "no policy bundle"),
        (["--temperature", "1"], "go with --policy"),
        (["--policy", "nowhere", "--tries", "2"], "every try at a task alike"),
    ],
)
def test_what_makes_no_sense_is_one_line(
    tmp_path: Path, words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["collect", "--out", str(tmp_path / "set"), "--templates", "notes.create"]
    assert main([*asked, "--seeds", "10", *words]) == 2
    assert why in capsys.readouterr().err


def test_where_tasks_began_is_written_into_names_and_manifest(tmp_path: Path) -> None:
    words = ["collect", "--out", str(tmp_path / "set"), "--templates", "notes.create"]
    assert main([*words, "--seeds", "10:12", "--start", "keyboard", "--workers", "1"]) == 0
    episodes = list(read_episodes(tmp_path / "set"))
    assert [episode.task for episode in episodes] == [
        "notes.create#10@keyboard",
        "notes.create#11@keyboard",
    ]
    assert all(episode.steps[0].observation.keyboard_shown for episode in episodes)
    counts = json.loads((tmp_path / "set" / "manifest.json").read_text())["counts"]
    assert counts["starts"] == {"keyboard": 2}


def test_a_task_from_another_start_is_another_episode(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["collect", "--out", str(tmp_path / "set"), "--templates", "notes.create"]
    words += ["--seeds", "10", "--workers", "1"]
    assert main(words) == 0
    assert main([*words, "--start", "shade"]) == 0
    assert "1 tasks, 0 of them collected already" in capsys.readouterr().out
    assert len(list(read_episodes(tmp_path / "set"))) == 2
