"""How the connected phones are: state, authorisation, screen, lock, keyboard, uiautomator.

Looks only; with `fix` also connects again, wakes the screen and starts uiautomator. Unlocking and
allowing this computer are left to the phone's owner.
"""

from __future__ import annotations

from collections.abc import Iterator

from runtime.backends.adb.address import read_address
from runtime.backends.adb.automation import UiAutomatorClient
from runtime.backends.adb.calls import AdbCalls
from runtime.backends.adb.collected import HARMLESS_KEY, MAKER
from runtime.backends.adb.connection import READY, Finder, Listed, state_error
from runtime.backends.adb.errors import AdbServerDown, DebuggingRestricted
from runtime.backends.adb.power import parse_awake
from runtime.backends.adb.status import read_status
from runtime.backends.adb.text_input import ADB_KEYBOARDS
from runtime.doctor.finding import DoctorFinding, failure, note, warning, well
from runtime.doctor.makers import advice_for
from runtime.errors import DeviceError, PhoneBuddyError

NONE = "no phone is connected: fine, use the virtual one (--device phoneworld://)"


def check_phones(finder: Finder, *, fix: bool) -> Iterator[DoctorFinding]:
    """All phones that adb knows, one after the other."""
    try:
        phones = finder.list()
    except AdbServerDown:
        yield note("phones", NONE, "start the adb server (above), then plug one in")
        return
    except DeviceError as error:
        yield failure("phones", f"cannot be listed: {error}", "see 'adb server' above")
        return
    if not phones:
        yield note(
            "phones",
            NONE,
            "to use your own: plug it in with USB debugging on, or run 'adb connect HOST:PORT'",
        )
    for phone in finder.each_once(phones):
        yield from _check_phone(finder, phone.best, fix=fix)
        for other in phone.ways[1:]:
            yield well(other.serial, f"the same phone as {phone.best.serial}")


def _check_phone(finder: Finder, phone: Listed, *, fix: bool) -> Iterator[DoctorFinding]:
    name = phone.serial
    found = _check_state(finder, phone, fix=fix)
    yield found
    if found.cure:
        return
    calls = AdbCalls(finder.server, name, finder.interruption)
    for part, check in (
        ("maker", _check_maker),
        ("screen", _check_screen),
        ("touches", _check_touches),
        ("keyboard", _check_keyboard),
        ("uiautomator", _check_automation),
    ):
        subject = f"{name} {part}"
        try:
            yield check(calls, subject, fix=fix)
        except DeviceError as error:
            yield failure(subject, str(error), "look at the phone, then run the doctor again")


def _check_state(finder: Finder, phone: Listed, *, fix: bool) -> DoctorFinding:
    name = phone.serial
    if phone.state == READY:
        return well(name, f"connected {phone.details}".strip())
    if fix and phone.state in ("offline", "connecting"):
        try:
            finder.find(read_address(f"adb://{name}"))
        except PhoneBuddyError as error:
            return failure(name, str(error), "unplug it and plug it in again, or restart it")
        return well(name, "connected again", cured=True)
    error = state_error(name, phone.state)
    text, _, cure = str(error).partition(": ")
    return failure(name, f"{type(error).__name__}: {text}", cure or "run 'adb reconnect'")


def _check_maker(calls: AdbCalls, subject: str, *, fix: bool) -> DoctorFinding:
    """Who made the phone, and what is known of that maker's phones."""
    del fix  # nothing is wrong
    manufacturer, brand = _makers(calls)
    advice = advice_for(manufacturer, brand)
    if not advice.also:
        return well(subject, manufacturer or "not told")
    return note(subject, manufacturer, advice.also)


def _makers(calls: AdbCalls) -> tuple[str, str]:
    lines = calls.script(MAKER).text.splitlines()
    manufacturer, brand = (*lines, "", "")[:2]
    return manufacturer.strip(), brand.strip()


def _check_screen(calls: AdbCalls, subject: str, *, fix: bool) -> DoctorFinding:
    cured = False
    if not _is_awake(calls):
        if not fix:
            return failure(subject, "off", "press the power button, or use --fix to wake it")
        calls.shell("input", "keyevent", "KEYCODE_WAKEUP")
        if not _is_awake(calls):
            return failure(subject, "off, and does not wake", "press the power button")
        cured = True
    if read_status(calls).locked:
        return failure(subject, "locked", "unlock the phone; only its owner can")
    return well(subject, "on and unlocked", cured=cured)


def _is_awake(calls: AdbCalls) -> bool:
    # A phone that does not tell is taken to be on, as when it is looked at.
    return parse_awake(calls.shell("dumpsys", "power").text) is not False


def _check_touches(calls: AdbCalls, subject: str, *, fix: bool) -> DoctorFinding:
    """Whether adb may touch the phone, found out by a key that does nothing while it is awake."""
    del fix  # the switch is in the phone's settings
    if not _is_awake(calls):
        return well(subject, "not tried while the screen is off")
    try:
        calls.script(HARMLESS_KEY)
    except DebuggingRestricted:
        return failure(
            subject, "the phone lets adb touch nothing", advice_for(*_makers(calls)).touches
        )
    return well(subject, "allowed")


def _check_keyboard(calls: AdbCalls, subject: str, *, fix: bool) -> DoctorFinding:
    del fix  # the keyboard is the user's choice
    current = calls.shell("settings", "get", "secure", "default_input_method").text.strip()
    if "/" not in current:
        return warning(subject, "none is set", "choose one in the phone's settings")
    if any(current == keyboard.id for keyboard in ADB_KEYBOARDS):
        return warning(
            subject,
            f"{current} is left over from another tool: it shows no keys",
            "choose the user's own keyboard in the phone's settings, or run 'ime reset' there",
        )
    return well(subject, current)


def _check_automation(calls: AdbCalls, subject: str, *, fix: bool) -> DoctorFinding:
    automation = UiAutomatorClient(calls)
    if automation.answers():
        return well(subject, "answers; it is shared with whoever started it")
    if not fix:
        return well(subject, "not running; it is started when the phone is opened")
    try:
        automation.start()
    except DeviceError as error:
        return failure(subject, str(error), "end other automation on the phone, or restart it")
    finally:
        automation.stop()
    return well(subject, "starts and answers")
