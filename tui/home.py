"""The home button of a phone that no run has."""

from __future__ import annotations

from phonebuddy.v1 import action_pb2
from phonebuddy.v1.client import Client

HOME = action_pb2.Action(press_button=action_pb2.PressButton(button=action_pb2.BUTTON_HOME))


def go_home(client: Client, device: str) -> None:
    """Press it. `BuddyError` where a run has the phone, or it cannot be reached."""
    client.perform(device, HOME, client.observe(device).id)
