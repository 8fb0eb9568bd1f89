"""Tasks with the phone's settings."""

from __future__ import annotations

from phoneworld.apps.settings.data import (
    PATH,
    TEXT_SIZES,
    TIMEOUTS,
    TONES,
    add_device,
    add_network,
)
from phoneworld.providers import system
from phoneworld.tasks.expect import Answered, Changed, Ended, Expectation, SettingIs
from phoneworld.tasks.matching import Exact, OneOf
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from runtime.actions import FinishStatus

WHERE = {
    "Wi-Fi": ("Network & internet", "Wi-Fi", "Use Wi-Fi"),
    "Bluetooth": ("Connected devices", "Use Bluetooth"),
    "Airplane mode": ("Network & internet", "Airplane mode"),
    "Data Saver": ("Network & internet", "Data Saver"),
    "Battery Saver": ("Battery", "Battery Saver"),
    "Dark theme": ("Display", "Dark theme"),
    "Night Light": ("Display", "Night Light"),
    "Do Not Disturb": ("Notifications", "Do Not Disturb"),
    "High contrast text": ("Accessibility", "High contrast text"),
    "Vibrate when ringing": ("Sound & vibration", "Vibrate when ringing"),
    "Auto-rotate screen": ("Display", "Auto-rotate screen"),
}
"""The way to a switch."""

STORED = {
    "Airplane mode": ("global", "airplane_mode_on"),
    "Data Saver": ("global", "data_saver"),
    "Battery Saver": ("global", "low_power"),
    "Do Not Disturb": ("global", "zen_mode"),
    "Night Light": ("secure", "night_display_activated"),
    "High contrast text": ("secure", "high_text_contrast_enabled"),
    "Vibrate when ringing": ("system", "vibrate_when_ringing"),
    "Auto-rotate screen": ("system", "accelerometer_rotation"),
}
"""Where a switch is kept."""


VOLUMES = {
    "media": "volume_music",
    "ring": "volume_ring",
    "alarm": "volume_alarm",
    "notification": "volume_notification",
}


def go(pilot: Pilot, *pages: str) -> None:
    """Open Settings and tap one's way down."""
    pilot.open("Settings")
    for page in pages:
        pilot.tap(page)


class WifiOn(Template):
    """The first thing people ask for."""

    name = "settings.wifi_on"
    apps = ("Settings",)
    goals = (
        "Turn on Wi-Fi.",
        "Switch the Wi-Fi on.",
        "Please enable Wi-Fi in the settings.",
        "I need wireless internet, turn Wi-Fi on.",
    )

    def setup(self, scene: Scene) -> Params:
        bluetooth = scene.rng.random() < 0.5
        scene.phone.settings.put("global", "bluetooth_on", str(int(bluetooth)))
        return {"switch": "Wi-Fi"}

    def expect(self, v: Params) -> list[Expectation]:
        return [SettingIs("global", "wifi_on", "1")]

    def solve(self, pilot: Pilot, v: Params) -> None:
        go(pilot, *WHERE[v["switch"]])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "Bluetooth instead": {"switch": "Bluetooth"},
            "airplane mode instead": {"switch": "Airplane mode"},
        }


class FlipSwitch(Template):
    """One of many switches, on or off."""

    name = "settings.flip_switch"
    apps = ("Settings",)
    goals = (
        "Turn {switch} {state}.",
        "Switch {state} {switch} on my phone.",
        "In the settings, make sure {switch} is {state}.",
    )

    def setup(self, scene: Scene) -> Params:
        switch, other = scene.rng.sample(list(STORED), 2)
        on = scene.rng.random() < 0.6
        scene.phone.settings.put(*STORED[switch], "0" if on else "1")
        return {"switch": switch, "state": "on" if on else "off", "other": other}

    def expect(self, v: Params) -> list[Expectation]:
        return [SettingIs(*STORED[v["switch"]], "1" if v["state"] == "on" else "0")]

    def solve(self, pilot: Pilot, v: Params) -> None:
        go(pilot, *WHERE[v["switch"]])
        if v.get("twice"):
            pilot.tap(WHERE[v["switch"]][-1])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another switch": {"switch": v["other"]}, "and back again": {"twice": True}}


