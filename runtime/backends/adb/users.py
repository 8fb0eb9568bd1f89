"""The users of a phone: its owner, and profiles (work, a second copy of apps) beside it."""

from __future__ import annotations

import re
from dataclasses import dataclass

OWNER = 0
_USER = re.compile(r"UserInfo\{(\d+):(.*):([0-9a-fA-F]+)\}(.*)")
_MANAGED, _PROFILE = 0x20, 0x1000
"""Android's flags of a work profile, and of any profile."""


@dataclass(frozen=True, slots=True)
class PhoneUser:
    """One user. Apps of a profile show beside the owner's; those of another user do not."""

    id: int
    name: str
    is_profile: bool
    is_running: bool


def parse_users(text: str) -> tuple[PhoneUser, ...]:
    """The users that `pm list users` tells."""
    return tuple(
        PhoneUser(
            int(number),
            name,
            bool(int(flags, 16) & (_MANAGED | _PROFILE)),
            "running" in state,
        )
        for number, name, flags, state in _USER.findall(text)
    )
