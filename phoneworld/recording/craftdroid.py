"""Imports CraftDroid's tests: lists of events on widgets, without screens.

A test tells which widget was touched, on which activity, and which it waited for. A screen is made of all widgets
that the tests of a folder name on its activity, because nothing else of it is known. What a test waited for and
did not touch is on the screen and can only be read. An event whose activity is not told is refused, and so are
tests of CraftDroid's own making that were never carried out (`event_type` stepping).
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import cast

from phoneworld.recording.files import BadRecording, Json, files_in, read_text, whole_text
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
    LongPress,
    Point,
    PressButton,
    Scroll,
    Stroke,
    SystemButton,
    Type,
)
from runtime.observation import CLICKABLE, EDITABLE, LONG_CLICKABLE, PASSWORD

MOST_EVENTS = 1_000
_KINDS = frozenset({"gui", "oracle", "SYS_EVENT", "stepping"})
_TYPED = (
    "send_keys",
    "clear_and_send_keys",
    "send_keys_and_hide_keyboard",
    "clear_and_send_keys_and_hide_keyboard",
    "send_keys_and_enter",
)

Activity = tuple[str, str]
"""A package and its activity."""
Widget = tuple[str, str, str, str]
"""Class, id, text and description."""


def is_craftdroid(folder: Path) -> bool:
    """Whether a folder looks like tests of CraftDroid's."""
    first = next(folder.glob("*.json"), None)
    if first is None:
        return False
    try:
        return bool(_events(first))
    except BadRecording:
        return False


def import_craftdroid(folder: Path) -> Recording:
    """The tests of a folder, with the screens that can be made of them."""
    refusals: list[Refusal] = []
    tests: dict[Path, list[Json]] = {}
    for path in files_in(folder, "*.json"):
        try:
            tests[path] = _events(path)
        except BadRecording as error:
            refusals.append(Refusal(str(path), str(error).removeprefix(f"{path}: ")))
    screens = _screens(tests)
    if not screens:
        why = f" ({refusals[0]})" if refusals else ""
        raise BadRecording(f"{folder}: no event tells its activity{why}")
    episodes = [
        episode
        for path, events in tests.items()
        for episode in _episodes(path, events, screens, refusals)
    ]
    packages = Counter(package for package, _ in screens)
    return Recording(
        source=folder.name,
        package=max(sorted(packages), key=lambda package: packages[package]),
        episodes=tuple(episodes),
        screens=tuple(one.laid.screen for one in screens.values()),
        refusals=tuple(refusals),
    )


def _events(path: Path) -> list[Json]:
    text = read_text(path)
    try:
        value: object = json.loads(whole_text(text))
    except (ValueError, RecursionError) as error:
        raise BadRecording(f"{path}: no JSON ({error})") from error
    if not isinstance(value, list) or not value:
        raise BadRecording(f"{path}: a list of events was expected")
    events = cast("list[object]", value)
    if len(events) > MOST_EVENTS:
        raise BadRecording(f"{path}: {len(events)} events, more than a test has")
    found = [cast("Json", one) for one in events if isinstance(one, dict)]
    if len(found) < len(events) or any(one.get("event_type") not in _KINDS for one in found):
        raise BadRecording(f"{path}: its entries are not those of a test")
    return found


class _ActivityScreen:
    """What is known of one activity: its widgets, laid out."""

    def __init__(self, activity: Activity, widgets: dict[Widget, int]) -> None:
        self._views = {
            widget: UnplacedView(
                widget[0] or "android.view.View",
                text=widget[2],
                description=widget[3],
                resource_id=widget[1],
                flags=flags,
            )
            for widget, flags in widgets.items()
        }
        root = UnplacedView("android.widget.FrameLayout", children=list(self._views.values()))
        name = f"{activity[0]}{activity[1]}"
        self.laid: LaidOut = lay_out(root, name=name, package=activity[0], activity=activity[1])

    @property
    def screen(self) -> RecordedScreen:
        return self.laid.screen

    def point(self, widget: Widget) -> Point:
        x, y = self.laid.center_of(self._views[widget])
        screen = self.screen
        return Point((x + 0.5) * SCALE / screen.width_px, (y + 0.5) * SCALE / screen.height_px)


Screens = dict[Activity, _ActivityScreen]


