"""Where a task begins: at home, or wherever a person may have left the phone.

A start is part of a task's name where it is not home: `contacts.add#7@app-deep`. It changes what is
on the screen and nothing else: goal, parameters and data are those of `contacts.add#7`.
"""

from __future__ import annotations

from enum import StrEnum

from phoneworld.errors import TaskError
from phoneworld.world import stream


class Start(StrEnum):
    """What is in front when a task begins. `ANYWHERE` is one of the others, drawn by the seed."""

    HOME = "home"
    OTHER_APP = "other-app"
    APP_DEEP = "app-deep"
    DIALOG = "dialog"
    KEYBOARD = "keyboard"
    SHADE = "shade"
    RECENTS = "recents"
    ANYWHERE = "anywhere"

    def drawn(self, template: str, seed: int) -> Start:
        """The start itself, or for `ANYWHERE` the one that a template and a seed give."""
        if self is not Start.ANYWHERE:
            return self
        return stream("start", template, seed).choice(PLACES)


PLACES = tuple(start for start in Start if start is not Start.ANYWHERE)
"""Every start that is a place."""


def find_start(name: str) -> Start:
    """The start of that name, or `TaskError` with the ones there are."""
    try:
        return Start(name)
    except ValueError as error:
        raise TaskError(f"there is no start {name!r}: choose one of {', '.join(Start)}") from error
