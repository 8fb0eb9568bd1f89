"""Several phones side by side: a tab for each, with its own conversation and run.

A tab is a mode of Textual's: a stack of screens of its own, with the live one at the bottom. Runs of
tabs that are not in front go on and are followed; what they ask is asked when they come to the front.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from textual.app import App

from tui.choices import VIRTUAL_PHONE, TaskChoice
from tui.plain_text import one_line
from tui.screens.live import LiveScreen

MOST_TABS = 6
"""A runtime mirrors eight phones; more tabs than this cannot be read in one line either."""

MakeScreen = Callable[[Callable[[], None]], LiveScreen]
"""Makes the screen of a tab, which calls what it is given whenever its run stands otherwise."""


class PhoneTabs:
    """At least one tab, once `open` was called."""

    def __init__(self, app: App[None], make: MakeScreen) -> None:
        self._app = app
        self._make = make
        self._opened = 0
        self._modes: dict[LiveScreen, str] = {}
        self._told: dict[LiveScreen, str] = {}
        self.current: LiveScreen

    def __iter__(self) -> Iterator[LiveScreen]:
        return iter(list(self._modes))

    def __len__(self) -> int:
        return len(self._modes)

    async def open(self, wanted: TaskChoice) -> LiveScreen:
        """A new tab, in front."""
        self._opened += 1
        screen = self._make(self.tell)
        screen.wanted = wanted
        mode = f"tab-{self._opened}"
        self._modes[screen] = mode
        # Textual does not say which result a mode's screen has.
        self._app.add_mode(mode, lambda: screen)  # pyright: ignore[reportUnknownMemberType]
        await self.go_to(screen)
        return screen

    async def go_to(self, screen: LiveScreen) -> None:
        """Bring a tab to the front."""
        before = self.current if self._opened > 1 else None
        self.current = screen
        if before is not None and before is not screen:
            before.step_back()
        await self._app.switch_mode(self._modes[screen])
        screen.come_to_front()
        self.tell()

    async def go_by(self, by: int) -> None:
        """To the next tab, round and round."""
        screens = list(self._modes)
        await self.go_to(screens[(screens.index(self.current) + by) % len(screens)])

    async def go_to_place(self, place: int) -> None:
        """To the tab with that number, from 0."""
        screens = list(self._modes)
        if place < len(screens):
            await self.go_to(screens[place])

    async def close(self) -> None:
        """Take away the tab in front; the one beside it comes there. There must be another."""
        gone = self.current
        screens = list(self._modes)
        place = screens.index(gone)
        await self.go_to(screens[place - 1] if place else screens[1])
        mode = self._modes.pop(gone)
        self._told.pop(gone, None)
        await self._app.remove_mode(mode)
        self.tell()

    def with_run(self, run_id: str) -> LiveScreen | None:
        """The tab that shows a run."""
        return next((screen for screen in self if screen.control.shows(run_id)), None)

    def on_phone(self, device: str) -> LiveScreen | None:
        """The tab of a phone."""
        return next((screen for screen in self if screen.device == device), None)

    def another_virtual_phone(self) -> str:
        """The address of one that no tab has."""
        taken = {screen.device for screen in self}
        return next(
            address
            for number in range(1, len(taken) + 2)
            if (address := f"{VIRTUAL_PHONE}?seed={number}") not in taken
        )

    def tell(self) -> None:
        """Show how all stand, and tell of what the person must know and does not see."""
        titles = tuple(screen.title_in_tabs for screen in self)
        places = list(self._modes)
        self.current.show_tabs(titles, places.index(self.current))
        for number, (screen, title) in enumerate(zip(places, titles, strict=True), 1):
            before, self._told[screen] = self._told.get(screen, ""), title.standing
            if screen is self.current or before in {"", title.standing}:
                continue
            if screen.asks or screen.has_ended:
                name = one_line(title.name, 30)
                self._app.notify(f"{name}: {title.standing}", title=f"Tab {number}", markup=False)
