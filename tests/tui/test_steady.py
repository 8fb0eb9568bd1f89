"""A window whose size changes while another size is still on its way."""

from textual import events
from textual.app import App
from textual.geometry import Size
from textual.screen import Screen

from tui.screens.steady import SteadySize


class Steady(SteadySize, Screen[None]):
    """A screen of ours."""


def laid_out(screen: Screen[None]) -> Size:
    return screen._compositor.size  # noqa: SLF001 - `size` is always the window's


async def test_a_size_that_the_window_no_longer_has_is_passed_over() -> None:
    app = App[None]()
    async with app.run_test(size=(80, 24)) as pilot:
        ours, theirs = Steady(), Screen[None]()
        stale = Size(50, 20)
        for screen, size in ((theirs, stale), (ours, Size(80, 24))):
            await app.push_screen(screen)
            await pilot.pause()
            screen.post_message(events.Resize(stale, stale))
            await pilot.pause(0.1)
            assert laid_out(screen) == size


async def test_the_windows_new_size_is_taken() -> None:
    app = App[None]()
    async with app.run_test(size=(80, 24)) as pilot:
        ours = Steady()
        await app.push_screen(ours)
        await pilot.resize_terminal(100, 30)
        await pilot.pause(0.1)
        assert laid_out(ours) == Size(100, 30)
