"""What a phone says of itself beside its views: window in front, display, keyboard, lock, clock.

One shell call for all of it, filtered on the phone. What a phone does not print counts as unknown,
never as an error. docs/phones.md tells from which phones these texts are known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from runtime.backends.adb.calls import AdbShell
from runtime.backends.adb.focus import read_focus
from runtime.backends.adb.power import WAKEFULNESS, parse_awake
from runtime.backends.adb.windows import ListedWindow, read_windows

_SECTIONS = "WINDOW MANAGER|Last ANR|<no ANR"
SCRIPT = (
    "date +%s.%N; "
    f"dumpsys power | grep -E '{WAKEFULNESS}'; "
    f"dumpsys window policy | grep -E '{_SECTIONS}|howing=|Lockscreen=|ccluded=|mAwake='; "
    f"dumpsys window displays | grep -E '{_SECTIONS}|Display: mDisplayId=|cur=|mRotation=|"
    "mCurrentFocus=|mFocusedApp=|mTopFocusedDisplayId=|howing=|Lockscreen=|ccluded=|mAwake='; "
    f"dumpsys window windows | grep -E '{_SECTIONS}|Window #|fl=|package=|isVisible=|"
    "isReadyForDisplay|mCurrentFocus=|mFocusedApp=|mTopFocusedDisplayId='; "
    "dumpsys input_method | grep -E 'mInputShown|mCurMethodId|mSelectedMethodId'; true"
)
"""Three parts of `window`, because Android has moved what they tell between them, and because the
whole begins with a frozen copy for two hours after an app did not respond. `true`, because grep
ends with 1 when a phone prints none of it."""
_FROZEN = re.compile(
    r"^\s*(?:WINDOW MANAGER LAST ANR(?!.*\n\s*<no ANR)|Last ANR continued)", re.MULTILINE
)
_LIVE = re.compile(r"^\s*WINDOW MANAGER POLICY STATE", re.MULTILINE)
_DISPLAY = re.compile(r"^\s*Display: mDisplayId=(\d+)", re.MULTILINE)
_SIZE = re.compile(r"\bcur=(\d+)x(\d+)")
_ROTATION = re.compile(r"\bmRotation=(?:ROTATION_)?(\d+)")
_CLOCK = re.compile(r"^\d+(?:\.\d+)?", re.MULTILINE)
_METHOD = re.compile(r"(?:mCurMethodId|mSelectedMethodId)=(\S+)/")
_SHOWING = re.compile(
    r"\b(mShowingLockscreen|mDreamingLockscreen|mIsShowing|isKeyguardShowing|showing)=(true|false)"
)
_OCCLUDED = re.compile(r"\b(mKeyguardOccluded|occluded)=(true|false)")
DEFAULT_DISPLAY = "0"
"""The display whose views are read and that touches go to."""


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
    awake: bool | None = None
    """None where the phone does not tell."""
    width_px: int = 0
    """Of the default display as it is turned now, as the height; 0 where the phone does not tell."""
    height_px: int = 0
    rotation: int = 0


def read_status(phone: AdbShell) -> PhoneStatus:
    """Ask the phone."""
    return parse_status(phone.script(SCRIPT).text)


def parse_status(text: str) -> PhoneStatus:
    """The status that the output of `SCRIPT` tells."""
    text = without_frozen(text)
    windows = tuple(read_windows(text))
    focus = read_focus(text, windows)
    clock = _CLOCK.search(text)
    method = _METHOD.search(text)
    display = _default_display(text)
    size, rotation = _SIZE.search(display), _ROTATION.search(display)
    return PhoneStatus(
        package=focus.package,
        activity=focus.activity,
        keyboard_shown="mInputShown=true" in text,
        keyboard_package=method[1] if method is not None else "",
        secure=any(_hides_itself(window, focus.window) for window in windows),
        locked=_any_last_true(_SHOWING, text) and not _any_last_true(_OCCLUDED, text),
        time_s=float(clock[0]) if clock is not None else 0.0,
        awake=parse_awake(text),
        width_px=int(size[1]) if size is not None else 0,
        height_px=int(size[2]) if size is not None else 0,
        rotation=_quarter_turns(rotation[1]) if rotation is not None else 0,
    )


def without_frozen(text: str) -> str:
    """The text without the copy of the moment when an app did not respond."""
    return "".join(_live_parts(text))


def _live_parts(text: str) -> Iterator[str]:
    start = 0
    while (frozen := _FROZEN.search(text, start)) is not None:
        yield text[start : frozen.start()]
        live = _LIVE.search(text, frozen.end())
        if live is None:
            return
        start = live.start()
    yield text[start:]


def _default_display(text: str) -> str:
    """The part about the default display; everything, where displays are not told apart."""
    _, *parts = _DISPLAY.split(text)
    by_display = dict(zip(parts[::2], parts[1::2], strict=True))
    return by_display.get(DEFAULT_DISPLAY, text)


def _quarter_turns(number: str) -> int:
    """Phones write 1, or 90."""
    return (int(number) // 90 if int(number) >= 4 else int(number)) % 4


def _any_last_true(claim: re.Pattern[str], text: str) -> bool:
    """Whether one of several names for the same claim was true where it was last printed."""
    return "true" in dict(claim.findall(text)).values()


def _hides_itself(window: ListedWindow, focused: str) -> bool:
    """Whether the screen holds what no screenshot may show. The system's own bars are no matter."""
    return window.secure and (window.id == focused or (window.visible and window.of_an_app))
