"""What a policy's slips teach."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from built_in import CATALOGUE, TRIALS

from runtime.actions import CloseApp, Finish, FinishStatus, OpenApp, Type
from runtime.engine import Decided, Prompt
from runtime.episode import Actor, Decision, Episode
from runtime.turn.decider import Answer
from trainer.cli import main
from trainer.data.mended_collection import SlipTerms, collect_mended, unmended
from trainer.data.mending import FailedTry, first_slip, lessons_of, mend
from trainer.data.rollouts import run_episode
from trainer.data.runs import is_trainable
from trainer.data.store import open_collection, read_episodes
from trainer.data.trials import oracle_episode

TASK = "contacts.add#12"


class Script:
    """Decides the same for every phone, step by step, and is then done."""

    def __init__(self, *actions: Decision) -> None:
        self._actions = actions

    def decide(self, prompts: Sequence[Prompt], sessions: Sequence[str]) -> list[Answer]:
        del sessions
        return [
            Decided(
                self._actions[len(prompt.history)]
                if len(prompt.history) < len(self._actions)
                else Decision(Finish())
            )
            for prompt in prompts
        ]

    def end(self, session: str) -> None:
        """Nothing is kept."""


def oracle_decisions(task: str) -> list[Decision]:
    solved = oracle_episode(TRIALS.workshop, CATALOGUE.task(task))
    assert isinstance(solved, Episode)
    return [Decision(step.decision.action) for step in solved.steps]


def failed_by(*actions: Decision, task: str = TASK) -> FailedTry:
    episode = run_episode(TRIALS.open(task), Script(*actions), limit=30)
    failed = FailedTry.of(episode, "off")
    assert failed is not None
    return failed


WRONG_APP = Decision(OpenApp("Clock"))


def test_slip_is_found_where_the_way_is_left() -> None:
    right = oracle_decisions(TASK)
    assert first_slip(failed_by(*right[:2], WRONG_APP), TRIALS) == 2
    assert first_slip(failed_by(WRONG_APP), TRIALS) == 0


def test_only_what_mends_it_is_a_lesson() -> None:
    failed = failed_by(*oracle_decisions(TASK)[:2], WRONG_APP)
    mended = mend(failed, 3, TRIALS)
    assert mended is not None
    assert mended.outcome is not None
    assert mended.outcome.success
    actors = [step.actor for step in mended.steps]
    assert actors[:3] == [Actor.POLICY] * 3
    assert set(actors[3:]) == {Actor.ORACLE}
    assert [is_trainable(step, mended) for step in mended.steps] == [
        actor is Actor.ORACLE for actor in actors
    ]


def test_what_cannot_be_taken_back_ends_honestly() -> None:
    task = "messages.compose#12"
    right = oracle_decisions(task)
    texts = [(len(d.action.text), n) for n, d in enumerate(right) if isinstance(d.action, Type)]
    wrong = list(right)
    number = max(texts)[1]
    action = right[number].action
    assert isinstance(action, Type)
    wrong[number] = Decision(replace(action, text="Something else."))
    failed = failed_by(*wrong, task=task)
    *_, honest = lessons_of(failed, TRIALS)
    last = honest.steps[-1].decision.action
    assert isinstance(last, Finish)
    assert last.status is FinishStatus.IMPOSSIBLE
    assert [step.actor for step in honest.steps if is_trainable(step, honest)] == [Actor.ORACLE]


def test_solved_try_is_no_failure() -> None:
    episode = run_episode(TRIALS.open(TASK), Script(*oracle_decisions(TASK)), limit=30)
    assert FailedTry.of(episode, "off") is None


def test_slips_are_collected_once(tmp_path: Path) -> None:
    tasks = [TASK, "contacts.add#13", "notes.create#12"]
    terms = SlipTerms("clock-lover")
    decider = Script(WRONG_APP, Decision(CloseApp("Clock")))
    with open_collection(tmp_path) as collection:
        collect_mended(collection, tasks, TRIALS, decider, terms, split="train")
        assert unmended(collection, tasks, terms) == []
        assert unmended(collection, tasks, SlipTerms("another")) == tasks
    episodes = list(read_episodes(tmp_path))
    assert {episode.task for episode in episodes} == set(tasks)
    assert len({episode.id for episode in episodes}) == len(episodes)
    assert all(episode.outcome and episode.outcome.success for episode in episodes)


def test_mending_without_a_policy_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["collect", "--out", str(tmp_path / "out"), "--seeds", "12:13", "--mend"]) == 2
    assert "--mend goes with --policy CHECKPOINT" in capsys.readouterr().err
