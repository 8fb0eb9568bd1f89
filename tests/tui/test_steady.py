"""A window whose size changes while another size is still on its way."""

import asyncio
from collections.abc import Callable

from runtime_process import PATIENCE_S
from textual import events
from textual.app import App
from textual.geometry import Size
from textual.pilot import Pilot
from textual.screen import Screen

from tui.screens.steady import SteadySize


class Steady(SteadySize, Screen[None]):
    """A screen of ours."""


def laid_out(screen: Screen[None]) -> Size:
    return screen._compositor.size  # noqa: SLF001 - `size` is always the window's


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not holds():
            await pilot.pause(0.01)


async def test_a_size_that_the_window_no_longer_has_is_passed_over() -> None:
    app = App[None]()
    async with app.run_test(size=(80, 24)) as pilot:
        ours, theirs = Steady(), Screen[None]()
        stale = Size(50, 20)
        await app.push_screen(theirs)
        await pilot.pause()
        theirs.post_message(events.Resize(stale, stale))
        await until(pilot, lambda: laid_out(theirs) == stale)
        await app.push_screen(ours)
        await pilot.pause()
        handled = asyncio.Event()
        ours.post_message(events.Resize(stale, stale))
        ours.call_later(handled.set)
        await handled.wait()
        await pilot.pause()
        assert laid_out(ours) == Size(80, 24)


async def test_the_windows_new_size_is_taken() -> None:
    app = App[None]()
    async with app.run_test(size=(80, 24)) as pilot:
        ours = Steady()
        await app.push_screen(ours)
        await pilot.resize_terminal(100, 30)
        await until(pilot, lambda: laid_out(ours) == Size(100, 30))
