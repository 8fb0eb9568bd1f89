from dataclasses import replace

from desk_scene import CONFIRM, NEVER, QUICK, SECRET, SENSITIVE, Scene, SlowEngine, until

from runtime.actions import (
    AskUser,
    Click,
    ElementRef,
    Finish,
    OpenApp,
    PressButton,
    SystemButton,
    Type,
)
from runtime.cancellation import Cancellation
from runtime.episode import (
    RefusedByGuard,
    Step,
    StoppedByPerson,
    Verdict,
)
from runtime.guard.ruling import ALLOWED
from runtime.runs.model import (
    Answered,
    Asked,
    Choice,
    Looked,
    QuestionKind,
    Response,
    RunRequest,
    RunState,
)
from runtime.testing import ScriptedEngine
from runtime.testing.fake_device import NOTES
from runtime.turn.settings import TurnSettings

OPEN = OpenApp("Notes")
DONE = Finish("done")


def steps(scene: Scene, run_id: str) -> list[Step]:
    return scene.store.steps(run_id, limit=1000)


def test_question_of_the_policy_is_answered_by_the_person(scene: Scene) -> None:
    engine = ScriptedEngine([AskUser("which note?"), DONE])
    run = scene.start(engine)
    waiting = scene.until_state(run.id, RunState.WAITING)
    assert waiting.question is not None
    assert (waiting.question.kind, waiting.question.text) == (QuestionKind.ANSWER, "which note?")

    after = scene.desk.respond(run.id, waiting.question.id, Response(Choice.ANSWER, "milk"))

    assert after.question is None
    scene.until_over(run.id)
    assert engine.prompts[-1].history[0].answer == "milk"
    happenings = [event.happening for event in scene.desk.events(run.id)]
    assert Asked(0, waiting.question) in happenings
    assert Answered(0, waiting.question.id, Response(Choice.ANSWER, "milk")) in happenings


def test_declined_question_is_reported_to_the_policy(scene: Scene) -> None:
    engine = ScriptedEngine([AskUser("your PIN?"), DONE])
    run = scene.start(engine)
    respond(scene, run.id, Choice.DENY)

    scene.until_over(run.id)
    assert "does not want to answer" in engine.prompts[-1].history[0].error


def respond(scene: Scene, run_id: str, choice: Choice) -> None:
    question = scene.until_state(run_id, RunState.WAITING).question
    assert question is not None
    scene.desk.respond(run_id, question.id, Response(choice))


def test_approved_action_is_done_on_a_fresh_look(scene: Scene) -> None:
    scene.guard.on_action = lambda action, _screen: CONFIRM if action == OPEN else ALLOWED
    run = scene.start([OPEN, DONE])
    waiting = scene.until_state(run.id, RunState.WAITING)
    assert waiting.question is not None
    assert waiting.question.kind is QuestionKind.APPROVAL
    assert waiting.question.text == "Send the note (Ada)?"
    assert (waiting.question.rule, waiting.question.action) == ("send", "Open Notes")
    looks = scene.phone().calls.count("observe")

    scene.desk.respond(run.id, waiting.question.id, Response(Choice.APPROVE))

    scene.until_over(run.id)
    assert scene.phone().performed == [OPEN]
    verdict = steps(scene, run.id)[0].guard
    assert verdict is not None
    assert (verdict.verdict, verdict.approved) == (Verdict.CONFIRM, True)
    assert scene.phone().calls[looks : looks + 2] == ["observe", "perform"]


def test_approved_action_is_not_done_where_the_screen_has_changed_meanwhile(scene: Scene) -> None:
    tap = Click(ElementRef(1))
    scene.guard.on_action = lambda action, _screen: CONFIRM if action == tap else ALLOWED
    run = scene.start([tap, DONE])
    waiting = scene.until_state(run.id, RunState.WAITING)
    phone = scene.phone()
    phone.by_hand(OPEN)

    assert waiting.question is not None
    scene.desk.respond(run.id, waiting.question.id, Response(Choice.APPROVE))

    scene.until_over(run.id)
    assert phone.performed == []
    assert "the screen changed" in steps(scene, run.id)[0].error


