"""Actions in plain words: "Tap 'Save'".

`describe` is exact, for prompts: what has no name is told by its number or place. `say` is for people,
who know neither.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from runtime.actions import (
    Action,
    AskUser,
    Click,
    CloseApp,
    DoubleClick,
    Drag,
    ElementRef,
    Finish,
    FinishStatus,
    LongPress,
    OpenApp,
    Output,
    Point,
    PressButton,
    Scroll,
    Stroke,
    Target,
    Type,
    Wait,
)
from runtime.element_names import label_at, name_of, way
from runtime.observation import Observation
from runtime.sliders import slid_to

LONGEST = 60


Place = Callable[[Target], str]


def describe(action: Action, observation: Observation) -> str:
    """What an action does on a screen, in one line; nameless targets have their numbers."""
    return _words(action, lambda target: _place(target, observation))


def say(action: Action, observation: Observation) -> str:
    """What an action does on a screen, in one line for people: no numbers, no coordinates."""
    match action:
        case Scroll(Stroke(start, end)):
            return f"Swipe {way(start, end)}"
        case Drag(start, Point()) if (slid := slid_to(action, observation)) is not None:
            return f"Slide {name_of(start, observation)} to {slid[1]} %"
        case Drag(start, Point() as end) if not label_at(end, observation):
            if isinstance(start, Point):
                return f"Drag {name_of(start, observation)} {way(start, end)}"
            return f"Drag {name_of(start, observation)} to another place"
        case _:
            return _words(action, lambda target: name_of(target, observation))


def _words(action: Action, place: Place) -> str:
    match action:
        case Click(target):
            return f"Tap {place(target)}"
        case DoubleClick(target):
            return f"Double-tap {place(target)}"
        case LongPress(target):
            return f"Touch and hold {place(target)}"
        case Type(text, target, clear):
            where = f" into {place(target)}" if target is not None else ""
            how = "Replace with" if clear else "Type"
            return f"{how} {_quote(text)}{where}"
        case Scroll(Stroke(start, end)):
            return f"Swipe from {place(start)} to {place(end)}"
        case Scroll(motion, target):
            where = f" at {place(target)}" if target is not None else ""
            return f"Scroll {motion}{where}"
        case Drag(start, end):
            return f"Drag {place(start)} to {place(end)}"
        case PressButton(button):
            return f"Press {button.value}"
        case OpenApp(app):
            return f"Open {app}"
        case CloseApp(app):
            return f"Close {app}"
        case Wait(duration_ms):
            return f"Wait {duration_ms / 1000:g} s"
        case Output(text):
            return f"Say {_quote(text)}"
        case Finish(text, status):
            verb = {
                FinishStatus.DONE: "Done",
                FinishStatus.IMPOSSIBLE: "Give up",
                FinishStatus.REFUSED: "Refuse",
            }[status]
            return f"{verb}: {text}" if text else verb
        case AskUser(question):
            return f"Ask {_quote(question)}"
        case _:
            assert_never(action)


def _place(target: Target, observation: Observation) -> str:
    if isinstance(target, ElementRef):
        if not 0 <= target.index < len(observation.elements):
            return f"element #{target.index}, which is not there"
        element = observation.elements[target.index]
        if element.label:
            return _quote(element.label)
        return f"the {element.role} #{element.index}"
    return f"({target.x:.0f}, {target.y:.0f})"


def _quote(text: str) -> str:
    line = " ".join(text.split())
    return f"'{line if len(line) <= LONGEST else line[: LONGEST - 1] + '…'}'"
