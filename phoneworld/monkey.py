"""Random but sensible actions on a phone, for tests and benches."""

from __future__ import annotations

from random import Random

from runtime.actions import (
    Action,
    Click,
    Direction,
    DoubleClick,
    Drag,
    ElementRef,
    LongPress,
    Point,
    PressButton,
    Scroll,
    Stroke,
    SystemButton,
    Type,
    Wait,
)
from runtime.observation import Observation

WORDS = ("Ada", "12", "hello there", "07:30", "+1 555", "naïve 🙂", "שלום", "a" * 80, "", "0", "-1")
MIX = (
    ("tap", 58),
    ("type", 14),
    ("scroll", 14),
    ("hold", 4),
    ("back", 5),
    ("point", 2),
    ("stroke", 2),
    ("enter", 1),
)
KINDS = tuple(kind for kind, _ in MIX)
WEIGHTS = tuple(weight for _, weight in MIX)


def next_action(rng: Random, seen: Observation) -> Action:
    """Something to do on a screen."""
    kind = rng.choices(KINDS, WEIGHTS)[0]
    elements = seen.elements
    match kind:
        case "tap" if elements:
            return Click(ElementRef(rng.randrange(len(elements))))
        case "type":
            fields = [element for element in elements if element.editable]
            if fields:
                target = ElementRef(rng.choice(fields).index)
                return Type(rng.choice(WORDS), target, clear=rng.random() < 0.3)
            return Click(_anywhere(rng))
        case "scroll":
            return Scroll(rng.choice(list(Direction)))
        case "hold" if elements:
            return LongPress(ElementRef(rng.randrange(len(elements))))
        case "back":
            return PressButton(SystemButton.BACK)
        case "enter":
            return PressButton(SystemButton.ENTER)
        case "stroke":
            start, end = _anywhere(rng), _anywhere(rng)
            return Drag(start, end) if rng.random() < 0.5 else Scroll(Stroke(start, end))
        case _:
            if rng.random() < 0.2:
                return Wait(rng.choice((500, 60_000, 3_600_000)))
            return DoubleClick(_anywhere(rng)) if rng.random() < 0.2 else Click(_anywhere(rng))


def _anywhere(rng: Random) -> Point:
    return Point(rng.uniform(0, 1000), rng.uniform(0, 1000))
