"""Actions in plain words, for people: "Tap 'Save'"."""

from __future__ import annotations

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
    PressButton,
    Scroll,
    Stroke,
    Target,
    Type,
    Wait,
)
from runtime.observation import Observation

LONGEST = 60


def describe(action: Action, observation: Observation) -> str:
    """What an action does on a screen, in one line."""
    match action:
        case Click(target):
            return f"Tap {_place(target, observation)}"
        case DoubleClick(target):
            return f"Double-tap {_place(target, observation)}"
        case LongPress(target):
            return f"Touch and hold {_place(target, observation)}"
        case Type(text, target, clear):
            where = f" into {_place(target, observation)}" if target is not None else ""
            how = "Replace with" if clear else "Type"
            return f"{how} {_quote(text)}{where}"
        case Scroll(Stroke(start, end)):
            return f"Swipe from {_place(start, observation)} to {_place(end, observation)}"
        case Scroll(motion, target):
            where = f" at {_place(target, observation)}" if target is not None else ""
            return f"Scroll {motion}{where}"
        case Drag(start, end):
            return f"Drag {_place(start, observation)} to {_place(end, observation)}"
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
