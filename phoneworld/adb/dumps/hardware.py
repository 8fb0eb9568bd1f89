"""`dumpsys power`, `battery`, `trust`, `wifi`, `bluetooth_manager`, `telephony.registry` and the like."""

from __future__ import annotations

from phoneworld.adb.dumps.formats import truth
from phoneworld.adb.errors import AdbError
from phoneworld.adb.handset.key_presses import PHONE_APP
from phoneworld.adb.session import AdbSession

BATTERY = ("global", "battery_level")


def power(session: AdbSession, words: list[str]) -> str:
    """Whether the screen is on."""
    del words
    awake = session.screen_on
    return (
        "POWER MANAGER (dumpsys power)\n"
        f"  mWakefulness={'Awake' if awake else 'Asleep'}\n"
        f"  mInteractive={truth(awake)}\n"
        "  mIsPowered=true\n"
        f"  mStayOn={truth(session.phone.settings.on('global', 'stay_on_while_plugged_in'))}\n"
        f"  mHoldingWakeLockSuspendBlocker={truth(awake)}\n"
        f"  mHoldingDisplaySuspendBlocker={truth(awake)}\n"
        f"Display Power: state={'ON' if awake else 'OFF'}\n"
    )


def battery(session: AdbSession, words: list[str]) -> str:
    """How full the battery is; `set level N` changes what the phone shows."""
    settings = session.phone.settings
    match words:
        case ["set", "level", level]:
            if not level.isdecimal() or int(level[:4]) > 100:
                raise AdbError(f"Bad value: {level}")
            settings.put(*BATTERY, str(int(level)))
            session.phone.touch()
            return ""
        case ["set", _, _] | ["unplug"] | ["reset"] | ["suspend_input"]:
            return ""
        case _:
            pass
    level = settings.get(*BATTERY, "82")
    return (
        "Current Battery Service state:\n"
        "  AC powered: false\n  USB powered: true\n  Wireless powered: false\n  Dock powered: false\n"
        "  Max charging current: 500000\n  Max charging voltage: 5000000\n"
        "  Charge counter: 3200000\n  status: 2\n  health: 2\n  present: true\n"
        f"  level: {level if level.isdecimal() else 82}\n  scale: 100\n  voltage: 4200\n"
        "  temperature: 251\n  technology: Li-ion\n"
    )


def trust(session: AdbSession, words: list[str]) -> str:
    """Whether the phone is locked."""
    del words
    locked = int(session.locked)
    return (
        "Trust manager state:\n"
        f' User "Owner" (id=0, flags=0x4c13) (current): trusted=0, trustManaged=0, '
        f"deviceLocked={locked}, strongAuthRequired=0x0\n"
    )


def wifi(session: AdbSession, words: list[str]) -> str:
    """Whether Wi-Fi is on, and which network it is in."""
    del words
    settings = session.phone.settings
    on = settings.on("global", "wifi_on")
    name = settings.get("global", "wifi_ssid")
    connected = on and bool(name)
    shown = f'"{name}"' if connected else "<unknown ssid>"
    return (
        f"Wi-Fi is {'enabled' if on else 'disabled'}\n"
        f"mWifiInfo SSID: {shown}, BSSID: 02:00:00:00:00:01, "
        f"Supplicant state: {'COMPLETED' if connected else 'DISCONNECTED'}, RSSI: -50, "
        f"Link speed: 433Mbps, IP: {'10.0.2.15' if connected else 'null'}\n"
    )


def connectivity(session: AdbSession, words: list[str]) -> str:
    """Which network is used."""
    del words
    settings = session.phone.settings
    wireless = settings.on("global", "wifi_on") and settings.get("global", "wifi_ssid")
    mobile = settings.on("global", "mobile_data") and not settings.on("global", "airplane_mode_on")
    if not wireless and not mobile:
        return "Active default network: none\n"
    kind = "WIFI" if wireless else "MOBILE"
    return (
        "Active default network: 100\n"
        f"NetworkAgentInfo{{network{{100}} ni{{{kind} CONNECTED}} "
        "Capabilities: INTERNET&VALIDATED}\n"
    )


def bluetooth(session: AdbSession, words: list[str]) -> str:
    """Whether Bluetooth is on."""
    del words
    settings = session.phone.settings
    on = settings.on("global", "bluetooth_on")
    return (
        "Bluetooth Status\n"
        f"  enabled: {truth(on)}\n"
        f"  state: {'ON' if on else 'OFF'}\n"
        "  address: 02:00:00:00:00:00\n"
        f"  name: {settings.get('global', 'bluetooth_name')}\n"
    )


def telephony(session: AdbSession, words: list[str]) -> str:
    """Whether there is a call: 0 none, 2 one."""
    del words
    phone = session.phone
    calling = any(
        activity.route == "call" and not activity.state.get("failed")
        for activity in phone.tasks.get(PHONE_APP, [])
    )
    flying = phone.settings.on("global", "airplane_mode_on")
    return (
        "last known state:\n"
        "  Phone Id=0\n"
        f"    mCallState={2 if calling else 0}\n"
        "    mRingingCallState=0\n"
        "    mCallIncomingNumber=\n"
        f"    mServiceState={{mVoiceRegState={'3(POWER_OFF)' if flying else '0(IN_SERVICE)'}}}\n"
        f"    mDataConnectionState={2 if phone.settings.on('global', 'mobile_data') else 0}\n"
    )


def notification(session: AdbSession, words: list[str]) -> str:
    """The notifications that are shown."""
    del words
    rows = session.phone.system.rows(
        "SELECT _id, package, title, text, posted FROM notifications ORDER BY _id"
    )
    lines = ["Current Notification Manager state:", "  Notification List:"]
    for row in rows:
        package, id = row["package"], row["_id"]
        about = (
            f"pkg={package} user=UserHandle{{0}} id={id} tag=null importance=3 "
            f"key=0|{package}|{id}|null|10050"
        )
        lines += [
            f"    NotificationRecord(0x0{row['_id']:06x}: {about}: Notification(channel=default))",
            f"      when={row['posted']}",
            "      extras={",
            f"          android.title=String ({row['title']})",
            f"          android.text=String ({row['text']})",
            "      }",
        ]
    settings = session.phone.settings
    lines.append(f"  Zen Mode: mZenMode={'1' if settings.on('global', 'zen_mode') else '0'}")
    return "\n".join(lines) + "\n"


def audio(session: AdbSession, words: list[str]) -> str:
    """The volumes, on Android's scale of 15."""
    del words
    lines = ["Stream volumes (device: index)"]
    for stream, name in (
        ("STREAM_RING", "volume_ring"),
        ("STREAM_MUSIC", "volume_music"),
        ("STREAM_ALARM", "volume_alarm"),
        ("STREAM_NOTIFICATION", "volume_notification"),
    ):
        value = session.phone.settings.get("system", name, "0")
        index = round(int(value) * 15 / 100) if value.isdecimal() else 0
        lines += [
            f"- {stream}:",
            f"   Muted: {truth(index == 0)}",
            "   Min: 0",
            "   Max: 15",
            f"   streamVolume:{index}",
            f"   Current: 2 (speaker): {index}",
        ]
    return "\n".join(lines) + "\n"
