"""A step in the making: the screen that is decided on, what was decided, and the step it becomes."""

from __future__ import annotations

from dataclasses import dataclass, replace

from runtime.device import Performed
from runtime.engine import Decided
from runtime.episode import GuardVerdict, Step
from runtime.observation import Observation
from runtime.turn.repetition import REMARK
from runtime.turn.timings import Timings


@dataclass(frozen=True, slots=True)
class ScreenLook:
    """A screen that is to be decided on."""

    screen: Observation
    seen_at_s: float
    timings: Timings


@dataclass(frozen=True, slots=True)
class StepDraft:
    """A step that is being made."""

    look: ScreenLook
    decided: Decided

    @property
    def screen(self) -> Observation:
        return self.look.screen

    @property
    def timings(self) -> Timings:
        return self.look.timings

    def step(
        self,
        *,
        verdict: GuardVerdict | None = None,
        performed: Performed | None = None,
        error: str = "",
        answer: str = "",
    ) -> Step:
        """The step, with what came of it."""
        return Step(
            self.screen,
            self.decided.decision,
            self.decided.actor,
            performed=performed,
            guard=verdict,
            error=error,
            answer=answer,
            timings_ms=self.timings.taken(),
        )


def with_remark(step: Step) -> Step:
    """The step with a word to the policy, where it reads why nothing came of an action."""
    if step.performed is None:
        return replace(step, error=f"{step.error} {REMARK}".strip())
    note = f"{step.performed.note} {REMARK}".strip()
    return replace(step, performed=replace(step.performed, note=note))
