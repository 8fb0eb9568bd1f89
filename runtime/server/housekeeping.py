"""What a server does again and again while it serves. A chore that fails is done again in its time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Chore:
    """`work` may block: it is done in a thread."""

    name: str
    every_s: float
    work: Callable[[], None]


@contextmanager
def chores(*chores: Chore) -> Generator[None]:
    """While inside, in a running event loop, each is done in its time, whatever becomes of the others."""
    tasks = [asyncio.create_task(_repeat(chore)) for chore in chores]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()


async def _repeat(chore: Chore) -> None:
    while True:
        await asyncio.sleep(chore.every_s)
        try:
            await asyncio.to_thread(chore.work)
        except Exception:  # noqa: BLE001 - the server goes on, and so does its housekeeping
            _log.exception("%s failed; tried again in %g s", chore.name, chore.every_s)
