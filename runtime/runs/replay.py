"""A run done again from its record: step by step, each only where the screen is as it was recorded.

What is replayed goes the way of everything that is decided: through the guard, whose questions are
asked anew, and onto the record. Where the screen differs, the replay says so, to the person and to the
policy, and the policy goes on from there; the replay does not come back. Where it stands is read from
the run's own history, so that a run that was interrupted goes on rightly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from runtime.action_words import describe
from runtime.actions import Action, AskUser, Output, Type
from runtime.engine import Decided
from runtime.episode import Actor, Decision, Step, Unparsed, Verdict
from runtime.guard.redaction import has_mark
from runtime.observation import Observation
from runtime.runs.privacy import RunPrivacy
from runtime.runs.replay_match import ScreenDiffers, fitted, shows_the_same
from runtime.runs.replay_values import ReplayValue, ReplayValues
from runtime.turn.withheld import WITHHELD

HANDED_OVER = "The replay ends here: "


@dataclass(frozen=True, slots=True)
class _Recorded:
    """A step that can be done again."""

    action: Action
    step: Step


class RunReplay:
    """The steps of a recorded run, for another run to do. Holds no state of its own."""

    def __init__(
        self, steps: Sequence[Step], privacy: RunPrivacy, values: Sequence[ReplayValue] = ()
    ) -> None:
        with_values = ReplayValues(steps, values)
        self._steps = list(_repeatable(with_values.steps))
        self._named = with_values.new
        self._privacy = privacy

    def fits(self, screen: Observation, history: Sequence[Step]) -> bool:
        """Whether the next step can be done on this screen; true when no step is waited for."""
        done = replayed(history)
        if done is None or len(done) >= len(self._steps) or self._broken(done):
            return True
        try:
            self._fitted(self._steps[len(done)], screen)
        except ScreenDiffers:
            return False
        return True

    def first_difference(self, screen: Observation) -> str:
        """Why the first step cannot be done on this screen; empty where it can."""
        if not self._steps:
            return ""
        try:
            self._fitted(self._steps[0], screen)
        except ScreenDiffers as difference:
            return str(difference)
        return ""

    def next(self, screen: Observation, history: Sequence[Step]) -> Decided | None:
        """The next step as it is on this screen, or the word that ends the replay; None after it."""
        done = replayed(history)
        if done is None:
            return None
        why = self._broken(done)
        if why:
            return _hand_over(why)
        if len(done) >= len(self._steps):
            return _hand_over("the recording has no more steps")
        recorded = self._steps[len(done)]
        try:
            decision = self._fitted(recorded, screen)
        except ScreenDiffers as difference:
            words = describe(recorded.action, recorded.step.observation)
            return _hand_over(f"{difference}. The recording goes on with: {words}")
        return Decided(decision, actor=Actor.REPLAY)

    def _broken(self, done: Sequence[Step]) -> str:
        """Why nothing that was recorded after the last replayed step holds any more, if so."""
        if not done:
            return ""
        last, recorded = done[-1], self._steps[len(done) - 1]
        if last.error:
            return "the last step could not be done"
        if isinstance(recorded.action, AskUser):
            answer = self._privacy.text_for_log(last.answer)
            if has_mark(recorded.step.answer) or answer != recorded.step.answer:
                return "the answer is another than the recorded one"
        return ""

    def _fitted(self, recorded: _Recorded, screen: Observation) -> Decision:
        action, step = recorded.action, recorded.step
        if isinstance(action, Type) and (has_mark(action.text) or WITHHELD in action.text):
            raise ScreenDiffers("what was typed here was not recorded")
        # As the record has it: what it does not hold cannot be compared.
        seen = self._privacy.screen_for_record(replace(screen, screenshot=None))
        new = fitted(action, step.observation, seen, named=self._named)
        # What was thought, and noted, of a screen is kept only where it shows the same.
        same = shows_the_same(step.observation, seen)
        return Decision(new, step.decision.thought if same else "")


def _repeatable(steps: Iterable[Step]) -> Iterator[_Recorded]:
    """The steps that are to be done again: they were done, and are wholly on record."""
    for step in steps:
        action, guard = step.decision.action, step.guard
        if isinstance(action, Unparsed) or step.error or _ends_replay(step):
            continue
        if step.actor is Actor.RUNTIME:
            continue  # a run that needs the home screen goes there itself
        if guard is not None and (guard.verdict is Verdict.NEVER or guard.approved is False):
            continue
        # A screen that was for the person alone: it is again.
        if step.actor is not Actor.PERSON or not step.observation.secure:
            yield _Recorded(action, step)


def replayed(history: Sequence[Step]) -> list[Step] | None:
    """The steps of a run that were replayed; None once the policy has the run."""
    if any(step.actor is Actor.POLICY or _ends_replay(step) for step in history):
        return None
    return [step for step in history if step.actor is Actor.REPLAY]


def _ends_replay(step: Step) -> bool:
    action = step.decision.action
    return (
        step.actor is Actor.REPLAY
        and isinstance(action, Output)
        and action.text.startswith(HANDED_OVER)
    )


def _hand_over(why: str) -> Decided:
    return Decided(Decision(Output(f"{HANDED_OVER}{why.rstrip('.')}.")), actor=Actor.REPLAY)
