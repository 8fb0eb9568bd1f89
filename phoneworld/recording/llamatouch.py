"""Imports what LlamaTouch's agent environment captures: one folder for each kind of file.

    captured_data/xml/0.xml         the views of state 0
    captured_data/screenshot/0.png  its picture
    captured_data/activity/0.activity
    captured_data/action/0.action   what was done in state 0: `CLICK|[0.5, 0.25]|NULL|1080|2400`

Points are shares of the screen, x first. A step without a state after it is refused; so is what ends a task.
What was asked for is not in the folder.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import cast

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

CAPTURED = "captured_data"
_BUTTONS = {
    "PRESS_BACK": SystemButton.BACK,
    "PRESS_HOME": SystemButton.HOME,
    "PRESS_ENTER": SystemButton.ENTER,
}
_COMMAS = re.compile(r"[\s,]+")


def is_llamatouch(folder: Path) -> bool:
    """Whether a folder holds the captured data of one task, or is it."""
    inner = _captured(folder)
    return any(inner.glob("xml/*.xml")) and any(inner.glob("action/*.action"))


def import_llamatouch(folder: Path) -> Recording:
    """The screens and steps of one task."""
    inner, refusals = _captured(folder), list[Refusal]()
    screens: dict[int, RecordedScreen] = {}
    for path in files_in(inner, "xml/*.xml"):
        try:
            screens[_number(path)] = _screen(inner, path)
        except BadRecording as error:
            refusals.append(Refusal(str(path), str(error).removeprefix(f"{path}: ")))
    if not screens:
        raise BadRecording(f"{folder}: it holds no state that can be read")
    screens = at_phone_size(screens)
    groups: list[list[RecordedStep]] = []
    for path in sorted(files_in(inner, "action/*.action"), key=lambda one: one.stem.zfill(9)):
        if path.stem.startswith("-"):
            continue  # What led to the first state was done by nobody.
        try:
            step = _step(path, screens)
        except BadRecording as error:
            refusals.append(Refusal(str(path), str(error).removeprefix(f"{path}: ")))
            continue
        if not groups or groups[-1][-1].after is not step.before:
            groups.append([])
        groups[-1].append(step)
    return Recording(
        source=folder.name,
        package=most_shown(screens.values()),
        episodes=tuple(
            RecordedEpisode(f"{folder.name}#{number}", tuple(steps))
            for number, steps in enumerate(groups)
        ),
        screens=tuple(screens[number] for number in sorted(screens)),
        refusals=tuple(refusals),
    )


def _captured(folder: Path) -> Path:
    inner = folder / CAPTURED
    return inner if inner.is_dir() and is_own(inner, folder) else folder


def _number(path: Path) -> int:
    if not path.stem.isdecimal():
        raise BadRecording(f"{path}: its name is not the number of a state")
    return int(path.stem)


def _screen(inner: Path, path: Path) -> RecordedScreen:
    found = screen_of(
        read_bytes(path), name=str(path), picture=picture_in(inner, f"screenshot/{path.stem}")
    )
    told = inner / "activity" / f"{path.stem}.activity"
    if not (told.is_file() and is_own(told, inner)):
        return found
    package, slash, activity = read_text(told).strip().partition("/")
    return replace(found, activity=whole_text(activity if slash else package))


def _step(path: Path, screens: dict[int, RecordedScreen]) -> RecordedStep:
    number = _number(path)
    before, after = screens.get(number), screens.get(number + 1)
    if before is None or after is None:
        raise BadRecording(f"{path}: there is no state before it, or none after it")
    return RecordedStep(before, read_action(read_text(path).strip(), str(path)), after)


def read_action(text: str, name: str) -> Action:
    """An action as LlamaTouch writes it; `BadRecording` for what is none, or ends the task."""
    kind, _, rest = text.partition("|")
    if kind in _BUTTONS:
        return PressButton(_BUTTONS[kind])
    # What was typed may hold any sign: the last three fields are not its.
    fields = rest.rsplit("|", 3)
    if kind == "TYPE" and len(fields) == 4:
        return Type(whole_text(fields[0]))
    if kind == "CLICK" and len(fields) == 4:
        return Click(_point(fields[0], name))
    if kind == "SWIPE" and len(fields) == 4:
        return Scroll(Stroke(_point(fields[0], name), _point(fields[1], name)))
    raise BadRecording(f"{name}: {kind[:40]!r} is no action on a screen")


def _point(text: str, name: str) -> Point:
    """`[0.5, 0.25]` or `[0.5 0.25]`, which is how arrays are written."""
    inside = _COMMAS.sub(",", text.strip().strip("[]() ").strip())
    try:
        values = cast("list[object]", json.loads(f"[{inside}]"))
    except (ValueError, RecursionError) as error:
        raise BadRecording(f"{name}: {text[:40]!r} is no point") from error
    numbers = [one for one in values if isinstance(one, int | float) and not isinstance(one, bool)]
    if len(values) != 2 or len(numbers) != 2 or not all(0 <= one <= 1 for one in numbers):
        raise BadRecording(f"{name}: {text[:40]!r} is no point on a screen")
    return Point(numbers[0] * SCALE, numbers[1] * SCALE)
