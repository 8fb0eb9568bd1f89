from dataclasses import replace
from pathlib import Path

import pytest
from built_in import CATALOGUE
from made_episodes import done, make_episode, screen

from runtime.actions import Click, ElementRef, OpenApp, Type
from runtime.episode import (
    Actor,
    Decision,
    Episode,
    GuardVerdict,
    Outcome,
    StoppedByPerson,
    Unparsed,
    Verdict,
)
from runtime.prompts.registry import find_format
from runtime.records import write_episode
from trainer.data.runs import import_runs, is_trainable
from trainer.data.samples import read_samples
from trainer.data.store import open_collection, read_episodes
from trainer.errors import InvalidDataRequest

STEPS = (
    (screen("mail", "Your code is 9HU4C9."), OpenApp("Notes")),
    (screen("notes", "[Note]"), Type("9HU4C9", ElementRef(0))),
    done("notes"),
)


def policy_run(*, success: bool | None, id: str = "run-1", task: str = "") -> Episode:
    return make_episode(
        "Write it down", *STEPS, actor=Actor.POLICY, success=success, id=id, task=task
    )


def taken_over() -> Episode:
    """A run that a policy began, a person took over, and stopped."""
    run = policy_run(success=None, id="run-2")
    first, second, _ = run.steps
    steps = (first, replace(second, actor=Actor.PERSON))
    return replace(run, steps=steps, outcome=Outcome(StoppedByPerson()))


def trainable_steps(episode: Episode) -> list[bool]:
    return [is_trainable(step, episode) for step in episode.steps]


def test_a_policy_is_imitated_only_where_a_verifier_says_it_succeeded() -> None:
    assert trainable_steps(policy_run(success=True)) == [True] * 3
    assert trainable_steps(policy_run(success=False)) == [False] * 3
    assert trainable_steps(policy_run(success=None)) == [False] * 3


def test_what_a_person_did_after_taking_over_is_imitated() -> None:
    assert trainable_steps(taken_over()) == [False, True]


def test_steps_that_were_not_performed_are_not_imitated() -> None:
    episode = make_episode("Go", (screen("mail", "Pay"), Click(ElementRef(0))), done("mail"))
    step = episode.steps[0]
    refused = GuardVerdict(Verdict.CONFIRM, "payment", approved=False)
    never = GuardVerdict(Verdict.NEVER, "payment")
    unread = Decision(Unparsed("tap", "no call in it"))
    assert is_trainable(step, episode)
    assert not is_trainable(replace(step, error="it was gone"), episode)
    assert not is_trainable(replace(step, guard=refused), episode)
    assert not is_trainable(replace(step, guard=never), episode)
    assert not is_trainable(replace(step, decision=unread), episode)


def test_exported_runs_come_in_once_with_notes(tmp_path: Path) -> None:
    write_episode(tmp_path / "runs" / "a", policy_run(success=True))
    write_episode(tmp_path / "runs" / "deep" / "b", taken_over())
    write_episode(tmp_path / "runs" / "c", policy_run(success=False, id="run-3"))
    (tmp_path / "runs" / "broken").mkdir()
    (tmp_path / "runs" / "broken" / "episode.jsonl").write_text("no record\n")
    with open_collection(tmp_path / "set") as collection:
        imported = import_runs(collection, [tmp_path / "runs"], CATALOGUE)
        again = import_runs(collection, [tmp_path / "runs"], CATALOGUE)
    assert (imported.episodes, imported.trainable_steps) == (2, 4)
    assert again.episodes == 0
    assert [Path(path).name for path, _ in imported.refused] == ["broken", "c"]
    first, second = read_episodes(tmp_path / "set")
    assert (first.id, second.id) == ("run-1", "run-2")
    assert first.steps[0].decision.thought == "Note: 9HU4C9"


def test_a_run_of_a_test_task_is_not_taken_for_training(tmp_path: Path) -> None:
    write_episode(tmp_path / "runs" / "a", policy_run(success=True, task="contacts.add#7"))
    with open_collection(tmp_path / "set") as collection:
        imported = import_runs(collection, [tmp_path / "runs"], CATALOGUE)
    assert imported.episodes == 0
    assert "not for training" in imported.refused[0][1]


def test_a_run_of_an_app_that_is_not_in_the_catalogue_is_refused(tmp_path: Path) -> None:
    write_episode(tmp_path / "runs" / "a", policy_run(success=True, task="org.example.add.form#10"))
    with open_collection(tmp_path / "set") as collection:
        imported = import_runs(collection, [tmp_path / "runs"], CATALOGUE)
    assert imported.episodes == 0
    assert "--with" in imported.refused[0][1]


def test_a_folder_without_runs_is_reported(tmp_path: Path) -> None:
    with open_collection(tmp_path / "set") as collection:
        with pytest.raises(InvalidDataRequest, match="no episode lies below"):
            import_runs(collection, [tmp_path], CATALOGUE)
        with pytest.raises(InvalidDataRequest, match="there is no folder"):
            import_runs(collection, [tmp_path / "nowhere"], CATALOGUE)


def test_what_a_person_did_in_a_takeover_becomes_a_sample(tmp_path: Path) -> None:
    write_episode(tmp_path / "runs" / "a", taken_over())
    with open_collection(tmp_path / "set") as collection:
        import_runs(collection, [tmp_path / "runs"], CATALOGUE)

    (sample,) = read_samples([tmp_path / "set"], find_format("compact"))

    # The policy's step before it is told as history, and is no sample itself.
    assert (sample.step, sample.episode) == (1, "run-2")
    assert '"9HU4C9"' in sample.reply
    assert "Notes" in sample.prompt
