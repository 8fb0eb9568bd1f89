"""Imports AutoDroid-V2's logs: `log.yaml` (what was explored) and `task*.yaml` (demonstrations), without states.

A record shows its screen as simplified HTML with its nesting and without places, and what was done there to which
of its elements. What followed is the screen of the next record: it is taken to have followed at once. The app is
called by the folder, because no record names its package.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import cast

from phoneworld.recording.droidtask import read_records
from phoneworld.recording.files import BadRecording, Json, files_in
from phoneworld.recording.model import (
    RecordedEpisode,
    RecordedScreen,
    RecordedStep,
    Recording,
    Refusal,
)
from phoneworld.recording.unplaced_views import LaidOut, UnplacedView, lay_out
from runtime.actions import (
    SCALE,
    Action,
    Click,
    Direction,
    LongPress,
    Point,
    PressButton,
    Scroll,
    SystemButton,
    Type,
)
from runtime.observation import (
    CHECKABLE,
    CHECKED,
    CLICKABLE,
    EDITABLE,
    SCROLLABLE,
    SELECTED,
)

LOG = "log.yaml"
DONE = "-1"
MOST_CHARACTERS = 1 << 20
"""Of one log: it shows a screen for each record."""
_WIDGETS = "android.widget."
_TAGS = {
    "button": ("Button", CLICKABLE),
    "p": ("TextView", 0),
    "input": ("EditText", EDITABLE | CLICKABLE),
    "checkbox": ("CheckBox", CHECKABLE | CLICKABLE),
    "scrollbar": ("ScrollView", SCROLLABLE),
}
_ON = re.compile(r"\b(selected|checked)\b")
_SPACES = re.compile(r"\s+")
_NAME = re.compile(r"<([\w.]+)")


class _Views(HTMLParser):
    """The views of simplified HTML, and those that can be named, by their numbers."""

    def __init__(self, package: str) -> None:
        super().__init__()
        self.root = UnplacedView("android.widget.FrameLayout")
        self.by_number: dict[str, UnplacedView] = {}
        self._open = [self.root]
        self._package = package

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" not in given:
            return
        # The parser writes tags small; classes are not.
        written = _NAME.match(self.get_starttag_text() or "")
        name, flags = _TAGS.get(tag, (written[1] if written else tag, 0))
        status = given.get("status", "")
        if _ON.search(status):
            flags |= CHECKED if flags & CHECKABLE else SELECTED
        id = given.get("resource_id", "")
        view = UnplacedView(
            name if "." in name else _WIDGETS + name,
            text=given.get("text", ""),
            description=given.get("alt", ""),
            resource_id=f"{self._package}:id/{id}" if id else "",
            flags=flags,
        )
        self._open[-1].children.append(view)
        self._open.append(view)
        self.by_number[given["id"]] = view

    def handle_endtag(self, tag: str) -> None:
        if len(self._open) > 1 and tag != "br":
            self._open.pop()

    def handle_data(self, data: str) -> None:
        words = _SPACES.sub(" ", data).strip()
        if words and len(self._open) > 1:
            view = self._open[-1]
            view.text = f"{view.text} {words}".strip()


def is_autodroid(folder: Path) -> bool:
    """Whether a folder looks like the logs of one app."""
    if (folder / "states").exists() or (folder / "utg.js").exists():
        return False
    return (folder / LOG).is_file() or any(folder.glob("task*.yaml"))


def import_autodroid(folder: Path) -> Recording:
    """The screens and steps of one app's logs."""
    package = folder.name
    screens: dict[str, RecordedScreen] = {}
    episodes: list[RecordedEpisode] = []
    refusals: list[Refusal] = []
    for path in (*files_in(folder, LOG), *files_in(folder, "task*.yaml")):
        try:
            goal, records = read_records(path, most=MOST_CHARACTERS)
        except BadRecording as error:
            refusals.append(Refusal(str(path), str(error).removeprefix(f"{path}: ")))
            continue
        is_task = path.name != LOG
        groups: list[list[RecordedStep]] = [[]]
        for number, (record, following) in enumerate(pairwise(records), 1):
            name = f"{path} record {number}"
            try:
                step = _step(record, following, package, screens, name)
            except BadRecording as error:
                refusals.append(Refusal(name, str(error).removeprefix(f"{name}: ")))
                groups.append([])
            else:
                groups[-1].append(step)
        ended = is_task and records[-1].get("Choice") == DONE and len(groups) == 1
        for number, steps in enumerate(group for group in groups if group):
            told = goal if is_task and steps is groups[0] else ""
            name = f"{folder.name}/{path.stem}#{number}"
            episodes.append(RecordedEpisode(name, tuple(steps), told, ended))
    if not screens:
        why = f" ({refusals[0]})" if refusals else ""
        raise BadRecording(f"{folder}: it holds no record that can be used{why}")
    return Recording(
        folder.name, package, tuple(episodes), tuple(screens.values()), tuple(refusals)
    )


def _step(
    record: Json, following: Json, package: str, screens: dict[str, RecordedScreen], name: str
) -> RecordedStep:
    views, before = _screen(record, package, screens, name)
    _, after = _screen(following, package, screens, name)
    action = _action(record, views, before, name)
    return RecordedStep(screens[_shown(record)], action, after.screen)


def _shown(record: Json) -> str:
    shown = record.get("State")
    return shown if isinstance(shown, str) else ""


def _screen(
    record: Json, package: str, screens: dict[str, RecordedScreen], name: str
) -> tuple[dict[str, UnplacedView], LaidOut]:
    """The views of a record by their numbers, and its screen: one for all records that show the same."""
    shown = _shown(record)
    if not shown.strip():
        raise BadRecording(f"{name}: it shows no screen")
    views = _Views(package)
    try:
        views.feed(shown)
        views.close()
        laid = lay_out(views.root, name=f"{name} screen", package=package)
    except (AssertionError, ValueError, RecursionError) as error:
        raise BadRecording(f"{name}: its screen cannot be read ({error})") from error
    known = screens.setdefault(shown, laid.screen)
    return views.by_number, LaidOut(known, laid.bounds)


def _action(record: Json, views: dict[str, UnplacedView], before: LaidOut, name: str) -> Action:
    told, typed = record.get("ActionDetails"), record.get("Input")
    details = cast("Json", told) if isinstance(told, dict) else {}
    kind = details.get("action_type") or record.get("Action")
    number = str(record.get("Choice"))
    match kind:
        case "navigate_back":
            return PressButton(SystemButton.BACK)
        case "scroll":
            direction = str(details.get("direction", "")).casefold()
            if direction not in {one.value for one in Direction}:
                raise BadRecording(f"{name}: it does not say which way was scrolled")
            return Scroll(Direction(direction))
        case "click" | "touch" | "long_click" | "long_touch" | "input_text" | "set_text":
            view = views.get(number)
        case _:
            raise BadRecording(f"{name}: {str(kind)[:40]!r} is no action that is known")
    if view is None:
        raise BadRecording(f"{name}: element {number} was chosen, and is not there")
    x, y = before.center_of(view)
    target = Point(
        (x + 0.5) * SCALE / before.screen.width_px, (y + 0.5) * SCALE / before.screen.height_px
    )
    if kind in ("input_text", "set_text"):
        if not isinstance(typed, str):
            raise BadRecording(f"{name}: what was typed is no text")
        return Type(typed, target, clear=True)
    return LongPress(target) if str(kind).startswith("long") else Click(target)
