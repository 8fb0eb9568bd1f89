"""The phone's picture for a page: bounded in rate and size, the newest one, of the pane that is looked at."""

import asyncio
import io

from phonebuddy.v1 import observation_pb2
from PIL import Image
from tui_events import screen

from tui.web.outlet import MOST_BYTES, SMALLER_PX, BrowserOutlet, PhoneSight, PhoneState, encoded

SHOWN = PhoneState(shown=True)


def jpeg(width: int = 90, height: int = 200, colour: int = 0) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height), (colour, 0, 0)).save(file, "JPEG")
    return file.getvalue()


def look(colour: int = 0) -> observation_pb2.Observation:
    seen = screen("Wi-Fi")
    shot = observation_pb2.Screenshot(
        data=jpeg(colour=colour), mime="image/jpeg", width_px=90, height_px=200
    )
    seen.screenshot.CopyFrom(shot)
    return seen


class Page:
    """Takes what is sent. Time passes for the outlet only when it is let."""

    def __init__(self) -> None:
        self.sent: list[tuple[PhoneState, bytes | None]] = []
        self.pauses: list[float] = []
        self._may_go_on = asyncio.Event()
        self.outlet = BrowserOutlet(lambda *sent: self.sent.append(sent), pause=self._pause)

    async def _pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self._may_go_on.clear()
        await self._may_go_on.wait()

    async def until_sent(self, count: int) -> None:
        async with asyncio.timeout(10):
            while len(self.sent) < count:
                await asyncio.to_thread(lambda: None)

    async def rest(self) -> None:
        """The pause is over, and whatever is to be sent is sent."""
        before = len(self.pauses)
        self._may_go_on.set()
        for _ in range(50):
            await asyncio.sleep(0.002)
        assert len(self.pauses) <= before + 1


async def test_between_two_pictures_is_a_pause_and_the_newest_one_is_next() -> None:
    page = Page()
    page.outlet.attend("pane")
    for colour in range(30):
        page.outlet.show("pane", PhoneSight(SHOWN, look(colour)))
        await asyncio.sleep(0)
    await page.until_sent(1)
    await asyncio.sleep(0.02)
    assert len(page.sent) == 1
    await page.rest()
    assert [picture for _, picture in page.sent][1:] == [jpeg(colour=29)]
    assert min(page.pauses) >= 1 / 8


async def test_what_has_not_changed_is_not_sent_again() -> None:
    page = Page()
    page.outlet.attend("pane")
    page.outlet.show("pane", PhoneSight(SHOWN, look()))
    await page.until_sent(1)
    await page.rest()
    page.outlet.show("pane", PhoneSight(SHOWN, look()))
    await page.rest()
    assert [picture for _, picture in page.sent] == [jpeg()]
    touched = PhoneState(shown=True, touches=((1, 2),))
    page.outlet.show("pane", PhoneSight(touched, look()))
    await page.rest()
    assert page.sent[1:] == [(touched, None)]


async def test_an_old_run_covers_the_live_phone_until_it_is_left() -> None:
    page = Page()
    page.outlet.attend("live")
    page.outlet.show("live", PhoneSight(SHOWN, look(1)))
    await page.until_sent(1)
    page.outlet.attend("old run")
    page.outlet.show("old run", PhoneSight(SHOWN, look(2)))
    page.outlet.show("live", PhoneSight(SHOWN, look(3)))
    await page.rest()
    assert page.sent[-1][1] == jpeg(colour=2)
    page.outlet.leave("old run")
    await page.rest()
    assert page.sent[-1][1] == jpeg(colour=3)


async def test_a_damaged_screenshot_is_told_in_words() -> None:
    page = Page()
    broken = screen("Wi-Fi")
    broken.screenshot.CopyFrom(observation_pb2.Screenshot(data=b"no", mime="image/png"))
    page.outlet.attend("pane")
    page.outlet.show("pane", PhoneSight(SHOWN, broken))
    await page.until_sent(1)
    await page.rest()
    assert page.sent[-1] == (
        PhoneState(shown=True, problem="This screenshot cannot be shown."),
        None,
    )


def test_a_small_picture_goes_as_it_came_and_others_are_made_small() -> None:
    assert encoded(look()) == jpeg()
    large = screen("Wi-Fi", picture=True)
    large.width_px, large.height_px = 2000, 4000
    with Image.open(io.BytesIO(encoded(large))) as made:
        assert (made.format, made.size) == ("JPEG", (SMALLER_PX, 2 * SMALLER_PX))
    assert len(encoded(large)) < MOST_BYTES


def test_outlines_are_drawn_into_the_picture() -> None:
    assert encoded(look(), outlines=True) != encoded(look())
