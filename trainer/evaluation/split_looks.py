"""How often the test split was looked at: what is chosen by it is no longer measured by it.

Every measurement on it is a line of a file in the user's folder, whichever policy it was of.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from runtime.server.config import HOME

FILE = "test_looks.jsonl"


@dataclass(frozen=True, slots=True)
class SplitLook:
    """One measurement on the test split."""

    at: str
    policy: str
    tasks: int


def note_look(policy: str, tasks: int, home: Path = HOME) -> str:
    """Take a look down; what there is to say about it. A folder that cannot be written to is no error."""
    path = home.expanduser() / FILE
    now = datetime.now(UTC).isoformat(timespec="seconds")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a+", encoding="utf-8") as file:
            file.seek(0)
            earlier = sum(1 for _ in file)
            file.seek(0, os.SEEK_END)
            file.write(json.dumps(asdict(SplitLook(now, policy, tasks))) + "\n")
    except OSError as error:
        return f"The test split is looked at; how often cannot be counted: {error}"
    return (
        f"This is look number {earlier + 1} at the test split on this machine; choose between "
        "policies by the validation split."
    )
