"""Imports what AppAgent and its kin write: `TASK_1.xml`, `TASK_1.jpg`, `log_*.txt` in JSON lines.

`tap(5)` means the fifth of the things that AppAgent had numbered: views that can be clicked, then
views that can only be focused, each unless its middle lies close to one numbered before. Only the
first call of a reply was carried out. A step without a dump after it is refused.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import cast

from phoneworld.recording.dumps import read_dump
from phoneworld.recording.files import (
    BadRecording,
    Json,
    as_object,
    files_in,
    read_text,
    whole_text,
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
    Direction,
    LongPress,
    Point,
    PressButton,
    Scroll,
    SystemButton,
    Type,
)
from runtime.hierarchy_xml import HierarchyNode
from runtime.observation import CLICKABLE, FOCUSABLE

NEAR_PX = 30
_CALL = re.compile(r"Action:\s*([a-z_]+)\s*\(([^\n]*)")
_GOAL = re.compile(r"task you need to complete is to ([^\n]+?)(?:\. Your past actions\b|\n|$)")
LONGEST_GOAL = 500
_LOOK = {
    "up": Direction.DOWN,
    "down": Direction.UP,
    "left": Direction.RIGHT,
    "right": Direction.LEFT,
}
"""The finger moves in one direction; what comes into view lies in the other."""


def is_appagent(folder: Path) -> bool:
    """Whether a folder looks like one task of AppAgent's."""
    return any(folder.glob("log_*.txt")) and any(folder.glob("*_1.xml"))


def import_appagent(folder: Path) -> Recording:
    """The screens and steps of one task."""
    refusals: list[Refusal] = []
    screens: dict[int, RecordedScreen] = {}
    for path in files_in(folder, "*.xml"):
        number = path.stem.rpartition("_")[2]
        try:
            if not number.isdecimal():
                raise BadRecording(f"{path}: its name does not end in the number of a step")
            screens[int(number)] = read_dump(path)
        except BadRecording as error:
            refusals.append(Refusal(str(path), str(error).removeprefix(f"{path}: ")))
    if not screens:
        raise BadRecording(f"{folder}: it holds no dump that can be read")
    screens = at_phone_size(screens)
    goal, groups = _steps(folder, screens, refusals)
    seen = Counter(screen.package for screen in screens.values())
    return Recording(
        source=folder.name,
        package=max(sorted(seen), key=lambda package: seen[package]),
        episodes=tuple(
            RecordedEpisode(f"{folder.name}#{number}", tuple(steps), "" if number else goal)
            for number, steps in enumerate(groups)
        ),
        screens=tuple(screens[number] for number in sorted(screens)),
        refusals=tuple(refusals),
    )


def _steps(
    folder: Path, screens: dict[int, RecordedScreen], refusals: list[Refusal]
) -> tuple[str, list[list[RecordedStep]]]:
    """What was asked for, and the steps that follow each other."""
    groups: list[list[RecordedStep]] = []
    goal = ""
    for path in files_in(folder, "log_*.txt"):
        for number, line in enumerate(read_text(path).splitlines(), 1):
            name = f"{path} line {number}"
            if not line.strip():
                continue
            try:
                record = as_object(line, name)
                goal = goal or goal_of(record)
                step = _step(record, screens, name)
            except BadRecording as error:
                refusals.append(Refusal(name, str(error).removeprefix(f"{name}: ")))
                continue
            if not groups or groups[-1][-1].after is not step.before:
                groups.append([])
            groups[-1].append(step)
    return goal, groups


def goal_of(record: Json) -> str:
    """What the prompt of a step asks for; empty where it does not say."""
    prompt = record.get("prompt")
    found = _GOAL.search(prompt) if isinstance(prompt, str) else None
    return whole_text(found[1].strip()[:LONGEST_GOAL]) if found is not None else ""


def _step(record: Json, screens: dict[int, RecordedScreen], name: str) -> RecordedStep:
    number = record.get("step")
    before = screens.get(number) if isinstance(number, int) else None
    if before is None or not isinstance(number, int):
        raise BadRecording(f"{name}: step {number!r} has no dump")
    call = _CALL.search(reply_of(record))
    if call is None:
        raise BadRecording(f"{name}: the reply calls no function")
    action = _action(call.group(1), call.group(2), before, name)
    after = screens.get(number + 1)
    if after is None:
        raise BadRecording(f"{name}: there is no dump of what followed")
    return RecordedStep(before, action, after)


def reply_of(record: Json) -> str:
    """The model's reply, as a text or inside a chat completion."""
    found = record.get("response")
    for key in ("choices", 0, "message", "content"):
        if isinstance(found, str):
            break
        if isinstance(found, dict) and isinstance(key, str):
            found = cast("Json", found).get(key)
        elif isinstance(found, list) and isinstance(key, int):
            items = cast("list[object]", found)
            found = items[key] if items else None
    return found if isinstance(found, str) else ""


def _action(function: str, arguments: str, before: RecordedScreen, name: str) -> Action:
    first = re.match(r"\s*(\d{1,4})", arguments)
    words = re.findall(r'"([^"]*)"', arguments)
    match function:
        case "tap" | "long_press" | "swipe":
            if first is None:
                raise BadRecording(f"{name}: {function} of nothing")
            target = _labelled(before, int(first.group(1)), name)
            if function == "tap":
                return Click(target)
            if function == "long_press":
                return LongPress(target)
            if not words or words[0] not in _LOOK:
                raise BadRecording(f"{name}: a swipe without a direction")
            return Scroll(_LOOK[words[0]], target)
        case "text":
            if not words:
                raise BadRecording(f"{name}: no text to type")
            return Type(words[0])
        case "back":
            return PressButton(SystemButton.BACK)
        case _:
            raise BadRecording(f"{name}: the function {function!r} is not known")


def _labelled(screen: RecordedScreen, number: int, name: str) -> Point:
    middles = labelled_middles(screen.root)
    if not 1 <= number <= len(middles):
        raise BadRecording(f"{name}: label {number}, but {len(middles)} things were numbered")
    x, y = middles[number - 1]
    return Point((x + 0.5) * SCALE / screen.width_px, (y + 0.5) * SCALE / screen.height_px)


def labelled_middles(root: HierarchyNode) -> list[tuple[int, int]]:
    """The middles of what AppAgent numbers on a screen, number 1 first."""
    clickable = _apart(root, CLICKABLE, [])
    return clickable + _apart(root, FOCUSABLE, clickable)


def _apart(root: HierarchyNode, flag: int, others: list[tuple[int, int]]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []

    def visit(node: HierarchyNode) -> None:
        if node.flags & flag:
            x, y = node.bounds.center
            if all((x - a) ** 2 + (y - b) ** 2 > NEAR_PX**2 for a, b in [*others, *found]):
                found.append((x, y))
        for child in node.children:
            visit(child)

    visit(root)
    return found
