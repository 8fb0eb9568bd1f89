"""The machine alone, on a fake phone: what it shows, does and records."""

from collections.abc import Sequence

import pytest

from runtime.actions import (
    Action,
    Click,
    ElementRef,
    Finish,
    FinishStatus,
    OpenApp,
    Output,
    PressButton,
    SystemButton,
    Type,
    Wait,
)
from runtime.device import DeviceInfo, Performed
from runtime.engine import Decided
from runtime.episode import (
    Actor,
    Decision,
    EnvironmentFault,
    Finished,
    FinishedUnsure,
    RanOut,
    RefusedByGuard,
    Step,
    Unparsed,
    Verdict,
)
from runtime.errors import DeviceError, EngineError, PromptTooLong
from runtime.guard.redaction import Redactor
from runtime.guard.ruling import AllowAll, Risk, Ruling
from runtime.guard.secrets import Secret, Secrets
from runtime.observation import Observation
from runtime.prompts.known_requests import learn_requests
from runtime.prompts.plain_sentences import NO_SENTENCES, plain_sentences
from runtime.prompts.restating import DECLINED
from runtime.testing import FakeDevice, ScriptedEngine
from runtime.testing.fake_device import NOTES
from runtime.turn.decider import Answer, Decider, EngineDecider
from runtime.turn.history import PromptHistory
from runtime.turn.loop import turns
from runtime.turn.machine import NOBODY_HANDLES, TurnMachine
from runtime.turn.meaning import MOST_QUESTIONS
from runtime.turn.ports import Consent, NoAnswer, TurnPorts
from runtime.turn.repetition import REMARK
from runtime.turn.settings import TurnSettings
from runtime.turn.start import Opening, PolicyStart

SECRET = "correct horse"


class Handy:
    """A fake phone as a turn sees it; `done` is what reached it."""

    def __init__(self, device: FakeDevice) -> None:
        self.device = device
        self.done: list[Action] = []

    @property
    def info(self) -> DeviceInfo:
        return self.device.info

    def look(self) -> Observation:
        return self.device.observe()

    def perform(self, action: Action, observation: Observation) -> Performed:
        performed = self.device.perform(action, observation)
        self.done.append(action)
        return performed

    def recover(self, error: DeviceError) -> None:
        raise error


class Agreeable:
    """A person who says the same to everything."""

    def __init__(
        self, consent: Consent = Consent.ONCE, *, means: str | NoAnswer = NoAnswer.NOBODY
    ) -> None:
        self.consent = consent
        self.means = means
        self.explained: list[str] = []

    def approve(self, ruling: Ruling, action: Action, screen: Observation) -> Consent:
        del ruling, action, screen
        return self.consent

    def handle(self, ruling: Ruling) -> Consent:
        del ruling
        return self.consent

    def answer(self, question: str) -> str | NoAnswer:
        return question.upper()

    def explain(self, question: str) -> str | NoAnswer:
        self.explained.append(question)
        return self.means


class Notebook:
    """Keeps the steps, and in which order it was told what."""

    def __init__(self, secrets: Secrets) -> None:
        self.history = PromptHistory(redactor=Redactor.for_prompt(secrets.values()))
        self.steps: list[Step] = []
        self.calls: list[str] = []

    def looked(self, screen: Observation) -> None:
        del screen
        self.calls.append("looked")

    def decided(self, decided: Decided) -> None:
        self.calls.append(f"decided by {decided.actor}")

    def acting(self, action: Action) -> None:
        self.calls.append(f"acting {type(action).__name__}")

    def done(self, step: Step) -> None:
        self.calls.append("done")
        self.steps.append(step)
        self.history.append(step)


class Plenty:
    """No limit but a number of steps."""

    def __init__(self, steps: int = 99) -> None:
        self.left = steps

    def exceeded(self) -> RanOut | None:
        return RanOut("steps") if self.left <= 0 else None

    def stepped(self) -> None:
        self.left -= 1


