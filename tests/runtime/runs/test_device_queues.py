import threading
from collections.abc import Generator
from contextlib import contextmanager

import pytest
from desk_scene import until
from hypothesis import given
from hypothesis import strategies as st

from runtime.runs.device_queues import DeviceQueues, QueuePlace
from runtime.runs.pending_context import PendingContext


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 9), st.sampled_from("xy")), max_size=40))
def test_first_in_line_always_has_the_turn_and_nobody_else(
    moves: list[tuple[bool, int, str]],
) -> None:
    turns = DeviceQueues()
    lines: dict[str, list[QueuePlace]] = {"x": [], "y": []}
    for joins, number, device in moves:
        line = lines[device]
        if joins:
            line.append(turns.join(device, f"{device}{len(line)}", lambda: None))
        elif line:
            turns.leave(device, line.pop(number % len(line)))
        for name, waiting in lines.items():
            assert [turn.has_come for turn in waiting] == [i == 0 for i in range(len(waiting))]
            assert turns.holder(name) == (waiting[0].run_id if waiting else "")


class Door:
    """A context that opens when told, and counts."""

    def __init__(self) -> None:
        self.may_enter = threading.Event()
        self.entered = self.left = 0
        self.fails = False

    @contextmanager
    def context(self) -> Generator[str]:
        self.may_enter.wait(120)
        if self.fails:
            raise ValueError("locked")
        self.entered += 1
        try:
            yield "inside"
        finally:
            self.left += 1


def test_context_that_is_left_before_it_is_entered_is_left_once_it_is() -> None:
    door, left = Door(), threading.Event()
    pending = PendingContext(
        lambda _cancel: door.context(), name="door", on_entered=lambda: None, on_left=left.set
    )
    pending.leave()
    assert not left.is_set()
    door.may_enter.set()
    until(left.is_set)
    pending.leave()
    assert (door.entered, door.left) == (1, 1)


def test_context_is_left_once_when_left_twice() -> None:
    door = Door()
    door.may_enter.set()
    pending = PendingContext(lambda _cancel: door.context(), name="door", on_entered=lambda: None)
    until(lambda: pending.over)
    assert pending.value() == "inside"
    pending.leave()
    pending.leave()
    assert (door.entered, door.left) == (1, 1)


def test_what_went_wrong_is_raised_where_the_value_is_wanted() -> None:
    door, left = Door(), threading.Event()
    door.fails = True
    door.may_enter.set()
    pending = PendingContext(
        lambda _cancel: door.context(), name="door", on_entered=lambda: None, on_left=left.set
    )
    until(lambda: pending.over)
    with pytest.raises(ValueError, match="locked"):
        pending.value()
    pending.leave()
    assert left.is_set()
