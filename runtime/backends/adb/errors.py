"""What fails between here and a phone: one class for each cause, all below `DeviceError`.

    DeviceError
    |-- DeviceGone                (runtime.errors) not connected, or closed
    |-- DeviceTimeout             (runtime.errors) no answer before the deadline
    |-- BadHierarchy              (runtime.errors) what it says of its screen cannot be read
    |-- AdbServerDown             no adb server answers, and none could be started
    |-- Unauthorized              the phone's owner has not allowed this computer
    |-- Offline                   adb sees the phone, but the phone does not answer
    |-- ServiceRefused            the phone is there, but opens no such service or port
    |-- ConnectionLost            the connection broke during a call
    |   `-- LostMidAction         ... while something was being done: look before doing it again
    |-- CommandFailed             a command on the phone ended with an exit code other than 0
    |-- AutomationFailed          uiautomator does not start, or answers with an error
    |   `-- AutomationTaken       another program holds the phone's only UiAutomation
    |-- ScreenOff                 there is nothing to see
    |-- ScreenLocked              only the owner can unlock it
    |-- ScreenshotFailed          no image of the screen can be had
    |   `-- BlackFrame            all black, and neither secure nor off
    `-- KeyboardFailure           no way of entering text worked

An app that is not on the phone is `UnknownApp`, an `ActionError`: the phone is untouched.
"""

from __future__ import annotations

from runtime.errors import DeviceError, DeviceGone


class AdbServerDown(DeviceError):
    """No adb server answers, and none could be started."""


class Unauthorized(DeviceError):
    """The phone's owner has not allowed this computer to debug it."""


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


class AutomationFailed(DeviceError):
    """uiautomator does not start, or answers with an error."""


class AutomationTaken(AutomationFailed):
    """Another program holds the phone's only UiAutomation."""


class ScreenOff(DeviceError):
    """The screen is off: there is nothing to see or to touch."""


class ScreenLocked(DeviceError):
    """The lock screen is in front."""


class ScreenshotFailed(DeviceError):
    """No image of the screen can be had."""


class BlackFrame(ScreenshotFailed):
    """Images of the screen are all black, though nothing on it is secure and it is on."""


class KeyboardFailure(DeviceError):
    """No way of entering text worked; the message lists what was tried."""


def refusal(message: str, serial: str) -> DeviceError:
    """The error that adb's own words stand for, when it does not pass a request on to a phone."""
    said = " ".join(message.split())
    lower = said.lower()
    if "unauthorized" in lower or "authorizing" in lower or "authenticate" in lower:
        return Unauthorized(
            f"{serial} has not allowed this computer: unlock it and accept 'Allow USB debugging' "
            f"(adb says: {said})"
        )
    if "offline" in lower or "still connecting" in lower:
        return Offline(
            f"{serial} does not answer: check the cable or the network, then reconnect "
            f"(adb says: {said})"
        )
    if "not found" in lower or "no devices" in lower or "no such device" in lower:
        return DeviceGone(
            f"{serial} is not connected: plug it in, or run 'adb connect' (adb says: {said})"
        )
    return ServiceRefused(f"{serial} refused the request (adb says: {said})")
