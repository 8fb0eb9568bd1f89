"""What happens to runs, to many watchers at once, none of which can slow a run.

A watcher keeps its place, and little else. What is newest is kept in memory once for all watchers of
a run; whoever has fallen behind reads the rest from the store, a page at a time. Nothing is polled:
a watcher sleeps until its run has news.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Protocol

from runtime.errors import InvalidRequest, PhoneBuddyError, ShuttingDown, TooManyCalls
from runtime.runs.model import Ended, Event, Run, RunState, StateChanged, Undone
from runtime.server.workers import WorkerThreads

PAGE = 32
KEPT = 64
"""The events of a run that are kept in memory while it is watched."""
LONGEST_TEXT = 20_000
RETRY_AFTER_S = 5.0
LAST_WORD_S = 0.5
"""How long after a run's last state its outcome may come. An interrupted one has none."""

# More than any run has: whoever watches is behind, and reads the store.
_UNKNOWN = 2**62

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Written:
    """What the policy has written in a step since the watcher was last sent something."""

    step: int
    text: str


class EventSource(Protocol):
    """Where news of runs come from. Listeners are called in threads of the runs'."""

    def get(self, run_id: str) -> Run: ...

    def events(self, run_id: str, *, after: int = 0, limit: int = 1000) -> list[Event]: ...

    def subscribe(self, run_id: str, listener: Callable[[], None]) -> Callable[[], None]: ...

    def subscribe_text(
        self, run_id: str, listener: Callable[[int, str], None]
    ) -> Callable[[], None]: ...


class RunFeeds:
    """All watchers of a server. For one event loop."""

    def __init__(self, source: EventSource, workers: WorkerThreads, *, most_watchers: int) -> None:
        self._source = source
        self._workers = workers
        self._most = most_watchers
        self._feeds: dict[str, _Feed] = {}
        self._closing = False

    @property
    def watchers(self) -> int:
        """How many are watching now."""
        return sum(len(feed.watchers) for feed in self._feeds.values())

    def close(self) -> None:
        """Let every watcher have what there still is, and then go."""
        self._closing = True
        for feed in self._feeds.values():
            feed.wake_all()

    async def watch(
        self, run_id: str, *, after: int, text: bool
    ) -> AsyncGenerator[Event | Written]:
        """What has happened after event number `after`, then what happens, until the run ended."""
        run = await self._workers.run(self._source.get, run_id)
        if after > run.sequence:
            raise InvalidRequest(
                "after_sequence", f"{after} has not happened yet: the run is at {run.sequence}"
            )
        if self.watchers >= self._most:
            raise TooManyCalls(
                f"{self._most} watchers are all that this server takes: try again later",
                retry_after_s=RETRY_AFTER_S,
            )
        feed, watcher = self._join(run, text=text)
        try:
            async with aclosing(self._follow(run_id, feed, watcher, after)) as items:
                async for item in items:
                    yield item
        finally:
            self._leave(run_id, feed, watcher)

    async def _follow(
        self, run_id: str, feed: _Feed, watcher: _Watcher, place: int
    ) -> AsyncGenerator[Event | Written]:
        may_be_over, behind = True, False
        while True:
            watcher.news.clear()
            for written in watcher.take_text():
                yield written
            events = feed.after(place)
            if events is None or (not events and (behind or self._closing)):
                events = await self._workers.run(
                    self._source.events, run_id, after=place, limit=PAGE
                )
            for event in events:
                yield event
                place = event.sequence
                may_be_over = _is_last(event)
            behind = False
            if events:
                continue
            if may_be_over:
                run = await self._workers.run(self._source.get, run_id)
                if run.sequence > place:
                    # The feed is about to read that.
                    behind = True
                    continue
                if not run.state.alive:
                    awaited = run.outcome is None and run.state is not RunState.INTERRUPTED
                    if awaited and await watcher.hears_news(LAST_WORD_S):
                        continue
                    return
                may_be_over = False
            if self._closing:
                raise ShuttingDown("the runtime is ending: watch again once it is back")
            await watcher.news.wait()

    def _join(self, run: Run, *, text: bool) -> tuple[_Feed, _Watcher]:
        feed = self._feeds.get(run.id)
        if feed is None:
            feed = self._feeds[run.id] = _Feed(self._source, self._workers, run)
        return feed, feed.join(text=text)

    def _leave(self, run_id: str, feed: _Feed, watcher: _Watcher) -> None:
        feed.watchers.discard(watcher)
        if not feed.watchers and self._feeds.get(run_id) is feed:
            del self._feeds[run_id]
            feed.close()


