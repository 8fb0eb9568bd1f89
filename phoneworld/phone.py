"""A virtual Android phone: its data, its apps, what is on its screen.

The phone knows no pixels (`phoneworld.render` paints its frames) and no actions in the policy's
sense (`phoneworld.device` translates them into touches). Its clock only moves when told. All of
its state is databases and plain values, so that a snapshot is bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from phoneworld import composition, serialization
from phoneworld.activity import Activity
from phoneworld.app import App, State
from phoneworld.errors import AppError
from phoneworld.frame import Frame, KeptLayer, Layer
from phoneworld.locale import translator
from phoneworld.providers import calendar, contacts, media, settings, system, telephony
from phoneworld.realism import OFF, Realism
from phoneworld.store import Database, Databases
from phoneworld.system import panels
from phoneworld.ui.scroll_views import ScrollView
from phoneworld.ui.widgets import Field
from phoneworld.world import EPOCH, from_millis

LAUNCHER = "com.phoneworld.launcher"


class Phone:
    """One phone with its apps. `phone_data` gives it databases and content; then it can be touched."""

    def __init__(self, apps: Mapping[str, App], *, realism: Realism = OFF) -> None:
        self.apps = apps
        shown = (app for app in apps.values() if app.in_launcher)
        self.launchable = tuple(sorted(shown, key=lambda app: app.label.lower()))
        """The apps that can be started from the home screen, by name."""
        self.realism = realism
        self.databases = Databases()
        self._stand_ins: dict[str, str] = {}
        for app in apps.values():
            if app.stands_in_for is not None:
                self._put_in_place_of(app, app.stands_in_for)
        self.version = 0
        self.now_s = EPOCH.timestamp()
        self.tasks: dict[str, list[Activity]] = {}
        self.front = LAUNCHER
        self.panel: State | None = None
        self.clipboard = ""
        self.toast_text = ""
        self.notices: list[str] = []
        self.keyboard_layout = "letters"
        self.shifted = False
        self.occasions: dict[str, int] = {}
        self.shifted_layout = False
        self._window: Layer | None = None
        self._window_version = -1
        self._field: Field | None = None
        self._field_version = -1
        self.kept_window: KeptLayer | None = None

    # Data

    def bind_data(self) -> None:
        """Use the present databases, after they were created or replaced."""
        self.settings = settings.SettingsProvider(self.databases[settings.PATH])

    @property
    def contacts(self) -> Database:
        return self.databases[contacts.PATH]

    @property
    def calls(self) -> Database:
        return self.databases[contacts.CALLS_PATH]

    @property
    def messages(self) -> Database:
        return self.databases[telephony.PATH]

    @property
    def calendar(self) -> Database:
        return self.databases[calendar.PATH]

    @property
    def files(self) -> Database:
        return self.databases[media.PATH]

    @property
    def system(self) -> Database:
        return self.databases[system.PATH]

    def app_database(self, app: App) -> Database:
        """The database of an app."""
        return self.databases[app.database_path]

    def _put_in_place_of(self, app: App, other: App) -> None:
        self._stand_ins[other.package] = app.package
        if other.schema and app.schema == other.schema:
            self.databases.alias(other.database_path, app.database_path)

    def installed_as(self, package: str) -> str:
        """The package that stands in for another on this phone, else that one itself."""
        return self._stand_ins.get(package, package)

    def has_app(self, package: str) -> bool:
        """Whether an app, or one that stands in for it, is installed."""
        return self.installed_as(package) in self.apps

    def app(self, package: str) -> App:
        """An installed app by its package, or the one that stands in for it."""
        found = self.apps.get(self.installed_as(package))
        if found is None:
            raise AppError(f"no app {package} is installed; installed: {', '.join(self.apps)}")
        return found

    def touch(self) -> None:
        """Note that something may have changed: the screen is built anew at the next look."""
        self.version += 1

    # Time

    @property
    def now_ms(self) -> int:
        return int(self.now_s * 1000)

    @property
    def today(self) -> str:
        """The day on the phone's clock, as `2026-05-14`."""
        return from_millis(self.now_ms).date().isoformat()

    def advance(self, seconds: float) -> None:
        """Let time pass, and notify the apps."""
        before = self.now_s
        self.now_s += max(0.0, seconds)
        for app in self.apps.values():
            if app.on_time is not None:
                app.on_time(self, before, self.now_s)
        self.touch()

    # Screens

    @property
    def activity(self) -> Activity:
        """The screen in front."""
        stack = self.tasks.get(self.front)
        if not stack:
            stack = self._start_task(self.front)
        return stack[-1]

    def _start_task(self, package: str) -> list[Activity]:
        app = self.app(package)
        self.tasks[package] = stack = [self._make_activity(app, app.start, {})]
        stack[0].screen.opened()
        return stack

    def _make_activity(self, app: App, route: str, args: Mapping[str, Any]) -> Activity:
        screen_type = app.screens.get(route)
        if screen_type is None:
            raise AppError(f"{app.label} has no screen {route!r}; it has {', '.join(app.screens)}")
        own, state = dict(args), dict[str, Any]()
        return Activity(app.package, route, own, state, screen_type(self, app, own, state))

    def revive_activity(self, kept: Mapping[str, Any]) -> Activity:
        """An activity as it was when it was saved."""
        app = self.app(kept["package"])
        activity = self._make_activity(app, kept["route"], kept["args"])
        for name in Activity.KEPT:
            setattr(activity, name, kept[name])
        activity.screen = app.screens[activity.route](self, app, activity.args, activity.state)
        return activity

    def open_screen(self, package: str, route: str, args: Mapping[str, Any]) -> None:
        """Open a screen of an app on top of what it shows."""
        app = self.app(package)
        package = app.package
        activity = self._make_activity(app, route, args)
        if self.front != package:
            activity.caller = self.front if self.front != LAUNCHER else ""
        self.tasks.setdefault(package, []).append(activity)
        self._bring_forward(package)
        self._load_slowly(activity)
        activity.screen.opened()

    def close_screen(self, result: Any = None) -> None:
        """Close the screen in front. After the last one of an app, the app that opened it follows, or home."""
        stack = self.tasks[self.front]
        closed = stack.pop()
        if not stack:
            del self.tasks[self.front]
        if closed.caller and closed.caller in self.tasks:
            self._bring_forward(closed.caller)
        elif not stack:
            self.go_home()
        elif result is not None:
            stack[-1].screen.returned(result)
        self.touch()

    def launch(self, package: str, route: str = "", args: Mapping[str, Any] | None = None) -> None:
        """Bring an app to the front, on one of its screens if one is named."""
        app = self.app(package)
        package = app.package
        if package not in self.tasks:
            if route and route != app.start:
                self.open_screen(package, route, args or {})
                return
            caller = self.front if self.front != LAUNCHER else ""
            activity = self._make_activity(app, app.start, args or {})
            activity.caller = caller if route else ""
            self.tasks[package] = [activity]
            self._bring_forward(package)
            self._load_slowly(activity)
            activity.screen.opened()
            self._disturb(package)
        elif route:
            self.open_screen(package, route, args or {})
        else:
            self._bring_forward(package)
        self.touch()

    def _bring_forward(self, package: str) -> None:
        if package in self.tasks:
            self.tasks[package] = self.tasks.pop(package)
        self.front = package
        self.panel = None
        self.touch()

    def go_home(self) -> None:
        """Show the home screen."""
        self.panel = None
        self.front = LAUNCHER
        self.tasks.pop(LAUNCHER, None)
        self._start_task(LAUNCHER)
        self.touch()

    def clear_task(self, package: str) -> None:
        """Forget an app's screens, as Android does for FLAG_ACTIVITY_CLEAR_TASK: what it does in the
        background goes on.
        """
        self.tasks.pop(package, None)
        if self.front == package:
            self.go_home()

    def stop_app(self, package: str) -> None:
        """End an app and forget its screens."""
        self.clear_task(self.app(package).package)
        self.touch()

    @property
    def recent_apps(self) -> list[str]:
        """The apps that are open, the last used first."""
        return [package for package in reversed(self.tasks) if package != LAUNCHER]

    # Overlays of a screen

    def show_overlay(self, overlay: State) -> None:
        """Open a dialog, menu or picker described by plain data."""
        activity = self.activity
        activity.overlay = overlay
        activity.focus = ""
        activity.keyboard = False
        if "fields" in overlay:
            self.focus_field(next(iter(overlay["fields"])), select=True)
        self.touch()

    def dismiss_overlay(self) -> None:
        """Close the overlay without calling the screen."""
        activity = self.activity
        activity.overlay = None
        activity.focus = ""
        activity.keyboard = False
        self.touch()

    def answer_overlay(self, method: str, *values: Any, **args: Any) -> None:
        """Close the overlay and call a method of the screen with what was chosen."""
        screen = self.activity.screen
        self.dismiss_overlay()
        getattr(screen, method)(*values, **args)

    # System panels: what covers everything else

    def show_panel(self, kind: str, **content: Any) -> None:
        """Open the shade, recents, the share sheet or a system dialog."""
        self.panel = {"kind": kind, **content}
        self.touch()

    def close_panel(self) -> None:
        self.panel = None
        self.touch()

    def share(self, text: str, file: str) -> None:
        self.show_panel("share", text=text, file=file)

    def need_permission(self, package: str, permission: str, then: str, args: State) -> None:
        """Call a method of the screen in front once an app has a permission."""
        package = self.installed_as(package)
        granted = self.system.value(
            "SELECT granted FROM permissions WHERE package = ? AND permission = ?",
            package,
            permission,
        )
        if granted and not self._chance("permission_prompts", self.realism.permission_prompts):
            getattr(self.activity.screen, then)(**args)
            return
        self.show_panel("permission", package=package, permission=permission, then=then, args=args)

    def grant_permission(self, package: str, permission: str, *, granted: bool) -> None:
        """Store the answer to a permission request."""
        self.system.run(
            "INSERT INTO permissions (package, permission, granted) VALUES (?, ?, ?) "
            "ON CONFLICT (package, permission) DO UPDATE SET granted = excluded.granted "
            "WHERE granted <> excluded.granted",
            package,
            permission,
            int(granted),
        )

    def notify(self, package: str, title: str, text: str, *, route: str = "", **args: Any) -> None:
        """Post a notification; tapping it opens a screen of the app."""
        self.system.insert(
            "notifications",
            package=self.installed_as(package),
            title=title,
            text=text,
            posted=self.now_ms,
            route=route,
            args=json.dumps(args),
        )
        self.touch()

    def toast(self, text: str) -> None:
        """Show a short message, in the phone's language, until the next touch."""
        text = translator(self.settings.get("system", "locale", "en"))(text)
        self.toast_text = text
        self.notices.append(text)
        self.touch()

    # Fields

    def focus_field(self, key: str, *, select: bool = False) -> None:
        """Put the cursor into a field of the screen in front."""
        activity = self.activity
        activity.focus = key
        activity.keyboard = True
        activity.select_all = select
        self.keyboard_layout = "letters"
        self.shifted = False
        self.touch()

    def focus_standing(self, field: Field) -> None:
        """Put the cursor into a field of a window in which nothing scrolls: it stays in sight there."""
        self.focus_field(field.key, select=field.select_on_focus)
        self._field = field
        self._field_version = self.version

    def reveal_focus(self) -> None:
        """Scroll to the field that has the cursor, where the keyboard would cover it."""
        scroll = self.activity.scroll
        for view in self.content_window().view.walk_placed():
            if isinstance(view, ScrollView) and view.focus_offset is not None:
                if view.focus_offset != view.offset:
                    self.touch()
                scroll[view.key] = view.focus_offset

    @property
    def texts(self) -> State:
        """Where the fields of the window in front keep their text."""
        activity = self.activity
        if self.panel is not None and "fields" in self.panel:
            return self.panel["fields"]
        if activity.overlay is not None and "fields" in activity.overlay:
            return activity.overlay["fields"]
        return activity.state

    @property
    def keyboard_shown(self) -> bool:
        return self.activity.keyboard and (
            self.panel is None or self.panel["kind"] == panels.TEXT_MENU
        )

    def focused_field(self) -> Field | None:
        """The field that has the cursor, if it is on the screen."""
        key = self.activity.focus
        if not key:
            return None
        kept = self._field
        if kept is not None and self._field_version == self.version and kept.key == key:
            return kept
        for view in self.content_window().view.walk_placed():
            if isinstance(view, Field) and view.key == key:
                return view
        return None

    # What is on the screen

    def window(self) -> Layer:
        """The window in front: what can be read and touched."""
        if self._window is None or self._window_version != self.version:
            self._window = composition.active_window(self)
            self._window_version = self.version
        return self._window

    def content_window(self) -> Layer:
        """The window of the app in front, whatever system panel lies over it."""
        return self.window() if self.panel is None else composition.content_window(self)

    def frame(self) -> Frame:
        """All that is to be painted now."""
        return composition.frame(self)

    # Realism

    def _chance(self, kind: str, chance: float) -> bool:
        if not chance:
            return False
        count = self.occasions.get(kind, 0)
        self.occasions[kind] = count + 1
        return self.realism.draw(kind, count).random() < chance

    def touch_is_lost(self) -> bool:
        """Whether this touch goes unnoticed."""
        return self._chance("flaky_touches", self.realism.flaky_touches)

    def shift_layout(self) -> None:
        """Perhaps something appears and pushes everything down, just before a touch lands."""
        shift = self._chance("layout_shift", self.realism.layout_shift)
        if shift != self.shifted_layout:
            self.shifted_layout = shift
            self.touch()

    def _load_slowly(self, activity: Activity) -> None:
        if self._chance("slow_loading", self.realism.slow_loading):
            activity.ready_at_s = self.now_s + 1.5

    def _disturb(self, package: str) -> None:
        if package == LAUNCHER or self.panel is not None:
            # What the app itself asks when it is opened (a permission) is not covered up.
            return
        if self._chance("popups", self.realism.popups):
            number = self.occasions["popups"]
            self.show_panel("popup", number=number, package=package)
        elif self._chance("ads", self.realism.ads):
            self.show_panel("ad", number=self.occasions["ads"], package=package)

    # Snapshots

    def snapshot(self) -> bytes:
        """The whole phone as bytes."""
        return serialization.save(self)

    def restore(self, data: bytes) -> None:
        """Become the phone of a snapshot, or raise `SnapshotError` and stay as it is."""
        serialization.load(self, serialization.read(data))