class AlreadyOn(Template):
    """What is asked for is so already: look, and leave it."""

    name = "settings.already_set"
    level = Level.MEDIUM
    apps = ("Settings",)
    goals = (
        "Make sure that {switch} is {state}.",
        "Check that {switch} is {state}, and change it if it is not.",
        "{switch} should be {state}. Can you see to that?",
    )

    def setup(self, scene: Scene) -> Params:
        switch = scene.rng.choice(list(STORED))
        on = scene.rng.random() < 0.6
        scene.phone.settings.put(*STORED[switch], "1" if on else "0")
        return {"switch": switch, "state": "on" if on else "off"}

    def expect(self, v: Params) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot, v: Params) -> None:
        *pages, switch = WHERE[v["switch"]]
        go(pilot, *pages)
        if pilot.reach(switch).checked != (v["state"] == "on") or v.get("blindly"):
            pilot.tap(switch)

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"toggled without looking": {"blindly": True}}


class JoinNetwork(Template):
    """A network with a password, among others of similar names."""

    name = "settings.join_wifi"
    level = Level.HARD
    apps = ("Settings",)
    goals = (
        "Connect to the Wi-Fi network {ssid}. The password is {password}.",
        "Join {ssid} with the password {password}.",
        "My phone should be on the {ssid} Wi-Fi, password {password}.",
    )

    def setup(self, scene: Scene) -> Params:
        rng, phone = scene.rng, scene.phone
        stem = rng.choice(("Harbor", "Willow", "Studio", "Platform"))
        number = rng.randint(2, 8)
        password = f"{rng.choice(('maple', 'quartz', 'saffron'))}-{rng.randint(1000, 9999)}"
        ssid, other = f"{stem} {number}", f"{stem} {number + 1}"
        for name in (ssid, other):
            add_network(phone.databases[PATH], name, password=password)
        phone.settings.put("global", "wifi_on", str(rng.randint(0, 1)))
        return {
            "ssid": ssid,
            "password": password,
            "other": other,
            "was_off": not phone.settings.on("global", "wifi_on"),
        }

    def expect(self, v: Params) -> list[Expectation]:
        wanted: list[Expectation] = [
            SettingIs("global", "wifi_ssid", v["ssid"]),
            Changed(PATH, "wifi_networks", {"ssid": v["ssid"]}, {"saved": 1}),
        ]
        if v["was_off"]:
            wanted.append(SettingIs("global", "wifi_on", "1"))
        return wanted

    def solve(self, pilot: Pilot, v: Params) -> None:
        go(pilot, "Network & internet", "Wi-Fi")
        if not pilot.reach("Use Wi-Fi").checked:
            pilot.tap("Use Wi-Fi")
        pilot.tap(v["ssid"])
        pilot.type(v["password"], into="Password")
        pilot.tap("Connect")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the network beside it": {"ssid": v["other"]},
            "a wrong password": {"password": v["password"][:-1]},
        }


