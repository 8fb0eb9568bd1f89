"""Imports uiautomator dumps: XML files, pictures of the same name, and what was done between them.

    0.xml  0.png  1.xml  1.png ...
    actions.jsonl     {"before": "0.xml", "action": {"name": "click", ...}, "after": "1.xml"}

Actions are written as everywhere (`runtime.action_text`), with points. Without `actions.jsonl`
there are screens and no steps: what follows what is never guessed from the names. A line may say
`"episode": "name"`; a new one also begins where a line does not go on from the one before.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from phoneworld.recording.files import (
    BadRecording,
    as_object,
    files_in,
    is_own,
    picture_in,
    read_bytes,
    read_text,
)
from phoneworld.recording.model import (
    RecordedEpisode,
    RecordedScreen,
    RecordedStep,
    Recording,
    Refusal,
)
from phoneworld.recording.phone_sizes import at_phone_size
from runtime.action_text import parse_reply
from runtime.actions import Action, ElementRef
from runtime.episode import Unparsed
from runtime.errors import BadHierarchy
from runtime.hierarchy_xml import HierarchyNode, parse_hierarchy

ACTIONS = "actions.jsonl"
SYSTEM_UI = "com.android.systemui"


def is_dumps(folder: Path) -> bool:
    """Whether a folder holds dumps."""
    return any(folder.glob("*.xml"))


def import_dumps(place: Path) -> Recording:
    """A folder of dumps, or a single one."""
    files = files_in(place, "*.xml") if place.is_dir() else [place]
    refusals: list[Refusal] = []
    screens: dict[str, RecordedScreen] = {}
    for path in files:
        try:
            screens[path.name] = read_dump(path)
        except BadRecording as error:
            refusals.append(Refusal(str(path), str(error).removeprefix(f"{path}: ")))
    if not screens:
        first = f"; the first: {refusals[0].reason}" if refusals else ""
        raise BadRecording(f"{place}: it holds no dump that can be read{first}")
    screens = at_phone_size(screens)
    episodes = _episodes(place, screens, refusals) if place.is_dir() else []
    seen = Counter(screen.package for screen in screens.values())
    return Recording(
        source=place.name,
        package=max(sorted(seen), key=lambda package: seen[package]),
        episodes=tuple(episodes),
        screens=tuple(screens.values()),
        refusals=tuple(refusals),
    )


def read_dump(path: Path) -> RecordedScreen:
    """One dump with its picture, if there is one."""
    return screen_of(read_bytes(path), name=str(path), picture=picture_in(path.parent, path.stem))


def screen_of(
    data: bytes | str, *, name: str, picture: Path | bytes | None = None, activity: str = ""
) -> RecordedScreen:
    """The screen that a dump describes; `BadRecording` where it describes none."""
    try:
        root = parse_hierarchy(data)
    except BadHierarchy as error:
        raise BadRecording(f"{name}: {error}") from error
    root = _without_bars(root)
    if not root.children or root.bounds.right <= 0 or root.bounds.bottom <= 0:
        raise BadRecording(f"{name}: there is no view on it that could be seen")
    return RecordedScreen(
        name=name,
        package=root.package,
        activity=activity,
        width_px=root.bounds.right,
        height_px=root.bounds.bottom,
        root=root,
        picture=picture,
    )


def _without_bars(root: HierarchyNode) -> HierarchyNode:
    """Without the windows of status and navigation bar, where there is another."""
    windows = tuple(window for window in root.children if window.package != SYSTEM_UI)
    if not windows or len(windows) == len(root.children):
        return root
    package = windows[-1].package
    return HierarchyNode("hierarchy", "", "", "", "", package, root.bounds, 0, windows)


def _episodes(
    folder: Path, screens: dict[str, RecordedScreen], refusals: list[Refusal]
) -> list[RecordedEpisode]:
    path = folder / ACTIONS
    if not (path.is_file() and is_own(path, folder)):
        return []
    groups: list[tuple[str, list[RecordedStep]]] = []
    for number, line in enumerate(read_text(path).splitlines(), 1):
        if not line.strip():
            continue
        name = f"{path} line {number}"
        try:
            record = as_object(line, name)
            step = _step(record, screens, name)
        except BadRecording as error:
            refusals.append(Refusal(name, str(error).removeprefix(f"{name}: ")))
            continue
        episode = str(record.get("episode") or "")
        last = groups[-1] if groups else None
        if last is None or last[0] != episode or last[1][-1].after is not step.before:
            groups.append((episode, []))
        groups[-1][1].append(step)
    return [
        RecordedEpisode(f"{folder.name}#{number}", tuple(steps))
        for number, (_, steps) in enumerate(groups)
    ]


def _step(record: dict[str, object], screens: dict[str, RecordedScreen], name: str) -> RecordedStep:
    ends: list[RecordedScreen] = []
    for end in ("before", "after"):
        screen = screens.get(str(record.get(end)))
        if screen is None:
            raise BadRecording(f"{name}: {end!r} names no dump that could be read")
        ends.append(screen)
    return RecordedStep(ends[0], read_action(record.get("action"), name), ends[1])


def read_action(value: object, name: str) -> Action:
    """An action as tools are called, with points: a number of an element says nothing here."""
    action = parse_reply(json.dumps(value)).action
    if isinstance(action, Unparsed):
        raise BadRecording(f"{name}: no action ({action.reason})")
    if isinstance(getattr(action, "target", None), ElementRef):
        raise BadRecording(f"{name}: give points, not numbers of elements")
    return action
