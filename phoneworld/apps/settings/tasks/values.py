"""Tasks that choose, slide, write or look up a value."""

from __future__ import annotations

from phoneworld.apps.settings.data import TEXT_SIZES, TIMEOUTS, TONES
from phoneworld.apps.settings.tasks.ways import go
from phoneworld.tasks.expect import Answered, Expectation, SettingIs
from phoneworld.tasks.matching import Exact, OneOf
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template

VOLUMES = {
    "media": "volume_music",
    "ring": "volume_ring",
    "alarm": "volume_alarm",
    "notification": "volume_notification",
}


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


TASKS = (
    Timeout(),
    TextSize(),
    Ringtone(),
    Volume(),
    RenamePhone(),
    ReadSerial(),
)
