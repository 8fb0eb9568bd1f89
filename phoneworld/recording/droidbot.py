"""Imports what DroidBot writes: `states/state_*.json`, `events/event_*.json`, screenshots; and the
demonstrations that were made on its states (`droidtask`).

Views that nobody can see (marked invisible, empty or inverted bounds) are left out, and what is
inside them takes their place. An episode ends where the app is killed or started anew, or where
an event does not start on the screen that the one before left. Events that lead from or to a state
that is not there are refused: a step with a made-up end would be worth less than none.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import cast

from phoneworld.recording.droidtask import read_tasks
from phoneworld.recording.files import (
    BadRecording,
    Json,
    files_in,
    is_own,
    picture_in,
    read_object,
)
from phoneworld.recording.model import (
    RecordedEpisode,
    RecordedScreen,
    RecordedStep,
    Recording,
    Refusal,
)
from phoneworld.recording.phone_sizes import at_phone_size
from runtime.actions import (
    SCALE,
    Action,
    Click,
    CloseApp,
    Direction,
    LongPress,
    OpenApp,
    Point,
    PressButton,
    Scroll,
    SystemButton,
    Type,
)
from runtime.hierarchy_xml import HierarchyNode
from runtime.observation import (
    CHECKABLE,
    CHECKED,
    CLICKABLE,
    DISABLED,
    EDITABLE,
    FOCUSABLE,
    FOCUSED,
    LONG_CLICKABLE,
    PASSWORD,
    SCROLLABLE,
    SELECTED,
    Bounds,
)

MAX_DEPTH = 256
MAX_VIEWS = 20_000
_FLAGS = {
    "clickable": CLICKABLE,
    "long_clickable": LONG_CLICKABLE,
    "checkable": CHECKABLE,
    "checked": CHECKED,
    "editable": EDITABLE,
    "focusable": FOCUSABLE,
    "focused": FOCUSED,
    "scrollable": SCROLLABLE,
    "selected": SELECTED,
    "is_password": PASSWORD,
}
_COMPONENT = re.compile(r"am start\b.*?\s([A-Za-z_][\w.]*)/")


def is_droidbot(folder: Path) -> bool:
    """Whether a folder looks like DroidBot's output."""
    states = folder / "states"
    return states.is_dir() and is_own(states, folder) and any(states.glob("state_*.json"))


def import_droidbot(folder: Path) -> Recording:
    """All that can be used of one output folder."""
    refusals: list[Refusal] = []
    screens = _read_states(folder, refusals)
    if not screens:
        raise BadRecording(f"{folder}: not one of its states can be used; {_first(refusals)}")
    steps = _read_events(folder, screens, refusals)
    package = _package(folder, steps, screens)
    return Recording(
        source=folder.name,
        package=package,
        episodes=(*_episodes(folder.name, steps), *read_tasks(folder, screens, refusals)),
        screens=tuple(screens.values()),
        refusals=tuple(refusals),
    )


def _first(refusals: list[Refusal]) -> str:
    return f"the first: {refusals[0]}" if refusals else "there are none"


def _read_states(folder: Path, refusals: list[Refusal]) -> dict[str, RecordedScreen]:
    """Screens by DroidBot's name for the state; of several looks at one, the first with a picture."""
    found: dict[str, RecordedScreen] = {}
    sized: set[str] = set()
    for path in files_in(folder, "states/state_*.json"):
        try:
            state = read_object(path)
            identity = state.get("state_str")
            if not isinstance(identity, str) or not identity:
                raise BadRecording(f"{path}: it has no state_str")
            known = found.get(identity)
            picture = _picture(folder, path.stem.removeprefix("state_"))
            if known is None or (known.picture is None and picture is not None):
                found[identity] = _screen(state, path, picture)
                if _told_size(state) is not None:
                    sized.add(identity)
        except BadRecording as error:
            refusals.append(_refusal(path, error))
    return at_phone_size(found, sized)


def _refusal(path: Path, error: BadRecording) -> Refusal:
    return Refusal(str(path), str(error).removeprefix(f"{path}: "))


def _picture(folder: Path, tag: str) -> Path | None:
    for place in ("screens_full", "screens", "states"):
        found = picture_in(folder, f"{place}/screen_{tag}")
        if found is not None:
            return found
    return None


