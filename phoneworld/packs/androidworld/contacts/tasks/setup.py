"""What the tasks with Contacts share."""

from __future__ import annotations

from phoneworld.author import Enter, Open, Script, Tap

LABEL = "Contacts"


def filling(first: str, last: str, number: str) -> Script:
    """The steps to a form for somebody new, with names and number in it."""
    return (
        Open(LABEL),
        Tap("Create contact"),
        Enter(first, into="First name"),
        Enter(last, into="Last name"),
        Enter(number, into="Phone"),
    )
