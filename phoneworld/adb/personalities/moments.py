"""What any phone may be like at times: after an app hung, half open, held by another program."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Sequence

from phoneworld.adb.dumps.windows import DISPLAY_ID
from phoneworld.adb.personalities.command_changes import edited, owner_allows, refused
from phoneworld.adb.personality import Personality
from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.command import Command, Io
from phoneworld.adb.u2.automation import UiAutomatorServer
from phoneworld.adb.u2.call import Result, RpcCall

# After an app did not respond

HUNG = "org.example.hung"
FROZEN = f"""\
WINDOW MANAGER LAST ANR (dumpsys window lastanr)
  ANR time: May 1, 2026 9:00:00 AM
  Application at fault: {HUNG}/.Main
  Reason: Input dispatching timed out
  Window #0 Window{{9f8e7d6 u0 {HUNG}/{HUNG}.Main}}:
    mOwnerUid=10099 package={HUNG} appop=NONE
      fl=SECURE LAYOUT_IN_SCREEN
    isVisible=true
  mCurrentFocus=Window{{9f8e7d6 u0 {HUNG}/{HUNG}.Main}}
  mFocusedApp=ActivityRecord{{1c2d3e4 u0 {HUNG}/.Main t99}}
Last ANR continued
  Display: mDisplayId=0
    init=320x640 160dpi cur=320x640 app=320x640
    KeyguardServiceDelegate
      showing=true
    mShowingLockscreen=true
-------------------------------------------------------------------------------
"""


def _after_anr(session: AdbSession, words: Sequence[str], text: str) -> str:
    del session
    plain = [word for word in words if not word.startswith("-")]
    return FROZEN + text if plain == ["window"] else text


AFTER_ANR = Personality(
    "after-anr",
    "for two hours after an app did not respond: a frozen copy heads what windows there are",
    commands={"dumpsys": edited(_after_anr)},
)


# A phone that folds, with a second display on its cover

COVER_ID = DISPLAY_ID + 1
COVER = "org.example.cover"
_WARNING = (
    "[Warning] Multiple displays were found, but no display id was specified! Defaulting to the "
    "first display found, however this default is not guaranteed to be consistent.\n"
)
_COVER_DISPLAY = f"""\
  Display: mDisplayId=1
    init=720x748 340dpi cur=720x748 app=720x748
  mCurrentFocus=Window{{8d7c6b5 u0 {COVER}/{COVER}.Home}}
  mFocusedApp=ActivityRecord{{7c6b5a4 u0 {COVER}/.Home t77}}
  DisplayRotation
    mRotation=3 mDeferredRotationPauseCount=0

