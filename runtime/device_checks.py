"""What every device checks before it acts, so that all of them refuse the same things."""

from __future__ import annotations

from runtime.action_targets import targets_of
from runtime.actions import Action, AskUser, Finish, Output
from runtime.errors import NotADeviceAction, StaleObservation
from runtime.observation import Observation

NOT_FOR_PHONES = (Output, Finish, AskUser)


def check_action(action: Action, observation: Observation, newest_id: str) -> None:
    """Refuse an action that is not for a phone, or whose targets do not fit the newest look."""
    if isinstance(action, NOT_FOR_PHONES):
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
