"""Input methods: the phone's own keyboard, and the two that test tools install and talk to.

ADBKeyboard and uiautomator2's keyboard take text by broadcast. They do so here too once their APK
is installed and they are the current one: as on a phone, ADBKeyboard never says whether it worked,
and uiautomator2's does.
"""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass

from phoneworld.adb.handset.key_presses import field_for_keys, press_key, type_text
from phoneworld.adb.packages.intents import Intent
from phoneworld.adb.session import PHONEWORLD_IME, AdbSession
from phoneworld.system import text_input

ADB_KEYBOARD = "com.android.adbkeyboard/.AdbIME"
UIAUTOMATOR2_KEYBOARD = "com.github.uiautomator/.AdbKeyboard"
PORTAL_KEYBOARD = "com.mobilerun.portal/.input.MobilerunKeyboardIME"
"""Typed through by its app's content provider (`phoneworld.adb.foreign.portal`)."""
INSTALLABLE = (ADB_KEYBOARD, UIAUTOMATOR2_KEYBOARD, PORTAL_KEYBOARD)
CURRENT = ("secure", "default_input_method")


@dataclass(frozen=True, slots=True)
class BroadcastResult:
    """A broadcast's result: Android's code (-1 is OK, 0 is no answer) and data."""

    code: int = 0
    data: str | None = None


OK = -1


def offered(session: AdbSession) -> list[str]:
    """All input methods that are installed."""
    return [
        PHONEWORLD_IME,
        *(ime for ime in INSTALLABLE if ime.partition("/")[0] in session.installed),
    ]


def enabled(session: AdbSession) -> list[str]:
    """Those that may be chosen."""
    on = session.handset.keyboards
    current = current_keyboard(session)
    return [ime for ime in offered(session) if ime in (PHONEWORLD_IME, current) or ime in on]


def current_keyboard(session: AdbSession) -> str:
    """The one in use. One that is not installed any more is replaced by the phone's own."""
    chosen = session.phone.settings.get(*CURRENT, PHONEWORLD_IME)
    return chosen if chosen in offered(session) else PHONEWORLD_IME


def choose_keyboard(session: AdbSession, ime: str) -> None:
    """Make an installed input method the current one."""
    session.phone.settings.put(*CURRENT, ime)
    follow_setting(session)


def follow_setting(session: AdbSession) -> None:
    """Use the input method that the settings name."""
    session.ime = current_keyboard(session)
    session.phone.touch()


def hear(session: AdbSession, intent: Intent) -> BroadcastResult | None:
    """What the current keyboard does with a broadcast; None if it is not meant for it."""
    match current_keyboard(session):
        case k if k == ADB_KEYBOARD and intent.action.startswith("ADB_"):
            _hear_adb_keyboard(session, intent)
            return BroadcastResult()
        case k if k == UIAUTOMATOR2_KEYBOARD and intent.action.startswith("ADB_KEYBOARD_"):
            return _hear_uiautomator2(session, intent)
        case _:
            return None


def _clear(session: AdbSession) -> bool:
    field = field_for_keys(session)
    if field is not None:
        session.set_text(field, "")
    return field is not None


def _decode(text: str) -> str:
    """What base64 stands for; nothing if it is damaged."""
    try:
        return base64.b64decode(text, validate=False).decode("utf-8", "replace")
    except (binascii.Error, ValueError):
        return ""


def _submit(session: AdbSession) -> bool:
    return field_for_keys(session) is not None and text_input.submit(session.phone)


def _hear_adb_keyboard(session: AdbSession, intent: Intent) -> None:
    match intent.action:
        case "ADB_INPUT_B64":
            _commit(session, _decode(intent.text_of("msg")))
        case "ADB_INPUT_TEXT":
            _commit(session, intent.text_of("msg"))
        case "ADB_INPUT_CHARS":
            codes = intent.extras.get("chars")
            if isinstance(codes, list):
                points = (int(code) for code in codes)
                _commit(session, "".join(chr(p) for p in points if 0 < p < 0x110000))
        case "ADB_INPUT_CODE":
            code = intent.extras.get("code")
            if isinstance(code, int) and field_for_keys(session) is not None:
                press_key(session, code)
        case "ADB_CLEAR_TEXT":
            _clear(session)
        case "ADB_EDITOR_CODE":
            _submit(session)
        case action if action.startswith("ADB_ACTION_"):
            _submit(session)
        case _:
            session.journal.miss(f"am broadcast {intent.action}")


def _commit(session: AdbSession, text: str) -> bool:
    if field_for_keys(session) is None:
        return False
    return not text or type_text(session, text)


def _hear_uiautomator2(session: AdbSession, intent: Intent) -> BroadcastResult:
    phone = session.phone
    match intent.action.removeprefix("ADB_KEYBOARD_"):
        case "INPUT_TEXT":
            done = _commit(session, _decode(intent.text_of("text")))
        case "CLEAR_TEXT":
            done = _clear(session)
        case "EDITOR_CODE" | "SMART_ENTER":
            done = _submit(session)
        case "INPUT_KEYCODE":
            code = intent.text_of("code")
            done = code.isdecimal() and len(code) < 4 and field_for_keys(session) is not None
            if done:
                press_key(session, int(code))
        case "HIDE":
            phone.activity.keyboard = False
            phone.touch()
            done = True
        case "SET_CLIPBOARD":
            phone.clipboard = _decode(intent.text_of("text"))
            done = True
        case "GET_CLIPBOARD":
            return BroadcastResult(OK, base64.b64encode(phone.clipboard.encode()).decode())
        case _:
            session.journal.miss(f"am broadcast {intent.action}")
            return BroadcastResult()
    return BroadcastResult(OK, "success") if done else BroadcastResult(0, "no focused field")
