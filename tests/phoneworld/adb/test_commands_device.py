"""Properties, clock, connections, log, lock and services."""

import asyncio
import re

import pytest

from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.local import LocalShell


@pytest.fixture
def shell(session: AdbSession) -> LocalShell:
    return LocalShell(session)


# Properties


async def test_properties(shell: LocalShell) -> None:
    assert (await shell.run("getprop ro.build.version.sdk")).out == "35\n"
    assert (await shell.run("getprop ro.build.version.release")).out == "15\n"
    assert (await shell.run("getprop ro.serialno")).out == "test\n"
    assert (await shell.run("getprop ro.sf.lcd_density")).out == "420\n"
    assert (await shell.run("getprop no.such.thing")).out == "\n"
    assert (await shell.run("getprop no.such.thing otherwise")).out == "otherwise\n"
    assert "[sys.boot_completed]: [1]\n" in (await shell.run("getprop")).out
    assert (await shell.run("getprop | grep boot_completed")).status == 0


async def test_properties_can_be_set_except_those_that_are_fixed(shell: LocalShell) -> None:
    await shell.run("setprop debug.layout true; setprop persist.x 'a b'")
    assert (await shell.run("getprop debug.layout; getprop persist.x")).out == "true\na b\n"
    done = await shell.run("setprop ro.serialno other")
    assert done.status == 1
    assert "failed to set property" in done.err
    assert (await shell.run(f"setprop a {'x' * 100}")).status == 1
    assert (await shell.run("setprop a")).status == 1


async def test_locale_follows_the_phone(shell: LocalShell) -> None:
    assert (await shell.run("getprop persist.sys.locale")).out == "en-US\n"
    await shell.run("settings put system locale de")
    assert (await shell.run("getprop persist.sys.locale")).out == "de\n"


async def test_who_is_it(shell: LocalShell) -> None:
    assert (await shell.run("uname")).out == "Linux\n"
    assert re.fullmatch(
        r"Linux localhost \S+ .* aarch64 Toybox\n", (await shell.run("uname -a")).out
    )
    assert (await shell.run("uname -sm")).out == "Linux aarch64\n"
    assert (await shell.run("uname -q")).status == 1
    assert (await shell.run("getenforce; setenforce 0; nproc; hostname")).out == (
        "Permissive\n8\nlocalhost\n"
    )


# Clock


@pytest.mark.parametrize(
    ("words", "out"),
    [
        ("", "Thu May 14 09:41:00 UTC 2026"),
        ("+%s", "1778751660"),
        ("'+%Y-%m-%d %H:%M:%S'", "2026-05-14 09:41:00"),
        ("+%s%N", "1778751660000000000"),
        ("+%%%j", "%134"),
        ("-u +%Z", "UTC"),
        ("-d @0 +%F", "1970-01-01"),
        ("-d '2026-01-02 03:04:05' +%T", "03:04:05"),
        ("-Is", "2026-05-14T09:41:00+00:00"),
    ],
)
async def test_date_shows_the_phone_s_clock(shell: LocalShell, words: str, out: str) -> None:
    assert (await shell.run(f"date {words}")).out == out + "\n"


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("101515342023.30", "2023-10-15 15:34:30"),
        ("05142359", "2026-05-14 23:59:00"),
        ("0515010027", "2027-05-15 01:00:00"),
        ("@1778755260", "2026-05-14 10:41:00"),
        ("-s '2026-06-01 12:00:00'", "2026-06-01 12:00:00"),
        ("-s 18:30", "2026-05-14 18:30:00"),
    ],
)
async def test_date_sets_the_phone_s_clock(shell: LocalShell, words: str, shown: str) -> None:
    assert (await shell.run(f"su 0 toybox date {words}")).status == 0
    assert (await shell.run("date '+%Y-%m-%d %H:%M:%S'")).out == shown + "\n"


@pytest.mark.parametrize("words", ["99999999", "yesterday", "@99999999999", "-d", "010100001900"])
async def test_times_that_do_not_exist_are_refused(shell: LocalShell, words: str) -> None:
    done = await shell.run(f"date {words}")
    assert done.status == 1
    assert done.err.startswith("date: ")
    assert (await shell.run("date +%s")).out == "1778751660\n"


