"""A phone behind adb as a `Device`.

What is sent to the phone is sent once. If the connection breaks while an action is under way, the
action is `LostMidAction`: whoever acts looks again and decides anew. Looks change nothing, so they
are tried again after the phone has come back.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from typing import TypeVar, assert_never

from runtime.actions import (
    Action,
    AskUser,
    Click,
    CloseApp,
    Direction,
    DoubleClick,
    Drag,
    Finish,
    LongPress,
    OpenApp,
    Output,
    PressButton,
    Scroll,
    Stroke,
    SystemButton,
    Target,
    Type,
    Wait,
)
from runtime.backends.adb.address import AdbAddress, read_address, server_address
from runtime.backends.adb.app_drawer import AppDrawer
from runtime.backends.adb.apps import InstalledApps, LaunchableApp
from runtime.backends.adb.automation import UiAutomatorClient
from runtime.backends.adb.calls import SHELL_S, AdbCalls
from runtime.backends.adb.connection import Finder
from runtime.backends.adb.deadlines import Interruption
from runtime.backends.adb.details import read_info
from runtime.backends.adb.errors import (
    AdbServerDown,
    ConnectionLost,
    LostMidAction,
    Offline,
    ServiceRefused,
)
from runtime.backends.adb.gestures import SCROLL_MS, SWIPE_MS, Pixel, TouchInput, page
from runtime.backends.adb.own_names import read_own_names
from runtime.backends.adb.pending_restores import PendingRestores
from runtime.backends.adb.screen import DisplayState, ScreenCapture, ScreenReader, Views
from runtime.backends.adb.settle import Settling, settle
from runtime.backends.adb.status import PhoneStatus, read_status
from runtime.backends.adb.text_input import TextInput, focused_field
from runtime.backends.adb.wake_keeper import WakeKeeper
from runtime.device import DeviceInfo, Performed
from runtime.device_checks import check_action
from runtime.errors import DeviceGone, DeviceTimeout, UnknownApp
from runtime.observation import FOCUSED, Observation

_log = logging.getLogger(__name__)
_T = TypeVar("_T")

UNCHANGED = "nothing on the screen changed"
RETURN_S = 10.0
"""How long a lost phone may take to come back before a look is given up."""
_LOST = (ConnectionLost, Offline, DeviceGone, AdbServerDown, ServiceRefused)


class AdbDevice:
    """One phone, found and ready. `open_device` makes it from an address."""

    def __init__(
        self,
        calls: AdbCalls,
        finder: Finder,
        address: AdbAddress,
        *,
        settling: Settling | None = None,
        own_names: Mapping[str, str] | None = None,
    ) -> None:
        self._calls = calls
        self._finder = finder
        self._address = address
        self._settling = settling or Settling()
        self._interruption = calls.interruption
        self._automation = UiAutomatorClient(calls)
        self._camera = ScreenReader(calls, self._automation)
        self._touch = TouchInput(self._automation, self._interruption.pause)
        self._apps = InstalledApps(calls, own_names)
        self._drawer = AppDrawer(self._touch, self._settled_views, self._size)
        self._awake = WakeKeeper(self._automation)
        self._restores = PendingRestores(self._interruption)
        self._text_input = TextInput(
            calls,
            self._automation,
            self._views,
            self._restores,
            self._interruption.pause,
            keyboard_shown=lambda: read_status(calls).keyboard_shown,
        )
        self._looks = 0
        self._newest = ""
        self._closed = False
        self._last: ScreenCapture | None = None
        self._toast = ""
        try:
            self._automation.start()
            self._info = read_info(calls, address)
        except BaseException:
            self._automation.stop()
            raise

    @property
    def info(self) -> DeviceInfo:
        return self._info

    @property
    def automation(self) -> UiAutomatorClient:
        """uiautomator on this phone: the one owner, to be shared."""
        return self._automation

    def observe(self, *, screenshot: bool = False) -> Observation:
        self._begin()
        self._automation.drain()
        screen = self._returning(lambda: self._camera.look(screenshot=screenshot))
        toast = self._returning(self._camera.toast) or self._toast
        self._toast = ""
        self._restores.restore()
        self._awake.keep()
        self._last = screen
        self._looks += 1
        self._newest = f"look-{self._looks}"
        return self._observation(screen, toast)

    def perform(self, action: Action, observation: Observation) -> Performed:
        self._begin()
        check_action(action, observation, self._newest)
        app = self._app_of(action)
        # Whatever happens from here on, what was seen is history.
        self._newest = ""
        try:
            touches, note = self._act(action, observation, app)
        except ConnectionLost as error:
            raise LostMidAction(
                f"{action}: the connection to {self._calls.serial} broke; it may have been done: "
                "look again, and do it again only if it was not"
            ) from error
        return self._settled(action, touches, note)

    def interrupt(self) -> None:
        self._interruption.ask()

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._interruption.begin()
        self._restores.restore()
        if self._restores.pending:
            _log.error(
                "left changed on %s: %s", self._calls.serial, ", ".join(self._restores.pending)
            )
        self._automation.stop()

    def _begin(self) -> None:
        if self._closed:
            raise DeviceGone(f"{self._address} was closed: open it again")
        self._interruption.begin()

    # Looking

    def _returning(self, read: Callable[[], _T]) -> _T:
        """Read something; if the phone was lost, once more when it is back."""
        try:
            return read()
        except _LOST as error:
            _log.warning("%s was lost (%s): waiting for it", self._calls.serial, error)
            self._finder.find(self._address, timeout_s=RETURN_S)
            self._automation.start()
            return read()

    def _observation(self, screen: ScreenCapture, toast: str) -> Observation:
        display, status, views = screen.display, screen.status, screen.views
        focused = next((e.index for e in views.elements if e.flags & FOCUSED and e.editable), None)
        if focused is None:
            focused = next((e.index for e in views.elements if e.flags & FOCUSED), None)
        return Observation(
            id=self._newest,
            package=status.package,
            activity=status.activity,
            width_px=display.width_px,
            height_px=display.height_px,
            rotation=display.rotation,
            elements=views.elements,
            keyboard_shown=status.keyboard_shown,
            focused=focused,
            secure=status.secure,
            notices=tuple(notice for notice in (toast, screen.notice) if notice),
            screenshot=screen.screenshot,
            time_s=status.time_s,
        )

    def _views(self) -> Views:
        """The views as they are now, on the display as it was at the last look."""
        return self._camera.views(*self._frame())

    def _frame(self) -> tuple[DisplayState, PhoneStatus]:
        if self._last is None:
            self._last = self._camera.look(screenshot=False)
        return self._last.display, self._last.status

    # Acting

    def _app_of(self, action: Action) -> LaunchableApp | None:
        match action:
            case OpenApp(name):
                return self._returning(lambda: self._find_app(name))
            case CloseApp(name):
                return self._returning(lambda: self._apps.find(name))
            case _:
                return None

    def _find_app(self, name: str) -> LaunchableApp:
        """The app that is meant, by what is known of it, else by its label in the app drawer."""
        try:
            return self._apps.find(name)
        except UnknownApp:
            if self._drawer.is_read or self._apps.are_all_labelled:
                raise
            front = self._frame()[1].package
            label = self._drawer.find(name)
            if not label:
                self._bring_back(front)
                raise
        self._drawer.tap(label)
        self._settled_views()
        opened = self._apps.find(read_status(self._calls).package)
        self._apps.learn(label, opened.package)
        self._apps.learn(name, opened.package)
        return opened

    def _bring_back(self, package: str) -> None:
        """Show what was in front before the drawer was read: an app, or else the home screen."""
        try:
            app = self._apps.find(package)
        except UnknownApp:
            self._touch.press(SystemButton.HOME)
        else:
            self._apps.launch(app)
        self._settled_views()

    def _settled_views(self) -> Views:
        settle(self._seen, (), self._interruption.pause, self._settling)
        return self._views()

    def _size(self) -> tuple[int, int]:
        display = self._frame()[0]
        return display.width_px, display.height_px

    def _act(
        self, action: Action, observation: Observation, app: LaunchableApp | None
    ) -> tuple[tuple[Pixel, ...], str]:
        """Do it; the pixels touched, and what to know about it."""
        touch = self._touch
        touches: tuple[Pixel, ...] = ()
        note = ""
        match action:
            case Click(target):
                touches = (observation.pixel(target),)
                touch.tap(touches[0])
            case DoubleClick(target):
                touches = (observation.pixel(target),)
                touch.tap_twice(touches[0])
            case LongPress(target, duration_ms):
                touches = (observation.pixel(target),)
                touch.hold(touches[0], duration_ms)
            case Type(text, target, clear):
                touches = self._put_cursor(target, observation)
                note = self._text_input.type(text, clear=clear)
            case Scroll(motion, target):
                touches = self._scroll(motion, target, observation)
            case Drag(start, end, duration_ms):
                touches = (observation.pixel(start), observation.pixel(end))
                touch.drag(*touches, duration_ms)
            case PressButton(button):
                touch.press(button)
            case OpenApp(afresh=afresh) if app is not None:
                self._apps.launch(app, afresh=afresh)
            case CloseApp() if app is not None:
                self._apps.stop(app)
            case Wait(duration_ms):
                self._wait(duration_ms / 1000)
            case OpenApp() | CloseApp() | Output() | Finish() | AskUser():
                raise AssertionError("refused or looked up before")
            case _:
                assert_never(action)
        return touches, note

    def _wait(self, seconds: float) -> None:
        """Let time pass on the phone: a virtual one's clock moves faster than the wall's."""
        if seconds > 0:
            self._calls.shell("sleep", f"{seconds:.3f}", timeout_s=seconds + SHELL_S)

    def _put_cursor(self, target: Target | None, observation: Observation) -> tuple[Pixel, ...]:
        """Tap the field, and wait until it has the cursor."""
        if target is None:
            return ()
        at = observation.pixel(target)
        self._touch.tap(at)

        def ready() -> bool:
            field = focused_field(self._views())
            return field is not None and field.bounds.contains(*at)

        settle(ready, False, self._interruption.pause, self._settling)
        return (at,)

    def _scroll(
        self, motion: Direction | Stroke, target: Target | None, observation: Observation
    ) -> tuple[Pixel, ...]:
        if isinstance(motion, Stroke):
            stroke = observation.pixel(motion.start), observation.pixel(motion.end)
            self._touch.swipe(*stroke, SWIPE_MS)
        else:
            middle = observation.width_px // 2, observation.height_px // 2
            at = middle if target is None else observation.pixel(target)
            stroke = page(motion, at, observation)
            self._touch.swipe(*stroke, SCROLL_MS)
        return stroke

    def _settled(self, action: Action, touches: tuple[Pixel, ...], note: str) -> Performed:
        """Wait for the screen to rest, and tell whether it changed."""
        before = self._last.views.elements if self._last is not None else ()
        patience = Settling(0.0, 0.0) if isinstance(action, Wait) else self._settling
        began = time.perf_counter()
        try:
            settled = settle(self._seen, before, self._interruption.pause, patience)
            changed = settled.changed or self._has_toast()
        except (*_LOST, DeviceTimeout) as error:
            return Performed(action, touches, note=f"done, but then the phone was lost: {error}")
        if not note and not changed:
            note = UNCHANGED
        if not settled.at_rest:
            _log.debug("%s: the screen was still moving after %s", self._calls.serial, action)
        settle_ms = (time.perf_counter() - began) * 1000
        return Performed(action, touches, changed=changed, note=note, settle_ms=settle_ms)

    def _seen(self) -> object:
        return self._views().elements

    def _has_toast(self) -> bool:
        self._toast = self._camera.toast()
        return bool(self._toast)


def open_device(address: str) -> AdbDevice:
    """The phone at `adb://SERIAL`, `adb://HOST:PORT`, or at `adb://` the only one connected."""
    wanted = read_address(address)
    interruption = Interruption()
    finder = Finder(server_address(), interruption)
    serial = finder.find(wanted)
    found = wanted if wanted.serial else read_address(f"adb://{serial}")
    calls = AdbCalls(finder.server, serial, interruption)
    return AdbDevice(calls, finder, found, own_names=read_own_names())
