"""Codes, passwords, numbers and amounts across apps, and when they must not be passed on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from phoneworld.apps.contacts.tasks.setup import known_namesakes
from phoneworld.apps.mail import letters
from phoneworld.apps.mail.tasks.setup import CODE, SOME_HOTELS, put
from phoneworld.apps.messages.tasks.setup import sent
from phoneworld.apps.notes.data import PATH as NOTES_PATH
from phoneworld.apps.settings.data import PATH as SETTINGS_PATH
from phoneworld.apps.settings.data import add_network
from phoneworld.apps.settings.tasks.setup import go
from phoneworld.author import (
    Changed,
    Contains,
    Enter,
    Expectation,
    Hold,
    Instead,
    Kind,
    Level,
    Mistake,
    Pilot,
    Scene,
    Script,
    SettingIs,
    Swap,
    Tap,
    TaskType,
    templates_of,
)
from phoneworld.cross_app.extraction import extract, text_after
from phoneworld.cross_app.setup import note_it, talk
from phoneworld.cross_app.shared_steps import open_chat, open_mail, share_by_text


@dataclass(frozen=True)
class BookingCodeToNote(TaskType):
    """The code of one of two bookings is added to one of two notes."""

    template = "cross.booking_code_to_note"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Mail", "Notes")
    hidden = ("code",)
    goals = (
        'Add the confirmation code of my stay at {hotel} from {arrival} to the end of my note "{note}".',
        'I have a note "{note}". Write the code of the booking at {hotel} ({arrival}) on a new line below the rest; it is in my mails.',
        'Look up the confirmation code for {hotel}, arrival {arrival}, in Mail and append it to the note "{note}".',
    )

    hotel: str
    arrival: str
    note: str
    code: str
    body: str
    other_arrival: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        hotel = rng.choice(SOME_HOTELS)
        months = rng.sample(("June", "July", "August", "September"), 2)
        arrivals = [f"{rng.randint(1, 28)} {month}" for month in months]
        codes = [letters.code(rng), letters.code(rng)]
        for index in rng.sample((0, 1), 2):
            put(scene, letters.stay(rng, hotel, booking=codes[index], arrival=arrivals[index]))
        bodies = [f"{hotel.name}\nBring the {thing}" for thing in ("rain jackets", "swimwear")]
        for month, body in zip(months, bodies, strict=True):
            note_it(scene, f"Holiday in {month}", body)
        return cls(
            hotel=hotel.name,
            arrival=arrivals[0],
            note=f"Holiday in {months[0]}",
            code=codes[0],
            body=bodies[0],
            other_arrival=arrivals[1],
            other=f"Holiday in {months[1]}",
        )

    def expect(self) -> list[Expectation]:
        to = {"body": Contains(self.body, self.code)}
        return [Changed(NOTES_PATH, "notes", {"title": self.note}, to)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_mail(self.hotel, f"Booking confirmed: {self.arrival}"))
        code = extract(pilot, CODE.pattern, "Confirmation code: ")[1]
        pilot.open("Notes")
        pilot.tap(self.note, role="item")
        pilot.tap("Edit note")
        pilot.type(f"\n{code}", into="Note")
        pilot.tap("Save")

    def mistakes(self) -> dict[str, Mistake]:
        line = Enter(f"\n{self.code}", into="Note")
        return {
            "the other booking": Instead(arrival=self.other_arrival),
            "the other note": Instead(note=self.other),
            "what was there is gone": Swap(line, replace(line, clear=True)),
        }


@dataclass(frozen=True)
class WifiFromText(TaskType):
    """A password that was texted is copied into the Wi-Fi settings."""

    template = "cross.wifi_password_from_text"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Messages", "Settings")
    hidden = ("ssid", "password")
    goals = (
        "Connect my phone to {name}'s {which} Wi-Fi. The network and its password are in our chat.",
        "{name} texted me how to get onto the {which} network. Join that Wi-Fi.",
        "Please get me onto the {which} Wi-Fi at {name}'s; the details came by text message.",
    )

    name: str
    which: str
    ssid: str
    password: str
    was_off: bool
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, phone = scene.rng, scene.phone
        person = rng.choice(scene.world.people)
        stem = rng.choice(("Harbor", "Willow", "Studio", "Platform", "Attic"))
        numbers = rng.sample(range(2, 30), 2)
        words = rng.sample(("Maple", "Quartz", "Saffron", "Pebble", "Comet"), 2)
        kinds = rng.sample(("guest", "office", "garden", "upstairs"), 2)
        networks = [f"{stem} {number}" for number in numbers]
        passwords = [f"{word}-{rng.randint(1000, 9999)}" for word in words]
        for ssid, password in zip(networks, passwords, strict=True):
            add_network(phone.databases[SETTINGS_PATH], ssid, password=password)
        lines: list[str] = []
        for index in rng.sample((0, 1), 2):
            lines += [f"The {kinds[index]} network is {networks[index]}:", passwords[index]]
        talk(scene, person.phone, *lines)
        phone.settings.put("global", "wifi_on", str(rng.randint(0, 1)))
        return cls(
            name=person.name,
            which=kinds[0],
            ssid=networks[0],
            password=passwords[0],
            was_off=not phone.settings.on("global", "wifi_on"),
            other=kinds[1],
        )

    def expect(self) -> list[Expectation]:
        wanted: list[Expectation] = [
            SettingIs("global", "wifi_ssid", self.ssid),
            Changed(SETTINGS_PATH, "wifi_networks", {"ssid": self.ssid}, {"saved": 1}),
        ]
        if self.was_off:
            wanted.append(SettingIs("global", "wifi_on", "1"))
        return wanted

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_chat(self.name))
        announced = f"The {self.which} network is"
        ssid = extract(pilot, "network is (.*):", announced)[1]
        pilot.hold(text_after(pilot, announced))
        pilot.tap("Copy text")
        pilot.follow(go("Network & internet", "Wi-Fi"))
        if not pilot.reach("Use Wi-Fi").checked:
            pilot.tap("Use Wi-Fi")
        pilot.tap(ssid)
        pilot.hold("Password", role="field")
        pilot.tap("Paste")
        pilot.tap("Connect")

    def mistakes(self) -> dict[str, Mistake]:
        named = Hold(f"The {self.which} network is")
        return {
            "the other network": Instead(which=self.other),
            "the wrong message": Swap(Hold(self.password), named),
        }


@dataclass(frozen=True)
class HotspotToGuest(TaskType):
    """The hotspot is turned on, and its password handed on by the share sheet."""

    template = "cross.hotspot_password_to_guest"
    kind = Kind.CROSS
    level = Level.MEDIUM
    apps = ("Settings", "Messages")
    hidden = ("password",)
    goals = (
        "Turn on my Wi-Fi hotspot and text its password to {name}.",
        "{name} may use my connection: switch the hotspot on and send them the hotspot password by text message.",
        "Please share my internet with {name}. The hotspot must be on, and {name} needs its password in Messages.",
    )

    name: str
    number: str
    password: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, double = known_namesakes(scene)
        password = f"{rng.choice(('olive', 'copper', 'velvet', 'amber'))}{rng.randint(1000, 9999)}"
        scene.phone.settings.put("global", "hotspot_password", password)
        return cls(name=one.name, number=one.phone, password=password, double=double.name)

    def expect(self) -> list[Expectation]:
        return [
            SettingIs("global", "hotspot_on", "1"),
            sent(self.number, Contains(self.password)),
        ]

    def script(self) -> Script:
        return (
            *go("Network & internet", "Hotspot"),
            Tap("Use Wi-Fi hotspot"),
            Hold("Hotspot password", role="item"),
            Tap("Share"),
            *share_by_text(self.name),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {"to the namesake": Instead(name=self.double)}


TASKS = templates_of(BookingCodeToNote, WifiFromText, HotspotToGuest)
