"""A PhoneWorld phone as a `Device`: in process, at full speed."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, assert_never

from phoneworld import gestures, serialization
from phoneworld.app import App
from phoneworld.change_words import tell_changes
from phoneworld.phone import LAUNCHER, Phone
from phoneworld.system import text_input
from phoneworld.system.panels import TEXT_MENU
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
    Target,
    Type,
    Wait,
)
from runtime.device import DeviceInfo, DeviceSnapshot, Performed
from runtime.device_checks import check_action
from runtime.errors import AmbiguousApp, DeviceGone, UnknownApp
from runtime.observation import FOCUSED, Observation, Screenshot

if TYPE_CHECKING:
    from phoneworld.render.screen_painter import ScreenPainter

_FAST = 1
ANDROID_VERSION = "15"


def activity_name(app: App, route: str) -> str:
    """A screen as Android names an activity; clients split component names at slashes."""
    if app.activity:
        return app.activity.removeprefix(app.package)
    return "." + route.replace("/", ".")


class PhoneDevice:
    """Looks at a phone and acts on it. Waiting moves the phone's clock, not the wall's."""

    def __init__(self, phone: Phone, *, address: str = "phoneworld://") -> None:
        self.phone = phone
        self._address = address
        self._looks = 0
        self._newest = ""
        self._closed = False
        self._painter: ScreenPainter | None = None

    @property
    def info(self) -> DeviceInfo:
        display = self.phone.realism.display
        return DeviceInfo(
            address=self._address,
            kind="phoneworld",
            model=self.phone.settings.get("global", "device_name", "PhoneWorld"),
            android_version=ANDROID_VERSION,
            width_px=display.width_px,
            height_px=display.height_px,
            density_dpi=display.density_dpi,
            locale=self.phone.settings.get("system", "locale", "en"),
            launcher=LAUNCHER,
        )

    def observe(self, *, screenshot: bool = False) -> Observation:
        self._check_open()
        phone = self.phone
        layer = phone.window()
        elements = layer.elements
        notices = tuple(phone.notices)
        phone.notices.clear()
        self._looks += 1
        self._newest = f"look-{self._looks}"
        display = phone.realism.display
        activity = phone.activity
        focused = None
        if activity.focus:
            for element in elements:
                if element.flags & FOCUSED:
                    focused = element.index
                    break
        package = layer.env.package
        app = phone.apps[activity.package]
        secure = app.secure
        return Observation(
            id=self._newest,
            package=package,
            activity=activity_name(app, activity.route) if package == app.package else ".panel",
            width_px=display.width_px,
            height_px=display.height_px,
            rotation=0,
            elements=elements,
            keyboard_shown=phone.keyboard_shown,
            focused=focused,
            secure=secure,
            notices=notices,
            # As on a phone, what a secure window shows cannot be photographed.
            screenshot=self.screenshot() if screenshot and not secure else None,
            time_s=phone.now_s,
        )

    def screenshot(self, *, mime: str = "image/jpeg", max_side_px: int = 0) -> Screenshot:
        """Paint the phone as it is now."""
        from phoneworld.render.paint import encode, paint

        image = paint(self.phone.frame(), max_side_px=max_side_px)
        return Screenshot(encode(image, mime=mime), mime, image.width, image.height)

    def rgb(self, width_px: int, height_px: int) -> bytes:
        """The phone as it is now, as raw pixels at a size: what environments are given, at their speed.

        Only what changed since the last call is painted. A secure screen is black, as on a phone.
        """
        self._check_open()
        phone = self.phone
        if phone.apps[phone.activity.package].secure:
            return bytes(width_px * height_px * 3)
        if self._painter is None or self._painter.size != (width_px, height_px):
            from phoneworld.render.screen_painter import ScreenPainter

            self._painter = ScreenPainter(width_px, height_px)
        return self._painter.rgb(phone.frame())

    def perform(self, action: Action, observation: Observation) -> Performed:
        self._check_open()
        check_action(action, observation, self._newest)
        phone = self.phone
        before = phone.version
        touches: tuple[tuple[int, int], ...] = ()
        note = ""
        match action:
            case Click(target):
                touches = (observation.pixel(target),)
                note = gestures.tap(phone, *touches[0])
            case DoubleClick(target):
                touches = (observation.pixel(target),)
                note = gestures.tap(phone, *touches[0])
                note = gestures.tap(phone, *touches[0]) and note
            case LongPress(target):
                touches = (observation.pixel(target),)
                note = gestures.hold(phone, *touches[0])
            case Type():
                touches, note = self._type(action, observation)
            case Scroll():
                touches, note = self._scroll(action, observation)
            case Drag(start, end):
                touches = (observation.pixel(start), observation.pixel(end))
                note = gestures.stroke(phone, *touches)
            case PressButton(button):
                note = gestures.press(phone, button)
            case OpenApp(name, afresh):
                package = self.find_app(name)
                if afresh:
                    phone.clear_task(package)
                phone.launch(package)
            case CloseApp(name):
                phone.stop_app(self.find_app(name))
            case Wait(duration_ms):
                phone.toast_text = ""
                phone.advance(duration_ms / 1000)
            case Output() | Finish() | AskUser():
                raise AssertionError("check_action has refused these")
            case _:
                assert_never(action)
        # What was seen is history now, even where it still looks the same.
        self._newest = ""
        if phone.realism.latency_ms and not isinstance(action, Wait):
            phone.advance(phone.realism.latency_ms / 1000)
        return Performed(action, touches, changed=phone.version != before and not note, note=note)

    def _type(
        self, action: Type, observation: Observation
    ) -> tuple[tuple[tuple[int, int], ...], str]:
        phone = self.phone
        touches: tuple[tuple[int, int], ...] = ()
        if action.target is not None:
            touches = (observation.pixel(action.target),)
            note = gestures.tap(phone, *touches[0])
            if note:
                return touches, note
        phone.toast_text = ""
        if phone.panel is not None and phone.panel["kind"] == TEXT_MENU:
            phone.close_panel()
        if phone.panel is not None:
            return touches, "no field has the cursor: tap one first"
        if not text_input.insert(phone, action.text, replace=action.clear):
            phone.activity.select_all = False
            return touches, "no field has the cursor: tap one first"
        return touches, ""

    def _scroll(
        self, action: Scroll, observation: Observation
    ) -> tuple[tuple[tuple[int, int], ...], str]:
        if isinstance(action.motion, Stroke):
            touches = (
                observation.pixel(action.motion.start),
                observation.pixel(action.motion.end),
            )
            return touches, gestures.stroke(self.phone, *touches)
        return (), self._page(action.motion, action.target, observation)

    def _page(self, direction: Direction, target: Target | None, observation: Observation) -> str:
        if target is None:
            x, y = observation.width_px // 2, observation.height_px // 2
        else:
            x, y = observation.pixel(target)
        return gestures.scroll(self.phone, direction, x, y)

    def find_app(self, name: str) -> str:
        """The package of an app named by its label, its package, or the start of its label."""
        wanted = name.strip().lower()
        apps = [app for app in self.phone.apps.values() if app.in_launcher]
        exact = [a for a in apps if wanted in (a.label.lower(), a.package)]
        near = exact or [a for a in apps if wanted and a.label.lower().startswith(wanted)]
        if len(near) == 1:
            return near[0].package
        labels = ", ".join(sorted(app.label for app in near or apps))
        if near:
            raise AmbiguousApp(f"{name!r} may be any of {labels}: give the full name")
        raise UnknownApp(f"no app {name!r} is on this phone; there are {labels}")

    def snapshot(self) -> DeviceSnapshot:
        """A snapshot of the whole phone."""
        self._check_open()
        # Many are kept, and the databases of a phone are mostly zeros and words.
        state = zlib.compress(self.phone.snapshot(), _FAST)
        return DeviceSnapshot(state, serialization.fingerprint(self.phone))

    def changes_since(self, before: DeviceSnapshot) -> tuple[str, ...]:
        """What has changed since a snapshot, in words. Which screens are open does not count."""
        self._check_open()
        return tell_changes(self.phone, serialization.database_parts(zlib.decompress(before.state)))

    def restore(self, snapshot: DeviceSnapshot) -> None:
        """Restore the phone from a snapshot."""
        self._check_open()
        self.phone.restore(zlib.decompress(snapshot.state))
        self._newest = ""

    def interrupt(self) -> None:
        """Does nothing: no call here waits in real time."""

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self.phone.databases.close()

    def _check_open(self) -> None:
        if self._closed:
            raise DeviceGone("this PhoneWorld phone was closed: open another")
