"""Which window has the focus, of all the displays that a phone tells of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from runtime.backends.adb.windows import ListedWindow, is_part_of_an_app

_TOP = re.compile(r"\bmTopFocusedDisplayId=(\d+)")
_LINE = re.compile(
    r"^\s*(?:(?P<section>WINDOW MANAGER )|Display: mDisplayId=(?P<display>\d+)"
    r"|.*?\bmCurrentFocus=.*?Window\{(?P<id>\S+) u\d+ (?P<title>.*?)(?: EXITING)?\}"
    r"|.*?\bmFocusedApp=.*? (?P<package>[\w.]+)/(?P<activity>[\w.$]+)[ },])",
)
_COMPONENT = re.compile(r"(?P<package>\w+(?:\.\w+)+)(?:/(?P<activity>[\w.$]+))?")


@dataclass(frozen=True, slots=True)
class FocusedApp:
    """The app in front, and the id of the window. Empty where the phone does not say."""

    package: str = ""
    activity: str = ""
    window: str = ""


@dataclass(frozen=True, slots=True)
class _FocusLine:
    display: str
    match: re.Match[str]


def read_focus(text: str, windows: Iterable[ListedWindow]) -> FocusedApp:
    """The window with the focus on the display that has it; the last listed, where none is named.

    While windows change, none has the focus, but the app that will have it is known.
    """
    focused: list[_FocusLine] = []
    apps: list[_FocusLine] = []
    display = ""
    for line in text.splitlines():
        match = _LINE.match(line)
        if match is None:
            continue
        if match["section"]:
            display = ""
        elif match["display"]:
            display = match["display"]
        else:
            (focused if match["id"] else apps).append(_FocusLine(display, match))
    top = _TOP.findall(text)
    app = _chosen(apps, top)
    window = _chosen(focused, top)
    if window is None or is_part_of_an_app(window["title"]):
        found = _focus(app["package"], app["activity"]) if app is not None else FocusedApp()
        return FocusedApp(found.package, found.activity, window["id"] if window is not None else "")
    component = _COMPONENT.fullmatch(window["title"])
    if component is not None:
        return _focus(component["package"], component["activity"] or "", window["id"])
    # A window of the system, such as NotificationShade or "Application Not Responding: ...", is
    # called by its title. Its owner is known where all windows are listed.
    owners = {known.id: known.owner for known in windows}
    return FocusedApp(owners.get(window["id"], ""), "", window["id"])


def _chosen(lines: Sequence[_FocusLine], top: Sequence[str]) -> re.Match[str] | None:
    there = [one for one in lines if top and one.display == top[-1]]
    chosen = (there or list(lines))[-1:]
    return chosen[0].match if chosen else None


def _focus(package: str, activity: str, window: str = "") -> FocusedApp:
    short = activity.removeprefix(package) if activity.startswith(f"{package}.") else activity
    return FocusedApp(package, short, window)
