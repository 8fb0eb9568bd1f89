"""Names of screens as Android has them: `com.phoneworld.notes/.edit`.

The activity of a screen is a dot and its route, which is also what a `PhoneDevice` observes; an app
that plays a real one has that one's activity, whatever it shows. A
route with a slash (`bike/home`, a mini app) has a dot in its place here: clients split at slashes.
System panels (shade, recents, permission questions) are `com.android.systemui/.panel`.
"""

from __future__ import annotations

from dataclasses import dataclass

from phoneworld.activity import Activity
from phoneworld.adb.handset.lock import takes_touches
from phoneworld.adb.session import AdbSession
from phoneworld.app import App
from phoneworld.composition import SYSTEM_PACKAGE
from phoneworld.device import activity_name
from phoneworld.phone import LAUNCHER, Phone

PANEL = ".panel"
FIRST_TASK = 10


@dataclass(frozen=True, slots=True)
class Component:
    """A package and one of its activities, the latter starting with a dot where it can."""

    package: str
    name: str

    @property
    def class_name(self) -> str:
        """The activity's whole Java name."""
        return self.package + self.name if self.name.startswith(".") else self.name

    def __str__(self) -> str:
        return f"{self.package}/{self.name}"


def read_component(text: str) -> Component | None:
    """`package/.name` or `package/package.name`; None if it is neither."""
    package, slash, name = text.partition("/")
    if not slash or not package or not name:
        return None
    if name.startswith(package + "."):
        name = name[len(package) :]
    return Component(package, name)


def component_of(app: App, route: str) -> Component:
    """The component of a screen."""
    return Component(app.package, activity_name(app, route))


def component_of_activity(activity: Activity) -> Component:
    return component_of(activity.screen.app, activity.route)


def launcher_component(app: App) -> Component:
    """The screen that an app starts with."""
    return component_of(app, app.start)


def route_of(app: App, component: Component) -> str | None:
    """The route that a component names, if the app has it."""
    routes = (app.start,) if app.activity else app.screens
    for route in routes:
        if component_of(app, route).name == component.name:
            return route
    return None


def focused_window(session: AdbSession) -> Component | None:
    """The window in front; None while the phone is locked or dark."""
    phone = session.phone
    if not takes_touches(session):
        return None
    if phone.panel is not None:
        return Component(SYSTEM_PACKAGE, PANEL)
    return component_of_activity(phone.activity)


def task_id(phone: Phone, package: str) -> int:
    """The number of an app's task: always the same one."""
    return FIRST_TASK + list(phone.apps).index(package)


def package_of_task(phone: Phone, number: int) -> str | None:
    """The package whose task has a number, if it is open."""
    packages = list(phone.apps)
    place = number - FIRST_TASK
    package = packages[place] if 0 <= place < len(packages) else None
    return package if package in phone.tasks else None


def open_tasks(phone: Phone) -> list[tuple[str, list[Activity]]]:
    """Packages that are open with their screens, the one in front first."""
    front = phone.activity.package
    others = [package for package in reversed(phone.tasks) if package not in (front, LAUNCHER)]
    order = [front, *others]
    if front != LAUNCHER and LAUNCHER in phone.tasks:
        order.append(LAUNCHER)
    return [(package, phone.tasks[package]) for package in order if phone.tasks.get(package)]
