"""Served phones that answer as certain real ones do, each with traps that real phones have set.

Where each was seen to do so: docs/phones.md.
"""

from __future__ import annotations

from collections.abc import Mapping

from phoneworld.adb.errors import ServeError
from phoneworld.adb.personalities import makers, moments, versions
from phoneworld.adb.personality import ORDINARY, Personality

PERSONALITIES: Mapping[str, Personality] = {
    personality.name: personality
    for personality in (ORDINARY, *versions.ALL, *moments.ALL, *makers.ALL)
}


def find_personality(name: str) -> Personality:
    """The personality of a name, or `ServeError` with all that there are."""
    if name not in PERSONALITIES:
        raise ServeError(
            f"there is no kind of phone {name!r}: choose from {', '.join(PERSONALITIES)}"
        )
    return PERSONALITIES[name]