def _screens(tests: dict[Path, list[Json]]) -> Screens:
    widgets: dict[Activity, dict[Widget, int]] = {}
    for events in tests.values():
        for event in events:
            activity, widget = _activity(event), _widget(event)
            if activity is None or not any(widget[1:]) or event["event_type"] == "stepping":
                continue
            known = widgets.setdefault(activity, {})
            known[widget] = known.get(widget, 0) | _flags(event)
    return {activity: _ActivityScreen(activity, known) for activity, known in widgets.items()}


def _activity(event: Json) -> Activity | None:
    package, activity = event.get("package"), event.get("activity")
    if isinstance(package, str) and isinstance(activity, str) and package and activity:
        return package, activity
    return None


def _widget(event: Json) -> Widget:
    kind, id, text, says = (
        value if isinstance(value := event.get(key), str) else ""
        for key in ("class", "resource-id", "text", "content-desc")
    )
    # What stood in a field is what somebody typed there.
    return kind, id, "" if "EditText" in kind and id else text, says


def _flags(event: Json) -> int:
    act, kind = _act(event)[0], str(event.get("class", ""))
    flags = CLICKABLE if event.get("clickable") == "true" or act == "click" else 0
    if "EditText" in kind or act in _TYPED:
        flags |= EDITABLE | CLICKABLE
    if event.get("password") == "true":
        flags |= PASSWORD
    return flags | (LONG_CLICKABLE if act == "long_press" else 0)


def _act(event: Json) -> tuple[str, str]:
    """What was done, and what was typed."""
    told = event.get("action")
    words = cast("list[object]", told) if isinstance(told, list) else []
    texts = [word if isinstance(word, str) else "" for word in words]
    return (texts[0] if texts else ""), (texts[1] if len(texts) > 1 else "")


def _episodes(
    path: Path, events: list[Json], screens: Screens, refusals: list[Refusal]
) -> list[RecordedEpisode]:
    """The steps of a test, in parts where one of them cannot be used."""
    groups: list[list[RecordedStep]] = [[]]
    here: _ActivityScreen | None = None
    waiting: list[tuple[_ActivityScreen, Action]] = []
    for number, event in enumerate(events):
        if event["event_type"] == "stepping":
            continue
        activity = _activity(event)
        if activity is not None and activity in screens:
            here = screens[activity]
            for before, action in waiting:
                groups[-1].append(RecordedStep(before.screen, action, here.screen))
            waiting = []
        if event["event_type"] == "oracle":
            continue
        try:
            if here is None or (activity is None and event["event_type"] != "SYS_EVENT"):
                raise BadRecording("its activity is not told")
            if waiting and not isinstance(waiting[0][1], Type):
                raise BadRecording("what came of the event before is not told")
            # Typing stays where it was.
            groups[-1] += [RecordedStep(one.screen, act, one.screen) for one, act in waiting]
            waiting = []
            acts = _actions(event, here)
        except BadRecording as error:
            refusals.append(Refusal(f"{path} event {number}", str(error)))
            groups.append([])
            waiting = []
            continue
        groups[-1] += [RecordedStep(here.screen, act, here.screen) for act in acts[:-1]]
        waiting = [(here, acts[-1])]
    return [
        RecordedEpisode(f"{path.parent.name}/{path.stem}#{number}", tuple(group))
        for number, group in enumerate(group for group in groups if group)
    ]


def _actions(event: Json, here: _ActivityScreen) -> list[Action]:
    act, text = _act(event)
    if act == "KEY_BACK":
        return [PressButton(SystemButton.BACK)]
    widget = _widget(event)
    if not any(widget[1:]):
        raise BadRecording("it does not say which widget it means")
    target = here.point(widget)
    match act:
        case "click":
            return [Click(target)]
        case "long_press":
            return [LongPress(target)]
        case "swipe_right":
            return [Scroll(Stroke(target, Point(SCALE - 1, target.y)))]
        case _ if act in _TYPED:
            typed = Type(whole_text(text), target, clear=act.startswith("clear"))
            enter: list[Action] = [PressButton(SystemButton.ENTER)]
            return [typed, *(enter if act.endswith("enter") else [])]
        case _:
            raise BadRecording(f"{act[:40]!r} is no action that is known")
