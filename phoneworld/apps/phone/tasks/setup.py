"""What the tasks of Phone share: a call's verdict, and reading the call log."""

from __future__ import annotations

import re

from phoneworld.author import Added, Digits, Pilot
from phoneworld.providers.contacts import CALLS_PATH, OUTGOING


def called(number: str) -> Added:
    """A call to a number stands in the log."""
    return Added(CALLS_PATH, "calls", {"number": Digits(number), "type": OUTGOING})


def rows_of_today(pilot: Pilot) -> list[str]:
    """The calls of today, read down the list as far as they go."""
    rows: list[str] = []
    pilot.reach("Dial pad")
    while True:
        shown = [e.text for e in pilot.screen.elements if re.search(r", \d\d:\d\d", e.text)]
        rows += [text for text in shown if ", Today, " in text and text not in rows]
        if not shown or ", Today, " not in shown[-1]:
            return rows
        before = pilot.screen.elements
        pilot.scroll()
        if pilot.screen.elements == before:
            return rows
