"""The ports of a served run's turns: its phone, its person, its record and what it may use up.

Used by the run's own thread only. Each raises `Cancelled` once the run is to stand still.
"""

from __future__ import annotations

from runtime.actions import Action
from runtime.device import DeviceInfo, Performed
from runtime.engine import Decided
from runtime.episode import RanOut, Step
from runtime.errors import DeviceError
from runtime.guard.ruling import Ruling
from runtime.observation import Observation
from runtime.runs import questions
from runtime.runs.control import RunControl
from runtime.runs.journal import RunJournal
from runtime.runs.limits import Meter, reached
from runtime.runs.model import Acting, Choice, Limits, PolicyDecided
from runtime.runs.person_questions import PersonQuestions
from runtime.runs.privacy import RunPrivacy
from runtime.runs.run_device import RunDevice
from runtime.runs.settings import RunSettings
from runtime.turn.history import PromptHistory
from runtime.turn.ports import Consent, NoAnswer

_CONSENTS = {
    Choice.APPROVE: Consent.ONCE,
    Choice.APPROVE_FOR_RUN: Consent.FOR_RUN,
    Choice.DENY: Consent.NO,
    Choice.NOBODY: Consent.NOBODY,
}


class SteeredPhone:
    """A phone whose calls can be ended; one that fails is looked at again, then opened anew."""

    def __init__(
        self, device: RunDevice, control: RunControl, settings: RunSettings, *, screenshots: bool
    ) -> None:
        self._device = device
        self._control = control
        self._settings = settings
        self._screenshots = screenshots
        self._failures = 0

    @property
    def info(self) -> DeviceInfo:
        return self._device.info

    def look(self) -> Observation:
        return self._device.look(screenshot=self._screenshots)

    def perform(self, action: Action, observation: Observation) -> Performed:
        performed = self._device.perform(action, observation)
        self._failures = 0
        return performed

    def recover(self, error: DeviceError) -> None:
        self._control.checkpoint()
        self._failures += 1
        if self._failures >= self._settings.device_failures:
            raise error
        if self._failures == 1:
            self._control.wait(self._settings.device_pause_s)
        else:
            self._device.reopen()


class AskedPerson:
    """The person who watches the run. Questions are kept, and tell no more than what is kept."""

    def __init__(
        self, asking: PersonQuestions, privacy: RunPrivacy, history: PromptHistory
    ) -> None:
        self._asking = asking
        self._privacy = privacy
        self._history = history

    def approve(self, ruling: Ruling, action: Action, screen: Observation) -> Consent:
        question = questions.approval(
            self._asking.next_id(),
            ruling,
            self._privacy.action_for_record(action, screen),
            self._history.shown(screen),
        )
        return _CONSENTS[self._asking.ask(question).choice]

    def handle(self, ruling: Ruling) -> Consent:
        question = questions.hand_over(self._asking.next_id(), ruling)
        return _CONSENTS[self._asking.ask(question).choice]

    def answer(self, question: str) -> str | NoAnswer:
        response = self._asking.ask(questions.answer(self._asking.next_id(), question))
        match response.choice:
            case Choice.DENY:
                return NoAnswer.DECLINED
            case Choice.NOBODY:
                return NoAnswer.NOBODY
            case _:
                return response.text

    def explain(self, question: str) -> str | NoAnswer:
        return self.answer(question)


class StoredTurns:
    """Steps on their way to the store. Nothing is sent to the phone of a run that is to stand still."""

    def __init__(self, journal: RunJournal, control: RunControl) -> None:
        self._journal = journal
        self._control = control

    @property
    def history(self) -> PromptHistory:
        return self._journal.history

    def looked(self, screen: Observation) -> None:
        self._journal.looked(screen)

    def decided(self, decided: Decided) -> None:
        self._journal.write(
            PolicyDecided(self._journal.step, decided.decision, decided.usage, decided.actor)
        )

    def acting(self, action: Action) -> None:
        self._control.checkpoint()
        self._journal.write(Acting(self._journal.step, action))

    def done(self, step: Step) -> None:
        self._journal.done(step)


class RunBudget:
    """The limits of a run and what it has used up of them."""

    def __init__(self, limits: Limits, meter: Meter) -> None:
        self._limits = limits
        self._meter = meter

    def exceeded(self) -> RanOut | None:
        return reached(self._limits, self._meter.spent)

    def stepped(self) -> None:
        self._meter.stepped()
