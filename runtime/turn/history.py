"""The steps of an episode as a policy may read them: redacted, without screenshots, and without what
the runtime did before the policy was asked.

Prompts are made here and nowhere else: those of a run, and those of samples from its record.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from runtime.engine import Prompt
from runtime.episode import Actor, Step
from runtime.guard.redaction import Redactor
from runtime.observation import Observation

PLAIN = Redactor.for_prompt()
"""For phones without named secrets."""


class PromptHistory:
    """Grows by one step at a time."""

    def __init__(self, steps: Iterable[Step] = (), *, redactor: Redactor = PLAIN) -> None:
        self._redactor = redactor
        self._steps: list[Step] = []
        self._count = 0
        self._seen: tuple[Observation, Observation] | None = None
        for step in steps:
            self.append(step)

    def __len__(self) -> int:
        """How many steps there are, shown to the policy or not."""
        return self._count

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that a policy reads."""
        return tuple(self._steps)

    def prompt(self, goal: str, screen: Observation) -> Prompt:
        """What is asked on a screen."""
        return Prompt(goal, self._shown(screen), tuple(self._steps))

    def append(self, step: Step) -> None:
        """The step is over."""
        self._count += 1
        if step.actor is Actor.RUNTIME:
            return
        shown = self._redactor.step(step, seen=self._shown(step.observation))
        if shown.observation.screenshot is not None:
            shown = replace(shown, observation=replace(shown.observation, screenshot=None))
        self._steps.append(shown)

    def _shown(self, screen: Observation) -> Observation:
        """What of a screen a policy may read. Redacted once for its prompt and its step."""
        if self._seen is None or self._seen[0] is not screen:
            self._seen = (screen, self._redactor.observation(screen))
        return self._seen[1]
