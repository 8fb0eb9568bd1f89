"""Who decides in a served run: the recording that is replayed, then the policy, which can be interrupted."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from runtime.engine import Engine, Prompt
from runtime.episode import Step
from runtime.errors import EngineError, EngineOverloaded
from runtime.observation import Observation
from runtime.runs.control import RunControl
from runtime.runs.replay import RunReplay
from runtime.turn.decider import Answer


class SteeredDecider:
    """Asks the policy, and again while it has too much to do. `Cancelled` when the run is steered."""

    def __init__(
        self,
        engine: Engine,
        control: RunControl,
        *,
        pauses_s: Sequence[float],
        on_text: Callable[[str], None],
    ) -> None:
        self._engine = engine
        self._control = control
        self._pauses_s = pauses_s
        self._on_text = on_text

    def decide(self, prompts: Sequence[Prompt], sessions: Sequence[str]) -> list[Answer]:
        return [
            self._one(prompt, session) for prompt, session in zip(prompts, sessions, strict=True)
        ]

    def end(self, session: str) -> None:
        self._engine.end_session(session)

    def _one(self, prompt: Prompt, session: str) -> Answer:
        for pause_s in self._pauses_s:
            answer = self._asked(prompt, session)
            if not isinstance(answer, EngineOverloaded):
                return answer
            self._control.wait(pause_s)
        return self._asked(prompt, session)

    def _asked(self, prompt: Prompt, session: str) -> Answer:
        try:
            return self._engine.decide(
                prompt, session=session, on_text=self._on_text, cancel=self._control.spell
            )
        except EngineError as error:
            return error


class ReplayedScreens:
    """Gives a screen that is not as recorded a little time to become so."""

    def __init__(
        self, replay: RunReplay, control: RunControl, *, pauses_s: Sequence[float]
    ) -> None:
        self._replay = replay
        self._control = control
        self._pauses_s = pauses_s
        self._waited = 0

    def settled(self, screen: Observation, history: Sequence[Step]) -> bool:
        """Whether it can be decided on now; if not, time was given, and it is to be looked at again."""
        if self._waited >= len(self._pauses_s) or self._replay.fits(screen, history):
            self._waited = 0
            return True
        self._waited += 1
        self._control.wait(self._pauses_s[self._waited - 1])
        return False
