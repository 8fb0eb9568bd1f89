"""What versions of Android answer differently."""

from __future__ import annotations

from phoneworld.adb.personality import Personality
from phoneworld.adb.u2.automation import UiAutomatorServer
from phoneworld.adb.u2.errors import ILLEGAL_STATE, JavaError

CALLS_OF_A_LIFE = 60
"""After how many calls a server's UiAutomation is gone."""
NULL_POINTER = "java.lang.NullPointerException"


def _without_shared_memory(automation: UiAutomatorServer, method: str) -> None:
    """Android 17 gives a program that is no app no shared memory, which `deviceInfo` reads."""
    del automation
    if method in ("deviceInfo", "isScreenOn"):
        cause = f"{ILLEGAL_STATE}: ApplicationSharedMemory not initialized"
        raise JavaError(ILLEGAL_STATE, f"{cause}\n\tat com.wetest.uia2.Service.{method}(Unknown)")


def _dies(automation: UiAutomatorServer, method: str) -> None:
    """Since Android 12, a UiAutomation that is gone is a null pointer; only a new server helps."""
    if method == "dumpWindowHierarchy" and automation.calls > CALLS_OF_A_LIFE:
        cause = (
            f"{NULL_POINTER}: Attempt to read from field 'int "
            "android.accessibilityservice.AccessibilityServiceInfo.flags' on a null object reference"
        )
        raise JavaError(NULL_POINTER, cause)


PIXEL_17 = Personality(
    "pixel-17",
    "Android 17: uiautomator cannot tell what the device is",
    properties={
        "ro.product.manufacturer": "Google",
        "ro.product.brand": "google",
        "ro.product.model": "Pixel 10",
        "ro.build.version.release": "17",
        "ro.build.version.sdk": "37",
    },
    check_call=_without_shared_memory,
)
DYING_AUTOMATION = Personality(
    "dying-automation",
    "uiautomator's server goes on, but its UiAutomation is gone after a while",
    check_call=_dies,
)
ALL = (PIXEL_17, DYING_AUTOMATION)
