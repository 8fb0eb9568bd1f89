"""Whether a phone is awake, by `dumpsys power`."""

from __future__ import annotations

import re

WAKEFULNESS = r"mWakefulness=|getWakefulnessLocked\(\)=|Display Power: state="
"""What to keep of the dump, as grep -E reads it."""
_STATE = re.compile(r"(?:mWakefulness|getWakefulnessLocked\(\))=(\w+)")
_DISPLAY = re.compile(r"Display Power: state=(\w+)")
_POLICY = re.compile(r"\bmAwake=(true|false)")
_AWAKE = ("Awake", "Dreaming")


def parse_awake(text: str) -> bool | None:
    """Whether it is awake; None where it does not tell.

    `mHoldingDisplaySuspendBlocker` is not believed: some phones hold it while they are off.
    """
    state = _STATE.search(text)
    if state is not None:
        return state[1] in _AWAKE
    display = _DISPLAY.search(text)
    if display is not None:
        return display[1] == "ON"
    policy = _POLICY.findall(text)
    return policy[-1] == "true" if policy else None