class Scene:
    """A machine and what it works with."""

    def __init__(
        self,
        *,
        start: PolicyStart = PolicyStart.ANYWHERE,
        restates: bool = False,
        plain: bool = False,
        guard: AllowAll | None = None,
        person: Agreeable | None = None,
        steps: int = 99,
    ) -> None:
        secrets = Secrets({"wifi": Secret("wifi", SECRET)})
        self.phone = Handy(FakeDevice())
        self.journal = Notebook(secrets)
        self.budget = Plenty(steps)
        ports = TurnPorts(
            self.phone,
            guard or AllowAll(),
            person or Agreeable(),
            self.journal,
            self.budget,
            secrets,
        )
        note = "Add a note {text}."
        sentences = plain_sentences({note: ()}) if plain else NO_SENTENCES
        known = learn_requests({note: ("note {text}",)}, sentences) if restates else None
        opening = Opening(start, known, 0.5, 0.8, 0.6)
        self.machine = TurnMachine("note milk", ports, TurnSettings(), opening=opening)

    def take(self, *actions: Action | Unparsed) -> None:
        for action in actions:
            self.machine.advance()
            self.machine.take(Decided(Decision(action)))

    def play(self, decider: Decider) -> None:
        for _ in turns(self.machine, decider, "session"):
            pass


def test_it_asks_acts_and_records_until_it_is_told_that_all_is_done() -> None:
    scene = Scene()
    engine = ScriptedEngine([OpenApp("Notes"), Finish("done")])

    scene.play(EngineDecider(engine))

    assert isinstance(scene.machine.ending, Finished)
    assert scene.machine.prompt is None
    assert scene.phone.done == [OpenApp("Notes")]
    assert scene.journal.calls == [
        "looked", "decided by policy", "acting OpenApp", "done",
        "looked", "decided by policy", "done",
    ]  # fmt: skip
    assert [len(prompt.history) for prompt in engine.prompts] == [0, 1]


def test_many_machines_stand_still_until_all_are_decided_for() -> None:
    scenes = [Scene() for _ in range(3)]
    prompts = [scene.machine.advance() for scene in scenes]

    for scene, app in zip(scenes, ("Notes", "No such app", "Notes"), strict=True):
        scene.machine.take(Decided(Decision(OpenApp(app))))

    assert all(prompt is not None and prompt.goal == "note milk" for prompt in prompts)
    assert [bool(scene.journal.steps[0].error) for scene in scenes] == [False, True, False]
    assert [scene.machine.is_over for scene in scenes] == [False] * 3


def test_a_decision_is_only_taken_on_a_look() -> None:
    scene = Scene()
    with pytest.raises(RuntimeError, match="nothing is asked"):
        scene.machine.take(Decided(Decision(Finish())))
    scene.take(Finish())
    with pytest.raises(RuntimeError, match="is over"):
        scene.take(Finish())


def test_what_is_done_is_described_without_the_secret_that_went_into_it() -> None:
    scene = Scene()

    scene.take(OpenApp("Notes"), Type("{{secret:wifi}}", ElementRef(0)))

    assert scene.phone.done[1] == Type(SECRET, ElementRef(0))
    performed = scene.journal.steps[1].performed
    assert performed is not None
    assert performed.action == Type("{{secret:wifi}}", ElementRef(0))
    prompt = scene.machine.advance()
    assert prompt is not None
    assert SECRET not in str(prompt)


@pytest.mark.parametrize(
    ("answer", "ending"),
    [
        (PromptTooLong("9,000 tokens"), RanOut("context")),
        (EngineError("out of memory"), EnvironmentFault("out of memory")),
    ],
)
def test_where_nobody_can_decide_it_is_over(answer: Answer, ending: object) -> None:
    scene = Scene()
    scene.machine.advance()

    scene.machine.take(answer)

    assert scene.machine.ending == ending
    assert scene.journal.steps == []


def test_a_phone_that_fails_ends_it_as_a_fault() -> None:
    scene = Scene()
    scene.phone.device.break_with(DeviceError("the cable is loose"))

    assert scene.machine.advance() is None

    assert scene.machine.ending == EnvironmentFault("the cable is loose")


def test_waits_are_capped_and_repetition_is_remarked_on_and_ended() -> None:
    scene = Scene()

    scene.take(*[Wait(600_000)] * 5)

    assert scene.machine.ending == RanOut("repetition")
    assert scene.phone.done == [Wait(30_000)] * 5
    notes = [step.performed.note if step.performed else "" for step in scene.journal.steps]
    assert [REMARK in note for note in notes] == [False, False, True, True, True]


