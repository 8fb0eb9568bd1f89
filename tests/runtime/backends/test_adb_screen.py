"""Looks at a scripted phone: what a screen that moves, turns, hides or fails leads to."""

import base64
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from runtime.backends.adb.calls import ShellResult
from runtime.backends.adb.errors import (
    AutomationFailed,
    CommandFailed,
    ScreenLocked,
    ScreenOff,
    ScreenshotFailed,
)
from runtime.backends.adb.screen import BLACK, TAKES, ScreenCapture, ScreenReader, examine
from runtime.errors import BadHierarchy

APP, KEYBOARD, SYSTEM = "org.example.app", "org.example.keys", "com.android.systemui"


def image(color: str = "white", size: tuple[int, int] = (100, 200), kind: str = "JPEG") -> bytes:
    data = io.BytesIO()
    Image.new("RGB", size, color).save(data, kind)
    return data.getvalue()


def window(text: str, *, package: str = APP, bounds: str = "[0,0][100,200]") -> str:
    return (
        f'<node class="android.widget.TextView" package="{package}" text="{text}" '
        f'bounds="{bounds}" />'
    )


def dump(*windows: str) -> str:
    return f'<hierarchy rotation="0">{"".join(windows)}</hierarchy>'


@dataclass
class ScriptedPhone:
    """Gives each dump and image in turn, the last one for ever."""

    dumps: Sequence[object] = (dump(window("Hello")),)
    jpegs: Sequence[bytes | None] = (image(),)
    png: bytes | None = None
    secure: bool = False
    locked: bool = False
    on: bool = True
    size: tuple[int, int] = (100, 200)
    rotation: int = 0
    focus: str = APP
    panels: dict[str, bytes] = field(default_factory=dict[str, bytes])
    asked: list[str] = field(default_factory=list)

    def call(self, method: str, *params: object, timeout_s: float = 1) -> object:
        return self.read(method, *params)

    def read(self, method: str, *params: object, timeout_s: float = 1) -> object:
        self.asked.append(method)
        before = self.asked.count(method) - 1
        match method:
            case "deviceInfo":
                raise AutomationFailed("ApplicationSharedMemory not initialized")
            case "dumpWindowHierarchy":
                return self.dumps[min(before, len(self.dumps) - 1)]
            case "takeScreenshot":
                data = self.jpegs[min(before, len(self.jpegs) - 1)]
                return None if data is None else base64.b64encode(data).decode()
            case _:
                raise AssertionError(method)

    def shell(self, *words: str, timeout_s: float = 1, checked: bool = True) -> ShellResult:
        if words == ("dumpsys", "SurfaceFlinger", "--display-id"):
            return ShellResult(
                "".join(f"  Display {id} (HWC)\n" for id in self.panels).encode(), b"", 0
            )
        if words[:2] == ("screencap", "-d"):
            return ShellResult(self.panels[words[2]], b"", 0)
        assert words == ("screencap", "-p")
        self.asked.append("screencap")
        if self.png is None:
            raise CommandFailed("screencap gave 1")
        return ShellResult(self.png, b"", 0)

    def script(self, text: str, *, timeout_s: float = 1, checked: bool = True) -> ShellResult:
        flags = "SECURE" if self.secure else "FULLSCREEN"
        answer = (
            f"1700000000\n mWakefulness={'Awake' if self.on else 'Asleep'}\n"
            f" Display: mDisplayId=0\n  init=9x9 9dpi cur={self.size[0]}x{self.size[1]} app=9x9\n"
            f"  mRotation={self.rotation} mDeferred=0\n Window #1 Window{{a u0 {self.focus}/.Main}}:\n fl={flags}\n"
            f"mCurrentFocus=Window{{a u0 {self.focus}/.Main}}\n"
            f"showing={'true' if self.locked else 'false'}\nmCurMethodId={KEYBOARD}/.Keys\n"
        )
        return ShellResult(answer.encode(), b"", 0)