class ForgetNetwork(Template):
    """A saved network is forgotten."""

    name = "settings.forget_wifi"
    level = Level.MEDIUM
    apps = ("Settings",)
    goals = (
        "Forget the Wi-Fi network {ssid}.",
        "My phone should no longer remember the {ssid} network.",
        "Remove {ssid} from the saved Wi-Fi networks.",
    )

    def setup(self, scene: Scene) -> Params:
        database = scene.phone.databases[PATH]
        saved = [f"{name} {scene.rng.randint(10, 99)}" for name in ("Cabin", "Hostel")]
        for ssid in saved:
            add_network(database, ssid, password="longenough")  # noqa: S106 - a made-up network
            database.run("UPDATE wifi_networks SET saved = 1 WHERE ssid = ?", ssid)
        scene.phone.settings.put("global", "wifi_on", "1")
        scene.phone.settings.put("global", "wifi_ssid", saved[1])
        return {"ssid": saved[0], "other": saved[1]}

    def expect(self, v: Params) -> list[Expectation]:
        return [Changed(PATH, "wifi_networks", {"ssid": v["ssid"]}, {"saved": 0})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        go(pilot, "Network & internet", "Wi-Fi")
        pilot.hold(v["ssid"])
        pilot.tap("Forget network")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the one in use": {"ssid": v["other"]}}


class PairDevice(Template):
    """A Bluetooth device is paired."""

    name = "settings.pair_device"
    level = Level.MEDIUM
    apps = ("Settings",)
    goals = (
        "Pair my phone with {device}.",
        "Connect the {device} over Bluetooth.",
        "Set up a Bluetooth connection to {device}.",
    )

    def setup(self, scene: Scene) -> Params:
        rng, phone = scene.rng, scene.phone
        maker = rng.choice(("Aster", "Borea", "Corvid"))
        device, other = rng.sample([f"{maker} {model}" for model in ("One", "Mini", "Max")], 2)
        for name in (device, other):
            add_device(phone.databases[PATH], name, "headphones")
        phone.settings.put("global", "bluetooth_on", str(rng.randint(0, 1)))
        return {
            "device": device,
            "other": other,
            "was_off": not phone.settings.on("global", "bluetooth_on"),
        }

    def expect(self, v: Params) -> list[Expectation]:
        wanted: list[Expectation] = [
            Changed(PATH, "bluetooth_devices", {"name": v["device"]}, {"paired": 1, "connected": 1})
        ]
        if v["was_off"]:
            wanted.append(SettingIs("global", "bluetooth_on", "1"))
        return wanted

    def solve(self, pilot: Pilot, v: Params) -> None:
        go(pilot, "Connected devices")
        if not pilot.reach("Use Bluetooth").checked:
            pilot.tap("Use Bluetooth")
        pilot.tap(v["device"])
        if not v.get("unsure"):
            pilot.tap("Pair", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the other model": {"device": v["other"]}, "did not confirm": {"unsure": True}}


class ForgetDevice(Template):
    """A paired device is forgotten."""

    name = "settings.forget_device"
    level = Level.MEDIUM
    apps = ("Settings",)
    goals = (
        "Unpair {device} from my phone.",
        "Forget the Bluetooth device {device}.",
        "I sold my {device}; remove it from the paired devices.",
    )

    def setup(self, scene: Scene) -> Params:
        phone = scene.phone
        phone.settings.put("global", "bluetooth_on", "1")
        device, other = (
            f"{name} {scene.rng.randint(2, 9)}" for name in scene.rng.sample(["Lark", "Wren"], 2)
        )
        for name in (device, other):
            add_device(phone.databases[PATH], name, "headphones", paired=True)
        return {"device": device, "other": other}

    def expect(self, v: Params) -> list[Expectation]:
        return [Changed(PATH, "bluetooth_devices", {"name": v["device"]}, {"paired": 0})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        go(pilot, "Connected devices")
        pilot.tap(f"{v['device']} options")
        pilot.tap("Forget device")
        pilot.tap("Forget", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the other device": {"device": v["other"]}}


class Timeout(Template):
    """How long the screen stays on."""

    name = "settings.screen_timeout"
    level = Level.MEDIUM
    apps = ("Settings",)
    goals = (
        "Set the screen timeout to {time}.",
        "The screen should turn off after {time}.",
        "Change how long my display stays on to {time}.",
    )

    def setup(self, scene: Scene) -> Params:
        before, time, other = scene.rng.sample(list(TIMEOUTS), 3)
        scene.phone.settings.put("system", "screen_off_timeout", TIMEOUTS[before])
        return {"time": time, "other": other}

    def expect(self, v: Params) -> list[Expectation]:
        return [SettingIs("system", "screen_off_timeout", TIMEOUTS[v["time"]])]

    def solve(self, pilot: Pilot, v: Params) -> None:
        go(pilot, "Display", "Screen timeout")
        pilot.tap(v["time"])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another time": {"time": v["other"]}}


class TextSize(Template):
    """How large text is."""

    name = "settings.font_size"
    level = Level.MEDIUM
    apps = ("Settings",)
    goals = (
        "Make the font size {size}.",
        "Set the text size of my phone to {size}.",
        "Change the font size setting to {size}.",
    )

    def setup(self, scene: Scene) -> Params:
        before, size, other = scene.rng.sample(list(TEXT_SIZES), 3)
        scene.phone.settings.put("system", "font_scale", TEXT_SIZES[before])
        return {"size": size, "other": other}

    def expect(self, v: Params) -> list[Expectation]:
        return [SettingIs("system", "font_scale", TEXT_SIZES[v["size"]])]

    def solve(self, pilot: Pilot, v: Params) -> None:
        go(pilot, "Display", "Font size")
        pilot.tap(v["size"], role="radio")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another size": {"size": v["other"]}}


class Ringtone(Template):
    """Which tone the phone rings with."""

    name = "settings.ringtone"
    level = Level.MEDIUM
    apps = ("Settings",)
    goals = (
        "Change my ringtone to {tone}.",
        "Set {tone} as the phone ringtone.",
        "When somebody calls I want to hear {tone}.",
    )

    def setup(self, scene: Scene) -> Params:
        before, tone, other = scene.rng.sample(list(TONES), 3)
        scene.phone.settings.put("system", "ringtone", before)
        return {"tone": tone, "other": other}

    def expect(self, v: Params) -> list[Expectation]:
        return [SettingIs("system", "ringtone", v["tone"])]

    def solve(self, pilot: Pilot, v: Params) -> None:
        go(pilot, "Sound & vibration", "Phone ringtone")
        pilot.tap(v["tone"], role="radio")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another tone": {"tone": v["other"]}}


class Volume(Template):
    """A volume is slid to a value."""

    name = "settings.volume"
    level = Level.MEDIUM
    apps = ("Settings",)
    goals = (
        "Set the {which} volume to about {percent} percent.",
        "Change the {which} volume to roughly {percent}%.",
        "I want the {which} volume at around {percent}%.",
    )

    def setup(self, scene: Scene) -> Params:
        which, other = scene.rng.sample(list(VOLUMES), 2)
        percent = scene.rng.choice((10, 20, 30, 40, 90, 95))
        scene.phone.settings.put("system", VOLUMES[which], str(scene.rng.choice((55, 65, 75))))
        return {"which": which, "percent": percent, "other": other, "wrong": 100 - percent + 3}

    def expect(self, v: Params) -> list[Expectation]:
        near = tuple(str(v["percent"] + offset) for offset in range(-4, 5))
        return [SettingIs("system", VOLUMES[v["which"]], OneOf(*near))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        go(pilot, "Sound & vibration")
        pilot.slide(f"{v['which'].capitalize()} volume", v["percent"])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another volume": {"which": v["other"]}, "too far": {"percent": v["wrong"]}}


class RenamePhone(Template):
    """The phone gets another name."""

    name = "settings.rename_phone"
    level = Level.MEDIUM
    apps = ("Settings",)
    goals = (
        "Rename this phone to {name}.",
        "Change the device name to {name}.",
        "My phone should be called {name}.",
    )

    def setup(self, scene: Scene) -> Params:
        thing = scene.rng.choice(("Pocket", "Comet", "Lantern", "Pebble"))
        number = scene.rng.randint(2, 99)
        return {"name": f"{thing} {number}", "wrong": f"{thing} {number + 1}"}

    def expect(self, v: Params) -> list[Expectation]:
        return [SettingIs("global", "device_name", Exact(v["name"]))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        go(pilot, "About phone", "Device name")
        pilot.type(v["name"], into="Name", clear=not v.get("appended"))
        pilot.tap("OK")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another name": {"name": v["wrong"]}}


class ReadSerial(Template):
    """Something is looked up."""

    name = "settings.read_serial"
    apps = ("Settings",)
    hidden = ("serial",)
    goals = (
        "What is the serial number of this phone?",
        "Look up my phone's serial number and tell me.",
        "I need the serial number of the device. Which is it?",
    )

    def setup(self, scene: Scene) -> Params:
        serial = f"PW{scene.rng.randint(10**7, 10**8 - 1)}"
        scene.phone.settings.put("global", "serial_number", serial)
        return {"serial": serial, "row": "serial_number"}

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(v["serial"])]

    def solve(self, pilot: Pilot, v: Params) -> None:
        go(pilot, "About phone")
        pilot.say(pilot.read(v["row"]).partition(", ")[2])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the phone's name": {"row": "device_name"}}


class HotspotPassword(Template):
    """The hotspot gets a new password and is turned on."""

    name = "settings.hotspot"
    level = Level.HARD
    apps = ("Settings",)
    goals = (
        "Change the hotspot password to {password} and turn the hotspot on.",
        "Turn on my Wi-Fi hotspot, with {password} as its new password.",
        "Share my connection: hotspot on, password {password}.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        password = f"{rng.choice(('Olive', 'Copper', 'Velvet'))}{rng.randint(1000, 9999)}"
        return {"password": password, "wrong": password.lower()}

    def expect(self, v: Params) -> list[Expectation]:
        return [
            SettingIs("global", "hotspot_password", Exact(v["password"])),
            SettingIs("global", "hotspot_on", "1"),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        go(pilot, "Network & internet", "Hotspot", "Hotspot password")
        pilot.type(v["password"], into="Password", clear=True)
        pilot.tap("OK")
        if not v.get("left_off"):
            pilot.tap("Use Wi-Fi hotspot")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"wrong case": {"password": v["wrong"]}, "left off": {"left_off": True}}


class RevokePermission(Template):
    """An app loses a permission."""

    name = "settings.revoke_permission"
    level = Level.HARD
    apps = ("Settings",)
    goals = (
        "Take the contacts permission away from {app}.",
        "{app} should no longer be allowed to read my contacts.",
        "Don't let {app} read my contacts any more.",
    )
    PERMISSION = "android.permission.READ_CONTACTS"

    def setup(self, scene: Scene) -> Params:
        labels = {"Mail": "com.phoneworld.mail", "Maps": "com.phoneworld.maps"}
        for package in labels.values():
            scene.phone.grant_permission(package, self.PERMISSION, granted=True)
        app, other = scene.rng.sample(list(labels), 2)
        return {"app": app, "package": labels[app], "other": other}

    def expect(self, v: Params) -> list[Expectation]:
        where = {"package": v["package"], "permission": self.PERMISSION}
        return [Changed(system.PATH, "permissions", where, {"granted": 0})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        go(pilot, "Apps", v["app"], "Read contacts")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another app": {"app": v["other"]}}


class MissingNetwork(Template):
    """A network that is not there."""

    name = "settings.missing_wifi"
    level = Level.HARD
    apps = ("Settings",)
    goals = (
        "Connect to the saved Wi-Fi network {ssid}.",
        "Join {ssid}, my phone knows its password.",
        "Get me onto the {ssid} network; it should be among the saved ones.",
    )

    def setup(self, scene: Scene) -> Params:
        scene.phone.settings.put("global", "wifi_on", "1")
        stem = scene.rng.choice(("Villa", "Tower", "Bistro"))
        add_network(scene.phone.databases[PATH], f"{stem} Guest", bars=2)
        return {"ssid": f"{stem} Private", "other": f"{stem} Guest"}

    def expect(self, v: Params) -> list[Expectation]:
        return [Ended(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        go(pilot, "Network & internet", "Wi-Fi")
        if v.get("settle"):
            pilot.tap(v["other"])
        elif not pilot.shows(v["ssid"]):
            pilot.give_up(f"There is no network called {v['ssid']}.")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"took a similar one": {"settle": True}}


TASKS = (
    WifiOn(),
    FlipSwitch(),
    AlreadyOn(),
    JoinNetwork(),
    ForgetNetwork(),
    PairDevice(),
    ForgetDevice(),
    Timeout(),
    TextSize(),
    Ringtone(),
    Volume(),
    RenamePhone(),
    ReadSerial(),
    HotspotPassword(),
    RevokePermission(),
    MissingNetwork(),
)
