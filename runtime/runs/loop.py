"""The agent loop: look, judge the screen, decide, guard, act, record; again, until the run ends.

Everything happens in the run's own thread. When the run is steered (`Cancelled`), what was being
decided is dropped, and the next turn begins with a fresh look: nothing is ever done on a look from
before. What goes wrong with an action becomes part of the step, which the policy reads next time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

from runtime.actions import Action, AskUser, Finish, Output
from runtime.cancellation import Cancellation
from runtime.device import Performed
from runtime.engine import Decided, Engine, Prompt
from runtime.episode import (
    Ending,
    EnvironmentFault,
    Finished,
    GuardVerdict,
    RanOut,
    RefusedByGuard,
    Step,
    StoppedByPerson,
    Unparsed,
    Verdict,
)
from runtime.errors import (
    ActionError,
    AddressError,
    Cancelled,
    DeviceError,
    EngineError,
    EngineOverloaded,
    GuardError,
    Interrupted,
)
from runtime.guard.ruling import Guard, Ruling
from runtime.guard.secrets import SecretStore, fill
from runtime.observation import Observation
from runtime.runs import questions
from runtime.runs.approvals import Approvals, Opinion, reason
from runtime.runs.asking import Asking
from runtime.runs.control import RunControl
from runtime.runs.event_rows import UNKNOWN_EFFECT
from runtime.runs.executor import bounded, check_aim, means_the_same, perform
from runtime.runs.handset import Handset
from runtime.runs.journal import Journal
from runtime.runs.limits import Meter, reached
from runtime.runs.model import Acting, Choice, PolicyDecided, Question, RunRequest
from runtime.runs.parts import Clock
from runtime.runs.privacy import Privacy
from runtime.runs.repetition import REMARK, Habit, Turn, habit, screen_print
from runtime.runs.replay import Replay
from runtime.runs.settings import RunSettings
from runtime.runs.timings import Timings

NOT_SENT = "not done: the run was stopped before it was sent to the phone"
SCREEN_CHANGED = "not done: the screen changed before it could be; decide on what it shows now"


@dataclass(frozen=True, slots=True)
class Equipment:
    """What a loop works with."""

    engine: Engine
    handset: Handset
    guard: Guard
    secrets: SecretStore
    privacy: Privacy
    clock: Clock
    settings: RunSettings
    replay: Replay | None = None


@dataclass(frozen=True, slots=True)
class _Draft:
    """A step that is being made: what was seen, when, and what was decided on it."""

    screen: Observation
    seen_at_s: float
    decided: Decided
    timings: Timings


class AgentLoop:
    """One run from its first look to its end, or until it is steered."""

    def __init__(
        self,
        request: RunRequest,
        equipment: Equipment,
        control: RunControl,
        journal: Journal,
        meter: Meter,
        *,
        on_text: Callable[[int, str], None],
    ) -> None:
        self._request = request
        self._with = equipment
        self._settings = equipment.settings
        self._control = control
        self._journal = journal
        self._meter = meter
        self._asking = Asking(control, journal, meter)
        self._on_text = on_text
        self._approvals = Approvals(
            request.approved_rules, most_refusals=equipment.settings.refusals
        )
        self._turns: deque[Turn] = deque(maxlen=equipment.settings.patience.memory)
        self._unreadable = 0
        self._failures = 0
        self._waited = 0

    def run(self) -> Ending:
        """Go on until the run ends; `Cancelled` when it is steered. Can be called again after it."""
        self._turns.clear()  # the person may have changed anything
        self._meter.go()
        try:
            while True:
                self._control.boundary()
                ending = reached(self._request.limits, self._meter.spent) or self._turn()
                if ending is not None:
                    return ending
        except (DeviceError, AddressError, EngineError) as error:
            return EnvironmentFault(str(error))
        finally:
            self._meter.stand()

    def _turn(self) -> Ending | None:
        """One step, or a screen handed to the person."""
        timings = Timings(self._with.clock.monotonic_s)
        with timings.part("observe"):
            screen = self._look()
        seen_at_s = self._with.clock.monotonic_s()
        with timings.part("guard"):
            ruling = self._with.guard.judge_screen(screen)
        if self._approvals.opinion(ruling) is not Opinion.GO:
            return self._hand_over(ruling)
        if self._replay_waits(screen):
            return None
        with timings.part("record"):
            self._journal.looked(screen, keep_screenshot=self._request.record_screenshots)
        decided = self._decide(screen, timings)
        draft = _Draft(screen, seen_at_s, decided, timings)
        match decided.decision.action:
            case Unparsed(reason=problem):
                return self._unread(draft, problem)
            case Finish(text, status):
                self._close(draft)
                return Finished(status, text)
            case Output():
                return self._close(draft)
            case AskUser(question):
                return self._ask_user(draft, question)
            case action:
                return self._act(draft, action)

    def _look(self) -> Observation:
        wanted = self._request.record_screenshots or self._with.engine.wants_screenshot
        while True:
            try:
                return self._with.handset.look(screenshot=wanted)
            except DeviceError as error:
                self._recover(error)

    def _hand_over(self, ruling: Ruling) -> Ending | None:
        """Nothing of this screen goes to the policy or on record; going on means looking again."""
        response = self._asking.ask(questions.hand_over(self._asking.next_id(), ruling))
        self._turns.clear()
        if response.choice is Choice.DENY:
            return StoppedByPerson("ended at a screen that only a person may handle")
        if response.choice is Choice.APPROVE_FOR_RUN:
            self._approvals.approve_for_run(ruling.rule)
        return None

    def _replay_waits(self, screen: Observation) -> bool:
        """Give a screen that is not as recorded a little time to become so; whether time was given."""
        replay, pauses_s = self._with.replay, self._settings.replay_pauses_s
        if (
            replay is None
            or self._waited >= len(pauses_s)
            or replay.fits(screen, self._journal.history)
        ):
            self._waited = 0
            return False
        self._waited += 1
        self._control.wait(pauses_s[self._waited - 1])
        return True

    def _decide(self, screen: Observation, timings: Timings) -> Decided:
        replay = self._with.replay
        decided = replay.next(screen, self._journal.history) if replay is not None else None
        if decided is None:
            decided = self._ask_policy(screen, timings)
        with timings.part("record"):
            self._journal.write(
                PolicyDecided(self._journal.step, decided.decision, decided.usage, decided.actor)
            )
        return decided

    def _ask_policy(self, screen: Observation, timings: Timings) -> Decided:
        step = self._journal.step
        prompt = Prompt(
            self._request.goal,
            self._with.privacy.screen_for_prompt(screen),
            tuple(self._journal.history),
        )

        def tell(text: str) -> None:
            self._on_text(step, text)

        with timings.part("decode"):
            decided = self._asked(prompt, tell, self._control.spell)
        timings.decided(decided.usage)
        self._control.checkpoint()
        self._meter.decided(decided.usage)
        return decided

    def _asked(self, prompt: Prompt, tell: Callable[[str], None], spell: Cancellation) -> Decided:
        """Ask the policy, and again while it has too much to do."""
        for pause_s in self._settings.engine_pauses_s:
            try:
                return self._with.engine.decide(
                    prompt, session=self._journal.run_id, on_text=tell, cancel=spell
                )
            except EngineOverloaded:
                self._control.wait(pause_s)
        return self._with.engine.decide(
            prompt, session=self._journal.run_id, on_text=tell, cancel=spell
        )

    def _unread(self, draft: _Draft, problem: str) -> Ending | None:
        self._unreadable += 1
        self._close(draft, error=f"the reply could not be read: {problem}")
        if self._unreadable >= self._settings.unreadable_replies:
            return RanOut("unreadable replies")
        return None

    def _ask_user(self, draft: _Draft, question: str) -> Ending | None:
        response = self._asking.ask(questions.answer(self._asking.next_id(), question))
        if response.choice is Choice.DENY:
            return self._close(draft, error="the person does not want to answer this")
        return self._close(draft, answer=response.text)

    def _act(self, draft: _Draft, action: Action) -> Ending | None:
        """Guard, ask if need be, and perform."""
        action = bounded(
            action,
            longest_wait_ms=self._settings.longest_wait_ms,
            longest_press_ms=self._settings.longest_press_ms,
        )
        with draft.timings.part("guard"):
            try:
                check_aim(action, draft.screen)
                ruling = self._with.guard.judge(action, draft.screen)
            except ActionError as error:
                return self._close(draft, error=str(error))
        asked = False
        match self._approvals.opinion(ruling):
            case Opinion.REFUSE:
                return self._refuse(draft, ruling)
            case Opinion.ASK:
                question = self._question(ruling, action, draft.screen)
                response = self._asking.ask(question)
                if response.choice is Choice.DENY:
                    return self._refuse(draft, ruling)
                if response.choice is Choice.APPROVE_FOR_RUN:
                    self._approvals.approve_for_run(ruling.rule)
                asked = True
            case Opinion.GO:
                pass
        approved = True if ruling.verdict is Verdict.CONFIRM else None
        verdict = GuardVerdict(ruling.verdict, ruling.rule, approved)
        screen = self._current(draft, action, ruling, asked=asked)
        if screen is None:
            return self._close(draft, verdict=verdict, error=SCREEN_CHANGED)
        return self._perform(draft, action, screen, verdict)

    def _question(self, ruling: Ruling, action: Action, screen: Observation) -> Question:
        """May this be done? Questions are kept, and tell no more than what is kept."""
        privacy = self._with.privacy
        return questions.approval(
            self._asking.next_id(),
            ruling,
            privacy.action_for_record(action, screen),
            privacy.screen_for_prompt(screen),
        )

    def _refuse(self, draft: _Draft, ruling: Ruling) -> Ending | None:
        insists = self._approvals.refused(ruling)
        approved = False if ruling.verdict is Verdict.CONFIRM else None
        verdict = GuardVerdict(ruling.verdict, ruling.rule, approved)
        ending = self._close(draft, verdict=verdict, error=reason(ruling))
        return RefusedByGuard(ruling.rule) if insists else ending

    def _current(
        self, draft: _Draft, action: Action, ruling: Ruling, *, asked: bool
    ) -> Observation | None:
        """The look to act on: an old one only if a new one says the same. None if it does not."""
        age_s = self._with.clock.monotonic_s() - draft.seen_at_s
        if not asked and age_s < self._settings.stale_after_s:
            return draft.screen
        with draft.timings.part("observe"):
            fresh = self._look()
        with draft.timings.part("guard"):
            holds = (
                self._approvals.opinion(self._with.guard.judge_screen(fresh)) is Opinion.GO
                and means_the_same(action, draft.screen, fresh)
                and self._with.guard.judge(action, fresh) == ruling
            )
        return fresh if holds else None

    def _perform(
        self, draft: _Draft, action: Action, screen: Observation, verdict: GuardVerdict
    ) -> Ending | None:
        """Store that it is about to be sent; send it; store what came of it, whatever that is."""
        try:
            filled = fill(action, screen, self._with.secrets)
        except (GuardError, ActionError) as error:
            return self._close(draft, verdict=verdict, error=str(error))
        self._control.checkpoint()
        with draft.timings.part("record"):
            self._journal.write(Acting(self._journal.step, action))
        try:
            with draft.timings.part("perform"):
                performed = perform(self._with.handset, action, filled, screen)
        except ActionError as error:
            return self._close(draft, verdict=verdict, error=str(error))
        except Cancelled:
            self._close(draft, verdict=verdict, error=NOT_SENT)
            raise
        except Interrupted as error:
            self._close(draft, verdict=verdict, error=UNKNOWN_EFFECT)
            self._recover(error)
            return None
        except DeviceError as error:
            self._close(
                draft, verdict=verdict, error=f"the phone failed: {error}; {UNKNOWN_EFFECT}"
            )
            self._recover(error)
            return None
        self._failures = 0
        draft.timings.performed(performed)
        return self._close(draft, verdict=verdict, performed=performed)

    def _recover(self, error: DeviceError) -> None:
        """Make the next look worth trying; raises `error` when enough was tried."""
        self._control.checkpoint()
        self._failures += 1
        if self._failures >= self._settings.device_failures:
            raise error
        if self._failures == 1:
            self._control.wait(self._settings.device_pause_s)
        else:
            self._with.handset.reopen()

    def _close(
        self,
        draft: _Draft,
        *,
        verdict: GuardVerdict | None = None,
        performed: Performed | None = None,
        error: str = "",
        answer: str = "",
    ) -> Ending | None:
        """Put the step on record; the run ends here if it goes round in circles."""
        decision = draft.decided.decision
        going = Habit.FINE
        if not isinstance(decision.action, Unparsed):
            self._unreadable = 0
            going = self._habit(draft.screen, decision.action, answered=bool(answer))
        step = Step(
            draft.screen,
            decision,
            draft.decided.actor,
            performed=performed,
            guard=verdict,
            error=error,
            answer=answer,
            timings_ms=draft.timings.taken(),
        )
        self._journal.done(_with_remark(step) if going is not Habit.FINE else step)
        self._meter.stepped()
        return RanOut("repetition") if going is Habit.END else None

    def _habit(self, screen: Observation, action: Action, *, answered: bool) -> Habit:
        if answered:
            self._turns.clear()
            return Habit.FINE
        self._turns.append(Turn(screen_print(screen), action))
        return habit(tuple(self._turns), self._settings.patience)


def _with_remark(step: Step) -> Step:
    """The step with a word to the policy, where it reads why nothing came of an action."""
    if step.performed is None:
        return replace(step, error=f"{step.error} {REMARK}".strip())
    note = f"{step.performed.note} {REMARK}".strip()
    return replace(step, performed=replace(step.performed, note=note))
