"""Lists on a runtime that is slower than they are fetched again."""

import asyncio

from textual.app import App
from textual.screen import Screen

from tui.screens.periodic_refresh import PeriodicRefresh

QUICK_S = 0.01


class Listing(Screen[None]):
    """Fetches until it may."""

    def __init__(self) -> None:
        super().__init__()
        self.list = PeriodicRefresh(self, self.fetch)
        self.begun = 0
        self.fetched = 0
        self.may = asyncio.Event()

    def on_mount(self) -> None:
        self.list.begin(QUICK_S)

    async def fetch(self) -> None:
        self.begun += 1
        await self.may.wait()
        self.fetched += 1


async def test_a_fetch_that_takes_long_is_waited_for() -> None:
    app, listing = App[None](), Listing()
    async with app.run_test() as pilot:
        await app.push_screen(listing)
        await pilot.pause(10 * QUICK_S)
        assert (listing.begun, listing.fetched) == (1, 0)
        listing.may.set()
        while listing.fetched < 3:
            await pilot.pause(QUICK_S)


async def test_what_is_looked_for_anew_is_not_waited_for() -> None:
    app, listing = App[None](), Listing()
    async with app.run_test() as pilot:
        await app.push_screen(listing)
        await pilot.pause()
        listing.list.anew()
        await pilot.pause(10 * QUICK_S)
        assert (listing.begun, listing.fetched) == (2, 0)
        listing.may.set()
        while listing.fetched < 1:
            await pilot.pause(QUICK_S)
