from collections.abc import Callable
from dataclasses import replace

from desk_scene import Scene, until

from runtime.actions import (
    Action,
    AskUser,
    ElementRef,
    Finish,
    FinishStatus,
    OpenApp,
    PressButton,
    SystemButton,
    Type,
    Wait,
)
from runtime.cancellation import Cancellation
from runtime.engine import Decided, Prompt, TextListener, Usage
from runtime.episode import (
    EnvironmentFault,
    Finished,
    RanOut,
    Step,
    Unparsed,
)
from runtime.errors import DeviceError, EngineError, EngineOverloaded
from runtime.runs.model import (
    Choice,
    Limits,
    Response,
    RunState,
)
from runtime.testing import ScriptedEngine
from runtime.turn.repetition import REMARK

OPEN = OpenApp("Notes")
DONE = Finish("done")


def steps(scene: Scene, run_id: str) -> list[Step]:
    return scene.store.steps(run_id, limit=1000)


def test_limit_of_steps_ends_the_run(scene: Scene) -> None:
    ended = scene.until_over(scene.start(toggling(), limits=Limits(steps=4)).id)
    assert ended.outcome is not None
    assert ended.outcome.ending == RanOut("steps")
    assert (ended.state, ended.steps) == (RunState.FINISHED, 4)


def toggling() -> Callable[..., Action]:
    """Types ever more, so that no two screens are equal."""
    count = iter(range(10_000))

    def choose(screen: object) -> Action:
        number = next(count)
        return OPEN if number == 0 else Type(f"{number}", ElementRef(0))

    return choose


class CostlyEngine(ScriptedEngine):
    """Each decision costs 100 tokens."""

    def decide(
        self,
        prompt: Prompt,
        *,
        session: str = "",
        on_text: TextListener | None = None,
        cancel: Cancellation | None = None,
    ) -> Decided:
        decided = super().decide(prompt, session=session, on_text=on_text, cancel=cancel)
        return replace(decided, usage=Usage(prompt_tokens=90, reply_tokens=10))


def test_limit_of_tokens_ends_the_run(scene: Scene) -> None:
    ended = scene.until_over(scene.start(CostlyEngine(toggling()), limits=Limits(tokens=250)).id)
    assert ended.outcome is not None
    assert ended.outcome.ending == RanOut("tokens")
    assert (ended.steps, ended.tokens) == (3, 300)


def test_limit_of_seconds_does_not_count_waiting_for_the_person(scene: Scene) -> None:
    engine = ScriptedEngine([AskUser("well?"), Wait(300), DONE, DONE])
    run = scene.start(engine, limits=Limits(seconds=0.25))
    waiting = scene.until_state(run.id, RunState.WAITING)
    Cancellation().wait(0.4)
    assert waiting.question is not None
    scene.desk.respond(run.id, waiting.question.id, Response(Choice.ANSWER, "yes"))

    ended = scene.until_over(run.id)
    assert ended.outcome is not None
    assert ended.outcome.ending == RanOut("seconds")
    assert ended.steps == 2


def test_policy_that_repeats_itself_is_told_and_then_ended(scene: Scene) -> None:
    engine = ScriptedEngine([PressButton(SystemButton.HOME)] * 9)

    ended = scene.until_over(scene.start(engine).id)

    assert ended.outcome is not None
    assert ended.outcome.ending == RanOut("repetition")
    assert ended.steps == 5
    reminded = [
        step.performed is not None and REMARK in step.performed.note
        for step in steps(scene, ended.id)
    ]
    assert reminded == [False, False, True, True, True]


def test_policy_that_goes_to_and_fro_is_told_and_then_ended(scene: Scene) -> None:
    engine = ScriptedEngine([OPEN, PressButton(SystemButton.HOME)] * 9)

    ended = scene.until_over(scene.start(engine).id)

    assert ended.outcome is not None
    assert ended.outcome.ending == RanOut("repetition")
    assert ended.steps == 8


