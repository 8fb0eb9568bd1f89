"""Chores: done again and again, also after they have failed."""

import asyncio
import threading

import pytest

from runtime.errors import StoreError
from runtime.server.housekeeping import Chore, chores


class Work:
    """Counts how often it is done. Fails the first time, if it is to."""

    def __init__(self, *, fails: bool = False) -> None:
        self.times = 0
        self.twice = threading.Event()
        self._fails = fails

    def __call__(self) -> None:
        self.times += 1
        if self.times == 2:
            self.twice.set()
        if self._fails and self.times == 1:
            raise StoreError("the disk is full")


async def _heard(event: threading.Event) -> bool:
    return await asyncio.to_thread(event.wait, 20)


async def test_chore_that_fails_is_logged_and_done_again(caplog: pytest.LogCaptureFixture) -> None:
    failing, other = Work(fails=True), Work()
    with chores(Chore("pruning", 0.01, failing), Chore("tidying", 0.01, other)):
        assert await _heard(failing.twice)
        assert await _heard(other.twice)

    [record] = caplog.records
    assert record.message == "pruning failed; tried again in 0.01 s"
    assert "the disk is full" in caplog.text


async def test_nothing_is_done_any_more_once_it_is_over() -> None:
    work = Work()
    with chores(Chore("tidying", 0.01, work)):
        assert await _heard(work.twice)
    times = work.times
    await asyncio.sleep(0.2)

    assert work.times <= times + 1  # what was under way
