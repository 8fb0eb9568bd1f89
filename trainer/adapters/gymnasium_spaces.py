"""What Gymnasium's policies see and do, as its spaces: arrays of fixed size, words as UTF-8.

Words are arrays because every vector environment can carry those, and no alphabet is large enough for what is written
on phones. `read_text` gives the words back.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping
from typing import Any, TypedDict

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from runtime.actions import (
    SCALE,
    Action,
    AskUser,
    Click,
    CloseApp,
    Direction,
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
    SystemButton,
    Target,
    Type,
    Wait,
)
from runtime.observation import Observation
from trainer.adapters.session import SessionTurn

GOAL_BYTES = 1024
SCREEN_BYTES = 16384
NOTE_BYTES = 512
MOST_ELEMENTS = 128
MOST_LETTERS = 1000

TOOLS: tuple[type[Action], ...] = (
    Click,
    DoubleClick,
    LongPress,
    Type,
    Scroll,
    Drag,
    PressButton,
    OpenApp,
    CloseApp,
    Wait,
    Output,
    Finish,
    AskUser,
)
"""The tools by number, as in the action space."""
SAYING: dict[type[Action], Callable[[str], Action]] = {
    OpenApp: OpenApp,
    CloseApp: CloseApp,
    Output: Output,
    AskUser: AskUser,
}
"""The tools that take a text and nothing else."""
DIRECTIONS = tuple(Direction)
BUTTONS = tuple(SystemButton)
STATUSES = tuple(FinishStatus)


class AnyText(spaces.Text):
    """Text in any script. Samples are of plain letters."""

    def __init__(self, max_length: int) -> None:
        super().__init__(max_length, min_length=0, charset=string.ascii_letters + string.digits)

    def contains(self, x: Any) -> bool:  # noqa: ANN401  Gymnasium's: anything may be asked about
        return isinstance(x, str) and len(x) <= self.max_length


class StructuredAction(TypedDict):
    """An action as Gymnasium has it; what a tool does not need is not looked at.

    `element` counts from 1; 0 means the point, which is a share of width and height.
    """

    tool: int
    element: int
    point: NDArray[np.float32]
    end: NDArray[np.float32]
    direction: int
    button: int
    status: int
    text: str


def observation_space(pixels: tuple[int, int] | None) -> spaces.Dict:
    """The space of looks, with pictures of a width and height if they are wanted."""
    parts: dict[str, spaces.Space[Any]] = {
        "goal": spaces.Box(0, 255, (GOAL_BYTES,), np.uint8),
        "screen": spaces.Box(0, 255, (SCREEN_BYTES,), np.uint8),
        "note": spaces.Box(0, 255, (NOTE_BYTES,), np.uint8),
        "elements": spaces.Box(0, 1000, (MOST_ELEMENTS, 4), np.int32),
    }
    if pixels is not None:
        width, height = pixels
        parts["pixels"] = spaces.Box(0, 255, (height, width, 3), np.uint8)
    return spaces.Dict(parts)


def structured_space() -> spaces.Dict:
    """The space of actions in numbers, with a text for those that take one."""
    return spaces.Dict(
        {
            "tool": spaces.Discrete(len(TOOLS)),
            "element": spaces.Discrete(MOST_ELEMENTS + 1),
            "point": spaces.Box(0, 1, (2,), np.float32),
            "end": spaces.Box(0, 1, (2,), np.float32),
            "direction": spaces.Discrete(len(DIRECTIONS)),
            "button": spaces.Discrete(len(BUTTONS)),
            "status": spaces.Discrete(len(STATUSES)),
            "text": AnyText(MOST_LETTERS),
        }
    )


def look_of(
    turn: SessionTurn, rgb: bytes | None, pixels: tuple[int, int] | None
) -> dict[str, NDArray[Any]]:
    """A turn as an element of the space of looks."""
    look: dict[str, NDArray[Any]] = {
        "goal": written(turn.goal, GOAL_BYTES),
        "screen": written(turn.text, SCREEN_BYTES),
        "note": written(turn.note, NOTE_BYTES),
        "elements": _bounds(turn.screen),
    }
    if rgb is not None and pixels is not None:
        width, height = pixels
        look["pixels"] = np.frombuffer(rgb, np.uint8).reshape(height, width, 3).copy()
    return look


def written(text: str, size: int) -> NDArray[np.uint8]:
    """Words as bytes, filled up with zeros; what is too long is cut."""
    array = np.zeros(size, np.uint8)
    data = text.encode()[:size]
    array[: len(data)] = np.frombuffer(data, np.uint8)
    return array


def read_text(array: NDArray[np.uint8]) -> str:
    """The words in an array."""
    return array.tobytes().rstrip(b"\0").decode(errors="ignore")


def _bounds(screen: Observation) -> NDArray[np.int32]:
    """Left, top, right and bottom of each element, from 0 to 1000; the rest is zeros."""
    array = np.zeros((MOST_ELEMENTS, 4), np.int32)
    width, height = screen.width_px, screen.height_px
    shares: list[int] = []
    # A screen has twenty elements: plain numbers are a third of the time that arrays take for so few.
    for element in screen.elements[:MOST_ELEMENTS]:
        left, top, right, bottom = element.bounds
        shares += (
            left * 1000 // width,
            top * 1000 // height,
            right * 1000 // width,
            bottom * 1000 // height,
        )
    if shares:
        if min(shares) < 0 or max(shares) > 1000:
            shares = [max(0, min(1000, share)) for share in shares]
        array.reshape(-1)[: len(shares)] = shares
    return array


def action_of(given: Mapping[str, Any]) -> Action:
    """What an element of the space of actions means."""
    text = str(given["text"])
    target: Target = _point(given["point"])
    if int(given["element"]) > 0:
        target = ElementRef(int(given["element"]) - 1)
    tool = TOOLS[int(given["tool"])]
    if tool is Click or tool is DoubleClick or tool is LongPress:
        return tool(target)
    if tool is Type:
        return Type(text, target if isinstance(target, ElementRef) else None)
    if tool is Scroll:
        direction = DIRECTIONS[int(given["direction"])]
        return Scroll(direction, target if isinstance(target, ElementRef) else None)
    if tool is Drag:
        return Drag(target, _point(given["end"]))
    if tool is PressButton:
        return PressButton(BUTTONS[int(given["button"])])
    if tool is Finish:
        return Finish(text, STATUSES[int(given["status"])])
    if tool is Wait:
        return Wait(1000)
    return SAYING[tool](text)


def _point(array: NDArray[np.float32]) -> Point:
    return Point(round(float(array[0]) * SCALE), round(float(array[1]) * SCALE))
