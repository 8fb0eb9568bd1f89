"""What a run changed on its phone, and taking it back."""

import json
from collections.abc import Iterator

import pytest
from desk_scene import Scene, SlowEngine, SlowPhone

from runtime.actions import Click, ElementRef, OpenApp, Type
from runtime.device import DeviceSnapshot
from runtime.episode import EnvironmentFault
from runtime.errors import CannotUndo, DeviceError, WrongState
from runtime.runs.model import RunState, Undone

WRITE = [OpenApp("Notes"), Type("milk", None)]
END = '{"name": "finish", "arguments": {"text": "ok"}}'


class RewindablePhone(SlowPhone):
    """Remembers what was performed on it, and can forget it again."""

    def snapshot(self) -> DeviceSnapshot:
        state = json.dumps([str(action) for action in self.performed]).encode()
        return DeviceSnapshot(state, state.decode())

    def changes_since(self, before: DeviceSnapshot) -> tuple[str, ...]:
        old = json.loads(before.state)
        return tuple(f"done: {type(action).__name__}" for action in self.performed[len(old) :])

    def restore(self, snapshot: DeviceSnapshot) -> None:
        del self.performed[len(json.loads(snapshot.state)) :]


class FailingPhone(RewindablePhone):
    """Cannot say what changed."""

    def __init__(self, fault: Exception) -> None:
        super().__init__()
        self.fault = fault

    def changes_since(self, before: DeviceSnapshot) -> tuple[str, ...]:
        raise self.fault


@pytest.fixture
def scene() -> Iterator[Scene]:
    made = Scene()
    made.phones["fake:1"] = RewindablePhone()
    yield made
    made.close()


def test_the_outcome_says_what_changed(scene: Scene) -> None:
    run = scene.until_over(scene.start([*WRITE, END]).id)

    assert run.outcome is not None
    assert run.outcome.changes == ("done: OpenApp", "done: Type")


def test_a_run_that_only_looked_says_that_nothing_changed(scene: Scene) -> None:
    run = scene.until_over(scene.start([END]).id)

    assert run.outcome is not None
    assert run.outcome.changes == ()


def test_a_phone_that_cannot_tell_says_nothing() -> None:
    scene = Scene()
    run = scene.until_over(scene.start([*WRITE, END]).id)

    assert run.outcome is not None
    assert run.outcome.changes is None
    with pytest.raises(CannotUndo, match="only virtual phones"):
        scene.desk.undo(run.id)
    scene.close()


@pytest.mark.parametrize("fault", [DeviceError("the phone is gone"), KeyError("a bug")])
def test_a_phone_that_fails_at_the_end_leaves_the_ending_as_it_is(
    scene: Scene, fault: Exception
) -> None:
    scene.phones["fake:1"] = FailingPhone(fault)
    run = scene.until_over(scene.start([*WRITE, END]).id)

    assert run.outcome is not None
    assert run.outcome.changes is None
    assert not isinstance(run.outcome.ending, EnvironmentFault)


def test_undo_makes_the_phone_what_it_was_and_is_on_record(scene: Scene) -> None:
    run = scene.until_over(scene.start([*WRITE, END]).id)

    undone = scene.desk.undo(run.id)

    assert undone.undone
    assert undone.state is RunState.FINISHED
    assert scene.phone().performed == []
    assert isinstance(scene.desk.events(run.id)[-1].happening, Undone)
    with pytest.raises(CannotUndo, match="already"):
        scene.desk.undo(run.id)


def test_undo_is_refused_once_the_phone_was_used(scene: Scene) -> None:
    first = scene.until_over(scene.start([*WRITE, END]).id)
    second = scene.until_over(scene.start([OpenApp("Notes"), END]).id)

    with pytest.raises(CannotUndo, match="used"):
        scene.desk.undo(first.id)
    assert len(scene.phone().performed) == 3

    scene.desk.undo(second.id)
    scene.desk.undo(first.id)
    assert scene.phone().performed == []


def test_a_run_that_goes_on_cannot_be_taken_back(scene: Scene) -> None:
    engine = SlowEngine([END])
    run = scene.start(engine)
    assert engine.thinking.wait(30)

    with pytest.raises(WrongState):
        scene.desk.undo(run.id)


def test_after_a_restart_the_phone_of_a_run_is_gone(scene: Scene) -> None:
    run = scene.until_over(scene.start([*WRITE, END]).id)
    store = scene.store
    scene.open_store = lambda: store  # type: ignore[method-assign]
    scene.restart()

    with pytest.raises(CannotUndo, match="gone"):
        scene.desk.undo(run.id)


def test_before_a_replay_the_phone_is_compared_with_what_it_was(scene: Scene) -> None:
    run = scene.until_over(scene.start([*WRITE, END]).id)

    found = scene.desk.check_replay(run.id)

    assert found.can_undo
    assert found.differences[0] == "The phone is not as it was: done: OpenApp; done: Type."
    scene.desk.undo(run.id)
    assert scene.desk.check_replay(run.id).differences == ()  # an app is opened from anywhere


def test_a_recording_that_begins_on_another_screen_is_told_before_its_replay(scene: Scene) -> None:
    run = scene.until_over(scene.start([Click(ElementRef(0)), END]).id)
    scene.desk.undo(run.id)
    scene.phone().by_hand(OpenApp("Notes"))

    (difference,) = scene.desk.check_replay(run.id).differences

    assert difference.startswith("The screen is not as it was: ")
