"""What fails between here and a phone: one class for each cause, all below `DeviceError`.

    DeviceError
    |-- DeviceGone                (runtime.errors) not connected, or closed
    |-- DeviceTimeout             (runtime.errors) no answer before the deadline
    |-- BadHierarchy              (runtime.errors) what it says of its screen cannot be read
    |-- AdbServerDown             no adb server answers, and none could be started
    |-- Unauthorized              the phone's owner has not allowed this computer
    |-- PairingFailed             a phone on the network was not paired with
    |-- Offline                   adb sees the phone, but the phone does not answer
    |-- ServiceRefused            the phone is there, but opens no such service or port
    |-- ConnectionLost            the connection broke during a call
    |   `-- LostMidAction         ... while something was being done: look before doing it again
    |-- CommandFailed             a command on the phone ended with an exit code other than 0
    |-- DebuggingRestricted       the phone's maker keeps touches or keyboards behind a switch
    |-- AutomationFailed          uiautomator does not start, or answers with an error
    |   |-- AutomationTaken       another program holds the phone's only UiAutomation
    |   `-- AutomationDead        the server runs, but its UiAutomation is gone: start it anew
    |-- ScreenOff                 there is nothing to see
    |-- ScreenLocked              only the owner can unlock it
    |-- ScreenshotFailed          no image of the screen can be had
    `-- KeyboardFailure           no way of entering text worked

An app that is not on the phone is `UnknownApp`, an `ActionError`: the phone shows what it showed.
"""

from __future__ import annotations

import re

from runtime.errors import DeviceError, DeviceGone


class AdbServerDown(DeviceError):
    """No adb server answers, and none could be started."""


class Unauthorized(DeviceError):
    """The phone's owner has not allowed this computer to debug it."""


class PairingFailed(DeviceError):
    """A phone on the network was not paired with this computer."""


class Offline(DeviceError):
    """adb sees the phone, but the phone does not answer."""


class ServiceRefused(DeviceError):
    """The phone opens no such service: nothing listens there. Nothing was sent."""


class ConnectionLost(DeviceError):
    """The connection broke after something had been asked: it may or may not have been done."""


class LostMidAction(ConnectionLost):
    """The connection broke while an action was under way. It is never sent again by itself."""


class CommandFailed(DeviceError):
    """A command on the phone ended with an exit code other than 0."""


class DebuggingRestricted(DeviceError):
    """The phone keeps adb from touching it or from choosing keyboards, until a switch is on."""


class AutomationFailed(DeviceError):
    """uiautomator does not start, or answers with an error."""


class AutomationTaken(AutomationFailed):
    """Another program holds the phone's only UiAutomation."""


class AutomationDead(AutomationFailed):
    """uiautomator's server answers, but its UiAutomation is gone."""


class ScreenOff(DeviceError):
    """The screen is off: there is nothing to see or to touch."""


class ScreenLocked(DeviceError):
    """The lock screen is in front."""


class ScreenshotFailed(DeviceError):
    """No image of the screen can be had."""


class KeyboardFailure(DeviceError):
    """No way of entering text worked; the message lists what was tried."""


SWITCH = (
    "turn on, in the phone's developer options, 'USB debugging (Security settings)' (Xiaomi, Redmi, "
    "POCO) or 'Disable permission monitoring' (OPPO, realme, OnePlus), then restart the phone"
)
_DEAD = (
    "UiAutomation not connected",
    "AccessibilityServiceInfo.flags",  # the same since Android 12
    "DeadObjectException",
    "DeadSystem",
)


def restriction(output: str, what: str) -> DebuggingRestricted | None:
    """The error that a refusal of the phone's maker stands for, if that is what was said."""
    if "INJECT_EVENTS" in output:
        return DebuggingRestricted(f"{what}: the phone lets adb touch nothing: {SWITCH}")
    if "WRITE_SECURE_SETTINGS" in output:
        return DebuggingRestricted(
            f"{what}: the phone lets adb change neither keyboard nor settings: {SWITCH}"
        )
    return None


def command_error(command: str, serial: str, code: int, output: str) -> DeviceError:
    """What an exit code other than 0 means."""
    what = f"{command[:80]!r} on {serial}"
    return restriction(output, what) or CommandFailed(f"{what} gave {code}: {output.strip()[:300]}")


def automation_error(method: str, error: object) -> DeviceError:
    """What an error that uiautomator's server answers with means."""
    output = str(error)
    restricted = restriction(output, method)
    if restricted is not None:
        return restricted
    cause = AutomationDead if any(word in output for word in _DEAD) else AutomationFailed
    return cause(f"{method} failed: {output[:400]}")


def launch_error(serial: str, output: str) -> AutomationFailed:
    """Why uiautomator's server ended at once, by what it wrote. The cause heads a Java trace."""
    text = " ".join(output.split()) or "nothing"
    cause = re.search(r"^\S*(?:Exception|Error)\b.*", output, re.MULTILINE)
    shown = " ".join(cause[0].split())[:300] if cause is not None else text[-300:]
    if "already registered" in text:
        return AutomationTaken(
            f"another program holds UiAutomation on {serial}: end it (a test runner, Appium, "
            f"another agent) and try again; uiautomator said: {shown}"
        )
    return AutomationFailed(f"uiautomator ended at once on {serial}; it said: {shown}")


def usb_refused(serial: str) -> Unauthorized:
    """This computer's own rules keep it from the phone."""
    return Unauthorized(
        f"this computer has no permission to open the USB port of {serial}: install the udev rules "
        "for Android phones (package android-sdk-platform-tools-common)"
    )


def refusal(message: str, serial: str) -> DeviceError:
    """The error that adb's own words stand for, when it does not pass a request on to a phone."""
    text = " ".join(message.split())
    lower = text.lower()
    if "insufficient permissions" in lower or "no permissions" in lower:
        return usb_refused(serial)
    if "unauthorized" in lower or "authorizing" in lower or "authenticate" in lower:
        return Unauthorized(
            f"{serial} has not allowed this computer: unlock it and accept 'Allow USB debugging' "
            f"(adb says: {text})"
        )
    if "offline" in lower or "still connecting" in lower:
        return Offline(
            f"{serial} does not answer: check the cable or the network, then reconnect "
            f"(adb says: {text})"
        )
    if "not found" in lower or "no devices" in lower or "no such device" in lower:
        return DeviceGone(
            f"{serial} is not connected: plug it in, or run 'adb connect' (adb says: {text})"
        )
    return ServiceRefused(f"{serial} refused the request (adb says: {text})")
