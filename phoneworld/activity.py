"""An open screen of an app, as Android keeps it: an activity."""

from __future__ import annotations

from dataclasses import dataclass, field

from phoneworld.app import Screen, State


@dataclass(slots=True)
class Activity:
    """An open screen with its state. `screen` is its behaviour."""

    package: str
    route: str
    args: State
    state: State
    screen: Screen
    scroll: dict[str, int] = field(default_factory=dict[str, int])
    overlay: State | None = None
    focus: str = ""
    keyboard: bool = False
    select_all: bool = False
    caller: str = ""
    ready_at_s: float = 0.0

    KEPT = (
        "package", "route", "args", "state", "scroll", "overlay", "focus", "keyboard",
        "select_all", "caller", "ready_at_s",
    )  # fmt: skip
