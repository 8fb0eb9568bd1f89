"""The screens with a person in front of them: keys are pressed, and what is shown is read."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

from runtime_process import PATIENCE_S
from textual import events
from textual.pilot import Pilot
from textual.widget import Widget

from tui.app import PhoneBuddyApp
from tui.connection import RuntimeConnection
from tui.screens.live import LiveScreen
from tui.screens.past_run import PastRunScreen
from tui.screens.question import QuestionDialog
from tui.settings import PictureMode, TuiSettings

PLAIN = TuiSettings(picture=PictureMode.DRAWING, welcome=False)


class Person:
    """Presses keys and reads the screen."""

    def __init__(self, app: PhoneBuddyApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def sees(self) -> str:
        """What is on the screen, as text, with half-blocks left out."""
        lines = self.app.screen._compositor.render_strips()  # noqa: SLF001 - the only way to read it
        return "\n".join(strip.text.rstrip() for strip in lines).replace("▀", "")

    @property
    def screen(self) -> str:
        """The name of the screen in front."""
        return type(self.app.screen).__name__

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def type(self, text: str) -> None:
        await self.pilot.press(*("space" if char == " " else char for char in text))

    async def touch(self, widget: Widget, offset: tuple[int, int], *, held_s: float) -> None:
        """Press the mouse's button and let it go, as a terminal tells it, however long that takes."""
        x, y = widget.region.x + offset[0], widget.region.y + offset[1]
        for kind, time_s in ((events.MouseDown, 0.0), (events.MouseUp, held_s)):
            event = kind(None, x, y, 0, 0, 1, False, False, False, x, y)
            event.time = time_s
            self.app.post_message(event)
        await self.pilot.pause()

    async def until(self, holds: Callable[[], object], *, within_s: float = PATIENCE_S) -> None:
        """Wait for something that is to be seen or to have happened."""
        deadline_s = time.monotonic() + within_s
        while not holds():
            if time.monotonic() > deadline_s:
                raise AssertionError(f"did not happen; the screen shows:\n{self.sees}")
            await asyncio.sleep(0.02)

    async def until_sees(self, *texts: str, within_s: float = PATIENCE_S) -> None:
        """Wait until all of these can be read."""
        await self.until(lambda: all(text in self.sees for text in texts), within_s=within_s)

    async def until_on(self, screen: str) -> None:
        await self.until(lambda: self.screen == screen)

    async def until_drawn(self) -> None:
        """Wait until the picture of the phone, and all else that has changed, is on the screen."""
        visible = [self.app.screen, *self.app._background_screens]  # noqa: SLF001 - as Textual draws
        pages = [
            page
            for page in visible
            if isinstance(page, LiveScreen | PastRunScreen | QuestionDialog)
        ]

        def are_drawn() -> bool:
            return all(page.is_drawn for page in pages)

        while True:
            await self.until(are_drawn)
            # What is drawn may change sizes, which has the picture drawn anew.
            await self.pilot.pause()
            if are_drawn():
                return


@asynccontextmanager
async def seated(
    address: str,
    settings: TuiSettings = PLAIN,
    *,
    size: tuple[int, int] = (100, 30),
    quiet_s: float = 0.0,
    local: bool = True,
    **changes: object,
) -> AsyncGenerator[Person]:
    """A person in front of the screens of a runtime."""
    settings = replace(settings, **changes)  # type: ignore[arg-type]
    app = PhoneBuddyApp(RuntimeConnection(address, local=local), settings, quiet_s=quiet_s)
    async with app.run_test(size=size) as pilot:
        yield Person(app, pilot)
