"""An engine that knows what the oracles of some tasks do, and says that, step by step."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence

from phoneworld import Task, Trial, Workshop
from phoneworld.tasks.pilot import run_oracle
from runtime.actions import Action, Finish
from runtime.cancellation import Cancellation
from runtime.engine import Decided, Prompt, TextListener
from runtime.episode import Decision, Unparsed
from runtime.errors import EngineError
from runtime.turn.decider import Answer

GIVES_UP = Finish("I do not know this task")


class KnowingEngine:
    """Decides by the goal and by how much was done. Any thread may ask.

    Of goals in `mistaken` it says at once that they are done; of those in `mumbled` nothing that
    can be read; those in `failing` raise.
    """

    def __init__(self, workshop: Workshop, tasks: Iterable[Task]) -> None:
        self.known: dict[str, list[Action]] = {}
        self.mistaken: set[str] = set()
        self.mumbled: set[str] = set()
        self.failing: dict[str, EngineError] = {}
        self.asked: list[str] = []
        self.sessions: set[str] = set()
        self.most_at_once = 0
        self._at_once = 0
        self._lock = threading.Lock()
        for task in tasks:
            trial = Trial(workshop, task)
            self.known[trial.goal] = list(run_oracle(trial).actions)

    @property
    def wants_screenshot(self) -> bool:
        return False

    def choose(self, prompt: Prompt) -> Decision:
        """What it would decide."""
        with self._lock:
            self.asked.append(prompt.goal)
        if prompt.goal in self.failing:
            raise self.failing[prompt.goal]
        if prompt.goal in self.mumbled:
            return Decision(Unparsed("hm", "no call"), reply="hm")
        if prompt.goal in self.mistaken:
            return Decision(Finish("done"))
        actions = self.known.get(prompt.goal, [GIVES_UP])
        return Decision(actions[min(len(prompt.history), len(actions) - 1)])

    def decide(
        self,
        prompt: Prompt,
        *,
        session: str = "",
        on_text: TextListener | None = None,
        cancel: Cancellation | None = None,
    ) -> Decided:
        with self._lock:
            self.sessions.add(session)
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            return Decided(self.choose(prompt))
        finally:
            with self._lock:
                self._at_once -= 1

    def end_session(self, session: str) -> None:
        with self._lock:
            self.sessions.discard(session)

    def close(self) -> None:
        """Nothing to free."""


class KnowingBatch:
    """The same, for several prompts at once; `sizes` are those of the batches."""

    def __init__(self, engine: KnowingEngine) -> None:
        self._engine = engine
        self.sizes: list[int] = []

    def decide(self, prompts: Sequence[Prompt], sessions: Sequence[str]) -> list[Answer]:
        self.sizes.append(len(prompts))
        answers: list[Answer] = []
        for prompt in prompts:
            try:
                answers.append(Decided(self._engine.choose(prompt)))
            except EngineError as error:
                answers.append(error)
        return answers

    def end(self, session: str) -> None:
        """Nothing is kept for a session."""