class Wary(AllowAll):
    """Asks about every tap."""

    def judge(self, action: Action, observation: Observation) -> Ruling:
        if isinstance(action, Click):
            return Ruling(Verdict.CONFIRM, "tap", Risk.MESSAGE, "Tap it")
        return super().judge(action, observation)


@pytest.mark.parametrize(
    ("consent", "done"), [(Consent.ONCE, 1), (Consent.NO, 0), (Consent.NOBODY, 0)]
)
def test_what_the_guard_asks_about_is_done_only_if_the_person_agrees(
    consent: Consent, done: int
) -> None:
    scene = Scene(guard=Wary(), person=Agreeable(consent))

    scene.take(Click(ElementRef(0)))

    assert len(scene.phone.done) == done
    verdict = scene.journal.steps[0].guard
    assert verdict is not None
    assert verdict.approved is (consent is Consent.ONCE)
    assert verdict.unanswered is (consent is Consent.NOBODY)


def test_done_after_what_was_not_allowed_is_perhaps_done() -> None:
    scene = Scene(guard=Wary(), person=Agreeable(Consent.NO))

    scene.take(Click(ElementRef(0)), Finish("Sent."))

    ending = scene.machine.ending
    assert isinstance(ending, FinishedUnsure)
    assert ending.text == "Sent."
    assert ending.doubt.startswith("Tap ")
    assert ending.doubt.endswith(", which was not allowed")


def test_done_is_done_where_something_else_was_done_instead_of_what_was_not_allowed() -> None:
    scene = Scene(guard=Wary(), person=Agreeable(Consent.NO))

    scene.take(Click(ElementRef(0)), OpenApp("Notes"), Finish("Noted."))

    assert scene.machine.ending == Finished(FinishStatus.DONE, "Noted.")


def on_another_app(scene: Scene) -> None:
    device = scene.phone.device
    device.perform(OpenApp("Notes"), device.observe())


def test_a_policy_that_begins_at_home_only_finds_the_phone_there() -> None:
    scene = Scene(start=PolicyStart.HOME, steps=1)
    on_another_app(scene)

    prompt = scene.machine.advance()

    (step,) = scene.journal.steps
    assert (step.actor, step.decision.action) == (Actor.RUNTIME, PressButton(SystemButton.HOME))
    assert step.observation.package == NOTES
    assert scene.journal.calls[:4] == [
        "looked", "decided by runtime", "acting PressButton", "done",
    ]  # fmt: skip
    # The policy is asked as if it had begun there, and has all its steps.
    assert prompt is not None
    assert (prompt.observation.package, prompt.history) == (scene.phone.info.launcher, ())
    assert scene.budget.left == 1


def test_apps_open_afresh_once_for_a_policy_that_begins_at_home() -> None:
    opened = OpenApp("Notes")
    scene = Scene(start=PolicyStart.HOME)
    scene.take(opened, opened)
    assert scene.phone.done == [OpenApp("Notes", afresh=True), opened]
    # The policy reads its own steps as it decided them.
    assert [step.decision.action for step in scene.journal.steps] == [opened, opened]

    other = Scene(start=PolicyStart.ANYWHERE)
    other.take(opened)
    assert other.phone.done == [opened]


@pytest.mark.parametrize("start", [PolicyStart.ANYWHERE, PolicyStart.HOME])
def test_nothing_is_pressed_where_a_policy_can_begin(start: PolicyStart) -> None:
    scene = Scene(start=start)
    if start is PolicyStart.ANYWHERE:
        on_another_app(scene)

    assert scene.machine.advance() is not None

    assert scene.journal.steps == []


def test_home_is_pressed_once_at_most_and_never_on_the_way() -> None:
    class Stubborn(FakeDevice):
        def perform(self, action: Action, observation: Observation) -> Performed:
            if action == PressButton(SystemButton.HOME):
                return Performed(action, changed=False)
            return super().perform(action, observation)

    scene = Scene(start=PolicyStart.HOME)
    scene.phone.device = Stubborn()
    on_another_app(scene)

    scene.take(Wait(1), Finish())

    actors: Sequence[Actor] = [step.actor for step in scene.journal.steps]
    assert actors == [Actor.RUNTIME, Actor.POLICY, Actor.POLICY]