class _Watcher:
    """One who watches: a bell, and text that was not fetched yet."""

    def __init__(self, *, wants_text: bool) -> None:
        self.news = asyncio.Event()
        self.wants_text = wants_text
        self._text: list[Written] = []
        self._length = 0

    async def hears_news(self, within_s: float) -> bool:
        try:
            async with asyncio.timeout(within_s):
                return await self.news.wait()
        except TimeoutError:
            return False

    def add_text(self, step: int, text: str) -> None:
        """Keep a piece, or drop it when this watcher is too far behind."""
        if self._length + len(text) > LONGEST_TEXT:
            return
        self._length += len(text)
        if self._text and self._text[-1].step == step:
            self._text[-1] = Written(step, self._text[-1].text + text)
        else:
            self._text.append(Written(step, text))
        self.news.set()

    def take_text(self) -> list[Written]:
        taken, self._text, self._length = self._text, [], 0
        return taken


class _Feed:
    """The watchers of one run, and its newest events, read once for all of them."""

    def __init__(self, source: EventSource, workers: WorkerThreads, run: Run) -> None:
        self.watchers: set[_Watcher] = set()
        self._recent: deque[Event] = deque(maxlen=KEPT)
        self._latest = run.sequence
        self._source = source
        self._workers = workers
        self._run_id = run.id
        self._loop = asyncio.get_running_loop()
        self._reading: asyncio.Task[None] | None = None
        self._stale = False
        self._stop_text: Callable[[], None] | None = None
        self._stop_events = source.subscribe(run.id, self._news_in_thread)
        # Nobody here was notified of what happened between `run` and now.
        self._news()

    def join(self, *, text: bool) -> _Watcher:
        watcher = _Watcher(wants_text=text)
        self.watchers.add(watcher)
        if text and self._stop_text is None:
            self._stop_text = self._source.subscribe_text(self._run_id, self._text_in_thread)
        return watcher

    def after(self, place: int) -> list[Event] | None:
        """A page of events after `place`; None when that can only be read from the store."""
        if place >= self._latest:
            return []
        if not self._recent or place + 1 < self._recent[0].sequence:
            return None
        begin = place + 1 - self._recent[0].sequence
        return [self._recent[at] for at in range(begin, min(begin + PAGE, len(self._recent)))]

    def wake_all(self) -> None:
        for watcher in self.watchers:
            watcher.news.set()

    def close(self) -> None:
        self._stop_events()
        if self._stop_text is not None:
            self._stop_text()
        if self._reading is not None:
            self._reading.cancel()

    def _news_in_thread(self) -> None:
        self._soon(self._news)

    def _text_in_thread(self, step: int, text: str) -> None:
        self._soon(lambda: self._text(step, text))

    def _soon(self, call: Callable[[], None]) -> None:
        try:
            self._loop.call_soon_threadsafe(call)
        except RuntimeError:
            # The server has ended; the run's thread need not know.
            return

    def _news(self) -> None:
        self._stale = True
        if self._reading is None or self._reading.done():
            self._reading = self._loop.create_task(self._read())

    async def _read(self) -> None:
        """Read what is new, until nothing is."""
        while self._stale:
            self._stale = False
            try:
                if self._latest == _UNKNOWN:
                    self._latest = (
                        await self._workers.run(self._source.get, self._run_id)
                    ).sequence
                    self.wake_all()
                events = await self._workers.run(
                    self._source.events, self._run_id, after=self._latest, limit=PAGE
                )
            except PhoneBuddyError as error:
                # The watchers read for themselves, and get the error.
                _log.warning("run %s cannot be read: %s", self._run_id, error)
                self._recent.clear()
                self._latest = _UNKNOWN
                self.wake_all()
                return
            if events:
                self._recent.extend(events)
                self._latest = events[-1].sequence
                self._stale = True
                self.wake_all()

    def _text(self, step: int, text: str) -> None:
        for watcher in self.watchers:
            if watcher.wants_text:
                watcher.add_text(step, text)


def _is_last(event: Event) -> bool:
    """Whether nothing may follow this event."""
    match event.happening:
        case Ended() | Undone():
            return True
        case StateChanged(state):
            return not state.alive
        case _:
            return False
