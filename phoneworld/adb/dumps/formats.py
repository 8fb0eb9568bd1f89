"""How Android writes values."""

from __future__ import annotations


def truth(claim: object) -> str:
    """`true` or `false`."""
    return "true" if claim else "false"
