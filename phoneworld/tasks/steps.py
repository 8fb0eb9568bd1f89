"""What an oracle does, as values: a script is a tuple of steps.

Things are named by what is written on them. What a step means on a phone is in `step_executor`.
"""

from __future__ import annotations

from dataclasses import dataclass

from runtime.actions import Action, Direction, FinishStatus, SystemButton


@dataclass(frozen=True, slots=True)
class Open:
    """Bring an app to the front, at its first screen."""

    app: str


@dataclass(frozen=True, slots=True)
class Tap:
    """Tap the element with this text."""

    label: str
    role: str = ""
    nth: int = 0


@dataclass(frozen=True, slots=True)
class TapId:
    """Tap the element of a resource id (without the package)."""

    name: str


@dataclass(frozen=True, slots=True)
class Hold:
    """Touch and hold the element with this text."""

    label: str
    role: str = ""
    nth: int = 0


@dataclass(frozen=True, slots=True)
class Enter:
    """Type into the field with this hint or text, or where the cursor is."""

    text: str
    into: str = ""
    clear: bool = False


@dataclass(frozen=True, slots=True)
class Swipe:
    """Swipe the element with this text sideways: the finger moves in that direction."""

    label: str
    direction: Direction


@dataclass(frozen=True, slots=True)
class Slide:
    """Drag the slider with this label to a value."""

    label: str
    percent: int


@dataclass(frozen=True, slots=True)
class Page:
    """Scroll a page."""

    direction: Direction = Direction.DOWN


@dataclass(frozen=True, slots=True)
class OpenShade:
    """Pull down the notification shade."""


@dataclass(frozen=True, slots=True)
class Press:
    """Press a button of the phone."""

    button: SystemButton


@dataclass(frozen=True, slots=True)
class Pause:
    """Wait."""

    seconds: float


@dataclass(frozen=True, slots=True)
class PickDate:
    """Choose a day (`2026-05-14`) in the date picker that is open."""

    day: str


@dataclass(frozen=True, slots=True)
class PickTime:
    """Choose a time (`09:30`) in the time picker that is open."""

    time: str


@dataclass(frozen=True, slots=True)
class Say:
    """Tell the user what was asked for."""

    text: str


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask the user; the pilot gives the answer to whoever asked."""

    question: str


@dataclass(frozen=True, slots=True)
class End:
    """End the episode."""

    text: str = ""
    status: FinishStatus = FinishStatus.DONE


@dataclass(frozen=True, slots=True)
class Act:
    """Any other action, on the screen as it is."""

    action: Action


OracleStep = (
    Open
    | Tap
    | TapId
    | Hold
    | Enter
    | Swipe
    | Slide
    | Page
    | OpenShade
    | Press
    | Pause
    | PickDate
    | PickTime
    | Say
    | Ask
    | End
    | Act
)
Script = tuple[OracleStep, ...]

BACK = Press(SystemButton.BACK)
HOME = Press(SystemButton.HOME)
ENTER_KEY = Press(SystemButton.ENTER)


def give_up(why: str) -> End:
    """End the episode: the task cannot be done."""
    return End(why, FinishStatus.IMPOSSIBLE)


def refuse(why: str) -> End:
    """End the episode: the task must not be done."""
    return End(why, FinishStatus.REFUSED)
