from desk_scene import Scene, until

from runtime.actions import (
    Action,
    Click,
    ElementRef,
    Finish,
    FinishStatus,
    OpenApp,
    Output,
    Point,
    PressButton,
    SystemButton,
    Type,
)
from runtime.episode import (
    Actor,
    Decision,
    Finished,
    Step,
)
from runtime.errors import DeviceError
from runtime.prompts.format import TextPart
from runtime.prompts.registry import find_format
from runtime.runs.model import (
    Acting,
    Ended,
    Looked,
    Opened,
    PolicyDecided,
    RunState,
    StateChanged,
    StepDone,
)
from runtime.testing import ScriptedEngine
from runtime.turn.timings import PARTS

OPEN = OpenApp("Notes")
DONE = Finish("done")


def steps(scene: Scene, run_id: str) -> list[Step]:
    return scene.store.steps(run_id, limit=1000)


def test_run_goes_from_look_to_look_until_the_policy_finishes(scene: Scene) -> None:
    script = [OPEN, Click(ElementRef(0)), Type("milk"), PressButton(SystemButton.ENTER), DONE]

    run = scene.until_over(scene.start(script).id)

    assert scene.phone().notes == ["milk"]
    assert run.state is RunState.FINISHED
    assert run.outcome is not None
    assert run.outcome.ending == Finished(FinishStatus.DONE, "done")
    assert run.steps == 5
    assert [step.actor for step in steps(scene, run.id)] == [Actor.POLICY] * 5


def test_events_of_a_step_come_in_order_and_the_action_is_stored_before_it_is_sent(
    scene: Scene,
) -> None:
    run = scene.until_over(scene.start([OPEN, DONE]).id)

    happenings = [event.happening for event in scene.desk.events(run.id)]
    kinds = [type(happening) for happening in happenings]
    assert kinds == [
        StateChanged,  # queued
        StateChanged,  # opening the phone
        Opened,
        StateChanged,  # loading the policy
        StateChanged,  # running
        Looked,
        PolicyDecided,
        Acting,
        StepDone,
        Looked,
        PolicyDecided,
        StepDone,
        Ended,
    ]
    assert [event.sequence for event in scene.desk.events(run.id)] == list(range(1, 14))


def test_timings_name_every_part_of_a_step(scene: Scene) -> None:
    run = scene.until_over(scene.start([OPEN, DONE]).id)

    timings = dict(steps(scene, run.id)[0].timings_ms)
    assert tuple(timings) == PARTS
    assert timings["record"] > 0


def test_screenshots_are_recorded_unless_the_request_says_no(scene: Scene) -> None:
    shown = scene.until_over(scene.start([OPEN, DONE]).id)
    bare = scene.until_over(scene.start([OPEN, DONE], record_screenshots=False).id)

    assert scene.store.screenshot(shown.id, 0) is not None
    assert scene.store.screenshot(bare.id, 0) is None


def test_policy_reads_what_went_wrong_in_its_next_prompt(scene: Scene) -> None:
    engine = ScriptedEngine([OpenApp("No such app"), Click(ElementRef(99)), "what?", DONE])

    scene.until_over(scene.start(engine).id)

    history = engine.prompts[-1].history
    assert "no app 'No such app'" in history[0].error
    assert "there is no element #99" in history[1].error
    assert "could not be read" in history[2].error
    assert all(step.performed is None for step in history)


def test_policy_is_told_that_nothing_changed(scene: Scene) -> None:
    engine = ScriptedEngine([PressButton(SystemButton.HOME), DONE])

    scene.until_over(scene.start(engine).id)

    written = find_format("compact").render(engine.prompts[-1])
    assert TextPart("- Press home -> nothing changed\n") in written.parts


def test_output_goes_on_and_is_on_record(scene: Scene) -> None:
    run = scene.until_over(scene.start([Output("three notes"), DONE]).id)

    assert steps(scene, run.id)[0].decision.action == Output("three notes")
    assert scene.phone().performed == []


def test_action_whose_effect_is_unknown_is_on_record_as_such_and_not_sent_again(
    scene: Scene,
) -> None:
    phone = scene.phone()
    perform = phone.perform
    sent: list[Action] = []

    def fails(action: Action, observation: object) -> object:
        sent.append(action)
        if len(sent) == 1:
            raise DeviceError("no answer")
        return perform(action, observation)  # type: ignore[arg-type]

    phone.perform = fails  # type: ignore[method-assign, assignment]
    run = scene.until_over(scene.start([OPEN, Click(ElementRef(1)), DONE]).id)

    assert sent == [OPEN, Click(ElementRef(1))]
    assert "no answer; interrupted: it is not known" in steps(scene, run.id)[0].error


def test_points_hardly_off_the_screen_are_brought_back(scene: Scene) -> None:
    engine = ScriptedEngine([Click(Point(1003, 20)), Click(Point(1200, 20)), DONE])

    run = scene.until_over(scene.start(engine).id)

    first, second, _ = steps(scene, run.id)
    assert first.performed is not None
    assert first.performed.action == Click(Point(1000, 20))
    assert first.decision == Decision(Click(Point(1003, 20)), reply=first.decision.reply)
    assert "off the screen" in second.error


def test_session_of_the_policy_ends_with_the_run(scene: Scene) -> None:
    engine = ScriptedEngine([OPEN, DONE])
    run = scene.until_over(scene.start(engine).id)

    until(lambda: engine.ended == [run.id])
    assert engine.sessions == [run.id] * 2
    until(lambda: not scene.library.in_use)
