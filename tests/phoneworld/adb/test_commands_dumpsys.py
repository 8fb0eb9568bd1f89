"""`dumpsys`, read with the patterns of the clients that read it."""

import re

import pytest

from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.local import LocalShell

# adbutils
FOCUS = re.compile(r"mCurrentFocus=Window{.*\s+(?P<package>[^\s]+)/(?P<activity>[^\s]+)\}")
RESUMED = re.compile(
    r"mResumedActivity: ActivityRecord\{.*?\s+(?P<package>[^\s]+)/(?P<activity>[^\s]+)\s.*?\}"
)
TOP = re.compile(r"ACTIVITY (?P<package>[^\s]+)/(?P<activity>[^/\s]+) \w+ pid=(?P<pid>\d+)")


@pytest.fixture
def shell(session: AdbSession) -> LocalShell:
    return LocalShell(session)


async def dump(shell: LocalShell, words: str) -> str:
    done = await shell.run(f"dumpsys {words}")
    assert (done.status, done.err) == (0, "")
    return done.out


async def test_the_app_in_front_is_found_in_all_three_ways(shell: LocalShell) -> None:
    await shell.run(
        "am start -n com.phoneworld.mail/.list; am start -n com.phoneworld.huddle/.bike.home"
    )
    for words, pattern in (
        ("window windows", FOCUS),
        ("activity activities", RESUMED),
        ("activity top", TOP),
    ):
        found = list(pattern.finditer(await dump(shell, words)))
        assert found
        assert found[-1]["package"] == "com.phoneworld.huddle"
        assert found[-1]["activity"] == ".bike.home"


async def test_pids_agree_with_ps(shell: LocalShell) -> None:
    await shell.run("am start -n com.phoneworld.mail/.list")
    found = TOP.findall(await dump(shell, "activity top"))[-1]
    assert (await shell.run("pidof com.phoneworld.mail")).out == f"{found[2]}\n"


async def test_parts_of_window(shell: LocalShell) -> None:
    assert "mCurrentFocus" in await dump(shell, "window")
    assert "mCurrentFocus" in await dump(shell, "window displays")
    assert "mShowingLockscreen" not in await dump(shell, "window windows")
    assert "mShowingLockscreen=false" in await dump(shell, "window policy")
    assert "mCurrentRotation=ROTATION_0" in await dump(shell, "window")
    assert re.search(r"init=1080x2400 420dpi .* cur=1080x2400", await dump(shell, "window d"))


async def test_secure_windows_are_marked(shell: LocalShell) -> None:
    await shell.run("am start -n com.phoneworld.notes/.list")
    assert "SECURE" not in await dump(shell, "window windows")
    await shell.run("am start -n com.phoneworld.wallet/.home")
    assert re.search(r"fl=.*\bSECURE\b", await dump(shell, "window windows"))


async def test_a_panel_and_the_lock_screen_have_the_focus(
    shell: LocalShell, session: AdbSession
) -> None:
    await shell.run("am start -n com.phoneworld.notes/.list; cmd statusbar expand-notifications")
    text = await dump(shell, "window windows")
    found = FOCUS.search(text)
    assert found is not None
    assert found["package"] == "com.android.systemui"
    assert "mFocusedApp=ActivityRecord{5d6e7f8 u0 com.phoneworld.notes/.list t" in text
    session.locked = True
    assert FOCUS.search(await dump(shell, "window windows")) is None
    policy = await dump(shell, "window policy")
    assert "mShowingLockscreen=true" in policy
    assert "showing=true" in policy
    assert "deviceLocked=1" in await dump(shell, "trust")


async def test_power_follows_the_screen(shell: LocalShell) -> None:
    assert "mHoldingDisplaySuspendBlocker=true" in await dump(shell, "power")
    await shell.run("input keyevent 26")
    text = await dump(shell, "power")
    assert "mHoldingDisplaySuspendBlocker=false" in text
    assert "mWakefulness=Asleep" in text
    assert "Display Power: state=OFF" in text


async def test_battery_reads_and_can_be_set(shell: LocalShell, session: AdbSession) -> None:
    pairs = dict(
        line.strip().split(": ", 1) for line in (await dump(shell, "battery")).splitlines()[1:]
    )
    assert (pairs["level"], pairs["scale"], pairs["present"]) == ("82", "100", "true")
    assert int(pairs["temperature"]) / 10 == 25.1
    assert await dump(shell, "battery set level 15") == ""
    assert "level: 15\n" in await dump(shell, "battery")
    assert session.phone.settings.get("global", "battery_level") == "15"
    done = await shell.run("dumpsys battery set level 150")
    assert done.status == 1


