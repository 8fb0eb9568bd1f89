"""What a policy or a person can do: PhoneBuddy's twelve tools, and asking the user.

A target is a `Point` in 0-1000 of both axes (never pixels) or an `ElementRef`, which only means
something together with the observation it was read from. Text forms are in `action_text`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from runtime.errors import OffScreen

SCALE = 1000
LONGEST_WAIT_MS = 30_000
"""The longest that one `Wait` lasts, whatever it asks for: who wants more waits again."""


@dataclass(frozen=True, slots=True)
class Point:
    """A place on the screen, 0-1000 in both axes, whatever the screen's size in pixels."""

    x: float
    y: float

    def checked(self) -> Point:
        """This point, or `OffScreen` when it lies outside 0-1000."""
        if 0 <= self.x <= SCALE and 0 <= self.y <= SCALE:
            return self
        raise OffScreen(
            f"point ({self.x:g}, {self.y:g}) is off the screen: "
            f"both coordinates must be between 0 and {SCALE}, whatever the size in pixels"
        )


@dataclass(frozen=True, slots=True)
class ElementRef:
    """The element of that index in the observation the action is performed on."""

    index: int


Target = Point | ElementRef


class Direction(StrEnum):
    """Where to look next: DOWN shows what is further down the page."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"


class SystemButton(StrEnum):
    """The phone's own buttons."""

    BACK = "back"
    HOME = "home"
    MENU = "menu"
    ENTER = "enter"


class FinishStatus(StrEnum):
    """How the policy itself judges the end: done, cannot be done, or must not be done."""

    DONE = "done"
    IMPOSSIBLE = "impossible"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Stroke:
    """A finger's way across the screen: what lies under it moves along."""

    start: Point
    end: Point


@dataclass(frozen=True, slots=True)
class Click:
    """One tap."""

    target: Target


@dataclass(frozen=True, slots=True)
class DoubleClick:
    """Two taps in quick succession."""

    target: Target


@dataclass(frozen=True, slots=True)
class LongPress:
    """Touch and hold."""

    target: Target
    duration_ms: int = 800


@dataclass(frozen=True, slots=True)
class Type:
    """Type at the cursor of the focused field, or of `target`, which is tapped first.

    A selection is replaced by the text; `clear` empties the field before.
    """

    text: str
    target: Target | None = None
    clear: bool = False


@dataclass(frozen=True, slots=True)
class Scroll:
    """Scroll one page in a direction (at `target`, else at the middle), or swipe along a stroke."""

    motion: Direction | Stroke
    target: Target | None = None


@dataclass(frozen=True, slots=True)
class Drag:
    """Press at `start`, move, release at `end`: sliders, drag and drop."""

    start: Target
    end: Target
    duration_ms: int = 500


@dataclass(frozen=True, slots=True)
class PressButton:
    """Press one of the phone's buttons."""

    button: SystemButton


@dataclass(frozen=True, slots=True)
class OpenApp:
    """Bring an app to the front, by its label or package: as it was left, or `afresh`, on its first screen.

    Policies do not ask for that; the runtime does, for those that have learnt nothing else.
    """

    app: str
    afresh: bool = False


@dataclass(frozen=True, slots=True)
class CloseApp:
    """End an app, by its label or package; the home screen follows if it was in front."""

    app: str


@dataclass(frozen=True, slots=True)
class Wait:
    """Let time pass."""

    duration_ms: int = 1000


@dataclass(frozen=True, slots=True)
class Output:
    """Tell the user something that was asked for; the episode goes on."""

    text: str


@dataclass(frozen=True, slots=True)
class Finish:
    """End the episode, with how the policy judges it and an optional last word."""

    text: str = ""
    status: FinishStatus = FinishStatus.DONE


@dataclass(frozen=True, slots=True)
class AskUser:
    """Ask the user and wait for the answer."""

    question: str


DeviceAction = (
    Click | DoubleClick | LongPress | Type | Scroll | Drag | PressButton | OpenApp | CloseApp | Wait
)
RunnerAction = Output | Finish | AskUser
Action = DeviceAction | RunnerAction
