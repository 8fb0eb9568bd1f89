"""One look at a phone's screen: views and image that belong together.

Views are read before and after the image is taken; if they differ, the screen moved in between
and both are taken again, a bounded number of times. A failed or black image is never passed off
as a screen: secure windows have none, a black image is left out with a notice that says so, a
screen that is off is an error. uiautomator's `deviceInfo` is not asked: it always fails on
Android 17.
"""

from __future__ import annotations

import base64
import binascii
import io
import re
from dataclasses import dataclass, replace
from typing import cast

from runtime.backends.adb.automation import Rpc
from runtime.backends.adb.calls import AdbShell
from runtime.backends.adb.errors import (
    AutomationFailed,
    CommandFailed,
    ScreenLocked,
    ScreenOff,
    ScreenshotFailed,
)
from runtime.backends.adb.stacking import SYSTEM_UI, in_front
from runtime.backends.adb.status import PhoneStatus, read_status
from runtime.errors import BadHierarchy, DeviceError
from runtime.hierarchy import elements_of
from runtime.hierarchy_xml import HierarchyNode, parse_hierarchy
from runtime.observation import Bounds, Element, Screenshot

MAX_DEPTH = 80
TAKES = 4
EMPTY_TAKES = 3
JPEG_QUALITY = 80
DARKEST = 6
"""JPEG turns black into almost black."""
BLACK = "there is no picture: its image is all black, though the screen is on; only views are seen"
_DISPLAY_ID = re.compile(r"^\s*Display (\d+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class DisplayState:
    """The screen as it is turned now."""

    width_px: int
    height_px: int
    rotation: int
    is_on: bool


@dataclass(frozen=True, slots=True)
class Views:
    """What can be read of the windows in front."""

    windows: tuple[HierarchyNode, ...]
    elements: tuple[Element, ...]

    @property
    def packages(self) -> frozenset[str]:
        return frozenset(window.package for window in self.windows)


@dataclass(frozen=True, slots=True)
class ScreenCapture:
    """A look: all of it from one moment, as far as phones allow."""

    display: DisplayState
    status: PhoneStatus
    views: Views
    screenshot: Screenshot | None
    notice: str = ""
    """Why there is no screenshot, where nothing on the screen forbids one."""


class ScreenReader:
    """Looks at one phone."""

    def __init__(self, shell: AdbShell, rpc: Rpc) -> None:
        self._shell = shell
        self._rpc = rpc

    def look(self, *, screenshot: bool) -> ScreenCapture:
        """Look until what is read at the beginning and at the end agree, or the screen never rests."""
        screen, agrees = self._take(screenshot=screenshot)
        for _ in range(TAKES - 1):
            if agrees:
                break
            screen, agrees = self._take(screenshot=screenshot)
        missing = screenshot and screen.screenshot is None
        if missing and not screen.status.secure and not screen.notice:
            raise ScreenshotFailed("no image: secure windows come and go; look again")
        return screen

    def _take(self, *, screenshot: bool) -> tuple[ScreenCapture, bool]:
        """One look, and whether all of it shows the same screen."""
        display, status = self._state()
        views = self.views(display, status)
        status = replace(status, package=status.package or _package_of(views))
        agrees = not views.windows or status.package in views.packages
        if not screenshot or status.secure:
            return ScreenCapture(display, status, views, None), agrees
        image = self._image(display)
        if image is None:
            return ScreenCapture(display, status, views, None), False
        later = self.views(display, status)
        agrees = agrees and later.elements == views.elements
        if isinstance(image, str):
            return ScreenCapture(display, status, later, None, image), agrees
        return ScreenCapture(display, status, later, image), agrees and not _turned(image, display)

    def _state(self) -> tuple[DisplayState, PhoneStatus]:
        """Display and status of a phone that is awake."""
        status = read_status(self._shell)
        display = _display(status)
        _check_awake(display, status)
        return display, status

    def views(self, display: DisplayState, status: PhoneStatus) -> Views:
        """The windows in front, from the back to the front: no bars of the system, no keyboard."""
        area = Bounds(0, 0, display.width_px, display.height_px)
        root = self._dump(area)
        for _ in range(EMPTY_TAKES - 1):
            if root.children:
                break
            # Between two windows there is none; a game or a video may never have any.
            root = self._dump(area)
        windows = in_front(root, status, area)
        shown = HierarchyNode(
            root.class_name, "", "", "", "", root.package, root.bounds, root.flags, windows
        )
        return Views(windows, elements_of(shown))

    def _dump(self, area: Bounds) -> HierarchyNode:
        text = self._rpc.read("dumpWindowHierarchy", False, MAX_DEPTH)
        if not isinstance(text, str):
            raise BadHierarchy(f"the phone gave no view hierarchy but {text!r}: look again")
        return parse_hierarchy(text, screen=area)

    def toast(self) -> str:
        """The last short message, once."""
        text = self._rpc.read("getLastToast")
        if not text:
            return ""
        self._rpc.read("clearLastToast")
        return str(text)

    def _image(self, display: DisplayState) -> Screenshot | str | None:
        """An image that shows something, or why there is none; None where a window is secure."""
        failures: list[str] = []
        black = False
        for name, take in (("takeScreenshot", self._jpeg), ("screencap", self._png)):
            try:
                image, is_black = take()
            except (ScreenshotFailed, AutomationFailed, CommandFailed) as error:
                failures.append(f"{name}: {error}")
                continue
            if not is_black:
                return image
            black = True
        _, status = self._state()
        if status.secure:
            return None
        if black:
            return self._other_panel(display) or BLACK
        what = status.package or "the screen"
        raise ScreenshotFailed(f"no image of {what}: {'; '.join(failures)}")

    def _other_panel(self, display: DisplayState) -> Screenshot | None:
        """The image of another panel: of a folded phone, the default one may be off."""
        try:
            listed = self._shell.shell("dumpsys", "SurfaceFlinger", "--display-id").text
        except CommandFailed:
            return None
        panels = parse_panels(listed)
        for panel in panels if len(panels) > 1 else ():
            try:
                image, is_black = examine(self._shell.shell("screencap", "-d", panel, "-p").out)
            except (ScreenshotFailed, CommandFailed):
                continue
            same_size = (image.width_px, image.height_px) == (display.width_px, display.height_px)
            if same_size and not is_black:
                return image
        return None

    def _jpeg(self) -> tuple[Screenshot, bool]:
        text = self._rpc.read("takeScreenshot", 1, JPEG_QUALITY)
        if not isinstance(text, str) or not text:
            raise ScreenshotFailed("uiautomator gave no image")
        try:
            return examine(base64.b64decode(text))
        except binascii.Error as error:
            raise ScreenshotFailed(f"the image is not base64: {error}") from error

    def _png(self) -> tuple[Screenshot, bool]:
        return examine(self._shell.shell("screencap", "-p").out)


def parse_panels(text: str) -> tuple[str, ...]:
    """The ids by which `screencap -d` knows the phone's panels."""
    return tuple(_DISPLAY_ID.findall(text))


def examine(data: bytes) -> tuple[Screenshot, bool]:
    """A complete image with its size, and whether all of it is black."""
    # Imported here: observing without images needs no Pillow.
    from PIL import Image

    try:
        with Image.open(io.BytesIO(data), formats=("JPEG", "PNG")) as image:
            size = image.size
            mime = f"image/{(image.format or '').lower()}"
            # JPEG only: decodes an eighth of the size, still reading to the end.
            image.draft("L", (max(1, size[0] // 8), max(1, size[1] // 8)))
            image.load()
            brightest = cast("tuple[int, int]", image.convert("L").getextrema())[1]
    except (OSError, SyntaxError, ValueError) as error:
        raise ScreenshotFailed(f"{len(data)} bytes are no whole image ({error})") from error
    return Screenshot(data, mime, *size), brightest <= DARKEST


def _display(status: PhoneStatus) -> DisplayState:
    if not status.width_px or not status.height_px:
        raise CommandFailed("the phone does not report the size of its display: look again")
    # A phone that does not tell is taken to be on: its image shows whether that is so.
    is_on = status.awake is not False
    return DisplayState(status.width_px, status.height_px, status.rotation, is_on)


def _package_of(views: Views) -> str:
    """Whose the screen is, where the phone does not say: the app's in front, else the system's."""
    packages = [window.package for window in views.windows]
    return next((one for one in reversed(packages) if one != SYSTEM_UI), (packages or [""])[-1])


def _check_awake(display: DisplayState, status: PhoneStatus) -> None:
    problem: DeviceError | None = None
    if not display.is_on:
        problem = ScreenOff("the screen is off: wake it ('python -m runtime doctor --fix')")
    elif status.locked:
        problem = ScreenLocked("the phone is locked: its owner must unlock it")
    if problem is not None:
        raise problem


def _turned(image: Screenshot, display: DisplayState) -> bool:
    """Whether the image was taken in another rotation than the display's."""
    return (image.width_px > image.height_px) != (display.width_px > display.height_px)
