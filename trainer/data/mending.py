"""Slips of a policy, and how an oracle mends them: what a policy learns from its own mistakes.

A policy plays a task. Where it leaves the oracle's way and fails, the same steps are done again up to
there, and the oracle goes on from where they led: at once, after Back, or after the app in front was
closed. The verifier says whether that mended it. In such an episode only the oracle's steps are lessons
(`is_trainable`), never the slip.

What cannot be mended before the policy says that it is done teaches an honest ending instead.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from phoneworld import Trial
from phoneworld.phone import LAUNCHER
from phoneworld.tasks.pilot import run_oracle
from phoneworld.tasks.template import parameter
from runtime.actions import Action, CloseApp, Finish, FinishStatus, PressButton, SystemButton
from runtime.engine import Decided
from runtime.episode import Actor, Decision, Episode, Finished, Outcome
from trainer.data.notes import annotate
from trainer.data.oracle_turns import SteeredTrial
from trainer.data.trial_turns import TrialRollout, open_rollout
from trainer.data.trials import FOREIGN, Trials, oracle_episode

NOT_SURE = "I tried this, and it did not come out as you asked."


class MendWay(StrEnum):
    """What comes before the oracle's own steps."""

    AT_ONCE = "at once"
    BACK = "back"
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class FailedTry:
    """What a policy decided in an episode that was judged a failure."""

    task: str
    level: str
    decisions: tuple[Decision, ...]

    @classmethod
    def of(cls, episode: Episode, level: str) -> FailedTry | None:
        """The try of an episode; None if it was solved, or met a fault."""
        if episode.outcome is None or episode.outcome.success is not False:
            return None
        decided = tuple(step.decision for step in episode.steps if step.actor is Actor.POLICY)
        return cls(episode.task, level, decided)

    @property
    def before_end(self) -> int:
        """How many decisions were made before the last word."""
        last = self.decisions[-1].action if self.decisions else None
        return len(self.decisions) - isinstance(last, Finish)

    @property
    def says_done(self) -> bool:
        last = self.decisions[-1].action if self.decisions else None
        return isinstance(last, Finish) and last.status is FinishStatus.DONE


def lessons_of(failed: FailedTry, trials: Trials) -> Iterator[Episode]:
    """Episodes to learn from: mended after the first slip, and looked at before it was called done."""
    slip = first_slip(failed, trials)
    if slip is None:
        return
    places = dict.fromkeys((min(slip + 1, failed.before_end), failed.before_end))
    mended = {place: mend(failed, place, trials) for place in places}
    yield from (episode for episode in mended.values() if episode is not None)
    if failed.says_done and mended[failed.before_end] is None:
        honest = _end_honestly(failed, trials)
        if honest is not None:
            yield honest


def first_slip(failed: FailedTry, trials: Trials) -> int | None:
    """The number of the first decision that is not the oracle's; None where there is no oracle's way."""
    task = trials.catalogue.task(failed.task)
    solved = oracle_episode(trials.workshop, task, failed.level, notes=False)
    if not isinstance(solved, Episode):
        return None
    ways = (step.decision.action for step in solved.steps)
    for number, (decision, right) in enumerate(zip(failed.decisions, ways, strict=False)):
        if decision.action != right:
            return number
    return len(failed.decisions)


def mend(failed: FailedTry, kept: int, trials: Trials) -> Episode | None:
    """The episode that begins with so many of the policy's decisions and ends well."""
    for way in MendWay:
        try:
            trial, rollout = _replay(failed, kept, trials)
            steered = SteeredTrial(trial, rollout)
            for action in _before(way, trial):
                steered.act(action, steered.observe())
            run_oracle(steered)
            judgement = trial.judge()
        # Oracles that are led astray get lost: that way does not mend it.
        except FOREIGN:
            continue
        if judgement.success:
            return _episode(failed, trial, rollout, kept)
    return None


def _replay(failed: FailedTry, kept: int, trials: Trials) -> tuple[Trial, TrialRollout]:
    trial = trials.open(failed.task, failed.level)
    rollout = open_rollout(trial, sys.maxsize)
    for decision in failed.decisions[:kept]:
        if rollout.machine.advance() is None:
            raise LookupError(f"{failed.task} is over before the slip: {rollout.machine.ending}")
        rollout.machine.take(Decided(decision))
    return trial, rollout


def _before(way: MendWay, trial: Trial) -> Sequence[Action]:
    match way:
        case MendWay.AT_ONCE:
            return ()
        case MendWay.BACK:
            return (PressButton(SystemButton.BACK),)
        case MendWay.CLOSE:
            front = trial.phone.front
            app = trial.phone.apps.get(front) if front != LAUNCHER else None
            return () if app is None else (CloseApp(app.label),)


def _end_honestly(failed: FailedTry, trials: Trials) -> Episode | None:
    try:
        trial, rollout = _replay(failed, failed.before_end, trials)
        steered = SteeredTrial(trial, rollout)
        steered.act(Finish(NOT_SURE, FinishStatus.IMPOSSIBLE), steered.observe())
    except FOREIGN:
        return None
    return _episode(failed, trial, rollout, failed.before_end)


def _episode(failed: FailedTry, trial: Trial, rollout: TrialRollout, kept: int) -> Episode:
    made = rollout.episode("mended", f"{failed.task}@{failed.level}+{kept}")
    last = made.steps[-1].decision.action
    status = last.status if isinstance(last, Finish) else FinishStatus.DONE
    text = last.text if isinstance(last, Finish) else ""
    values = [str(parameter(trial.drawn, name)) for name in trial.task.template.hidden]
    noted = annotate(made, values)
    # What the policy noted, or did not, stays as it was: its later prompts show that.
    steps = tuple(
        mine if mine.actor is Actor.POLICY else theirs
        for mine, theirs in zip(made.steps, noted.steps, strict=True)
    )
    return replace(made, steps=steps, outcome=Outcome(Finished(status, text), trial.judge()))