async def test_setting_the_clock_forward_lets_time_pass(
    shell: LocalShell, session: AdbSession
) -> None:
    app = session.phone.app("com.phoneworld.clock")
    database = session.phone.app_database(app)
    database.run("UPDATE alarms SET enabled = 1, days = '', time = '09:45'")
    await shell.run("date 05141000")
    assert database.value("SELECT sum(enabled) FROM alarms") == 0, "they have rung"


# Connections


async def test_switches_are_the_phone_s_settings(shell: LocalShell, session: AdbSession) -> None:
    await shell.run("svc wifi enable; svc bluetooth enable; svc data disable; svc nfc disable")
    await shell.run("svc power stayon true")
    settings = session.phone.settings
    assert settings.on("global", "wifi_on")
    assert settings.on("global", "bluetooth_on")
    assert not settings.on("global", "mobile_data")
    assert not settings.on("secure", "nfc_on")
    assert settings.on("global", "stay_on_while_plugged_in")
    assert (await shell.run("svc wifi explode")).status == 255
    assert (await shell.run("svc toaster enable")).status == 255


async def test_addresses(shell: LocalShell) -> None:
    assert "inet addr" not in (await shell.run("ifconfig wlan0")).out
    await shell.run("svc wifi enable")
    address = re.search(r"inet\s*addr:(.*?)\s", (await shell.run("ifconfig wlan0")).out)
    assert address is not None
    shown = (await shell.run("ip addr show dev wlan0")).out
    again = re.search(r"inet (\d+.*?)/\d+", shown)
    assert again is not None
    assert address[1] == again[1] == "10.0.2.15"
    assert (await shell.run("ip route")).out.startswith("10.0.2.0/24 dev wlan0")
    assert "wlan0" in (await shell.run("ip link")).out
    assert (await shell.run("ifconfig tun9")).status == 1
    assert (await shell.run("ip addr show tun9")).status == 1
    assert (await shell.run("ip magic")).status == 1


# Log


async def test_log_lines_are_kept_filtered_and_cleared(shell: LocalShell) -> None:
    await shell.run("log -t Tag -p w 'a warning'; log -t Other 'only words'")
    everything = (await shell.run("logcat -d")).out
    assert everything.startswith("--------- beginning of main\n")
    assert re.search(r"^05-14 09:41:00\.000 +\d+ +\d+ W Tag: a warning$", everything, re.MULTILINE)
    assert "Other" not in (await shell.run("logcat -d -s Tag")).out
    assert "Other" not in (await shell.run("logcat -d '*:W'")).out
    assert "Tag" not in (await shell.run("logcat -d Tag:E Other:V '*:S'")).out
    assert (await shell.run("logcat -d -v brief -s Tag")).out.endswith("W/Tag( 1480): a warning\n")
    assert (await shell.run("logcat -d -v raw -t 1")).out.endswith("only words\n")
    assert "a warning" not in (await shell.run("logcat -t 1")).out
    await shell.run("logcat --clear")
    assert (await shell.run("logcat -d -b all")).out == "--------- beginning of main\n"
    assert (await shell.run("logcat -v fancy")).status == 1
    assert "ring buffer" in (await shell.run("logcat -g")).out


async def test_logcat_goes_on_until_it_is_stopped(shell: LocalShell, session: AdbSession) -> None:
    session.log.append("05-14 09:41:00.000  1480  1480 I Tag: before")
    running = asyncio.ensure_future(shell.run("logcat -s Tag > /data/local/tmp/log.txt"))
    await asyncio.sleep(0.05)
    assert not running.done()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


async def test_logcat_shows_new_lines_as_they_come(shell: LocalShell) -> None:
    reading = asyncio.ensure_future(shell.run("logcat -s Tag | head -n 2"))
    # As on Android, logcat notices that nobody reads on when it writes its next line.
    for number in range(50):
        await asyncio.sleep(0.05)
        if reading.done():
            break
        await shell.run(f"log -t Tag 'line {number}'")
    assert re.search(r"I Tag: line \d\n$", (await reading).out)


# Lock


