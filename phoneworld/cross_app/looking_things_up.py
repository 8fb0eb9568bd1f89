"""Looking things up: what is needed is spread over two apps, and used in a third."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Self

from phoneworld.apps.calendar.tasks.setup import (
    clear_days,
    later,
    on,
    put_event,
    rows_on,
    show_day,
    some_time,
    some_titles,
    stamp,
    today,
)
from phoneworld.apps.contacts.tasks.setup import known_namesakes
from phoneworld.apps.files.tasks.setup import DOCUMENTS
from phoneworld.apps.files.tasks.setup import put as put_file
from phoneworld.apps.mail.letters import TOWNS, House
from phoneworld.apps.messages.tasks.setup import sent
from phoneworld.apps.notes.tasks.setup import GEAR
from phoneworld.author import (
    Contains,
    Enter,
    Expectation,
    Instead,
    Kind,
    Level,
    Mistake,
    Open,
    PickTime,
    Pilot,
    Scene,
    Script,
    StopAt,
    Swap,
    Tap,
    TaskType,
    Way,
    templates_of,
)
from phoneworld.cross_app.appointments import PREPARATIONS, some_room
from phoneworld.cross_app.extraction import day_in, extract
from phoneworld.cross_app.outcomes import mailed, new_alarm, new_event
from phoneworld.cross_app.setup import letter, long_day, note_it
from phoneworld.cross_app.shared_steps import open_mail, set_alarm, text_to, timed_event
from phoneworld.world import make_person

SOME_CARRIERS = (
    House("Coastline Coaches", "tickets@coastline.example"),
    House("Blue Arrow Trains", "travel@bluearrow.example"),
    House("Hopper Air", "booking@hopperair.example"),
)
"""None of them has written before."""


@dataclass(frozen=True)
class FileNamedInMail(TaskType):
    """A mail names the file, the file the shelf, and a message passes that on."""

    template = "cross.file_named_in_mail"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Mail", "Files", "Messages")
    hidden = ("file", "shelf")
    goals = (
        "{name} asks on which shelf the {thing} is. {sender} mailed me the name of the file that lists it; look in there and text {name} the shelf.",
        "Text {name} where the {thing} is stored. The shelf is in a file on this phone; which one, says {sender}'s mail.",
        "Find out the shelf of the {thing}: {sender}'s mail tells in which file to look. Then send the shelf to {name} by text message.",
    )

    name: str
    number: str
    sender: str
    thing: str
    file: str
    shelf: str
    old_shelf: str
    other: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        sender = make_person(rng)
        one, double = known_namesakes(scene)
        things = rng.sample(GEAR, 5)
        stem = rng.choice(("Storage", "Cellar", "Club room", "Depot"))
        numbers = rng.sample(range(10, 99), 2)
        files = [f"{stem} {number}.txt" for number in numbers]
        spots = [f"{a}-{b}" for a, b in zip(rng.sample("ABCDEFGHKL", 10), rng.sample(range(10, 99), 10), strict=True)]  # fmt: skip
        for number, file in enumerate(files):
            lines = zip(things, spots[number * 5 :], strict=False)
            put_file(
                scene, f"{DOCUMENTS}/{file}", "\n".join(f"{thing}: {spot}" for thing, spot in lines)
            )
        letter(
            scene,
            sender.name,
            sender.email,
            f"{stem} list",
            f"I tidied up. The new list is in the file {files[0]} on your phone, forget the other one.",
            sender.first,
            days_ago=rng.randint(1, 5),
        )
        return cls(
            name=one.name,
            number=one.phone,
            sender=sender.name,
            thing=things[0],
            file=files[0],
            shelf=spots[0],
            old_shelf=spots[5],
            other=things[1],
            double=double.name,
        )

    def expect(self) -> list[Expectation]:
        return [sent(self.number, Contains(self.shelf))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_mail(self.sender, " list"))
        file = extract(pilot, r"in the file (.*\.txt)", "in the file")[1]
        pilot.open("Files")
        pilot.tap("Search")
        pilot.type(file, into="Search files")
        pilot.tap(file, role="item")
        shelf = extract(pilot, f"^{self.thing}: (.*)", f"{self.thing}: ")[1]
        pilot.follow(text_to(self.name, f"The {self.thing} is on shelf {shelf}."))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "what the old file says": Way(*text_to(self.name, f"Shelf {self.old_shelf}")),
            "another thing": Instead(thing=self.other),
            "to the namesake": Instead(name=self.double),
        }


@dataclass(frozen=True)
class EarlierStart(TaskType):
    """A departure in a mail and an event in the calendar: the alarm is for the earlier one."""

    template = "cross.earlier_start"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Calendar", "Mail", "Clock")
    hidden = ("event_start", "departure")
    goals = (
        'Tomorrow I have "{title}" in my calendar, and a journey with {carrier}, whose ticket is in my mails. Set an alarm {minutes} minutes before whichever is earlier, and call it {label}.',
        'Which comes first tomorrow, "{title}" or the departure with {carrier} (see Mail)? Make an alarm {label} {minutes} minutes before that.',
        'Compare the start of "{title}" tomorrow with the departure on tomorrow\'s ticket from {carrier}. I need an alarm labelled {label}, {minutes} minutes before the earlier of the two.',
    )

    title: str
    carrier: str
    minutes: int
    label: str
    event_start: str
    departure: str
    time: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        clear_days(scene, 1, 1)
        title = some_titles(rng, 1)[0]
        carrier = rng.choice(SOME_CARRIERS)
        towns = rng.sample(TOWNS, 2)
        times = [f"{t // 60:02d}:{t % 60:02d}" for t in rng.sample(range(6 * 60, 9 * 60, 5), 3)]
        start, departure, decoy = times
        put_event(scene, title, 1, start, 60)
        for town, day, time in zip(towns, (1, rng.randint(3, 6)), (departure, decoy), strict=True):
            letter(
                scene,
                carrier.name,
                carrier.address,
                f"Your journey to {town}",
                f"Here is your ticket to {town} for {long_day(on(scene, day))}.",
                f"Departure: {time}\nSeat: {rng.randint(1, 28)}{rng.choice('ABCDEF')}",
                days_ago=rng.randint(1, 9),
            )
        minutes = rng.choice((35, 50, 65, 70, 80, 95))
        return cls(
            title=title,
            carrier=carrier.name,
            minutes=minutes,
            label=rng.choice(PREPARATIONS),
            event_start=start,
            departure=departure,
            time=later(min(start, departure), -minutes),
        )

    def expect(self) -> list[Expectation]:
        return [new_alarm(self.time, self.label)]

    def solve(self, pilot: Pilot) -> None:
        tomorrow = today(pilot) + timedelta(days=1)
        pilot.follow(show_day(tomorrow.isoformat()))
        starts = {row.title: row.start for row in rows_on(pilot, tomorrow.isoformat())}
        # The day is in the text of the mail, so that searching for it finds the right ticket.
        pilot.follow(open_mail(f"{self.carrier} journey {long_day(tomorrow)}", "Your journey to"))
        departure = extract(pilot, r"Departure: (\d\d:\d\d)", "Departure: ")[1]
        time = later(min(starts[self.title], departure), -self.minutes)
        pilot.follow(set_alarm(time, self.label))

    def mistakes(self) -> dict[str, Mistake]:
        too_late = later(max(self.event_start, self.departure), -self.minutes)
        return {
            "the later one": Swap(PickTime, PickTime(too_late)),
            "when it starts": Instead(minutes=0),
        }


@dataclass(frozen=True)
class SupportRequest(TaskType):
    """Two numbers, one from Settings and one from a note, go into a mail."""

    template = "cross.support_request"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Settings", "Notes", "Mail")
    hidden = ("serial", "contract")
    goals = (
        "Write a mail to {address} with the subject '{subject}'. It must contain the serial number of this phone and my {what} contract number from the note \"{note}\".",
        'The support at {address} wants two numbers: the serial number of my phone and the number of the {what} contract, which is in my note "{note}". Mail them both. Subject: {subject}',
        "Send {address} a mail called '{subject}' that names this phone's serial number (see Settings) and the {what} contract number (see my note \"{note}\").",
    )

    address: str
    subject: str
    what: str
    note: str
    serial: str
    contract: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        whats = rng.sample(("phone", "insurance", "repair", "warranty"), 3)
        numbers = [f"{rng.choice('KLMNP')}{rng.randint(10000, 99999)}" for _ in whats]
        lines = [f"{what.capitalize()}: {each}" for what, each in zip(whats, numbers, strict=True)]
        note = rng.choice(("Contracts", "Contract numbers", "All my contracts"))
        note_it(scene, note, "\n".join(rng.sample(lines, 3)))
        serial = scene.phone.settings.get("global", "serial_number")
        return cls(
            address=f"{rng.choice(('help', 'service', 'support'))}@phonecare.example",
            subject=rng.choice(("Repair", "My request", "Numbers you asked for")),
            what=whats[0],
            note=note,
            serial=serial,
            contract=numbers[0],
            other=whats[1],
        )

    def expect(self) -> list[Expectation]:
        return [mailed(self.address, Contains(self.serial, self.contract), self.subject)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Settings")
        pilot.tap("About phone")
        serial = pilot.read("serial_number").rpartition(", ")[2]
        pilot.open("Notes")
        pilot.tap(self.note, role="item")
        which = f"{self.what.capitalize()}: "
        contract = extract(pilot, f"{which}(.*)", which)[1]
        pilot.follow(self._write(f"Serial number: {serial}\nContract: {contract}"))

    def _write(self, text: str) -> Script:
        return (
            Open("Mail"),
            Tap("Compose"),
            Enter(self.address, into="To"),
            Enter(self.subject, into="Subject"),
            Enter(text, into="Compose email"),
            Tap("Send", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another contract": Instead(what=self.other),
            "only the serial number": Way(*self._write(self.serial)),
            "only the contract": Way(*self._write(self.contract)),
        }


@dataclass(frozen=True)
class EnterAndTell(TaskType):
    """A meeting of a mail is entered into the calendar, and somebody is told where it is."""

    template = "cross.enter_and_tell"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Mail", "Calendar", "Messages")
    hidden = ("when", "start", "end", "place")
    goals = (
        'Enter the "{title}" from {sender}\'s mail into my calendar with the right day and times, and text {name} where it takes place.',
        '{sender} mailed me about a "{title}". Put it into the calendar under that title (day, start, end), then tell {name} the place in a text message.',
        'Add "{title}" to my calendar as {sender}\'s mail says, from start to end, and let {name} know the place by text.',
    )

    title: str
    sender: str
    name: str
    number: str
    when: str
    day: str
    start: str
    end: str
    place: str
    other: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        titles = some_titles(rng, 2)
        sender = make_person(rng)
        one, double = known_namesakes(scene)
        days = rng.sample(range(2, 30), 2)
        starts = [some_time(rng, 8, 12), some_time(rng, 13, 17)]
        length = rng.choice((30, 45, 75, 90))
        places = [some_room(scene), some_room(scene)]
        for title, day, start, place in zip(titles, days, starts, places, strict=True):
            letter(
                scene,
                sender.name,
                sender.email,
                f"Invitation: {title}",
                f"It is on {long_day(on(scene, day))} from {start} to {later(start, length)}.",
                f"Please come to: {place}",
                sender.first,
                days_ago=rng.randint(1, 9),
            )
        return cls(
            title=titles[0],
            sender=sender.name,
            name=one.name,
            number=one.phone,
            when=long_day(on(scene, days[0])),
            day=on(scene, days[0]).isoformat(),
            start=starts[0],
            end=later(starts[0], length),
            place=places[0],
            other=titles[1],
            double=double.name,
        )

    def expect(self) -> list[Expectation]:
        start, end = stamp(self.day, self.start), stamp(self.day, self.end)
        return [new_event(self.title, start, end), sent(self.number, Contains(self.place))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_mail(f"{self.sender} {self.title}", f"Invitation: {self.title}"))
        found = extract(pilot, r"on (.*) from (\S+) to (\d\d:\d\d)", "It is on")
        day = day_in(pilot, found[1])
        place = extract(pilot, "come to: (.*)", "Please come to: ", role="text")[1]
        pilot.follow(timed_event(self.title, day, found[2], found[3]))
        pilot.follow(text_to(self.name, f"{self.title}: {place}"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another invitation": Instead(title=self.other),
            "told the namesake": Instead(name=self.double),
            "told nobody": StopAt(Open("Messages")),
        }


TASKS = templates_of(FileNamedInMail, EarlierStart, SupportRequest, EnterAndTell)