async def test_sizes_as_clients_read_them(shell: LocalShell) -> None:
    first = next(
        line for line in (await dump(shell, "display")).splitlines() if "orientation=" in line
    )
    assert re.search(r".*?orientation=(?P<orientation>\d+)", first)
    text = await dump(shell, "input")
    assert re.findall(r"logicalFrame=\[0, 0, (\d+), (\d+)\]", text) == [("1080", "2400")]
    assert re.findall(r"physicalFrame=\[(\d+), (\d+), (\d+), (\d+)\]", text)
    orientation = [
        found
        for line in text.split("\n")
        if (found := re.match(r"\s+(SurfaceOrientation|InputDeviceOrientation):\s+.*(\d)", line))
    ]
    assert orientation[0][2] == "0"
    assert re.search(r"Display (\d+) ", await dump(shell, "SurfaceFlinger --display-id"))


async def test_the_keyboard_is_shown_or_not(shell: LocalShell, session: AdbSession) -> None:
    assert "mInputShown=false" in await dump(shell, "input_method")
    await shell.run("am start -n com.phoneworld.contacts/.edit; input keyevent TAB")
    text = await dump(shell, "input_method")
    assert "mInputShown=true" in text
    assert "mCurMethodId=com.phoneworld.keyboard/.Keyboard" in text
    assert "mIsInputViewShown=true" in text
    session.locked = True
    assert "mInputShown=false" in await dump(shell, "input_method")


async def test_call_state(shell: LocalShell) -> None:
    async def state() -> str:
        found = re.search(r"mCallState=(\d)", await dump(shell, "telephony.registry"))
        assert found is not None
        return found[1]

    assert await state() == "0"
    await shell.run("am start -a android.intent.action.CALL -d tel:5550123")
    assert await state() == "2"
    await shell.run("input keyevent HOME")
    assert await state() == "2", "the call goes on"
    await shell.run("input keyevent ENDCALL")
    assert await state() == "0"


async def test_connections_follow_the_settings(shell: LocalShell) -> None:
    await shell.run("settings put global wifi_ssid Home; svc wifi enable")
    assert "Wi-Fi is enabled\n" in await dump(shell, "wifi")
    assert 'mWifiInfo SSID: "Home"' in await dump(shell, "wifi")
    assert "WIFI CONNECTED" in await dump(shell, "connectivity")
    await shell.run("svc wifi disable; svc data disable; cmd bluetooth_manager enable")
    assert "Wi-Fi is disabled\n" in await dump(shell, "wifi")
    assert "none" in await dump(shell, "connectivity")
    assert "enabled: true" in await dump(shell, "bluetooth_manager")


async def test_notifications_are_listed(shell: LocalShell, session: AdbSession) -> None:
    session.phone.notify("com.phoneworld.clock", "Alarm", "07:30")
    text = await dump(shell, "notification --noredact")
    assert "pkg=com.phoneworld.clock" in text
    assert "android.title=String (Alarm)" in text
    assert "android.text=String (07:30)" in text


async def test_volumes_and_settings_and_memory(shell: LocalShell) -> None:
    assert (
        "- STREAM_MUSIC:\n   Muted: false\n   Min: 0\n   Max: 15\n   streamVolume:9\n"
        in await dump(shell, "audio")
    )
    assert "name:screen_brightness pkg:android value:128" in await dump(shell, "settings")
    await shell.run("am start -n com.phoneworld.mail/.list")
    assert re.search(r"TOTAL PSS: +\d+", await dump(shell, "meminfo com.phoneworld.mail"))
    assert "No process found for: com.nope" in await dump(shell, "meminfo com.nope")


async def test_activity_s_other_parts(shell: LocalShell) -> None:
    assert "dumpsys activity services" in await dump(shell, "activity services")
    assert await dump(shell, "activity com.nope") == "No activities match: com.nope\n"
    await shell.run("am start -n com.phoneworld.mail/.list")
    assert "ACTIVITY com.phoneworld.mail/.list" in await dump(shell, "activity com.phoneworld.mail")


async def test_listing_everything_and_nothing(shell: LocalShell, session: AdbSession) -> None:
    listed = await dump(shell, "-l")
    assert listed.startswith("Currently running services:\n")
    assert "  window\n" in listed
    everything = await dump(shell, "-t 10")
    assert everything.count("DUMP OF SERVICE ") == len(listed.splitlines()) - 1
    done = await shell.run("dumpsys horoscope")
    assert (done.status, done.err) == (1, "Can't find service: horoscope\n")
    assert "dumpsys horoscope" in session.journal.unknown