def test_look_that_is_old_is_checked_before_anything_is_done_on_it() -> None:
    scene = Scene(settings=replace(QUICK, turn=TurnSettings(stale_after_s=0.05)))
    engine = SlowEngine([Click(ElementRef(1)), DONE])
    run = scene.start(engine)
    until(engine.thinking.is_set)
    scene.phone().by_hand(OPEN)
    Cancellation().wait(0.1)
    engine.answer.set()

    scene.until_over(run.id)

    assert scene.phone().performed == []
    assert "the screen changed" in steps(scene, run.id)[0].error
    scene.close()


def test_denied_action_is_not_done_nor_asked_again_and_insisting_ends_the_run(
    scene: Scene,
) -> None:
    scene.guard.on_action = lambda _action, _screen: CONFIRM
    engine = ScriptedEngine([OPEN] * 5)
    run = scene.start(engine)
    respond(scene, run.id, Choice.DENY)

    ended = scene.until_over(run.id)

    assert ended.outcome is not None
    assert ended.outcome.ending == RefusedByGuard(
        "send", "the policy insisted on what the person did not allow (rule 'send')"
    )
    assert ended.steps == 3
    assert scene.phone().performed == []
    assert "the person said no" in engine.prompts[1].history[0].error
    asked = [e for e in scene.desk.events(run.id) if isinstance(e.happening, Asked)]
    assert len(asked) == 1


def test_where_nobody_is_there_to_approve_the_record_does_not_say_that_somebody_denied(
    scene: Scene,
) -> None:
    scene.guard.on_action = lambda _action, _screen: CONFIRM
    engine = ScriptedEngine([OPEN] * 5)
    run = scene.start(engine)
    respond(scene, run.id, Choice.NOBODY)

    ended = scene.until_over(run.id)

    assert ended.outcome is not None
    assert ended.outcome.ending == RefusedByGuard(
        "send", "the policy insisted on what nobody was there to approve (rule 'send')"
    )
    assert scene.phone().performed == []
    done = steps(scene, run.id)
    assert [step.guard and step.guard.unanswered for step in done] == [True, True, True]
    assert all("nobody was there to approve" in step.error for step in done)
    verdict = steps(scene, run.id)[0].guard
    assert verdict is not None
    assert verdict.approved is False


def test_what_is_never_allowed_is_refused_without_a_question(scene: Scene) -> None:
    scene.guard.on_action = lambda action, _screen: NEVER if action == OPEN else ALLOWED
    engine = ScriptedEngine([OPEN, DONE])

    run = scene.until_over(scene.start(engine).id)

    assert scene.phone().performed == []
    assert "never allows this (Erase the phone)" in engine.prompts[1].history[0].error
    assert steps(scene, run.id)[0].guard is not None


def test_rule_approved_for_the_run_is_not_asked_again(scene: Scene) -> None:
    scene.guard.on_action = lambda _action, _screen: CONFIRM
    run = scene.start([OPEN, PressButton(SystemButton.HOME), DONE])
    respond(scene, run.id, Choice.APPROVE_FOR_RUN)

    scene.until_over(run.id)
    assert scene.phone().performed == [OPEN, PressButton(SystemButton.HOME)]


def test_rule_approved_with_the_request_is_not_asked(scene: Scene) -> None:
    scene.guard.on_action = lambda _action, _screen: CONFIRM
    run = scene.until_over(scene.start([OPEN, DONE], approved_rules=("send",)).id)

    assert scene.phone().performed == [OPEN]
    assert run.state is RunState.FINISHED


