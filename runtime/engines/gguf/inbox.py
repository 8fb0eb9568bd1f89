"""What the asking threads and the answering one share: questions that wait, and word of their end.

The only file of this engine with a lock that both sides take.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from runtime.engines.gguf.completion import PendingCompletion
from runtime.engines.gguf.context import Context
from runtime.errors import EngineClosed, EngineOverloaded


@dataclass(frozen=True, slots=True)
class Arrivals:
    """Questions to be answered now, and sessions that have ended."""

    asked: tuple[PendingCompletion, ...]
    ended: tuple[str, ...]


class Inbox:
    """At most `room` questions wait. Dropping one ends what is evaluated for it in the context."""

    def __init__(self, context: Context, *, room: int) -> None:
        self._context = context
        self._room = room
        self._wake = threading.Condition()
        self._queue: deque[PendingCompletion] = deque()
        self._ended: list[str] = []
        self._running: Mapping[PendingCompletion, int] = {}
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many questions wait."""
        with self._wake:
            return len(self._queue)

    def submit(self, question: PendingCompletion) -> None:
        """Have a question answered; it is given its constraint later."""
        with self._wake:
            if self._closed:
                raise _closed()
            if len(self._queue) >= self._room:
                raise EngineOverloaded(
                    f"{len(self._queue)} questions wait for this policy already, which is the most "
                    "that may: ask again later"
                )
            self._queue.append(question)
            self._wake.notify()

    def nudge(self) -> None:
        """Something about a question has changed: look again."""
        with self._wake:
            self._wake.notify()

    def drop(self, question: PendingCompletion, error: BaseException) -> None:
        """End a question at once, whatever its state."""
        question.end(error)
        with self._wake:
            # An abort costs the others of the batch their part of it: only if that is the smaller.
            if 2 * self._running.get(question, 0) >= sum(self._running.values()) > 0:
                self._context.abort(on=True)
            if question in self._queue:
                self._queue.remove(question)
            self._wake.notify()

    def end_session(self, session: str) -> None:
        with self._wake:
            self._ended.append(session)
            self._wake.notify()

    def close(self) -> None:
        """Fail all that wait, and have `take` give nothing any more."""
        with self._wake:
            self._closed = True
            self._context.abort(on=True)
            for question in self._queue:
                question.end(_closed())
            self._queue.clear()
            self._wake.notify()

    def take(
        self, *, due: Callable[[], bool], admits: Callable[[PendingCompletion], bool], most: int
    ) -> Arrivals | None:
        """Wait for questions that the answering side admits, or until it has to do; None when closed."""
        with self._wake:
            while True:
                if self._closed:
                    return None
                asked = self._admitted(admits, most)
                if asked or self._ended or due():
                    break
                self._wake.wait()
            ended, self._ended = tuple(self._ended), []
            return Arrivals(asked, ended)

    def _admitted(
        self, admits: Callable[[PendingCompletion], bool], most: int
    ) -> tuple[PendingCompletion, ...]:
        asked: list[PendingCompletion] = []
        sessions: set[str] = set()
        for question in tuple(self._queue):
            session = question.asking.session
            if len(asked) >= most:
                break
            if session not in sessions and admits(question):
                self._queue.remove(question)
                asked.append(question)
                sessions |= {session} - {""}
        return tuple(asked)

    @contextmanager
    def running(self, shares: Mapping[PendingCompletion, int]) -> Generator[None]:
        """Say how many tokens of which questions are evaluated meanwhile."""
        with self._wake:
            self._running = shares
            self._context.abort(on=self._closed)
        try:
            yield
        finally:
            with self._wake:
                self._running = {}


def _closed() -> EngineClosed:
    return EngineClosed("this policy was unloaded while it was asked; load it again")
