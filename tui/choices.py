"""Which phone and which policy to use, and what to tell someone who has none.

Pure functions on what a runtime lists.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from phonebuddy.v1 import device_service_pb2, policy_service_pb2

from tui.plain_text import one_line

EXAMPLE_TASK = "turn on wi-fi"
VIRTUAL = "phoneworld"
VIRTUAL_PHONE = "phoneworld://"
SCRIPTED = "scripted"

Device = device_service_pb2.Device
Policy = policy_service_pb2.Policy


@dataclass(frozen=True, slots=True)
class TaskChoice:
    """What the next task is done with; empty where there is nothing to choose."""

    device: str = ""
    policy: str = ""


def usable_device(device: Device) -> bool:
    return device.state != device_service_pb2.DEVICE_STATE_UNUSABLE


def usable_policy(policy: Policy) -> bool:
    return policy.state != policy_service_pb2.POLICY_STATE_UNUSABLE


def pick_device(devices: Sequence[Device], wanted: str = "", *, before: str = "") -> str:
    """The address to use: what is wanted, else the one before, else a real phone, else the virtual one."""
    if wanted:
        return wanted
    usable = [device for device in devices if usable_device(device)]
    if before in {device.address for device in usable}:
        return before
    for device in (*real_phones(devices), *usable):
        return device.address
    return ""


def pick_policy(policies: Sequence[Policy], wanted: str = "", *, before: str = "") -> str:
    """The policy to use: what is wanted, else the one before, else a model before a script, loaded first."""
    if wanted:
        return wanted
    usable = [policy for policy in policies if usable_policy(policy)]
    if before in {policy.name for policy in usable}:
        return before
    models = [policy for policy in usable if policy.engine != SCRIPTED]
    loaded = [p for p in models if p.state == policy_service_pb2.POLICY_STATE_LOADED]
    for policy in (*loaded, *models, *usable):
        return policy.name
    return ""


def example_policy(policies: Sequence[Policy], wanted: str = "") -> str:
    """The policy for the example task: as for any, but a script only if it is written for it."""
    usable = [policy for policy in policies if usable_policy(policy)]
    fitting = [
        policy
        for policy in usable
        if policy.engine != SCRIPTED or "wifi" in policy.name.replace("-", "")
    ]
    return pick_policy(fitting or usable, wanted)


def real_phones(devices: Sequence[Device]) -> list[Device]:
    """Those that can be used and are not made up."""
    return [device for device in devices if usable_device(device) and device.kind != VIRTUAL]


def offers_virtual(devices: Sequence[Device], wanted: str) -> bool:
    """Whether a newcomer is offered the virtual phone: there is no real one, or they named it."""
    return wanted == VIRTUAL_PHONE or not real_phones(devices)


def troubled_phones(devices: Sequence[Device]) -> list[Device]:
    """Phones that are there, but need something done on them first."""
    return [device for device in devices if not usable_device(device)]


def advice(devices: Sequence[Device]) -> str:
    """What to do about phones that cannot be used; empty where there are none."""
    return "\n".join(
        f"{one_line(device.address)}: {one_line(device.advice) or 'cannot be used'}"
        for device in troubled_phones(devices)
    )


def change(before: TaskChoice, now: TaskChoice) -> str:
    """What is used instead of what was chosen before and is gone; empty if all is as it was."""
    pairs = ((before.device, now.device), (before.policy, now.policy))
    return "\n".join(
        f"{one_line(old)} cannot be used any more; now it is {one_line(new) or 'none'}."
        for old, new in pairs
        if old and old != new
    )


def missing(chosen: TaskChoice) -> str:
    """Why no task can be begun, and what to do; empty if one can."""
    if not chosen.device:
        return "There is no phone to work on. F3 lists phones; the virtual one is always there."
    if not chosen.policy:
        return "There is no policy to do it. F4 tells how to get one."
    return ""
