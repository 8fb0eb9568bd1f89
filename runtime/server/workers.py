"""Threads for calls that block, so that the event loop never does: so many at once, so many waiting.

What has begun cannot be ended from here; a caller who goes away leaves it to end by itself.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from runtime.errors import TooManyCalls

P = ParamSpec("P")
T = TypeVar("T")

RETRY_AFTER_S = 1.0


class WorkerThreads:
    """A bounded number of threads with a bounded queue before them. For one event loop."""

    def __init__(self, name: str, *, threads: int, waiting: int) -> None:
        self._name = name
        self._most = threads + waiting
        self._unfinished = 0
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)

    async def run(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call it in a thread; `TooManyCalls` at once when too many are waiting already."""
        if self._unfinished >= self._most:
            raise TooManyCalls(
                f"{self._unfinished} {self._name} calls are under way already: try again later",
                retry_after_s=RETRY_AFTER_S,
            )
        loop = asyncio.get_running_loop()
        context = contextvars.copy_context()
        future = self._pool.submit(context.run, call, *args, **kwargs)
        self._unfinished += 1
        # Counted until the thread is free again, not only until the caller has gone away.
        future.add_done_callback(lambda _: _soon(loop, self._finished))
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Begin nothing more. What is under way is not waited for."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _finished(self) -> None:
        self._unfinished -= 1


def _soon(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    try:
        loop.call_soon_threadsafe(call)
    except RuntimeError:
        # The loop has ended meanwhile, and with it the counting.
        return