def look(phone: ScriptedPhone, *, screenshot: bool = True) -> ScreenCapture:
    return ScreenReader(phone, phone).look(screenshot=screenshot)


def labels(phone: ScriptedPhone) -> list[str]:
    return [element.label for element in look(phone).views.elements]


def test_screen_at_rest_is_taken_once() -> None:
    phone = ScriptedPhone()

    assert look(phone).screenshot is not None
    assert phone.asked.count("takeScreenshot") == 1


def test_screen_that_moved_in_between_is_taken_again() -> None:
    phone = ScriptedPhone([dump(window("Loading")), dump(window("Done"))])

    screen = look(phone)

    assert [element.label for element in screen.views.elements] == ["Done"]
    assert phone.asked.count("takeScreenshot") == 2


def test_screen_that_never_rests_is_taken_a_bounded_number_of_times() -> None:
    phone = ScriptedPhone([dump(window(str(number))) for number in range(99)])

    assert look(phone).screenshot is not None
    assert phone.asked.count("takeScreenshot") == TAKES


def test_image_from_before_the_phone_was_turned_is_taken_again() -> None:
    phone = ScriptedPhone(
        [dump(window("Wide", bounds="[0,0][200,100]"))],
        [image(), image(size=(200, 100))],
        size=(200, 100),
        rotation=1,
    )

    screen = look(phone)

    assert screen.screenshot is not None
    assert (screen.screenshot.width_px, screen.display.rotation) == (200, 1)


def test_both_halves_of_a_split_screen_are_seen() -> None:
    upper = window("Upper", bounds="[0,0][100,100]")
    lower = window("Lower", package="org.example.other", bounds="[0,100][100,200]")

    assert labels(ScriptedPhone([dump(upper, lower)])) == ["Upper", "Lower"]


def test_bars_and_keyboard_are_left_out() -> None:
    bar = window("12:30", package=SYSTEM, bounds="[0,0][100,10]")
    shade_that_is_up = window("", package=SYSTEM)
    buttons = window("Back", package=SYSTEM, bounds="[0,190][100,200]")
    keys = window("q", package=KEYBOARD)

    shown = dump(bar, window("Hello"), shade_that_is_up, keys, buttons)
    assert labels(ScriptedPhone([shown])) == ["Hello"]


@pytest.mark.parametrize("bounds", ["[5,12][95,40]", "[60,60][98,140]", "[2,150][70,185]"])
def test_panel_of_the_system_over_the_app_is_seen_after_it(bounds: str) -> None:
    panel = window("Reply", package=SYSTEM, bounds=bounds)

    assert labels(ScriptedPhone([dump(panel, window("Hello"))])) == ["Hello", "Reply"]


@given(st.permutations(["app", "dialog", "heads-up", "keyboard", "status bar", "other app"]))
def test_windows_are_seen_from_the_back_to_the_front_whatever_their_order(
    order: list[str],
) -> None:
    listed = {
        "other app": window("Other", package="org.example.other"),
        "app": window("Hello"),
        "dialog": window("Sure?", bounds="[10,80][90,120]"),
        "heads-up": window("Reply", package=SYSTEM, bounds="[5,12][95,40]"),
        "keyboard": window("q", package=KEYBOARD, bounds="[0,150][100,190]"),
        "status bar": window("12:30", package=SYSTEM, bounds="[0,0][100,10]"),
    }

    phone = ScriptedPhone([dump(*(listed[name] for name in order))])

    seen = labels(phone)
    assert sorted(seen) == ["Hello", "Other", "Reply", "Sure?"]
    assert seen.index("Other") < seen.index("Hello") < min(seen.index("Reply"), seen.index("Sure?"))


def test_shade_is_seen_when_it_is_in_front() -> None:
    shade = window("Clear all", package=SYSTEM)

    assert labels(ScriptedPhone([dump(window("Hello"), shade)], focus=SYSTEM)) == [
        "Hello",
        "Clear all",
    ]


