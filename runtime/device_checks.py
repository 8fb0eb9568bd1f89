"""What every device checks before it acts, so that all of them refuse the same things."""

from __future__ import annotations

from runtime.actions import (
    Action,
    AskUser,
    Click,
    DoubleClick,
    Drag,
    Finish,
    LongPress,
    Output,
    Scroll,
    Stroke,
    Target,
    Type,
)
from runtime.errors import NotADeviceAction, StaleObservation
from runtime.observation import Observation


def targets_of(action: Action) -> tuple[Target, ...]:
    """The places on the screen that an action names."""
    match action:
        case Click(target) | DoubleClick(target) | LongPress(target):
            return (target,)
        case Type(target=target):
            return (target,) if target is not None else ()
        case Scroll(Stroke(start, end)) | Drag(start, end):
            return (start, end)
        case Scroll(target=target):
            return (target,) if target is not None else ()
        case _:
            return ()


def check_action(action: Action, observation: Observation, newest_id: str) -> None:
    """Refuse an action that is not for a phone, or whose targets do not fit the newest look."""
    if isinstance(action, Output | Finish | AskUser):
        raise NotADeviceAction(
            f"{type(action).__name__} is for whoever runs the episode, not for the phone"
        )
    targets = targets_of(action)
    if targets and observation.id != newest_id:
        raise StaleObservation(
            f"the target was read from {observation.id}, but the newest look is "
            f"{newest_id or 'none at all'}: observe again and choose from that"
        )
    for target in targets:
        observation.pixel(target)
