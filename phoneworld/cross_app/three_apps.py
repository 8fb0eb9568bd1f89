"""Hand-offs across three apps: what is found in the first leads to the second, and on to the third."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.calendar.tasks.setup import (
    date_words,
    find_event,
    later,
    on,
    put_event,
    some_time,
    stamp,
    tap_row,
)
from phoneworld.apps.contacts.tasks.setup import known_namesakes, namesakes
from phoneworld.apps.maps import data as maps
from phoneworld.apps.maps.geography import MODES
from phoneworld.apps.maps.tasks.setup import WORDS, add_branches, add_pair, find_place
from phoneworld.apps.messages.tasks.setup import sent, write
from phoneworld.apps.phone.data import PATH as PHONE_PATH
from phoneworld.apps.phone.data import add_voicemail
from phoneworld.apps.phone.tasks.setup import called
from phoneworld.author import (
    BACK,
    Added,
    Contains,
    Enter,
    Expectation,
    Instead,
    Kind,
    Level,
    Mistake,
    Open,
    PickDate,
    PickTime,
    Pilot,
    Scene,
    Script,
    StopAt,
    Swap,
    Tap,
    TaskType,
    templates_of,
)
from phoneworld.cross_app.extraction import clock_in, day_in, extract
from phoneworld.cross_app.outcomes import new_event
from phoneworld.cross_app.setup import long_day, talk
from phoneworld.cross_app.shared_steps import open_chat, open_contact, route_from_home
from phoneworld.providers import contacts
from phoneworld.world import millis


def enter_hour(title: str, day: str, start: str, place: str = "") -> Script:
    """Enter an event of an hour, which is what the form of the calendar starts with."""
    return (
        Open("Calendar"),
        Tap("New event"),
        Enter(title, into="Title"),
        *((Enter(place, into="Location"),) if place else ()),
        BACK,
        Tap("Start date"),
        PickDate(day),
        Tap("Start time"),
        PickTime(start),
        Tap("Save"),
    )


@dataclass(frozen=True)
class CallDinnerPlace(TaskType):
    """The calendar tells at which branch, the map its number, and the phone calls it."""

    template = "cross.call_dinner_place"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Calendar", "Maps", "Phone")
    hidden = ("address", "phone")
    goals = (
        'Call the {place} where my "{title}" on {date} takes place. The calendar has the address, the map the number.',
        'I want to change the booking for "{title}" on {date}. Phone that {place}, the one at the address in my calendar.',
        'There are two {place}. Ring the one that "{title}" on {date} is at; look up its number in Maps.',
    )

    place: str
    title: str
    date: str
    day: str
    address: str
    phone: str
    other_day: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        branches = add_branches(scene)
        what = rng.choice(("Birthday at {}", "Meeting at {}", "Evening at {}", "Table at {}"))
        title = what.format(branches[0].name)
        days = rng.sample(range(1, 20), 2)
        for place, day in zip(branches, days, strict=True):
            put_event(scene, title, day, some_time(rng, 11, 19), 90, location=place.address)
        return cls(
            place=branches[0].name,
            title=title,
            date=date_words(rng, on(scene, days[0])),
            day=on(scene, days[0]).isoformat(),
            address=branches[0].address,
            phone=branches[0].phone,
            other_day=on(scene, days[1]).isoformat(),
        )

    def expect(self) -> list[Expectation]:
        return [called(self.phone)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(find_event(self.title))
        tap_row(pilot, self.title, self.day)
        pilot.tap_id("location")
        pilot.tap(f"{self.place},", role="item")
        pilot.reach("Directions")
        pilot.tap_id("phone")

    def mistakes(self) -> dict[str, Mistake]:
        return {"the other branch": Instead(day=self.other_day)}


@dataclass(frozen=True)
class PlanFromText(TaskType):
    """When and at what place was texted; the street of it is on the map; the calendar gets both."""

    template = "cross.plan_from_text"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Messages", "Maps", "Calendar")
    hidden = ("place", "said", "address")
    goals = (
        'Put the dinner that {name} proposes by text into my calendar as "{title}", one hour long. As location enter the street address of the place, which you find in Maps.',
        '{name} texted me when and where we eat. Create a calendar event "{title}" of one hour at that time, and look up the address of the place on the map for its location.',
        'Enter "{title}" into the calendar as {name} suggests in our chat (for one hour). The location should be the address that Maps has for the place.',
    )

    name: str
    title: str
    place: str
    said: str
    address: str
    start: int
    end: int
    other_address: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        place, alike = add_pair(scene)
        one, double = known_namesakes(scene)
        days = rng.sample(range(2, 25), 2)
        starts = [some_time(rng, 17, 18), some_time(rng, 19, 20)]
        rng.shuffle(starts)
        said = [
            f"on {long_day(on(scene, day))} at {start}"
            for day, start in zip(days, starts, strict=True)
        ]
        talk(scene, double.phone, f"We could eat at {alike.name} {said[1]}.", hour=7)
        talk(scene, one.phone, f"We could eat at {place.name} {said[0]}.")
        day = on(scene, days[0]).isoformat()
        return cls(
            name=one.name,
            title=f"Dinner with {one.first}",
            place=place.name,
            said=said[0],
            address=place.address,
            start=stamp(day, starts[0]),
            end=stamp(day, later(starts[0], 60)),
            other_address=alike.address,
            double=double.name,
        )

    def expect(self) -> list[Expectation]:
        location = Contains(self.address)
        return [new_event(self.title, self.start, self.end, eventLocation=location)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_chat(self.name))
        found = extract(pilot, "eat at (.*) on (.*)", "We could eat at")
        day, start = day_in(pilot, found[2]), clock_in(found[2])
        pilot.open("Maps")
        pilot.follow(find_place(found[1]))
        pilot.follow(enter_hour(self.title, day, start, pilot.read("address")))

    def mistakes(self) -> dict[str, Mistake]:
        right, wrong = (Enter(a, into="Location") for a in (self.address, self.other_address))
        return {
            "a place of a similar name": Swap(right, wrong),
            "the namesake's plan": Instead(name=self.double),
        }


@dataclass(frozen=True)
class DriveToFriend(TaskType):
    """A message says at whose home; the address book where that is; the map leads there."""

    template = "cross.navigate_to_friend"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Messages", "Contacts", "Maps")
    hidden = ("host", "address")
    goals = (
        "{name} texted me at whose home the {event} is. Start navigation from my home to there, {by}; the address is in my contacts.",
        "Guide me {by} from home to the {event}. In our chat {name} says who hosts it, and my address book knows where they live.",
        "I want to go to the {event} {by}, starting at home. Find out from {name}'s messages whose place it is at, take the address from Contacts and start the navigation.",
    )

    name: str
    event: str
    by: str
    mode: str
    host: str
    address: str
    street: str
    other: str
    wrong_mode: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        host, double = namesakes(scene)
        for person in (double, host):
            contacts.add_contact(
                scene.phone.contacts, person.name, phone=person.phone, address=person.address
            )
        writer = rng.choice(scene.world.people)
        event, other = rng.sample(("quiz night", "rehearsal", "potluck", "book club", "jam"), 2)
        lines = [f"The {event} is at {host.name}'s.", f"The {other} is at {double.name}'s."]
        talk(scene, writer.phone, *rng.sample(lines, 2))
        mode, wrong = rng.sample(list(MODES), 2)
        return cls(
            name=writer.name,
            event=event,
            by=WORDS[mode],
            mode=mode,
            host=host.name,
            address=host.address,
            street=host.address.partition(",")[0],
            other=other,
            wrong_mode=wrong,
        )

    def expect(self) -> list[Expectation]:
        wanted = {"origin": maps.HOME, "destination": self.street, "mode": self.mode}
        return [Added(maps.PATH, "trips", wanted)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_chat(self.name))
        host = extract(pilot, "is at (.*)'s", f"The {self.event} is at")[1]
        pilot.follow(open_contact(host))
        address = pilot.read("address").rpartition(", ")[0]
        pilot.tap_id("address")
        pilot.follow(route_from_home(address, self.mode))
        pilot.tap("Start", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "to the namesake": Instead(event=self.other),
            "another means": Instead(mode=self.wrong_mode),
        }


@dataclass(frozen=True)
class VoicemailAppointment(TaskType):
    """A date that was left on the voicemail is entered, and the caller gets an answer."""

    template = "cross.voicemail_appointment"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Phone", "Calendar", "Messages")
    hidden = ("name", "said")
    goals = (
        'Somebody left me a voicemail with the date of the {what}. Put it into my calendar as "{title}", one hour long, and text the caller: "{text}"',
        'Listen to the voicemail about the {what}. Enter an event "{title}" of one hour at the time that is named, then send whoever called the message "{text}".',
        'My voicemail has a date for the {what}. Add it to the calendar ("{title}", for one hour) and answer the person by text message: "{text}"',
    )

    what: str
    title: str
    text: str
    name: str
    number: str
    said: str
    start: int
    end: int
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        people = rng.sample(scene.world.people, 2)
        whats = rng.sample(("flat viewing", "boat test", "fitting", "tree felling", "photo day"), 2)
        days = rng.sample(range(2, 25), 2)
        starts = [some_time(rng, 8, 17), some_time(rng, 8, 17)]
        said = [
            f"{long_day(on(scene, day))} at {start}"
            for day, start in zip(days, starts, strict=True)
        ]
        for hour, index in zip((7, 8), rng.sample((0, 1), 2), strict=True):
            add_voicemail(
                scene.phone.databases[PHONE_PATH],
                people[index].phone,
                f"Hi, it's me. The {whats[index]} is on {said[index]}. Please send me a message.",
                date_ms=millis(scene.world.day(0, hour, rng.randint(0, 59))),
                duration_s=rng.randint(9, 40),
            )
        day = on(scene, days[0]).isoformat()
        return cls(
            what=whats[0],
            title=whats[0].capitalize(),
            text=rng.choice(("I will be there.", "That works for me.", "Yes, see you then.")),
            name=people[0].name,
            number=people[0].phone,
            said=said[0],
            start=stamp(day, starts[0]),
            end=stamp(day, later(starts[0], 60)),
            other=whats[1],
        )

    def expect(self) -> list[Expectation]:
        return [new_event(self.title, self.start, self.end), sent(self.number, self.text)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Phone")
        pilot.tap("Voicemail")
        pilot.tap(f"The {self.what} is on", role="item")
        said = pilot.read("transcript")
        pilot.follow(enter_hour(self.title, day_in(pilot, said), clock_in(said)))
        pilot.open("Phone")
        pilot.tap("Message", role="button")
        pilot.follow(write(self.text))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another voicemail": Instead(what=self.other),
            "no answer sent": StopAt(Tap("Message", role="button")),
        }


TASKS = templates_of(CallDinnerPlace, PlanFromText, DriveToFriend, VoicemailAppointment)
