"""A served run's way through its turns: the machine's, with a recording first, text as it is written,
and a stop wherever somebody steers.

Everything happens in the run's own thread. When the run is steered (`Cancelled`), what was being
decided is dropped, and the next turn begins with a fresh look: nothing is ever done on a look from
before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from runtime.engine import Decided, Engine, Prompt
from runtime.episode import Ending
from runtime.guard.episode_guard import begin_episode
from runtime.guard.ruling import Guard
from runtime.guard.secrets import SecretStore
from runtime.observation import Observation
from runtime.runs.control import RunControl
from runtime.runs.journal import RunJournal
from runtime.runs.limits import Meter
from runtime.runs.model import RunRequest
from runtime.runs.person_questions import PersonQuestions
from runtime.runs.ports import Clock
from runtime.runs.privacy import RunPrivacy
from runtime.runs.replay import RunReplay
from runtime.runs.run_decider import ReplayedScreens, SteeredDecider
from runtime.runs.run_device import RunDevice
from runtime.runs.settings import RunSettings
from runtime.runs.turn_ports import AskedPerson, RunBudget, SteeredPhone, StoredTurns
from runtime.turn.decider import Answer
from runtime.turn.machine import TurnMachine
from runtime.turn.ports import TurnPorts
from runtime.turn.start import Opening


@dataclass(frozen=True, slots=True)
class Equipment:
    """What a loop works with. `opening` is how the policy begins."""

    engine: Engine
    opening: Opening
    device: RunDevice
    guard: Guard
    secrets: SecretStore
    privacy: RunPrivacy
    clock: Clock
    settings: RunSettings
    replay: RunReplay | None = None


class AgentLoop:
    """One run from its first look to its end, or until it is steered."""

    def __init__(
        self,
        request: RunRequest,
        equipment: Equipment,
        control: RunControl,
        journal: RunJournal,
        meter: Meter,
        *,
        on_text: Callable[[int, str], None],
    ) -> None:
        settings = equipment.settings
        self._control = control
        self._journal = journal
        self._meter = meter
        self._replay = equipment.replay
        self._decider = SteeredDecider(
            equipment.engine,
            control,
            pauses_s=settings.engine_pauses_s,
            on_text=lambda text: on_text(journal.step, text),
        )
        self._screens = (
            None
            if equipment.replay is None
            else ReplayedScreens(equipment.replay, control, pauses_s=settings.replay_pauses_s)
        )
        wanted = request.record_screenshots or equipment.engine.wants_screenshot
        ports = TurnPorts(
            SteeredPhone(equipment.device, control, settings, screenshots=wanted),
            begin_episode(equipment.guard, request.goal, cancel=lambda: control.spell),
            AskedPerson(
                PersonQuestions(control, journal, meter), equipment.privacy, journal.history
            ),
            StoredTurns(journal, control),
            RunBudget(request.limits, meter),
            equipment.secrets,
            equipment.clock.monotonic_s,
        )
        self._machine = TurnMachine(
            request.goal,
            ports,
            settings.turn,
            opening=equipment.opening,
            approved_rules=request.approved_rules,
            answer_schema=request.answer_schema,
        )

    def run(self) -> Ending:
        """Go on until the run ends; `Cancelled` when it is steered. Can be called again after it."""
        machine = self._machine
        machine.forget_repetition()  # the person may have changed anything
        self._meter.go()
        try:
            while machine.ending is None:
                self._control.boundary()
                prompt = machine.look(settled=self._settled)
                while prompt is not None:
                    machine.take(self._answer(prompt))
                    prompt = machine.prompt
            return machine.ending
        finally:
            self._meter.stand()

    def _settled(self, screen: Observation) -> bool:
        return self._screens is None or self._screens.settled(screen, self._journal.history.steps)

    def _answer(self, prompt: Prompt) -> Answer:
        if self._replay is not None and not prompt.restating:
            decided = self._replay.next(prompt.observation, prompt.history)
            if decided is not None:
                return decided
        return self._ask_policy(prompt)

    def _ask_policy(self, prompt: Prompt) -> Answer:
        timings = self._machine.timings
        with timings.part("decode"):
            (answer,) = self._decider.decide([prompt], [self._journal.run_id])
        self._control.checkpoint()
        if isinstance(answer, Decided):
            timings.decided(answer.usage)
            self._meter.decided(answer.usage)
        return answer
