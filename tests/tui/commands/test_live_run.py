"""Following a run whose runtime is lost, or that nobody reads of any more."""

import argparse
import os
from collections.abc import Generator, Iterator
from contextlib import contextmanager, redirect_stdout, suppress

import pytest
from phonebuddy.v1 import run_pb2
from phonebuddy.v1.errors import BuddyError, ShuttingDown, Unreachable
from tui_events import DONE, Events

from tui.commands.exit_codes import INTERRUPTED
from tui.commands.live_run import follow
from tui.errors import Problem

GIVEN = argparse.Namespace(json=False, yes=[])
RUN = run_pb2.Run(id="r1", goal="note milk")
STOPPED = run_pb2.Outcome(ending=run_pb2.ENDING_KIND_STOPPED_BY_PERSON)


class CannedRuns:
    """One run; it goes on until it is cancelled, or the runtime is lost."""

    def __init__(self, loss: BuddyError | None = None) -> None:
        self._loss = loss
        self._run = run_pb2.Run()
        self._run.CopyFrom(RUN)

    def watch(self, run_id: str, *, after: int = 0) -> Iterator[run_pb2.Event]:
        assert run_id == RUN.id
        events = Events()
        yield events.opened()
        if self._loss is not None:
            raise self._loss
        if not self._run.HasField("outcome"):
            self._run.outcome.CopyFrom(DONE)
        yield events.ended(self._run.outcome)

    def cancel(self, run_id: str, reason: str) -> None:
        self._run.outcome.CopyFrom(STOPPED)

    def get(self, run_id: str) -> run_pb2.Run:
        return self._run


@contextmanager
def nobody_reading() -> Generator[None]:
    """As behind `| head` once it has ended."""
    read, write = os.pipe()
    os.close(read)
    out = os.fdopen(write, "w")
    with redirect_stdout(out):
        yield
    # What could not be passed on still waits.
    with suppress(BrokenPipeError):
        out.close()


@pytest.mark.parametrize("loss", [Unreachable("connection refused"), ShuttingDown("soon")])
def test_a_runtime_that_is_lost_interrupts(loss: BuddyError) -> None:
    with pytest.raises(Problem, match="the runtime is gone") as told:
        follow(CannedRuns(loss), RUN, GIVEN)  # type: ignore[arg-type]
    assert told.value.code == INTERRUPTED
    assert told.value.next == "phonebuddy runs continue r1"


def test_what_nobody_reads_of_is_stopped() -> None:
    with nobody_reading():
        assert follow(CannedRuns(), RUN, GIVEN) == 130  # type: ignore[arg-type]


def test_what_was_only_watched_goes_on() -> None:
    runs = CannedRuns()
    with nobody_reading(), pytest.raises(BrokenPipeError):
        follow(runs, RUN, GIVEN, begun_here=False)  # type: ignore[arg-type]
    assert not runs.get(RUN.id).HasField("outcome")
