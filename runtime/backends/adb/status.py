"""What a phone says of itself beside its views: window in front, keyboard, lock, clock.

One shell call for all of it, filtered on the phone. The texts are those of AOSP 7 to 15; what a
phone does not print counts as unknown, never as an error. Not yet compared with real phones.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from runtime.backends.adb.calls import AdbShell

SCRIPT = (
    "date +%s.%N; "
    "dumpsys window | grep -E "
    "'Window #|fl=|mCurrentFocus|mFocusedApp|howing=|mShowingLockscreen|mDreamingLockscreen'; "
    "dumpsys input_method | grep -E 'mInputShown|mCurMethodId|mSelectedMethodId'; true"
)
"""All of `window`, because the part of it that names the focus has changed over the years. `true`,
because grep ends with 1 when a phone prints none of it."""
FLAG_SECURE = 0x2000
_FLAG_NUMBER = re.compile(r"\bfl=#?(?:0x)?([0-9a-f]{4,8})\b")
_FOCUS = re.compile(
    r"mCurrentFocus=.*?Window\{\S+ u\d+ (?P<package>[\w.]+)(?:/(?P<activity>[\w.$]+))?\}"
)
_APP = re.compile(r"mFocusedApp=.*? (?P<package>[\w.]+)/(?P<activity>[\w.$]+)[ }]")
_WINDOW = re.compile(r"Window #\d+ Window\{(?P<id>\S+) ")
_FOCUS_ID = re.compile(r"mCurrentFocus=.*?Window\{(?P<id>\S+) ")
_CLOCK = re.compile(r"^\d+(?:\.\d+)?", re.MULTILINE)
_METHOD = re.compile(r"(?:mCurMethodId|mSelectedMethodId)=(\S+)/")
_LOCKED = re.compile(r"\b(?:mShowingLockscreen|mDreamingLockscreen|mIsShowing|showing)=true")


@dataclass(frozen=True, slots=True)
class PhoneStatus:
    """The state of a phone at one moment. The package is empty where a window does not tell it."""

    package: str
    activity: str
    keyboard_shown: bool
    keyboard_package: str
    secure: bool
    locked: bool
    time_s: float


def read_status(phone: AdbShell) -> PhoneStatus:
    """Ask the phone."""
    return parse_status(phone.script(SCRIPT).text)


def parse_status(text: str) -> PhoneStatus:
    """The status that the output of `SCRIPT` tells."""
    focus = _FOCUS.search(text)
    # While windows change, none has the focus, but the app that will have it is known.
    found = focus if focus is not None else _APP.search(text)
    package = found["package"] if found is not None else ""
    activity = (found["activity"] or "") if found is not None else ""
    if "." not in package:
        # A window of the system, such as NotificationShade, is called by its title.
        package = activity = ""
    clock = _CLOCK.search(text)
    method = _METHOD.search(text)
    return PhoneStatus(
        package=package,
        activity=activity.removeprefix(package) if activity.startswith(f"{package}.") else activity,
        keyboard_shown="mInputShown=true" in text,
        keyboard_package=method[1] if method is not None else "",
        secure=_focused_is_secure(text),
        locked=_LOCKED.search(text) is not None,
        time_s=float(clock[0]) if clock is not None else 0.0,
    )


def _focused_is_secure(text: str) -> bool:
    """Whether the window in front has FLAG_SECURE, which keeps it out of screenshots."""
    focus = _FOCUS_ID.search(text)
    if focus is None:
        return False
    current = ""
    for line in text.splitlines():
        window = _WINDOW.search(line)
        if window is not None:
            current = window["id"]
        if current == focus["id"] and _has_secure_flag(line):
            return True
    return False


def _has_secure_flag(line: str) -> bool:
    """Android names the flags since version 9, and gave a number before."""
    number = _FLAG_NUMBER.search(line)
    if number is not None:
        return bool(int(number[1], 16) & FLAG_SECURE)
    return re.search(r"\bfl=.*\bSECURE\b", line) is not None