def test_screen_without_views_still_has_its_image() -> None:
    screen = look(ScriptedPhone([dump()]))

    assert screen.views.elements == ()
    assert screen.screenshot is not None


def test_views_that_were_missing_for_a_moment_are_read_again() -> None:
    assert labels(ScriptedPhone([dump(), dump(window("Hello"))])) == ["Hello"]


@pytest.mark.parametrize("nonsense", [None, 7, "ERROR: null root node"])
def test_hierarchy_that_is_none_is_an_error(nonsense: object) -> None:
    with pytest.raises(BadHierarchy):
        look(ScriptedPhone([nonsense]))


@pytest.mark.parametrize("failed", [None, b"", image()[:-40], image("black")])
def test_failed_image_is_replaced_by_screencap(failed: bytes | None) -> None:
    screenshot = look(ScriptedPhone(jpegs=[failed], png=image(kind="PNG"))).screenshot

    assert screenshot is not None
    assert (screenshot.mime, screenshot.width_px, screenshot.height_px) == ("image/png", 100, 200)


@pytest.mark.parametrize(
    ("phone", "error"),
    [
        (lambda: ScriptedPhone(jpegs=[None]), ScreenshotFailed),
        (lambda: ScriptedPhone(jpegs=[None], png=image(kind="PNG")[:60]), ScreenshotFailed),
        (lambda: ScriptedPhone(on=False), ScreenOff),
        (lambda: ScriptedPhone(locked=True), ScreenLocked),
    ],
)
def test_screen_that_cannot_be_seen_is_an_error(
    phone: Callable[[], ScriptedPhone], error: type[Exception]
) -> None:
    with pytest.raises(error):
        look(phone())


def test_black_screen_is_a_look_without_a_picture_and_with_a_notice() -> None:
    screen = look(ScriptedPhone(jpegs=[image("black")], png=image("black", kind="PNG")))

    assert screen.screenshot is None
    assert screen.notice == BLACK
    assert screen.views.elements


def test_folded_phone_is_seen_on_the_panel_that_is_on() -> None:
    panels = {
        "11": image("black", kind="PNG"),
        "12": image(size=(50, 50), kind="PNG"),
        "13": image(kind="PNG"),
    }
    phone = ScriptedPhone(jpegs=[image("black")], png=panels["11"], panels=panels)

    screen = look(phone)

    assert screen.screenshot is not None
    assert (screen.screenshot.data, screen.notice) == (panels["13"], "")


def test_phone_whose_device_info_fails_is_seen() -> None:
    phone = ScriptedPhone()

    assert (look(phone).display.width_px, look(phone).display.is_on) == (100, True)
    assert "deviceInfo" not in phone.asked


def test_secure_screen_has_views_but_no_image() -> None:
    phone = ScriptedPhone(secure=True)

    screen = look(phone)

    assert screen.status.secure
    assert screen.screenshot is None
    assert screen.views.elements
    assert "takeScreenshot" not in phone.asked


def test_screen_that_turns_secure_while_it_is_photographed_is_secure() -> None:
    class Turning(ScriptedPhone):
        def shell(self, *words: str, timeout_s: float = 1, checked: bool = True) -> ShellResult:
            self.secure = True
            return super().shell(*words)

    screen = look(Turning(jpegs=[image("black")], png=image("black", kind="PNG")))

    assert screen.status.secure
    assert screen.screenshot is None


def test_app_that_came_to_the_front_in_between_is_looked_at_again() -> None:
    other = dump(window("Other", package="org.example.other"))

    assert labels(ScriptedPhone([other, dump(window("Hello"))])) == ["Hello"]


def test_dark_but_not_black_image_counts() -> None:
    assert examine(image("#101010")) == (examine(image("#101010"))[0], False)
