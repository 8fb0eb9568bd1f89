"""What the tasks with Clock share."""

from __future__ import annotations

from phoneworld.author import Exact, ShownElement

LABEL = "Clock"


def described(text: str) -> ShownElement:
    """An element with this description."""
    return ShownElement(description=Exact(text))
