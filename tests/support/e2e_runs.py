"""Runs as a client follows them: watched to their end, with a person who answers, or in a thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress

from phonebuddy.v1 import run_pb2
from phonebuddy.v1.client import Client
from phonebuddy.v1.errors import NotStill, WrongState

ALIVE = (
    run_pb2.RUN_STATE_QUEUED,
    run_pb2.RUN_STATE_RUNNING,
    run_pb2.RUN_STATE_WAITING,
    run_pb2.RUN_STATE_PAUSED,
    run_pb2.RUN_STATE_TAKEN_OVER,
)
Person = Callable[[run_pb2.Question], None]


def kind_of(event: run_pb2.Event) -> str:
    return event.WhichOneof("happening") or ""


def follow(
    buddy: Client, run_id: str, person: Person | None = None, *, screenshots: bool = False
) -> list[run_pb2.Event]:
    """All events of a run, once it has ended. `person` responds to what is asked."""
    events: list[run_pb2.Event] = []
    for event in buddy.watch(run_id, screenshots=screenshots):
        events.append(event)
        if kind_of(event) == "asked":
            assert person is not None, f"nobody was to be asked: {event.asked.question}"
            person(event.asked.question)
    return events


class Watching:
    """Watches a run in a thread. `events` holds what was heard: it is on record for good."""

    def __init__(self, buddy: Client, run_id: str, *, after: int = 0) -> None:
        self.run_id = run_id
        self.events: list[run_pb2.Event] = []
        self.error: Exception | None = None
        self._over = False
        self._buddy = buddy
        self._after = after
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._watch, name=f"watch {run_id}", daemon=True)
        self._thread.start()

    def until(
        self, heard: Callable[[run_pb2.Event], object], *, within_s: float = 40.0
    ) -> run_pb2.Event:
        """The first event that is so, once it was heard."""
        with self._news:
            self._news.wait_for(
                lambda: any(heard(event) for event in self.events) or self._over, within_s
            )
            for event in self.events:
                if heard(event):
                    return event
        kinds = [kind_of(event) for event in self.events]
        raise AssertionError(f"not heard of run {self.run_id}: {kinds}, {self.error}")

    def until_count(
        self, heard: Callable[[run_pb2.Event], object], count: int, *, within_s: float = 40.0
    ) -> None:
        """Wait for so many events that are so, or for the end."""
        with self._news:
            self._news.wait_for(
                lambda: sum(1 for event in self.events if heard(event)) >= count or self._over,
                within_s,
            )

    def until_kind(self, kind: str) -> run_pb2.Event:
        return self.until(lambda event: kind_of(event) == kind)

    def until_state(self, state: run_pb2.RunState) -> run_pb2.Event:
        return self.until(
            lambda event: kind_of(event) == "state_changed" and event.state_changed.state == state
        )

    def join(self, timeout_s: float = 20.0) -> list[run_pb2.Event]:
        """All that was heard, once there is no more to hear."""
        self._thread.join(timeout_s)
        assert not self._thread.is_alive(), f"run {self.run_id} is still watched"
        return self.events

    def _watch(self) -> None:
        try:
            for event in self._buddy.watch(self.run_id, after=self._after):
                with self._news:
                    self.events.append(event)
                    self._news.notify_all()
        except Exception as error:  # noqa: BLE001 - told by whoever waits
            self.error = error
        with self._news:
            self._over = True
            self._news.notify_all()


def cancel_all(buddy: Client) -> None:
    """Leave nothing behind that would keep a phone from the next test."""
    for run in buddy.runs(states=ALIVE):
        with suppress(NotStill, WrongState):  # it will end, or has ended by itself
            buddy.cancel(run.id, "the test is over")
        buddy.wait(run.id)