def _screen(state: Json, path: Path, picture: Path | None) -> RecordedScreen:
    views = state.get("views")
    if not isinstance(views, list) or not views:
        raise BadRecording(f"{path}: it has no views")
    root = tree_of(cast("list[object]", views), str(path))
    package, activity = _activity(state.get("foreground_activity"))
    width, height = _size(state, root)
    return RecordedScreen(
        name=str(path),
        package=root.package or package,
        activity=activity,
        width_px=width,
        height_px=height,
        root=root,
        picture=picture,
    )


def _activity(value: object) -> tuple[str, str]:
    package, _, name = value.partition("/") if isinstance(value, str) else ("", "", "")
    return package, name.removeprefix(package)


def _size(state: Json, root: HierarchyNode) -> tuple[int, int]:
    """The screen's size; the views know better where it is missing, absurd or turned."""
    told = _told_size(state)
    bounds = root.bounds
    if told is None:
        return max(bounds.right, 1), max(bounds.bottom, 1)
    width, height = told
    if (bounds.right > width or bounds.bottom > height) and width > height >= bounds.right:
        width, height = height, width
    return min(max(width, bounds.right), 10_000), min(max(height, bounds.bottom), 10_000)


def _told_size(state: Json) -> tuple[int, int] | None:
    width, height = state.get("width"), state.get("height")
    if isinstance(width, int) and isinstance(height, int) and width > 0 and height > 0:
        return width, height
    return None


def tree_of(views: list[object], name: str) -> HierarchyNode:
    """The tree of a flat list of views whose `children` are places in the list."""
    if len(views) > MAX_VIEWS:
        raise BadRecording(f"{name}: {len(views)} views, more than a screen has")
    seen: set[int] = set()

    def nodes(place: object, depth: int) -> list[HierarchyNode]:
        if not isinstance(place, int) or not 0 <= place < len(views):
            return []
        if place in seen or depth > MAX_DEPTH:
            raise BadRecording(f"{name}: its views hang together in circles, or too deeply")
        seen.add(place)
        view = views[place]
        if not isinstance(view, dict):
            raise BadRecording(f"{name}: view {place} is no object")
        known = cast("Json", view)
        listed = known.get("children")
        below: list[HierarchyNode] = []
        for child in cast("list[object]", listed) if isinstance(listed, list) else ():
            below += nodes(child, depth + 1)
        bounds = bounds_of(known.get("bounds"))
        if bounds is None or known.get("visible") is False:
            return below
        return [_node(known, bounds, tuple(below))]

    roots = nodes(0, 0)
    if not roots:
        raise BadRecording(f"{name}: none of its {len(views)} views can be seen")
    bounds = Bounds(
        min(node.bounds.left for node in roots),
        min(node.bounds.top for node in roots),
        max(node.bounds.right for node in roots),
        max(node.bounds.bottom for node in roots),
    )
    package = roots[-1].package
    return HierarchyNode("hierarchy", "", "", "", "", package, bounds, 0, tuple(roots))


def _node(view: Json, bounds: Bounds, children: tuple[HierarchyNode, ...]) -> HierarchyNode:
    flags = 0
    for name, flag in _FLAGS.items():
        if view.get(name) is True:
            flags |= flag
    if view.get("enabled") is False:
        flags |= DISABLED
    return HierarchyNode(
        class_name=_text(view, "class"),
        text=_text(view, "text"),
        hint="",
        description=_text(view, "content_description"),
        resource_id=_text(view, "resource_id"),
        package=_text(view, "package"),
        bounds=bounds,
        flags=flags,
        children=children,
    )


def _text(view: Json, name: str) -> str:
    value = view.get(name)
    return value if isinstance(value, str) else ""


def bounds_of(value: object) -> Bounds | None:
    """`[[l, t], [r, b]]` as bounds; None where they enclose nothing."""
    match value:
        case [[int() as left, int() as top], [int() as right, int() as bottom]]:
            left, top = max(left, 0), max(top, 0)
            if left < right <= 20_000 and top < bottom <= 20_000:
                return Bounds(left, top, right, bottom)
        case _:
            pass
    return None


