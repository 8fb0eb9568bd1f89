"""Serialization of a phone: its databases as bytes, what is open on it as JSON."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from phoneworld import snapshot
from phoneworld.errors import AppError, SnapshotError
from phoneworld.providers import settings
from phoneworld.ready_connections import ReadyConnections

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


PASSING = frozenset({"toast_text", "notices"})
"""What goes by itself, or by being looked at."""


def save(phone: Phone) -> bytes:
    """The whole phone as bytes."""
    parts = phone.databases.serialize()
    parts.append((INTERFACE, json.dumps(_interface(phone)).encode()))
    return snapshot.pack(parts)


def fingerprint(phone: Phone) -> str:
    """A digest that stays equal as long as the phone is only looked at."""
    interface = {name: kept for name, kept in _interface(phone).items() if name not in PASSING}
    digest = hashlib.sha256(json.dumps(interface, sort_keys=True).encode())
    for path, blob in sorted(phone.databases.serialize()):
        digest.update(path.encode())
        digest.update(blob)
    return digest.hexdigest()


def database_parts(data: bytes) -> list[tuple[str, bytes]]:
    """Path and content of every database in the bytes of a phone."""
    return [part for part in snapshot.unpack(data) if part[0] != INTERFACE]


def _interface(phone: Phone) -> dict[str, Any]:
    interface: dict[str, Any] = {name: getattr(phone, name) for name in PLAIN}
    interface["tasks"] = {
        package: [{name: getattr(activity, name) for name in activity.KEPT} for activity in stack]
        for package, stack in phone.tasks.items()
    }
    return interface


@dataclass(frozen=True, slots=True)
class SavedPhone:
    """A saved phone that was checked and taken apart: to be loaded many times."""

    databases: tuple[tuple[str, bytes], ...]
    interface: bytes
    ready: ReadyConnections | None = None
    """Connections to its databases, for phones that load it again and again."""


def read(data: bytes, *, ready: ReadyConnections | None = None) -> SavedPhone:
    """Take the bytes of a phone apart, or raise `SnapshotError`."""
    parts = snapshot.unpack(data)
    interface = dict(parts).get(INTERFACE)
    if interface is None or settings.PATH not in dict(parts):
        raise SnapshotError("the snapshot is not of a phone: it lacks the interface or settings")
    return SavedPhone(tuple(part for part in parts if part[0] != INTERFACE), interface, ready)


def load(phone: Phone, saved: SavedPhone) -> None:
    """Restore a saved phone. Everything is checked before anything changes."""
    try:
        kept = json.loads(saved.interface)
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
    phone.databases.load(saved.databases, saved.ready)
    phone.bind_data()
    for name, value in values.items():
        setattr(phone, name, value)
    phone.tasks = tasks
    phone.touch()