"""


def _two_displays(session: AdbSession, words: Sequence[str], text: str) -> str:
    del session
    if words[:1] == ["window"]:
        shown, heading, windows = text.partition("WINDOW MANAGER WINDOWS")
        cover = _COVER_DISPLAY if "Display: mDisplayId=0" in shown else ""
        return f"{shown}{cover}{heading}{windows}  mTopFocusedDisplayId=0\n"
    if words[:2] == ["SurfaceFlinger", "--display-id"]:
        cover = f'Display {COVER_ID} (HWC display 1): port=1 pnpId=PWD displayName="Cover"\n'
        return cover + text
    return text


def _default_is_the_cover(command: Command) -> Command:
    """Without a word on which, the image is that of the cover, which is off."""

    def run(io: Io, arguments: Sequence[str]) -> int | Awaitable[int]:
        if "-d" not in arguments:
            io.err(_WARNING)
        if str(DISPLAY_ID) not in arguments:
            io.session.black_frames += 1
        return command(io, arguments)

    return run


def _cover_is_photographed(automation: UiAutomatorServer, method: str) -> None:
    if method == "takeScreenshot":
        automation.session.black_frames += 1


Z_FLIP = Personality(
    "z-flip",
    "a phone that folds: a second display names a focus of its own, and images are of the wrong one",
    properties={"ro.product.manufacturer": "samsung", "ro.product.model": "SM-F741B"},
    commands={"dumpsys": edited(_two_displays), "screencap": _default_is_the_cover},
    check_call=_cover_is_photographed,
)


# UiAutomation in other hands

TRACE_LINES = 60
_TAKEN = (
    "java.lang.IllegalStateException: UiAutomationService android.accessibilityservice."
    "IAccessibilityServiceClient$Stub$Proxy@3b9aca0already registered!\n"
    + "".join(
        f"\tat com.android.server.accessibility.Manager.register(Manager.java:{line})\n"
        for line in range(TRACE_LINES)
    )
)


def _taken(session: AdbSession, words: Sequence[str]) -> str:
    del words
    return "" if owner_allows(session) else _TAKEN


TAKEN = Personality(
    "taken",
    "another program holds the phone's only UiAutomation until its owner ends it",
    commands={"app_process": refused(_taken, status=1)},
)


# Windows over the app

STATUS_HEIGHT = 96
HEADS_UP_LABEL = "Call from Aunt Ada"
_NODE = (
    '<node index="0" text="{text}" resource-id="{id}" class="{kind}" package="com.android.systemui" '
    'content-desc="" checkable="false" checked="false" clickable="{clickable}" enabled="true" '
    'focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" '
    'selected="false" visible-to-user="true" bounds="{bounds}">'
)


def _system_node(text: str, id: str, kind: str, bounds: str, *, clickable: bool = False) -> str:
    given = str(clickable).lower()
    id = f"com.android.systemui:id/{id}"
    return _NODE.format(text=text, id=id, kind=f"android.{kind}", clickable=given, bounds=bounds)


def _heads_up(call: RpcCall, answer: Result) -> Result:
    """Bars and a heads-up notification, listed before the app over which they lie."""
    if not isinstance(answer, str) or "<node" not in answer:
        return answer
    width, height = call.session.size
    status = f"[0,0][{width},{STATUS_HEIGHT}]"
    card = f"[24,{STATUS_HEIGHT + 10}][{width - 24},{STATUS_HEIGHT + 310}]"
    bar = f"[0,{height - STATUS_HEIGHT}][{width},{height}]"
    extra = (
        _system_node("", "heads_up", "widget.FrameLayout", card)
        + _system_node(HEADS_UP_LABEL, "title", "widget.TextView", card, clickable=True)
        + "</node></node>"
        + _system_node("", "status_bar", "widget.FrameLayout", status)
        + _system_node("9:00", "clock", "widget.TextView", status)
        + "</node></node>"
        + _system_node("", "navigation_bar_frame", "widget.FrameLayout", bar)
        + _system_node("", "back", "widget.ImageView", bar, clickable=True)
        + "</node></node>"
    )
    return re.sub(r"(<hierarchy[^>]*>)", lambda head: head[1] + extra, answer, count=1)


HEADS_UP = Personality(
    "heads-up",
    "windows come in no order, and a notification lies over the app",
    answers={"dumpWindowHierarchy": _heads_up},
)


# Fields that are only drawn

_FIELD = re.compile(r"<node [^>]*class=\"android\.widget\.EditText\"[^>]*>")


def _drawn(call: RpcCall, answer: Result) -> Result:
    """What toolkits draw by themselves has no class of Android's, and no focus."""
    del call
    if not isinstance(answer, str):
        return answer
    return _FIELD.sub(
        lambda node: (
            node[0]
            .replace('class="android.widget.EditText"', 'class="android.view.View"')
            .replace('focused="true"', 'focused="false"')
        ),
        answer,
    )


DRAWN_FIELDS = Personality(
    "drawn-fields",
    "apps that draw their fields themselves (Flutter, games): no field can be read",
    answers={"dumpWindowHierarchy": _drawn},
)
WIFI_TWICE = Personality("wifi-twice", "one phone, connected in two ways at once", ports=2)
ALL = (AFTER_ANR, Z_FLIP, TAKEN, HEADS_UP, DRAWN_FIELDS, WIFI_TWICE)
