"""The steps of an episode as a policy may read them: redacted, without screenshots, and without what
the runtime did before the policy was asked.

Prompts are made here and nowhere else: those of a run, and those of samples from its record.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from runtime.actions import Output
from runtime.engine import Prompt
from runtime.episode import Actor, Step
from runtime.guard.page_memory import PageMemory
from runtime.guard.redaction import Redactor
from runtime.observation import Observation
from runtime.prompts.plain_sentences import NO_SENTENCES, PlainSentences

PLAIN = Redactor.for_prompt()
"""For phones without named secrets."""


class PromptHistory:
    """Grows by one step at a time."""

    def __init__(self, steps: Iterable[Step] = (), *, redactor: Redactor = PLAIN) -> None:
        self._redactor = redactor
        self._memory = PageMemory()
        self._steps: list[Step] = []
        self._count = 0
        self._seen: tuple[Observation, Observation] | None = None
        self._said: tuple[str, PlainSentences, str] | None = None
        self.restated = ""
        """What the policy has said that the goal means; empty if it was not asked."""
        for step in steps:
            self.append(step)

    def __len__(self) -> int:
        """How many steps there are, shown to the policy or not."""
        return self._count

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that a policy reads."""
        return tuple(self._steps)

    def prompt(
        self, goal: str, screen: Observation, plain: PlainSentences = NO_SENTENCES
    ) -> Prompt:
        """What is asked on a screen. A goal that was restated is shown in those words, and one of the
        `plain` sentences as the one that stands for it.
        """
        said = self._said_plainly(self.restated or goal, plain)
        return Prompt(said, self.shown(screen), tuple(self._steps))

    def question(self, goal: str, screen: Observation, known: tuple[str, ...]) -> Prompt:
        """Which of the known requests a goal means is asked, before anything is done."""
        return Prompt(goal, self.shown(screen), restating=True, known=known)

    def append(self, step: Step) -> None:
        """The step is over."""
        self._count += 1
        if step.actor is Actor.RUNTIME:
            self.restated = restated_in(step) or self.restated
            return
        marked = replace(step, observation=self._memory.marked(step.observation))
        shown = self._redactor.step(marked, seen=self.shown(step.observation))
        self._memory.typed(step.decision.action, step.observation)
        if shown.observation.screenshot is not None:
            shown = replace(shown, observation=replace(shown.observation, screenshot=None))
        self._steps.append(shown)

    def _said_plainly(self, goal: str, plain: PlainSentences) -> str:
        """Found once for a run: going through all sentences takes longer than a step's other words."""
        if self._said is None or self._said[0] != goal or self._said[1] is not plain:
            self._said = goal, plain, plain.said_plainly(goal)
        return self._said[2]

    def shown(self, screen: Observation) -> Observation:
        """What of a screen a policy may read. Redacted once for its prompt and its step."""
        if self._seen is None or self._seen[0] is not screen:
            self._seen = (screen, self._redactor.observation(screen, self._memory))
        return self._seen[1]


def restated_in(step: Step) -> str:
    """The goal in the policy's own words, if a step is one in which it was asked for them."""
    action = step.decision.action
    return action.text if step.actor is Actor.RUNTIME and isinstance(action, Output) else ""
