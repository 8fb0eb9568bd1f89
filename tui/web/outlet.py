"""The phone as a picture for the page: what is sent, how often, and whose phone it is.

Several panes may have a phone to show (an old run above the live one, tabs): the one that was attended
last is sent. At most eight pictures a second leave, the newest each time, and none twice.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass, replace

from phonebuddy.v1 import observation_pb2

from tui.pictures import ImageSize, NotAPicture, picture

FASTEST_FPS = 8.0
WIDEST_PX = 1080
MOST_BYTES = 400_000
"""A screenshot within these two is sent as it came; others are made smaller."""
SMALLER_PX = 720
QUALITY = 80
_AS_THEY_ARE = frozenset({"image/jpeg", "image/webp"})

Points = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class PhoneState:
    """What the page is told beside the picture. Points are in pixels of the phone."""

    shown: bool = False
    """Whether the page shows the phone at all: the terminal may draw it instead."""
    name: str = ""
    problem: str = ""
    yours: bool = False
    """The person has taken it over."""
    live: bool = False
    """A run has it, and can be taken over."""
    width: int = 0
    height: int = 0
    touches: tuple[tuple[int, int], ...] = ()
    aims: tuple[tuple[int, int], ...] = ()

    def as_dict(self) -> dict[str, object]:
        """In plain values, for JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class PhoneSight:
    """What a pane has to show."""

    state: PhoneState
    look: observation_pb2.Observation | None = None
    outlines: bool = False


Send = Callable[[PhoneState, bytes | None], None]
"""Takes a state and, where it is another than before, the picture."""


class BrowserOutlet:
    """Used from one event loop. `pause` waits between two pictures."""

    def __init__(
        self, send: Send, *, pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._send = send
        self._pause = pause
        self._sights: dict[object, PhoneSight] = {}
        """By pane; the last one is sent."""
        self._sent: PhoneSight | None = None
        self._picture = b""
        self._sending: asyncio.Task[None] | None = None

    def attend(self, pane: object) -> None:
        """From now on this pane's phone is sent."""
        self._sights[pane] = self._sights.pop(pane, PhoneSight(PhoneState()))
        self._begin()

    def leave(self, pane: object) -> None:
        """A pane is gone: the one before is sent again."""
        self._sights.pop(pane, None)
        self._begin()

    def show(self, pane: object, sight: PhoneSight) -> None:
        """What a pane has to show from now on."""
        if pane in self._sights:
            self._sights[pane] = sight
            self._begin()

    def _newest(self) -> PhoneSight | None:
        return self._sights[next(reversed(self._sights))] if self._sights else None

    def _begin(self) -> None:
        if self._sending is None or self._sending.done():
            self._sending = asyncio.get_running_loop().create_task(self._send_newest())

    async def _send_newest(self) -> None:
        while (sight := self._newest()) is not None and sight != self._sent:
            state = sight.state
            try:
                fresh = await self._fresh_picture(sight)
            except NotAPicture:
                fresh, state = None, replace(state, problem="This screenshot cannot be shown.")
            self._sent = sight
            self._send(state, fresh)
            await self._pause(1 / FASTEST_FPS)

    async def _fresh_picture(self, sight: PhoneSight) -> bytes | None:
        """The picture, if it is another than the page has."""
        if not sight.state.shown or sight.look is None or _same_picture(sight, self._sent):
            return None
        data = await asyncio.to_thread(encoded, sight.look, outlines=sight.outlines)
        if data == self._picture:
            return None
        self._picture = data
        return data


def _same_picture(one: PhoneSight, other: PhoneSight | None) -> bool:
    return (
        other is not None
        and other.state.shown
        and one.look is other.look
        and one.outlines == other.outlines
    )


def encoded(look: observation_pb2.Observation, *, outlines: bool = False) -> bytes:
    """The screen as JPEG or WebP, of a size that a page can take eight times a second."""
    shot = look.screenshot
    small = shot.width_px <= WIDEST_PX and len(shot.data) <= MOST_BYTES
    if shot.data and shot.mime in _AS_THEY_ARE and small and not outlines:
        return shot.data
    wide, high = max(look.width_px, 1), max(look.height_px, 1)
    scale = min(1.0, SMALLER_PX / min(wide, high))
    size = ImageSize(max(1, round(wide * scale)), max(1, round(high * scale)))
    file = io.BytesIO()
    picture(look, size, outlines=outlines).save(file, "JPEG", quality=QUALITY)
    return file.getvalue()