def test_repetition_is_counted_anew_after_the_person_had_the_phone(scene: Scene) -> None:
    count = 0

    def choose(_screen: object) -> Action:
        nonlocal count
        count += 1
        if count == 4:
            scene.phone().slow.add("observe")
        return PressButton(SystemButton.HOME) if count < 7 else DONE

    run = scene.start(choose)
    until(lambda: scene.desk.get(run.id).steps == 4)
    scene.desk.pause(run.id)
    scene.phone().slow.clear()
    scene.desk.resume(run.id)

    ended = scene.until_over(run.id)
    assert ended.outcome is not None
    assert ended.outcome.ending == Finished(FinishStatus.DONE, "done")


def test_unreadable_replies_in_a_row_end_the_run(scene: Scene) -> None:
    ended = scene.until_over(scene.start(["?", "?", OPEN, "?", "?", "?"]).id)

    assert ended.outcome is not None
    assert ended.outcome.ending == RanOut("unreadable replies")
    assert ended.steps == 6
    assert isinstance(steps(scene, ended.id)[0].decision.action, Unparsed)


def test_device_that_fails_once_is_looked_at_again(scene: Scene) -> None:
    scene.phone().break_with(DeviceError("the cable is loose"))

    run = scene.until_over(scene.start([OPEN, DONE]).id)

    assert run.state is RunState.FINISHED
    assert scene.opened == ["fake:1"]


def test_device_that_fails_twice_is_opened_again(scene: Scene) -> None:
    phone = scene.phone()
    faults = [DeviceError("one"), DeviceError("two")]
    break_looks(phone, faults)

    run = scene.until_over(scene.start([OPEN, DONE]).id)

    assert run.state is RunState.FINISHED
    assert scene.opened == ["fake:1", "fake:1"]


def break_looks(phone: object, faults: list[DeviceError]) -> None:
    observe = phone.observe  # type: ignore[attr-defined]

    def broken(*, screenshot: bool = False) -> object:
        if faults:
            raise faults.pop(0)
        return observe(screenshot=screenshot)

    phone.observe = broken  # type: ignore[attr-defined]


def test_device_that_goes_on_failing_is_an_environment_fault(scene: Scene) -> None:
    break_looks(scene.phone(), [DeviceError(f"fault {n}") for n in range(9)])

    run = scene.until_over(scene.start([OPEN, DONE]).id)

    assert run.state is RunState.FAILED
    assert run.outcome is not None
    assert run.outcome.ending == EnvironmentFault("fault 2")


class FailingEngine(ScriptedEngine):
    """Raises these first."""

    def __init__(self, errors: list[EngineError], script: list[str | Action]) -> None:
        super().__init__(script)
        self.errors = errors

    def decide(
        self,
        prompt: Prompt,
        *,
        session: str = "",
        on_text: TextListener | None = None,
        cancel: Cancellation | None = None,
    ) -> Decided:
        if self.errors:
            raise self.errors.pop(0)
        return super().decide(prompt, session=session, on_text=on_text, cancel=cancel)


def test_overloaded_policy_is_asked_again(scene: Scene) -> None:
    engine = FailingEngine([EngineOverloaded("busy"), EngineOverloaded("busy")], [DONE])

    assert scene.until_over(scene.start(engine).id).state is RunState.FINISHED


def test_policy_that_stays_overloaded_or_fails_is_a_fault(scene: Scene) -> None:
    overloaded = FailingEngine([EngineOverloaded("busy")] * 9, [DONE])
    broken = FailingEngine([EngineError("out of memory")], [DONE])

    first = scene.until_over(scene.start(overloaded).id)
    second = scene.until_over(scene.start(broken).id)

    assert (first.state, second.state) == (RunState.FAILED, RunState.FAILED)
    assert second.outcome is not None
    assert second.outcome.ending == EnvironmentFault("out of memory")


def test_bug_in_a_policy_ends_its_run_and_nothing_else(scene: Scene) -> None:
    run = scene.until_over(scene.start([]).id)

    assert run.state is RunState.FAILED
    assert "internal error: AssertionError" in run.reason
    assert scene.until_over(scene.start([DONE]).id).state is RunState.FINISHED


def test_unknown_policy_and_unknown_address_fail_the_run(scene: Scene) -> None:
    run = scene.start([DONE])
    scene.until_over(run.id)
    request = replace(run.request, policy="nobody")

    ended = scene.until_over(scene.desk.start(request).id)

    assert ended.state is RunState.FAILED
    assert "no policy 'nobody'" in ended.reason
