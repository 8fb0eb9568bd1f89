"""Imports LlamaTouch's annotated traces, as its dataset is published: one folder for each task.

    instruction.txt    the episode's number, and below it what was asked for
    eventStructs.txt   the actions, a line for each: `[Click] Screen Resolution (320, 720), Click Position (204, 170)`
    0.xml, 0.activity  the views of state 0, and what was in front; `0.png`, its picture

Action n was done in state n. The marked pictures and the annotations (`0_drawed.png`, `1.ess`) are not read.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from phoneworld.recording.dumps import screen_of
from phoneworld.recording.files import (
    BadRecording,
    files_in,
    is_own,
    picture_in,
    read_bytes,
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
from phoneworld.recording.packages import most_shown
from phoneworld.recording.phone_sizes import at_phone_size
from runtime.actions import (
    SCALE,
    Action,
    Click,
    Point,
    PressButton,
    Scroll,
    Stroke,
    SystemButton,
    Type,
)

EVENTS, INSTRUCTION = "eventStructs.txt", "instruction.txt"
LONGEST_GOAL = 500
_EVENT = re.compile(r"\[(?P<kind>\w+)\](?P<rest>.*)", re.DOTALL)
_PAIR = r"\((\d{1,5}), ?(\d{1,5})\)"
_CLICK = re.compile(rf" Screen Resolution {_PAIR}, Click Position {_PAIR}")
_SWIPE = re.compile(rf" Screen Resolution {_PAIR}, Start Position {_PAIR}, End Position {_PAIR}")
_BUTTONS = {
    "Back": SystemButton.BACK,
    "Home": SystemButton.HOME,
    "Enter": SystemButton.ENTER,
}


def is_llamatouch_trace(folder: Path) -> bool:
    """Whether a folder is one annotated trace."""
    return (folder / EVENTS).is_file() and any(folder.glob("*.xml"))


def import_llamatouch_trace(folder: Path) -> Recording:
    """The screens and steps of one trace."""
    refusals: list[Refusal] = []
    screens: dict[int, RecordedScreen] = {}
    for path in files_in(folder, "*.xml"):
        try:
            if not path.stem.isdecimal():
                raise BadRecording(f"{path}: its name is not the number of a state")
            screens[int(path.stem)] = _screen(folder, path)
        except BadRecording as error:
            refusals.append(Refusal(str(path), str(error).removeprefix(f"{path}: ")))
    if not screens:
        raise BadRecording(f"{folder}: it holds no state that can be read")
    screens = at_phone_size(screens)
    events = [line for line in read_text(folder / EVENTS).splitlines() if line.strip()]
    groups: list[list[RecordedStep]] = [[]]
    for number, line in enumerate(events):
        name = f"{folder / EVENTS} line {number + 1}"
        try:
            step = _step(line, number, screens, name)
        except BadRecording as error:
            refusals.append(Refusal(name, str(error).removeprefix(f"{name}: ")))
            groups.append([])
        else:
            groups[-1].append(step)
    goal, whole = _goal(folder), len(groups) == 1
    kept = [group for group in groups if group]
    return Recording(
        source=folder.name,
        package=most_shown(screens.values()),
        episodes=tuple(
            RecordedEpisode(
                f"{folder.name}#{number}", tuple(steps), goal if number == 0 else "", whole
            )
            for number, steps in enumerate(kept)
        ),
        screens=tuple(screens[number] for number in sorted(screens)),
        refusals=tuple(refusals),
    )


def _goal(folder: Path) -> str:
    """What was asked for: all but the first line, which is the episode's number."""
    told = folder / INSTRUCTION
    if not (told.is_file() and is_own(told, folder)):
        return ""
    try:
        lines = read_text(told).strip().splitlines()
    except BadRecording:
        return ""
    return whole_text(" ".join(" ".join(lines[1:]).split()))[:LONGEST_GOAL]


def _screen(folder: Path, path: Path) -> RecordedScreen:
    found = screen_of(read_bytes(path), name=str(path), picture=picture_in(folder, path.stem))
    told = folder / f"{path.stem}.activity"
    if not (told.is_file() and is_own(told, folder)):
        return found
    package, slash, activity = read_text(told).strip().partition("/")
    # Where no package is told, something of the system lay in front.
    return replace(found, activity=whole_text(activity)) if slash and package else found


def _step(line: str, number: int, screens: dict[int, RecordedScreen], name: str) -> RecordedStep:
    before, after = screens.get(number), screens.get(number + 1)
    if before is None or after is None:
        raise BadRecording(f"{name}: there is no state before it, or none after it")
    return RecordedStep(before, read_event(line, name), after)


def read_event(line: str, name: str) -> Action:
    """A line of `eventStructs.txt`; `BadRecording` for what is no action."""
    found = _EVENT.fullmatch(line.strip())
    kind, rest = (found["kind"], found["rest"]) if found is not None else ("", line)
    if kind in _BUTTONS:
        return PressButton(_BUTTONS[kind])
    if kind == "Input":
        return Type(whole_text(rest.strip()))
    if kind == "Click" and (click := _CLICK.fullmatch(rest)) is not None:
        return Click(_point(click.groups()[:2], click.groups()[2:], name))
    if kind == "Swipe" and (swipe := _SWIPE.fullmatch(rest)) is not None:
        size, start, end = swipe.groups()[:2], swipe.groups()[2:4], swipe.groups()[4:]
        return Scroll(Stroke(_point(size, start, name), _point(size, end, name)))
    raise BadRecording(f"{name}: {line[:60]!r} is no action on a screen")


def _point(size: tuple[str, ...], place: tuple[str, ...], name: str) -> Point:
    width, height, x, y = map(int, (*size, *place))
    if not (0 <= x <= width and 0 <= y <= height and width and height):
        raise BadRecording(f"{name}: ({x}, {y}) is no point on a screen of {width} x {height}")
    return Point(x * SCALE / width, y * SCALE / height)
