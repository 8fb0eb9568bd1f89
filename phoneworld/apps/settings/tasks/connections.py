"""Tasks with Wi-Fi networks, the hotspot and Bluetooth devices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.settings.data import PATH, add_device, add_network
from phoneworld.apps.settings.tasks.setup import go
from phoneworld.author import (
    Changed,
    End,
    Enter,
    Exact,
    Expectation,
    ExpectedEnding,
    FinishStatus,
    Hold,
    Instead,
    Level,
    Mistake,
    Pilot,
    Scene,
    Script,
    SettingIs,
    Swap,
    Tap,
    TaskType,
)


@dataclass(frozen=True)
class JoinNetwork(TaskType):
    """A network with a password is joined; another has a similar name."""

    template = "settings.join_wifi"
    level = Level.HARD
    apps = ("Settings",)
    goals = (
        "Connect to the Wi-Fi network {ssid}. The password is {password}.",
        "Join {ssid} with the password {password}.",
        "My phone should be on the {ssid} Wi-Fi, password {password}.",
    )

    ssid: str
    password: str
    other: str
    was_off: bool

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, phone = scene.rng, scene.phone
        stem = rng.choice(("Harbor", "Willow", "Studio", "Platform"))
        number = rng.randint(2, 8)
        password = f"{rng.choice(('maple', 'quartz', 'saffron'))}-{rng.randint(1000, 9999)}"
        ssid, other = f"{stem} {number}", f"{stem} {number + 1}"
        for name in (ssid, other):
            add_network(phone.databases[PATH], name, password=password)
        phone.settings.put("global", "wifi_on", str(rng.randint(0, 1)))
        return cls(
            ssid=ssid,
            password=password,
            other=other,
            was_off=not phone.settings.on("global", "wifi_on"),
        )

    def expect(self) -> list[Expectation]:
        wanted: list[Expectation] = [
            SettingIs("global", "wifi_ssid", self.ssid),
            Changed(PATH, "wifi_networks", {"ssid": self.ssid}, {"saved": 1}),
        ]
        if self.was_off:
            wanted.append(SettingIs("global", "wifi_on", "1"))
        return wanted

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(go("Network & internet", "Wi-Fi"))
        if not pilot.reach("Use Wi-Fi").checked:
            pilot.tap("Use Wi-Fi")
        pilot.tap(self.ssid)
        pilot.type(self.password, into="Password")
        pilot.tap("Connect")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the network beside it": Instead(ssid=self.other),
            "a wrong password": Instead(password=self.password[:-1]),
        }


@dataclass(frozen=True)
class ForgetNetwork(TaskType):
    """A saved network is forgotten."""

    template = "settings.forget_wifi"
    level = Level.MEDIUM
    apps = ("Settings",)
    goals = (
        "Forget the Wi-Fi network {ssid}.",
        "My phone should no longer remember the {ssid} network.",
        "Remove {ssid} from the saved Wi-Fi networks.",
    )

    ssid: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        database = scene.phone.databases[PATH]
        saved = [f"{name} {scene.rng.randint(10, 99)}" for name in ("Cabin", "Hostel")]
        for ssid in saved:
            add_network(database, ssid, password="longenough")  # noqa: S106 - a made-up network
            database.run("UPDATE wifi_networks SET saved = 1 WHERE ssid = ?", ssid)
        scene.phone.settings.put("global", "wifi_on", "1")
        scene.phone.settings.put("global", "wifi_ssid", saved[1])
        return cls(ssid=saved[0], other=saved[1])

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "wifi_networks", {"ssid": self.ssid}, {"saved": 0})]

    def script(self) -> Script:
        return (*go("Network & internet", "Wi-Fi"), Hold(self.ssid), Tap("Forget network"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"the one in use": Instead(ssid=self.other)}


@dataclass(frozen=True)
class PairDevice(TaskType):
    """A Bluetooth device is paired."""

    template = "settings.pair_device"
    level = Level.MEDIUM
    apps = ("Settings",)
    goals = (
        "Pair my phone with {device}.",
        "Connect the {device} over Bluetooth.",
        "Set up a Bluetooth connection to {device}.",
    )

    device: str
    other: str
    was_off: bool

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, phone = scene.rng, scene.phone
        maker = rng.choice(("Aster", "Borea", "Corvid"))
        device, other = rng.sample([f"{maker} {model}" for model in ("One", "Mini", "Max")], 2)
        for name in (device, other):
            add_device(phone.databases[PATH], name, "headphones")
        phone.settings.put("global", "bluetooth_on", str(rng.randint(0, 1)))
        return cls(
            device=device, other=other, was_off=not phone.settings.on("global", "bluetooth_on")
        )

    def expect(self) -> list[Expectation]:
        wanted: list[Expectation] = [
            Changed(PATH, "bluetooth_devices", {"name": self.device}, {"paired": 1, "connected": 1})
        ]
        if self.was_off:
            wanted.append(SettingIs("global", "bluetooth_on", "1"))
        return wanted

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(go("Connected devices"))
        if not pilot.reach("Use Bluetooth").checked:
            pilot.tap("Use Bluetooth")
        pilot.tap(self.device)
        pilot.tap("Pair", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {"the other model": Instead(device=self.other)}


@dataclass(frozen=True)
class ForgetDevice(TaskType):
    """A paired device is forgotten."""

    template = "settings.forget_device"
    level = Level.MEDIUM
    apps = ("Settings",)
    goals = (
        "Unpair {device} from my phone.",
        "Forget the Bluetooth device {device}.",
        "I sold my {device}; remove it from the paired devices.",
    )

    device: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        phone = scene.phone
        phone.settings.put("global", "bluetooth_on", "1")
        device, other = (
            f"{name} {scene.rng.randint(2, 9)}" for name in scene.rng.sample(["Lark", "Wren"], 2)
        )
        for name in (device, other):
            add_device(phone.databases[PATH], name, "headphones", paired=True)
        return cls(device=device, other=other)

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "bluetooth_devices", {"name": self.device}, {"paired": 0})]

    def script(self) -> Script:
        return (
            *go("Connected devices"),
            Tap(f"{self.device} options"),
            Tap("Forget device"),
            Tap("Forget", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {"the other device": Instead(device=self.other)}


@dataclass(frozen=True)
class HotspotPassword(TaskType):
    """The hotspot gets a new password and is turned on."""

    template = "settings.hotspot"
    level = Level.HARD
    apps = ("Settings",)
    goals = (
        "Change the hotspot password to {password} and turn the hotspot on.",
        "Turn on my Wi-Fi hotspot, with {password} as its new password.",
        "Share my connection: hotspot on, password {password}.",
    )

    password: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        password = f"{rng.choice(('Olive', 'Copper', 'Velvet'))}{rng.randint(1000, 9999)}"
        return cls(password=password, wrong=password.lower())

    def expect(self) -> list[Expectation]:
        return [
            SettingIs("global", "hotspot_password", Exact(self.password)),
            SettingIs("global", "hotspot_on", "1"),
        ]

    def script(self) -> Script:
        return (
            *go("Network & internet", "Hotspot", "Hotspot password"),
            Enter(self.password, into="Password", clear=True),
            Tap("OK"),
            Tap("Use Wi-Fi hotspot"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {"wrong case": Instead(password=self.wrong)}


@dataclass(frozen=True)
class MissingNetwork(TaskType):
    """The network to join is not there."""

    template = "settings.missing_wifi"
    level = Level.HARD
    apps = ("Settings",)
    goals = (
        "Connect to the saved Wi-Fi network {ssid}.",
        "Join {ssid}, my phone knows its password.",
        "Get me onto the {ssid} network; it should be among the saved ones.",
    )

    ssid: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        scene.phone.settings.put("global", "wifi_on", "1")
        stem = scene.rng.choice(("Villa", "Tower", "Bistro"))
        add_network(scene.phone.databases[PATH], f"{stem} Guest", bars=2)
        return cls(ssid=f"{stem} Private", other=f"{stem} Guest")

    def expect(self) -> list[Expectation]:
        return [ExpectedEnding(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(go("Network & internet", "Wi-Fi"))
        if not pilot.shows(self.ssid):
            pilot.give_up(f"There is no network called {self.ssid}.")

    def mistakes(self) -> dict[str, Mistake]:
        return {"took a similar one": Swap(End, Tap(self.other), End())}
