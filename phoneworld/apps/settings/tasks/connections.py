"""Tasks with Wi-Fi networks, the hotspot and Bluetooth devices."""

from __future__ import annotations

from phoneworld.apps.settings.data import PATH, add_device, add_network
from phoneworld.apps.settings.tasks.ways import go
from phoneworld.tasks.expect import Changed, Ended, Expectation, SettingIs
from phoneworld.tasks.matching import Exact
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from runtime.actions import FinishStatus


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
    JoinNetwork(),
    ForgetNetwork(),
    PairDevice(),
    ForgetDevice(),
    HotspotPassword(),
    MissingNetwork(),
)