class Locked(AllowAll):
    """Hands every screen of one app to the person."""

    def judge_screen(self, observation: Observation) -> Ruling:
        if observation.package == NOTES:
            return Ruling(Verdict.CONFIRM, "bank", Risk.SENSITIVE_SCREEN, "The bank")
        return super().judge_screen(observation)


def test_a_screen_for_the_person_alone_ends_it_where_nobody_is_there() -> None:
    scene = Scene(guard=Locked(), person=Agreeable(Consent.NOBODY))
    on_another_app(scene)

    assert scene.machine.advance() is None

    assert scene.machine.ending == RefusedByGuard("bank", NOBODY_HANDLES)


def test_a_screen_for_the_person_alone_is_left_without_a_word_of_what_it_shows() -> None:
    scene = Scene(start=PolicyStart.HOME, guard=Locked(), person=Agreeable(Consent.NO))
    on_another_app(scene)

    assert scene.machine.advance() is not None

    (step,) = scene.journal.steps
    assert (step.observation.package, step.observation.elements) == (NOTES, ())


def test_a_policy_that_restates_goes_on_in_its_own_words() -> None:
    scene = Scene(restates=True, steps=1)

    asked = scene.machine.advance()
    assert asked is not None
    assert (asked.goal, asked.restating) == ("note milk", True)
    assert asked.known == ("Add a note {text}.",)
    scene.machine.take(Decided(Decision(Output("Add a note Milk.")), confidence=0.9))
    prompt = scene.machine.advance()

    assert prompt is not None
    assert (prompt.goal, prompt.restating, prompt.history) == ("Add a note Milk.", False, ())
    (step,) = scene.journal.steps
    assert (step.actor, step.decision.action) == (Actor.RUNTIME, Output("Add a note Milk."))
    assert scene.budget.left == 1


def test_a_policy_that_knows_that_it_cannot_says_so_at_once() -> None:
    scene = Scene(restates=True)

    scene.take(Finish("I cannot.", FinishStatus.IMPOSSIBLE))

    near = f"{DECLINED} Near it I can: “Add a note …”."
    assert scene.machine.ending == Finished(FinishStatus.IMPOSSIBLE, near)
    assert scene.journal.steps[0].actor is Actor.POLICY


def test_who_is_declined_reads_the_requests_that_the_policy_calls_near() -> None:
    scene = Scene(restates=True)
    scene.machine.advance()

    cannot = Decision(Finish("", FinishStatus.IMPOSSIBLE))
    scene.machine.take(Decided(cannot, near=("Read the note {title}.", "Count my notes.")))

    near = f"{DECLINED} Near it I can: “Read the note …”; “Count my notes”."
    assert scene.machine.ending == Finished(FinishStatus.IMPOSSIBLE, near)


def test_a_policy_that_is_not_sure_what_is_meant_does_not_try() -> None:
    scene = Scene(restates=True)
    scene.machine.advance()

    scene.machine.take(Decided(Decision(Output("Add a note Milk.")), confidence=0.4))

    near = f"{DECLINED} Near it I can: “Add a note …”."
    assert scene.machine.ending == Finished(FinishStatus.IMPOSSIBLE, near)
    assert scene.phone.done == []


def understood_as_a_note(scene: Scene, confidence: float) -> None:
    scene.machine.advance()
    scene.machine.take(Decided(Decision(Output("Add a note Milk.")), confidence=confidence))


def test_a_person_is_asked_what_they_meant_where_the_policy_is_in_doubt() -> None:
    person = Agreeable(means="Yes, please.")
    scene = Scene(restates=True, person=person)

    understood_as_a_note(scene, 0.55)

    (asked,) = person.explained
    assert asked == "Do you mean: “Add a note Milk.”? Say yes or no, or say it in other words."
    prompt = scene.machine.advance()
    assert prompt is not None
    assert (prompt.goal, prompt.restating) == ("Add a note Milk.", False)
    # What a person has confirmed leaves no doubt, though less sure than what is called done.
    assert scene.machine.confidence == 1.0


def test_nobody_is_asked_where_the_policy_is_sure() -> None:
    person = Agreeable(means="no")
    scene = Scene(restates=True, person=person)

    understood_as_a_note(scene, 0.85)

    assert person.explained == []
    assert scene.machine.ending is None


