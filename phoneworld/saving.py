"""A phone to bytes and back: its databases, and its interface as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from phoneworld import snapshot
from phoneworld.errors import AppError, SnapshotError
from phoneworld.providers import settings

if TYPE_CHECKING:
    from phoneworld.phone import Phone

INTERFACE = "interface"
PLAIN = (
    "now_s",
    "front",
    "panel",
    "clipboard",
    "toast_text",
    "notices",
    "keyboard_layout",
    "shifted",
    "occasions",
    "shifted_layout",
)
"""What of a phone is plain values."""


def save(phone: Phone) -> bytes:
    """The whole phone as bytes."""
    interface: dict[str, Any] = {name: getattr(phone, name) for name in PLAIN}
    interface["tasks"] = {
        package: [{name: getattr(activity, name) for name in activity.KEPT} for activity in stack]
        for package, stack in phone.tasks.items()
    }
    parts = phone.databases.serialize()
    parts.append((INTERFACE, json.dumps(interface).encode()))
    return snapshot.pack(parts)


def load(phone: Phone, data: bytes) -> None:
    """Make a phone what it was when it was saved. Everything is checked before anything changes."""
    parts = snapshot.unpack(data)
    interface = dict(parts).get(INTERFACE)
    if interface is None or settings.PATH not in dict(parts):
        raise SnapshotError("the snapshot is not of a phone: it lacks the interface or settings")
    try:
        kept = json.loads(interface)
        values = {name: kept[name] for name in PLAIN}
        tasks = {
            package: [phone.revive_activity(activity) for activity in stack]
            for package, stack in kept["tasks"].items()
        }
        phone.app(kept["front"])
    except (ValueError, KeyError, TypeError, AttributeError, AppError) as error:
        raise SnapshotError(
            f"the snapshot is of a phone with other apps, or damaged: {error}"
        ) from error
    phone.databases.load([part for part in parts if part[0] != INTERFACE])
    phone.bind_data()
    for name, value in values.items():
        setattr(phone, name, value)
    phone.tasks = tasks
    phone.touch()