async def test_lock_settings(shell: LocalShell, session: AdbSession) -> None:
    assert (await shell.run("locksettings get-disabled")).out == "false\n"
    assert (await shell.run("locksettings set-pin 1357")).out == "Pin set to '1357'\n"
    assert session.phone.settings.get("secure", "lock_type") == "pin"
    assert (await shell.run("locksettings clear")).status == 255
    assert (await shell.run("locksettings verify --old 1357")).status == 0
    assert (await shell.run("locksettings verify --old 1111")).status == 255
    assert (await shell.run("locksettings set-password --old 1357 secret")).status == 0
    assert (await shell.run("locksettings clear --old secret")).out == "Lock credential cleared\n"
    assert (await shell.run("locksettings set-pin 12")).status == 255
    await shell.run("locksettings set-disabled true")
    assert (await shell.run("locksettings get-disabled")).out == "true\n"
    await shell.run("input keyevent 26 26")
    assert not session.locked


async def test_a_keyguard_with_a_secret_is_not_dismissed(
    shell: LocalShell, session: AdbSession
) -> None:
    await shell.run("locksettings set-pin 1357; input keyevent 26; wm dismiss-keyguard")
    assert session.locked
    await shell.run("input text 1357; input keyevent ENTER")
    assert not session.locked


async def test_reboot_closes_apps_and_locks(shell: LocalShell, session: AdbSession) -> None:
    await shell.run("am start -n com.phoneworld.notes/.list; reboot")
    assert session.phone.recent_apps == []
    assert session.locked
    assert session.screen_on


# Services


async def test_cmd_reaches_services(shell: LocalShell, session: AdbSession) -> None:
    assert "package:com.phoneworld.notes" in (await shell.run("cmd package list packages")).out
    assert (await shell.run("cmd activity get-current-user")).out == "0\n"
    assert (await shell.run("cmd input keyevent APP_SWITCH")).status == 0
    assert session.phone.panel == {"kind": "recents"}
    await shell.run("cmd statusbar expand-settings")
    assert session.phone.panel == {"kind": "shade"}
    await shell.run("cmd statusbar collapse")
    assert session.phone.panel is None
    assert (await shell.run("cmd uimode night yes")).out == "Night mode: yes\n"
    assert session.phone.settings.get("secure", "ui_night_mode") == "2"
    await shell.run("cmd connectivity airplane-mode enable; cmd wifi set-wifi-enabled enabled")
    assert (await shell.run("cmd connectivity airplane-mode")).out == "enabled\n"
    assert (await shell.run("cmd wifi status")).out.startswith("Wifi is enabled\n")
    await shell.run("cmd location set-location-enabled false; cmd notification set_dnd on")
    assert (await shell.run("cmd location is-location-enabled")).out == "false\n"
    assert session.phone.settings.on("global", "zen_mode")


async def test_a_posted_notification_is_shown(shell: LocalShell, session: AdbSession) -> None:
    done = await shell.run("cmd notification post -t 'A title' tag 'Some words'")
    assert done.out.startswith("posting:")
    await shell.run("cmd statusbar expand-notifications")
    texts = {view.text for view in session.phone.window().view.walk()}
    assert {"A title", "Some words"} <= texts


async def test_services_that_are_not_there(shell: LocalShell, session: AdbSession) -> None:
    done = await shell.run("cmd horoscope read")
    assert (done.status, done.err) == (20, "cmd: Can't find service: horoscope\n")
    without = await shell.run("cmd battery level")
    assert (without.status, without.err) == (255, "No shell command implementation.\n")
    assert (await shell.run("cmd")).status == 20
    assert (await shell.run("cmd uimode dance")).status == 255
    assert "  package\n" in (await shell.run("cmd -l")).out
    assert len(session.journal.unknown) >= 3


async def test_service(shell: LocalShell) -> None:
    assert (await shell.run("service check package")).out == "Service package: found\n"
    assert (await shell.run("service check horoscope")).out == "Service horoscope: not found\n"
    assert (await shell.run("service list")).out.startswith("Found ")
    done = await shell.run("service call clipboard 2")
    assert done.status == 255
    assert "cannot be called by number" in done.err
