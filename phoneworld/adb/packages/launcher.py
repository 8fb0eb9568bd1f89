"""Opens screens on behalf of adb clients; a screen that cannot be shown is not left in front."""

from __future__ import annotations

from enum import Enum, auto

from phoneworld.adb.errors import AdbError
from phoneworld.adb.handset.logs import log
from phoneworld.adb.packages.intent_targets import IntentTarget, Sharing
from phoneworld.adb.session import AdbSession
from phoneworld.phone import LAUNCHER
from runtime.errors import PhoneBuddyError


class Launch(Enum):
    """How a screen came to the front."""

    COLD = auto()
    """Its app was not running."""
    WARM = auto()
    """A new screen of an app that was."""
    TO_FRONT = auto()
    """The app was running and is in front now."""
    ON_TOP = auto()
    """It was in front already."""


class LaunchFailed(AdbError):
    """The screen cannot be shown with what it was opened with. The phone is as it was."""


def launch(session: AdbSession, target: IntentTarget | Sharing) -> Launch:
    """Open a screen, or `LaunchFailed`."""
    phone = session.phone
    tasks = {package: list(stack) for package, stack in phone.tasks.items()}
    front, panel = phone.front, phone.panel
    try:
        how = _open(session, target)
        phone.window()
    except (
        PhoneBuddyError,
        ArithmeticError,
        AttributeError,
        LookupError,
        TypeError,
        ValueError,
    ) as error:
        # Extras are foreign data: a screen that trips over them must not stay.
        phone.tasks, phone.front, phone.panel = tasks, front, panel
        phone.touch()
        raise LaunchFailed(f"this screen cannot be shown with these extras: {error!r}") from error
    if isinstance(target, IntentTarget):
        component = target.component_on(phone)
        log(session, "ActivityTaskManager", f"START u0 {{cmp={component}}} from uid 2000")
    return how


def _open(session: AdbSession, target: IntentTarget | Sharing) -> Launch:
    phone = session.phone
    if isinstance(target, Sharing):
        phone.share(target.text, target.file)
        return Launch.WARM
    package = target.package
    if package == LAUNCHER and target.route == phone.apps[LAUNCHER].start:
        phone.go_home()
        return Launch.TO_FRONT
    running = package in phone.tasks
    from_launcher = target.route == phone.apps[package].start and not target.args
    if from_launcher and running:
        how = Launch.ON_TOP if phone.front == package else Launch.TO_FRONT
        phone.launch(package)
        return how
    phone.launch(package, "" if from_launcher else target.route, dict(target.args))
    if target.fields:
        phone.activity.state.update(target.fields)
        phone.touch()
    return Launch.WARM if running else Launch.COLD
