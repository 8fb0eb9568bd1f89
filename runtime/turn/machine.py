"""The turn machine: look, prompt, decide, bound, guard, perform, record; again, until the episode ends.

Ask it to `look` (or to `advance`), have somebody decide on its `prompt`, give the answer to `take`. In
between it stands still, so that many machines can be driven in lock step. What goes wrong with an
action becomes part of the step, which the policy reads next time; what a policy says never raises.
`Cancelled`, which ports may raise, drops what was decided: the next turn begins with a fresh look.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import assert_never

from runtime.action_words import say
from runtime.actions import Action, AskUser, Finish, FinishStatus, OpenApp, Output
from runtime.answer_schema import AnswerSchema
from runtime.device import Performed
from runtime.engine import Decided, Prompt
from runtime.episode import (
    Actor,
    Decision,
    Ending,
    EnvironmentFault,
    Finished,
    FinishedUnsure,
    GuardVerdict,
    RanOut,
    RefusedByGuard,
    StoppedByPerson,
    Unparsed,
    Verdict,
)
from runtime.errors import (
    ActionError,
    AddressError,
    DeviceError,
    EngineError,
    GuardError,
    PromptTooLong,
)
from runtime.guard.episode_guard import begin_episode
from runtime.guard.ruling import Ruling
from runtime.guard.secrets import fill
from runtime.observation import Observation
from runtime.prompts.near_request import NearRequest
from runtime.prompts.restating import SHOWN, declined
from runtime.turn.aim import check_aim, means_the_same
from runtime.turn.approvals import Approvals, Opinion, insistence, reason
from runtime.turn.bounds import bounded
from runtime.turn.decider import Answer
from runtime.turn.draft import ScreenLook, StepDraft, with_remark
from runtime.turn.final_answer import FinalAnswers
from runtime.turn.meaning import MOST_QUESTIONS, PlainAnswer, question, read_answer
from runtime.turn.ports import Consent, NoAnswer, TurnPorts
from runtime.turn.readings import Readings
from runtime.turn.repetition import Habit, ScreenAction, habit, screen_print
from runtime.turn.sending import send
from runtime.turn.settings import TurnSettings
from runtime.turn.start import AT_ONCE, GO_HOME, Opening, PolicyStart, is_at_home
from runtime.turn.timings import NO_TIMINGS, Timings
from runtime.turn.withheld import withheld_look

SCREEN_CHANGED = "not done: the screen changed before it could be; decide on what it shows now"
NOBODY_HANDLES = "a screen that only a person may handle came up, and nobody was there"
_CONSIDERED = 30
"""So many known requests are looked at for what a person is told of whose own cannot be done."""
_NO_ANSWERS = {
    NoAnswer.DECLINED: "the person does not want to answer this",
    NoAnswer.NOBODY: "nobody was there to answer this",
}


class TurnMachine:
    """One episode, turn by turn. `prompt` is what is to be decided, `ending` how it ended."""

    def __init__(
        self,
        goal: str,
        ports: TurnPorts,
        settings: TurnSettings,
        *,
        opening: Opening = AT_ONCE,
        approved_rules: Iterable[str] = (),
        answer_schema: AnswerSchema | None = None,
    ) -> None:
        self.prompt: Prompt | None = None
        self.ending: Ending | None = None
        self._goal = goal
        self._ports = ports
        self._guard = begin_episode(ports.guard, goal)
        self._settings = settings
        self._opening = opening
        self._goes_home = opening.start is PolicyStart.HOME
        self._apps_opened: set[str] = set()
        self._restates = opening.known is not None and opening.known.must_restate(goal)
        self._approvals = Approvals(approved_rules, most_refusals=settings.refusals)
        self._recent: deque[ScreenAction] = deque(maxlen=settings.patience.memory)
        self._unreadable = 0
        self._answers = FinalAnswers(
            answer_schema, reads_schema=opening.reads_schema, tries=settings.unfit_answers
        )
        self._doubt: tuple[float, str] = (1.0, "")
        self._not_let = ""
        self._look: ScreenLook | None = None
        self._readings: Readings | None = None
        self._meaning_asked = 0

    @property
    def is_over(self) -> bool:
        return self.ending is not None

    @property
    def confidence(self) -> float:
        """How sure the policy was of what it was least sure of, its last words left out."""
        return self._doubt[0]

    @property
    def timings(self) -> Timings:
        """Of the step that is being decided on."""
        return NO_TIMINGS if self._look is None else self._look.timings

    def advance(self) -> Prompt | None:
        """Look until something is to be decided; None once it is over."""
        while self.prompt is None and self.ending is None:
            self.look()
        return self.prompt

    def look(self, *, settled: Callable[[Observation], bool] | None = None) -> Prompt | None:
        """What is to be decided now. None if it is over, or to look again: a person has handled the
        screen, the phone was taken home, or the screen is not `settled`.
        """
        self._look = self.prompt = self._readings = None
        if self.ending is None:
            self.ending = self._ports.budget.exceeded()
        if self.ending is not None:
            return None
        try:
            self._begin(settled)
        except (DeviceError, AddressError) as error:
            self.ending = EnvironmentFault(str(error))
        return self.prompt

    def take(self, answer: Answer) -> None:
        """Do what was decided, and record it. Where nobody could decide, it is over. On what a goal means
        there may be another prompt at once.
        """
        look, asked = self._look, self.prompt
        self._look = self.prompt = None
        if look is None or asked is None:
            raise RuntimeError(
                "nothing is asked: the episode is over, or has to be looked at first"
            )
        match answer:
            case PromptTooLong():
                # The policy's own limit, as steps are: no fault of the phone's.
                self.ending = RanOut("context")
            case EngineError():
                self.ending = EnvironmentFault(str(answer))
            case Decided():
                if self._readings is not None:
                    self._readings.take(answer)
                    if self._readings.following:
                        self._look = look
                        self.prompt = replace(asked, reading=self._readings.following)
                        return
                    answer = self._readings.likeliest()
                begins = self._understand if asked.restating else self._step
                self._readings = None
                try:
                    self.ending = begins(StepDraft(look, answer))
                except (DeviceError, AddressError) as error:
                    self.ending = EnvironmentFault(str(error))
            case _:
                assert_never(answer)

    def end(self, ending: Ending) -> None:
        """End it here, whatever is being decided."""
        self._look = self.prompt = None
        self.ending = ending

    def forget_repetition(self) -> None:
        """Somebody else had the phone, and may have changed anything."""
        self._recent.clear()

    # Looking

    def _begin(self, settled: Callable[[Observation], bool] | None) -> None:
        timings = Timings(self._ports.clock) if self._ports.clock else NO_TIMINGS
        with timings.part("observe"):
            screen = self._see()
        seen_at_s = self._ports.clock() if self._ports.clock else 0.0
        with timings.part("guard"):
            ruling = self._guard.judge_screen(screen)
        allowed = self._approvals.opinion(ruling) is Opinion.GO
        if self._must_go_home(screen):
            self._go_home(screen, timings, allowed=allowed)
            return
        if not allowed:
            self._hand_over(ruling)
            return
        if settled is not None and not settled(screen):
            return
        with timings.part("record"):
            self._ports.journal.looked(screen)
        self._look = ScreenLook(screen, seen_at_s, timings)
        history = self._ports.journal.history
        if self._restates and not history.steps and not history.restated:
            self._readings = Readings(self._ranked(SHOWN))
            self.prompt = history.question(self._goal, screen, self._readings.known)
        else:
            prompt = history.prompt(self._goal, screen, self._opening.plain)
            schema = self._answers.schema
            self.prompt = prompt if schema is None else replace(prompt, answer_schema=schema.text)

    def _see(self) -> Observation:
        phone = self._ports.phone
        while True:
            try:
                return phone.look()
            except DeviceError as error:
                phone.recover(error)

    def _must_go_home(self, screen: Observation) -> bool:
        """Whether the policy has yet to begin, and cannot do so here."""
        if self._goes_home and not len(self._ports.journal.history):
            return not is_at_home(screen, self._ports.phone.info)
        return False

    def _go_home(self, screen: Observation, timings: Timings, *, allowed: bool) -> None:
        """Press home, once, on record as what it is: the runtime's own step, unknown to the policy."""
        self._goes_home = False
        shown = screen if allowed else withheld_look(screen)
        decided = Decided(Decision(GO_HOME), actor=Actor.RUNTIME)
        draft = StepDraft(ScreenLook(shown, 0.0, timings), decided)
        with timings.part("record"):
            self._ports.journal.looked(shown)
            self._ports.journal.decided(decided)
        self._perform(draft, GO_HOME, screen, GuardVerdict(Verdict.ALLOW))

    def _hand_over(self, ruling: Ruling) -> None:
        """Nothing of this screen goes to the policy or on record; going on means looking again."""
        consent = self._ports.person.handle(ruling)
        self._recent.clear()
        if consent is Consent.NO:
            self.ending = StoppedByPerson("ended at a screen that only a person may handle")
        elif consent is Consent.NOBODY:
            self.ending = RefusedByGuard(ruling.rule, NOBODY_HANDLES)
        elif consent is Consent.FOR_RUN:
            self._approvals.approve_for_run(ruling)

    # Understanding

    def _understand(self, draft: StepDraft) -> Ending | None:
        """The goal goes on in the policy's own words, on record as a step that it does not read; or it
        knows that it cannot do this, or is not sure enough to try. Where it is in doubt, the person is asked.
        """
        confidence = 1.0 if draft.decided.confidence is None else draft.decided.confidence
        action = draft.decided.decision.action
        meant: PlainAnswer | str | NoAnswer = NoAnswer.NOBODY
        if (
            isinstance(action, Output)
            and self._opening.least_confidence <= confidence < self._opening.sure_confidence
            and self._meaning_asked < MOST_QUESTIONS
        ):
            self._meaning_asked += 1
            answer = self._ports.person.explain(question(action.text))
            meant = answer if isinstance(answer, NoAnswer) else read_answer(answer)
        if isinstance(meant, str):
            return self._begin_again(meant)
        self._restates = False
        is_unsure = isinstance(action, Output) and confidence < self._opening.least_confidence
        is_wrong = meant in {PlainAnswer.NO, NoAnswer.DECLINED}
        if isinstance(action, Finish) or is_unsure or is_wrong:
            near = draft.decided.near or self._near(_CONSIDERED)
            ending = Finish(declined(near), FinishStatus.IMPOSSIBLE)
            decided = replace(draft.decided, decision=Decision(ending))
            return self._step(replace(draft, decided=decided))
        # Nothing that can be read leaves the goal as it is.
        if meant is not PlainAnswer.YES:
            self._weigh(draft)
        said = action if isinstance(action, Output) else Output(self._goal)
        decision = replace(draft.decided.decision, action=said)
        runtimes = replace(draft.decided, decision=decision, actor=Actor.RUNTIME)
        with draft.timings.part("record"):
            self._ports.journal.decided(runtimes)
        return self._close(replace(draft, decided=runtimes))

    def _begin_again(self, goal: str) -> None:
        """The person has said it in other words."""
        known = self._opening.known
        self._goal = goal
        self._guard = begin_episode(self._ports.guard, goal)
        self._restates = known is not None and known.must_restate(goal)

    def _near(self, most: int) -> tuple[str, ...]:
        return tuple(one.sentence for one in self._ranked(most))

    def _ranked(self, most: int) -> tuple[NearRequest, ...]:
        known = self._opening.known
        return () if known is None else known.ranked(self._goal, most)

    # Acting

    def _weigh(self, draft: StepDraft) -> None:
        """Remember what the policy was least sure of."""
        confidence, action = draft.decided.confidence, draft.decided.decision.action
        if confidence is None or isinstance(action, Unparsed) or confidence >= self.confidence:
            return
        self._doubt = (confidence, say(action, draft.screen))

    def _step(self, draft: StepDraft) -> Ending | None:
        with draft.timings.part("record"):
            self._ports.journal.decided(draft.decided)
        if not isinstance(draft.decided.decision.action, Finish):
            self._weigh(draft)
        match draft.decided.decision.action:
            case Unparsed(reason=problem):
                return self._unread(draft, problem)
            case Finish(text, status):
                return self._finish(draft, text, status)
            case Output():
                return self._close(draft)
            case AskUser(question):
                answer = self._ports.person.answer(question)
                if isinstance(answer, NoAnswer):
                    return self._close(draft, error=_NO_ANSWERS[answer])
                return self._close(draft, answer=answer)
            case action:
                return self._act(draft, action)

    def _finish(self, draft: StepDraft, text: str, status: FinishStatus) -> Ending | None:
        answer = ""
        if status is FinishStatus.DONE:
            checked = self._answers.check(text, self._ports.journal.history.steps)
            if checked.problem:
                return self._unfit(draft, checked.problem)
            answer = checked.json
        self._close(draft)
        if status is FinishStatus.DONE and self._not_let:
            # Whatever it says: what it last wanted to do was not done, and nothing else instead.
            return FinishedUnsure(text, f"{self._not_let}, which was not allowed", answer)
        sure = self.confidence >= self._opening.done_confidence
        if status is FinishStatus.DONE and not sure:
            return FinishedUnsure(text, self._doubt[1], answer)
        return Finished(status, text, answer)

    def _unfit(self, draft: StepDraft, problem: str) -> Ending | None:
        """The answer is none: the policy is told, and may try again a few times if it knows the schema."""
        told = f"the answer does not fit the schema: {problem}"
        self._close(draft, error=f"{told}. Finish with JSON that fits it")
        return RanOut(told) if self._answers.are_used_up else None

    def _unread(self, draft: StepDraft, problem: str) -> Ending | None:
        self._unreadable += 1
        self._close(draft, error=f"the reply could not be read: {problem}")
        if self._unreadable >= self._settings.unreadable_replies:
            return RanOut("unreadable replies")
        return None

    def _act(self, draft: StepDraft, action: Action) -> Ending | None:
        """Bound, guard, ask if need be, and perform."""
        action = bounded(
            action,
            longest_wait_ms=self._settings.longest_wait_ms,
            longest_press_ms=self._settings.longest_press_ms,
        )
        if isinstance(action, OpenApp):
            action = self._opened(action)
        with draft.timings.part("guard"):
            try:
                check_aim(action, draft.screen)
                ruling = self._guard.judge(action, draft.screen)
            except ActionError as error:
                return self._close(draft, error=str(error))
        asked = False
        match self._approvals.opinion(ruling):
            case Opinion.REFUSE:
                return self._refuse(draft, action, ruling)
            case Opinion.ASK:
                consent = self._ports.person.approve(ruling, action, draft.screen)
                if consent is Consent.NOBODY:
                    self._approvals.nobody_answered(ruling)
                if consent in {Consent.NO, Consent.NOBODY}:
                    return self._refuse(draft, action, ruling)
                if consent is Consent.FOR_RUN:
                    self._approvals.approve_for_run(ruling)
                asked = True
            case Opinion.GO:
                pass
        approved = True if ruling.verdict is Verdict.CONFIRM else None
        verdict = GuardVerdict(ruling.verdict, ruling.rule, approved)
        screen = self._current(draft, action, ruling, asked=asked)
        if screen is None:
            return self._close(draft, verdict=verdict, error=SCREEN_CHANGED)
        return self._perform(draft, action, screen, verdict)

    def _opened(self, action: OpenApp) -> OpenApp:
        """A policy that has learnt to begin at home knows apps from their first screen only."""
        if self._opening.start is PolicyStart.ANYWHERE or action.app in self._apps_opened:
            return action
        self._apps_opened.add(action.app)
        return replace(action, afresh=True)

    def _refuse(self, draft: StepDraft, action: Action, ruling: Ruling) -> Ending | None:
        self._not_let = say(action, draft.screen)
        insists = self._approvals.refused(ruling)
        unanswered = self._approvals.was_unanswered(ruling)
        approved = False if ruling.verdict is Verdict.CONFIRM else None
        verdict = GuardVerdict(ruling.verdict, ruling.rule, approved, unanswered)
        ending = self._close(draft, verdict=verdict, error=reason(ruling, unanswered=unanswered))
        if not insists:
            return ending
        return RefusedByGuard(ruling.rule, insistence(ruling, unanswered=unanswered))

    def _current(
        self, draft: StepDraft, action: Action, ruling: Ruling, *, asked: bool
    ) -> Observation | None:
        """The look to act on: an old one only if a new one says the same. None if it does not."""
        if not asked and not self._is_stale(draft.look):
            return draft.screen
        with draft.timings.part("observe"):
            fresh = self._see()
        guard = self._guard
        with draft.timings.part("guard"):
            holds = (
                self._approvals.opinion(guard.judge_screen(fresh)) is Opinion.GO
                and means_the_same(action, draft.screen, fresh)
                and guard.judge(action, fresh) == ruling
            )
        return fresh if holds else None

    def _is_stale(self, look: ScreenLook) -> bool:
        clock = self._ports.clock
        return clock is not None and clock() - look.seen_at_s >= self._settings.stale_after_s

    def _perform(
        self, draft: StepDraft, action: Action, screen: Observation, verdict: GuardVerdict
    ) -> Ending | None:
        """Record that it is about to be sent; send it; record what came of it, whatever that is."""
        phone = self._ports.phone
        try:
            filled = fill(action, screen, self._ports.secrets)
        except (GuardError, ActionError) as error:
            return self._close(draft, verdict=verdict, error=str(error))
        with draft.timings.part("record"):
            self._ports.journal.acting(action)
        with draft.timings.part("perform"):
            sent = send(phone, filled, screen)
        if sent.performed is None:
            ending = self._close(draft, verdict=verdict, error=sent.error)
            if sent.cancelled is not None:
                raise sent.cancelled
            if sent.fault is not None:
                phone.recover(sent.fault)
                return None
            return ending
        performed = sent.performed
        draft.timings.performed(performed)
        self._not_let = ""
        if filled != action:
            performed = replace(performed, action=action)
        return self._close(draft, verdict=verdict, performed=performed)

    # Recording

    def _close(
        self,
        draft: StepDraft,
        *,
        verdict: GuardVerdict | None = None,
        performed: Performed | None = None,
        error: str = "",
        answer: str = "",
    ) -> Ending | None:
        """Put the step on record; the episode ends here if it goes round in circles."""
        step = draft.step(verdict=verdict, performed=performed, error=error, answer=answer)
        if step.actor is Actor.RUNTIME:
            self._ports.journal.done(step)
            return None
        going = self._habit(draft, answered=bool(answer))
        self._ports.journal.done(with_remark(step) if going is not Habit.FINE else step)
        self._ports.budget.stepped()
        return RanOut("repetition") if going is Habit.END else None

    def _habit(self, draft: StepDraft, *, answered: bool) -> Habit:
        action = draft.decided.decision.action
        if isinstance(action, Unparsed):
            return Habit.FINE
        self._unreadable = 0
        if answered:
            self._recent.clear()
            return Habit.FINE
        self._recent.append(ScreenAction(screen_print(draft.screen), action))
        return habit(tuple(self._recent), self._settings.patience)
