"""What adb, phones and uiautomator refuse, in their own words, and the error that it becomes."""

import pytest

from runtime.backends.adb.connection import Listed, parse_listed, state_error
from runtime.backends.adb.errors import (
    AutomationDead,
    AutomationFailed,
    AutomationTaken,
    CommandFailed,
    DebuggingRestricted,
    Unauthorized,
    automation_error,
    command_error,
    launch_error,
    refusal,
)

FRAMES = "".join(f"\n\tat android.os.Something.call{n}(Something.java:{n})" for n in range(60))


@pytest.mark.parametrize(
    ("line", "listed"),
    [
        (
            "R5CT0000   device usb:1-2 model:SM_X",
            Listed("R5CT0000", "device", "usb:1-2 model:SM_X"),
        ),
        ("KDX 7A  device", Listed("KDX 7A", "device")),
        (" QM0012    device usb:3X", Listed(" QM0012", "device", "usb:3X")),
        (
            "adb-9F-ab (2)._adb-tls-connect._tcp\tdevice product:q",
            Listed("adb-9F-ab (2)._adb-tls-connect._tcp", "device", "product:q"),
        ),
        (
            "0011aa\tno permissions (user in plugdev group); see [http://x]",
            Listed("0011aa", "no permissions", "(user in plugdev group); see [http://x]"),
        ),
        ("0011aa something", Listed("0011aa", "something")),
    ],
)
def test_phone_is_listed_under_its_whole_serial(line: str, listed: Listed) -> None:
    assert parse_listed(line) == listed


def test_computer_that_may_not_open_the_port_is_reported_of_udev_rules() -> None:
    said = refusal("Insufficient permissions for device: are your udev rules wrong?", "X")

    for error in (said, state_error("X", "no permissions")):
        assert isinstance(error, Unauthorized)
        assert "udev rules" in str(error)
        assert "no permission" in str(error)


@pytest.mark.parametrize(
    "said",
    [
        "java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS",
        "java.lang.SecurityException: Injecting input events requires the INJECT_EVENTS permission.",
        "SecurityException: uid 2000 does not have android.permission.WRITE_SECURE_SETTINGS.",
    ],
)
def test_what_a_maker_keeps_behind_a_switch_names_the_switch(said: str) -> None:
    for error in (
        command_error("input tap 1 2", "X", 255, said + FRAMES),
        automation_error("click", {"code": -32001, "data": "x" * 500 + said}),
    ):
        assert isinstance(error, DebuggingRestricted)
        assert "USB debugging (Security settings)" in str(error)
        assert "java" not in str(error)


def test_command_that_fails_otherwise_says_what_the_phone_said() -> None:
    error = command_error("ls /x", "X", 1, "ls: /x: No such file")

    assert isinstance(error, CommandFailed)
    assert "No such file" in str(error)


def test_automation_held_by_another_program_is_recognised_at_the_head_of_a_long_trace() -> None:
    trace = f"Starting\njava.lang.IllegalStateException: Service Proxy@1already registered!{FRAMES}"

    error = launch_error("X", trace)

    assert isinstance(error, AutomationTaken)
    assert "already registered" in str(error)


def test_launch_that_fails_otherwise_shows_the_cause_and_not_the_end_of_the_trace() -> None:
    error = launch_error("X", f"Starting\njava.lang.NoSuchMethodError: connect{FRAMES}")

    assert type(error) is AutomationFailed
    assert "NoSuchMethodError" in str(error)


@pytest.mark.parametrize(
    "said",
    [
        "IllegalStateException: UiAutomation not connected!",
        "NullPointerException: cannot read 'int a.b.AccessibilityServiceInfo.flags' of null",
    ],
)
def test_automation_that_is_gone_is_dead(said: str) -> None:
    assert isinstance(automation_error("dumpWindowHierarchy", {"data": said}), AutomationDead)
