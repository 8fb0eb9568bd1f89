"""What makers of phones have changed: texts, labels, what adb may do."""

from __future__ import annotations

import re
from collections.abc import Sequence

from phoneworld.adb.personalities.command_changes import (
    both,
    edited,
    owner_allows,
    refused,
    thrown,
)
from phoneworld.adb.personality import Personality
from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.arguments import SECURITY
from phoneworld.adb.u2.automation import UiAutomatorServer
from phoneworld.adb.u2.call import Result, RpcCall
from phoneworld.adb.u2.errors import JavaError
from phoneworld.phone import LAUNCHER

SECURE_FOLDER = 150
WORK_PROFILE = 11
_LABEL = re.compile(r"nonLocalizedLabel=.*?(?= icon=)")
_FLAGS = re.compile(r"fl=(SECURE )?[A-Z_ ]+")
_INJECTING = frozenset(
    "click drag gesture injectInputEvent longClick pressKey pressKeyCode swipe swipePoints "
    "dragTo fling scroll pasteClipboard".split()
)
INPUT_REFUSED = "java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission"
CALL_REFUSED = (
    "java.lang.SecurityException: Injecting input events requires the caller (or the source of the "
    "instrumentation, if any) to have the INJECT_EVENTS permission."
)
SETTINGS_REFUSED = (
    "java.lang.SecurityException: Permission denial: writing to secure settings requires "
    "android.permission.WRITE_SECURE_SETTINGS"
)


def _without_labels(session: AdbSession, words: Sequence[str], text: str) -> str:
    """Real apps have their labels in resources, in all languages; `pm` prints none of those."""
    del session, words
    return _LABEL.sub("nonLocalizedLabel=null", text)


_UNLABELLED = edited(_without_labels)


# Samsung


def _samsung_dump(session: AdbSession, words: Sequence[str], text: str) -> str:
    del session
    if words[:1] == ["power"]:
        text = re.sub(r"  mWakefulness=(\w+)", r"  getWakefulnessLocked()=\1", text)
        return re.sub(r"Display Power: .*\n", "", text)
    if words[:1] == ["window"]:
        return _FLAGS.sub(
            lambda flags: "fl=#81812100" if flags[1] else "fl=#81810100", text
        ).replace("isVisible=", "isVisibleRequested=")
    return text


def _samsung_users(session: AdbSession, words: Sequence[str], text: str) -> str:
    del session
    if words[:2] == ["list", "users"]:
        return (
            f"{text}\tUserInfo{{{WORK_PROFILE}:Work profile:1030}} running\n"
            f"\tUserInfo{{{SECURE_FOLDER}:Secure Folder:10061030}} running\n"
        )
    if "--user" in words and words[words.index("--user") + 1 :][:1] == [str(WORK_PROFILE)]:
        return "No activities found\n"
    return text


LAUNCHER_NAMES = {"Recipes": "Kochbuch", "Huddle": "Runde"}
"""What the launcher calls some apps, in the language of the phone's owner."""


def _launcher_labels(call: RpcCall, answer: Result) -> Result:
    del call
    if not isinstance(answer, str) or f'package="{LAUNCHER}"' not in answer:
        return answer
    for label, shown in LAUNCHER_NAMES.items():
        answer = answer.replace(f'text="{label}"', f'text="{shown}"')
    return answer


def _secure_folder(session: AdbSession, words: Sequence[str]) -> str:
    del session
    if "--user" in words and words[words.index("--user") + 1 :][:1] == [str(SECURE_FOLDER)]:
        cause = f"{SECURITY}: Shell does not have permission to access user {SECURE_FOLDER}"
        return thrown(cause)
    return ""


SAMSUNG = Personality(
    "samsung",
    "One UI: other words for wakefulness and flags, no labels, a work profile and a Secure Folder",
    properties={
        "ro.product.manufacturer": "samsung",
        "ro.product.brand": "samsung",
        "ro.product.model": "SM-S901B",
    },
    commands={
        "dumpsys": edited(_samsung_dump),
        "pm": both(both(_UNLABELLED, edited(_samsung_users)), refused(_secure_folder)),
    },
    answers={"dumpWindowHierarchy": _launcher_labels},
)


# Xiaomi


def _input_refused(session: AdbSession, words: Sequence[str]) -> str:
    del words
    return "" if owner_allows(session) else f"{INPUT_REFUSED}\n\tat android.os.Parcel(Unknown)\n"


def _call_refused(automation: UiAutomatorServer, method: str) -> None:
    if method in _INJECTING and not owner_allows(automation.session):
        raise JavaError(SECURITY, CALL_REFUSED)


MIUI = Personality(
    "miui",
    "Xiaomi as it leaves the factory: adb may touch nothing until its owner allows it; no labels",
    properties={
        "ro.product.manufacturer": "Xiaomi",
        "ro.product.brand": "Redmi",
        "ro.product.model": "2312DRA50C",
        "ro.miui.ui.version.name": "V816",
    },
    commands={"input": refused(_input_refused), "pm": _UNLABELLED},
    check_call=_call_refused,
)


# OPPO


def _settings_guarded(session: AdbSession, words: Sequence[str]) -> str:
    writes = words[:1] in (["put"], ["delete"])
    return thrown(SETTINGS_REFUSED) if writes and not owner_allows(session) else ""


def _keyboards_guarded(session: AdbSession, words: Sequence[str]) -> str:
    """Even a listing."""
    del words
    return "" if owner_allows(session) else thrown(SETTINGS_REFUSED)


COLOROS = Personality(
    "coloros",
    "OPPO, realme, OnePlus: keyboards and settings are guarded until their owner allows it",
    properties={
        "ro.product.manufacturer": "OPPO",
        "ro.product.brand": "OPPO",
        "ro.product.model": "PHB110",
    },
    commands={
        "ime": refused(_keyboards_guarded),
        "settings": refused(_settings_guarded),
        "pm": _UNLABELLED,
    },
)
ALL = (SAMSUNG, MIUI, COLOROS)