def _read_events(
    folder: Path, screens: dict[str, RecordedScreen], refusals: list[Refusal]
) -> list[RecordedStep]:
    steps: list[RecordedStep] = []
    for path in files_in(folder, "events/event_*.json"):
        try:
            record = read_object(path)
            before = _known(record.get("start_state"), screens, path, "starts on")
            after = _known(record.get("stop_state"), screens, path, "ends on")
            event = record.get("event")
            if not isinstance(event, dict):
                raise BadRecording(f"{path}: it holds no event")
            steps.append(RecordedStep(before, _action(cast("Json", event), before, path), after))
        except BadRecording as error:
            refusals.append(_refusal(path, error))
    return steps


def _known(
    identity: object, screens: dict[str, RecordedScreen], path: Path, how: str
) -> RecordedScreen:
    screen = screens.get(identity) if isinstance(identity, str) else None
    if screen is None:
        raise BadRecording(f"{path}: it {how} a state that was not recorded")
    return screen


def _action(event: Json, before: RecordedScreen, path: Path) -> Action:
    kind = event.get("event_type")
    match kind:
        case "touch" | "click":
            return Click(_target(event, before, path))
        case "long_touch":
            return LongPress(_target(event, before, path))
        case "set_text":
            return Type(_text(event, "text"), _target(event, before, path), clear=True)
        case "scroll":
            direction = _text(event, "direction").lower()
            if direction not in set(Direction):
                raise BadRecording(f"{path}: it scrolls {direction or 'nowhere'}")
            return Scroll(Direction(direction), _target(event, before, path))
        case "key":
            name = _text(event, "name").lower()
            if name not in set(SystemButton):
                raise BadRecording(f"{path}: the key {name!r} is none of a phone's buttons")
            return PressButton(SystemButton(name))
        case "intent":
            words = _text(event, "intent")
            found = _COMPONENT.search(words + " ")
            if found is not None:
                return OpenApp(found.group(1))
            if "force-stop" in words:
                return CloseApp(words.split()[-1])
            raise BadRecording(f"{path}: the intent {words[:80]!r} starts no app")
        case "kill_app":
            return CloseApp(_text(event, "stop_intent").rpartition(" ")[2])
        case _:
            raise BadRecording(f"{path}: events of type {kind!r} are not known")


def _target(event: Json, before: RecordedScreen, path: Path) -> Point:
    """The middle of the view that was touched, or the place itself."""
    x, y = event.get("x"), event.get("y")
    if not (isinstance(x, int | float) and isinstance(y, int | float)):
        view = event.get("view")
        bounds = bounds_of(cast("Json", view).get("bounds")) if isinstance(view, dict) else None
        if bounds is None:
            raise BadRecording(f"{path}: it touches a view that is nowhere on the screen")
        x, y = bounds.center
    if not (0 <= x < before.width_px and 0 <= y < before.height_px):
        raise BadRecording(f"{path}: it touches a place outside the screen")
    return Point((x + 0.5) * SCALE / before.width_px, (y + 0.5) * SCALE / before.height_px)


def _package(folder: Path, steps: list[RecordedStep], screens: dict[str, RecordedScreen]) -> str:
    """The app that was recorded: the one that was started most often, else the one seen most."""
    started = Counter(step.action.app for step in steps if isinstance(step.action, OpenApp))
    seen = Counter(screen.package for screen in screens.values())
    for package, _ in started.most_common():
        if package in seen:
            return package
    if folder.name in seen:
        return folder.name
    return max(sorted(seen), key=lambda package: seen[package])


def _episodes(source: str, steps: list[RecordedStep]) -> list[RecordedEpisode]:
    groups: list[list[RecordedStep]] = []
    for step in steps:
        last = groups[-1][-1] if groups else None
        starts = isinstance(step.action, CloseApp) or (
            isinstance(step.action, OpenApp)
            and last is not None
            and not isinstance(last.action, CloseApp)
        )
        if last is None or starts or last.after is not step.before:
            groups.append([])
        groups[-1].append(step)
    return [
        RecordedEpisode(f"{source}#{number}", tuple(group)) for number, group in enumerate(groups)
    ]
