"""How long a slow phone takes over a touch: its clock moves, nobody waits."""

from __future__ import annotations

from phoneworld.phone import Phone


def spend_latency(phone: Phone) -> None:
    """Let the time pass that this phone needs after a touch or a key."""
    if phone.realism.latency_ms:
        phone.advance(phone.realism.latency_ms / 1000)