@pytest.mark.parametrize("answer", ["No.", "nein", NoAnswer.DECLINED])
def test_what_was_not_meant_is_not_done(answer: str | NoAnswer) -> None:
    scene = Scene(restates=True, person=Agreeable(means=answer))

    understood_as_a_note(scene, 0.7)

    assert isinstance(scene.machine.ending, Finished)
    assert scene.machine.ending.status is FinishStatus.IMPOSSIBLE
    assert scene.phone.done == []


def test_where_nobody_is_there_it_goes_on_with_what_it_understood() -> None:
    scene = Scene(restates=True, person=Agreeable(means=NoAnswer.NOBODY))

    understood_as_a_note(scene, 0.7)

    prompt = scene.machine.advance()
    assert prompt is not None
    assert prompt.goal == "Add a note Milk."


def test_what_is_said_in_other_words_is_read_again_a_few_times() -> None:
    person = Agreeable(means="jot down   milk")
    scene = Scene(restates=True, person=person)

    understood_as_a_note(scene, 0.7)
    again = scene.machine.advance()

    assert again is not None
    assert (again.goal, again.restating) == ("jot down milk", True)
    for _ in range(MOST_QUESTIONS):
        understood_as_a_note(scene, 0.7)
    assert len(person.explained) == MOST_QUESTIONS
    prompt = scene.machine.advance()
    assert prompt is not None
    assert (prompt.goal, prompt.restating) == ("Add a note Milk.", False)


def test_other_words_that_are_a_known_sentence_need_no_reading() -> None:
    scene = Scene(restates=True, person=Agreeable(means="Add a note Butter."), plain=True)

    understood_as_a_note(scene, 0.7)

    prompt = scene.machine.advance()
    assert prompt is not None
    assert (prompt.goal, prompt.restating) == ("Add a note [Butter].", False)


def test_a_policy_that_is_not_sure_reads_the_goal_as_each_known_request_on_the_same_look() -> None:
    scene = Scene(restates=True)
    scene.machine.advance()

    doubtful = Decision(Output("Add a note Milk."), reply="1\ntext: Milk")
    scene.machine.take(Decided(doubtful, confidence=0.2))
    again = scene.machine.prompt
    assert again is not None
    assert (again.restating, again.reading) == (True, 1)
    scene.machine.take(Decided(doubtful, confidence=0.9))

    prompt = scene.machine.advance()
    assert prompt is not None
    assert prompt.goal == "Add a note Milk."
    assert scene.journal.calls == ["looked", "decided by runtime", "done", "looked"]


def decide(scene: Scene, action: Action, confidence: float | None) -> None:
    scene.machine.advance()
    scene.machine.take(Decided(Decision(action), confidence=confidence))


def test_done_after_a_step_that_the_policy_was_not_sure_of_is_perhaps_done() -> None:
    scene = Scene()

    decide(scene, OpenApp("Notes"), 0.55)
    decide(scene, PressButton(SystemButton.BACK), 0.9)
    decide(scene, Finish("Noted."), 0.01)

    assert scene.machine.ending == FinishedUnsure("Noted.", "Open Notes")
    assert scene.machine.confidence == 0.55


@pytest.mark.parametrize("confidence", [0.6, None])
def test_done_is_done_where_it_was_sure_or_does_not_tell(confidence: float | None) -> None:
    scene = Scene()

    decide(scene, OpenApp("Notes"), confidence)
    decide(scene, Finish("Noted."), 0.01)

    assert scene.machine.ending == Finished(FinishStatus.DONE, "Noted.")


def test_giving_up_is_believed_however_sure_it_was() -> None:
    scene = Scene()

    decide(scene, OpenApp("Notes"), 0.1)
    decide(scene, Finish("No.", FinishStatus.IMPOSSIBLE), 0.1)

    assert scene.machine.ending == Finished(FinishStatus.IMPOSSIBLE, "No.")


def test_what_restates_nothing_leaves_the_goal_as_it_is() -> None:
    scene = Scene(restates=True)

    scene.take(Unparsed("", "it restates nothing"))

    prompt = scene.machine.advance()
    assert prompt is not None
    assert (prompt.goal, prompt.restating) == ("note milk", False)