def test_screen_for_the_person_alone_reaches_neither_policy_nor_record(scene: Scene) -> None:
    scene.guard.on_screen = lambda screen: SENSITIVE if screen.package == NOTES else ALLOWED
    engine = ScriptedEngine([OPEN, DONE])
    run = scene.start(engine)
    waiting = scene.until_state(run.id, RunState.WAITING)
    assert waiting.question is not None
    assert waiting.question.kind is QuestionKind.HAND_OVER

    scene.phone().by_hand(PressButton(SystemButton.HOME))
    respond(scene, run.id, Choice.APPROVE)

    scene.until_over(run.id)
    seen = [prompt.observation.package for prompt in engine.prompts]
    assert NOTES not in seen
    looks = [e.happening for e in scene.desk.events(run.id) if isinstance(e.happening, Looked)]
    assert NOTES not in [look.observation.package for look in looks]


def test_screen_that_is_still_the_persons_is_asked_about_again(scene: Scene) -> None:
    scene.guard.on_screen = lambda _screen: SENSITIVE
    run = scene.start([DONE])
    respond(scene, run.id, Choice.APPROVE)
    respond(scene, run.id, Choice.DENY)

    ended = scene.until_over(run.id)
    assert ended.outcome is not None
    assert isinstance(ended.outcome.ending, StoppedByPerson)
    assert ended.state is RunState.CANCELLED


def test_policy_may_handle_such_screens_once_that_is_approved_for_the_run(scene: Scene) -> None:
    scene.guard.on_screen = lambda screen: SENSITIVE if screen.package == NOTES else ALLOWED
    engine = ScriptedEngine([OPEN, PressButton(SystemButton.BACK), OPEN, DONE])
    run = scene.start(engine)
    respond(scene, run.id, Choice.APPROVE_FOR_RUN)

    ended = scene.until_over(run.id)

    assert ended.state is RunState.FINISHED
    assert [prompt.observation.package for prompt in engine.prompts].count(NOTES) == 2


def test_rule_of_screens_can_be_approved_with_the_request(scene: Scene) -> None:
    scene.guard.on_screen = lambda screen: SENSITIVE if screen.package == NOTES else ALLOWED
    run = scene.start([OPEN, DONE], approved_rules=(SENSITIVE.rule,))

    assert scene.until_over(run.id).state is RunState.FINISHED


def test_secret_is_typed_and_shown_to_nobody(scene: Scene) -> None:
    typing = Type("{{secret:wifi}}", ElementRef(0))
    engine = ScriptedEngine([OPEN, typing, PressButton(SystemButton.ENTER), DONE])

    run = scene.until_over(scene.start(engine).id)

    assert scene.phone().notes == [SECRET]
    assert SECRET not in repr(scene.desk.events(run.id))
    assert SECRET not in repr(engine.prompts)


def test_secret_that_stands_in_the_goal_is_neither_kept_nor_prompted(scene: Scene) -> None:
    scene.library.engines["reader"] = engine = ScriptedEngine([DONE])

    run = scene.desk.start(RunRequest(f"note {SECRET}", "fake:1", "reader"))

    assert scene.until_over(run.id).request.goal == "note [redacted:secret]"
    assert SECRET not in repr(engine.prompts)


def test_code_that_the_person_tells_reaches_the_policy_and_not_the_record(scene: Scene) -> None:
    engine = ScriptedEngine([AskUser("Which code did you get?"), DONE])
    run = scene.start(engine)
    question = scene.until_state(run.id, RunState.WAITING).question
    assert question is not None

    response = Response(Choice.ANSWER, "Your verification code is 482913")
    scene.desk.respond(run.id, question.id, response)

    scene.until_over(run.id)
    assert engine.prompts[-1].history[0].answer == "Your verification code is 482913"
    assert "482913" not in repr(scene.desk.events(run.id))


def test_unknown_secret_is_an_error_the_policy_reads(scene: Scene) -> None:
    engine = ScriptedEngine([OPEN, Type("{{secret:bank}}", ElementRef(0)), DONE])

    scene.until_over(scene.start(engine).id)

    assert "no secret 'bank'" in engine.prompts[-1].history[1].error
