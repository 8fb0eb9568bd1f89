"""Appointments across apps: dates and times are read in one app, and entered in another."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Self

from phoneworld.apps.calendar.tasks.setup import (
    clear_days,
    date_words,
    find_event,
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
from phoneworld.apps.contacts.tasks.setup import known_namesakes, namesakes
from phoneworld.apps.notes.data import PATH as NOTES_PATH
from phoneworld.apps.notes.data import add_note
from phoneworld.author import (
    Changed,
    Expectation,
    Instead,
    Kind,
    Level,
    Mistake,
    PickDate,
    Pilot,
    Scene,
    Swap,
    Tap,
    TaskType,
    templates_of,
)
from phoneworld.cross_app.extraction import clock_in, day_in, extract
from phoneworld.cross_app.outcomes import new_alarm, new_event, whole_day
from phoneworld.cross_app.setup import letter, long_day, talk, twelve_hours
from phoneworld.cross_app.shared_steps import (
    all_day_event,
    open_chat,
    open_mail,
    set_alarm,
    timed_event,
)
from phoneworld.providers.calendar import PATH
from phoneworld.world import make_address, make_person

DEPARTURES = ("Departure", "Time to go", "On board", "Last call", "Be there")
PREPARATIONS = ("Get ready", "Early start", "Leave home", "First thing", "Pack the bag")
ROOMS = ("Room {n}", "Hall {n}", "Studio {n}", "Meeting point {n}", "Gate {n}", "Table {n}")


def some_room(scene: Scene) -> str:
    """A place to meet at."""
    return scene.rng.choice(ROOMS).format(n=scene.rng.randint(11, 48))


@dataclass(frozen=True)
class MeetingFromMail(TaskType):
    """A meeting that was announced twice is entered as the later mail has it."""

    template = "cross.meeting_from_mail"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Mail", "Calendar")
    hidden = ("when", "start", "end", "place")
    goals = (
        'Enter the "{title}" that {sender} mailed me about into my calendar, with date, start, end and location. There was a change, so go by the latest mail.',
        '{sender} announced a "{title}" by mail and has moved it since. Put it into the calendar under that title as the newest mail says: day, times and place.',
        'Please add "{title}" to my calendar. Day, time and place are in the mails from {sender}; only the most recent one is right.',
    )

    title: str
    sender: str
    place: str
    nth: int
    when: str
    start: str
    end: str
    day: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        title = some_titles(rng, 1)[0]
        sender = make_person(rng)
        days = rng.sample(range(2, 40), 2)
        place, old_place = some_room(scene), make_address(rng)
        announced: list[tuple[date, str, str]] = []
        for number, (subject, where) in enumerate(
            ((f"{title}: all you need to know", old_place), (f"{title}: new date", place))
        ):
            start = some_time(rng, 8, 17)
            end = later(start, rng.choice((30, 45, 75, 90, 120)))
            day = on(scene, days[number])
            letter(
                scene,
                sender.name,
                sender.email,
                subject,
                f"The {title.lower()} takes place on {long_day(day)} from {start} to {end}.",
                f"Place: {where}",
                sender.first,
                days_ago=6 - 3 * number,
            )
            announced.append((day, start, end))
        day, start, end = announced[-1]
        return cls(
            title=title,
            sender=sender.name,
            place=place,
            nth=0,
            when=long_day(day),
            start=start,
            end=end,
            day=day.isoformat(),
        )

    def expect(self) -> list[Expectation]:
        start, end = stamp(self.day, self.start), stamp(self.day, self.end)
        return [new_event(self.title, start, end, eventLocation=self.place)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_mail(f"{self.sender} {self.title}", self.title, nth=self.nth))
        found = extract(pilot, r"on (.*) from (\S+) to (\d\d:\d\d)", "takes place on")
        day, start, end = day_in(pilot, found[1]), found[2], found[3]
        place = extract(pilot, "Place: (.*)", "Place: ")[1]
        pilot.follow(timed_event(self.title, day, start, end, location=place))

    def mistakes(self) -> dict[str, Mistake]:
        return {"as first announced": Instead(nth=1)}


@dataclass(frozen=True)
class AlarmFromText(TaskType):
    """A time that somebody texted becomes an alarm; they texted another, and so did others."""

    template = "cross.alarm_from_text"
    kind = Kind.CROSS
    level = Level.MEDIUM
    apps = ("Messages", "Clock")
    hidden = ("said",)
    goals = (
        "{name} texted me when the {what} leaves tomorrow. Set an alarm for exactly that time and call it {label}.",
        "Set an alarm labelled {label} for the departure of the {what}; the time is in my chat with {name}.",
        "I must not miss the {what} tomorrow morning. Take the departure time from {name}'s messages and make an alarm {label} for it.",
    )

    name: str
    what: str
    label: str
    said: str
    time: str
    other: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, double = known_namesakes(scene)
        what, other = rng.sample(("ferry", "bus", "train", "shuttle", "night coach"), 2)
        minutes = rng.sample(range(4 * 60, 9 * 60, 5), 3)
        times = [f"{each // 60:02d}:{each % 60:02d}" for each in minutes]
        form = twelve_hours if rng.random() < 0.5 else str
        said = [form(time) for time in times]
        lines = [f"The {what} leaves at {said[0]}.", f"The {other} would leave at {said[1]}."]
        rng.shuffle(lines)
        talk(scene, double.phone, f"Our {what} leaves at {said[2]} on Sunday.", hour=7)
        talk(scene, one.phone, "About tomorrow morning:", *lines)
        return cls(
            name=one.name,
            what=what,
            label=rng.choice(DEPARTURES),
            said=said[0],
            time=times[0],
            other=other,
            double=double.name,
        )

    def expect(self) -> list[Expectation]:
        return [new_alarm(self.time, self.label)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_chat(self.name))
        time = clock_in(pilot.reach(f" {self.what} ").text)
        pilot.follow(set_alarm(time, self.label))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other departure": Instead(what=self.other),
            "the namesake's time": Instead(name=self.double),
        }


@dataclass(frozen=True)
class AlarmBeforeEvent(TaskType):
    """An alarm some minutes before the first event of tomorrow."""

    template = "cross.alarm_before_event"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Calendar", "Clock")
    hidden = ("start",)
    goals = (
        "Set an alarm {minutes} minutes before my first appointment tomorrow and label it {label}.",
        "When does my calendar start tomorrow? Wake me {minutes} minutes earlier, with an alarm called {label}.",
        "I need {minutes} minutes before the first thing in tomorrow's calendar. Make an alarm for that, label {label}.",
    )

    minutes: int
    label: str
    start: str
    time: str
    nth: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        clear_days(scene, 1, 1)
        titles = some_titles(rng, 3)
        starts = [some_time(rng, 8, 9), some_time(rng, 11, 13), some_time(rng, 15, 18)]
        order = list(zip(titles, starts, strict=True))
        rng.shuffle(order)
        for title, start in order:
            put_event(scene, title, 1, start, rng.choice((30, 45, 60)))
        minutes = rng.choice((35, 40, 50, 65, 70, 80, 95))
        return cls(
            minutes=minutes,
            label=rng.choice(PREPARATIONS),
            start=starts[0],
            time=later(starts[0], -minutes),
            nth=0,
        )

    def expect(self) -> list[Expectation]:
        return [new_alarm(self.time, self.label)]

    def solve(self, pilot: Pilot) -> None:
        tomorrow = (today(pilot) + timedelta(days=1)).isoformat()
        pilot.follow(show_day(tomorrow))
        start = rows_on(pilot, tomorrow)[self.nth].start
        pilot.follow(set_alarm(later(start, -self.minutes), self.label))

    def mistakes(self) -> dict[str, Mistake]:
        return {"before the second one": Instead(nth=1), "when it starts": Instead(minutes=0)}


@dataclass(frozen=True)
class BirthdayFromNote(TaskType):
    """A birthday that is noted down among others goes into the calendar."""

    template = "cross.birthday_from_note"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Notes", "Calendar")
    hidden = ("said",)
    goals = (
        'My note "{note}" says when {name} has their birthday. Put it into the calendar for this year as an all-day event called "Birthday of {name}".',
        'Look up {name}\'s birthday in the note "{note}" and add an all-day event "Birthday of {name}" on that day of this year.',
        'Make an all-day calendar entry "Birthday of {name}" for this year; the date is in my notes under "{note}".',
    )

    note: str
    name: str
    said: str
    day: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        people = [*namesakes(scene), *rng.sample(scene.world.people, 3)]
        first = on(scene, 20)
        days = [first + timedelta(days=each) for each in rng.sample(range(200), 5)]
        lines = [
            f"{person.name}: {day.day} {day:%B}" for person, day in zip(people, days, strict=True)
        ]
        note = rng.choice(("Birthdays", "Days to remember", "Do not forget"))
        body = "\n".join(rng.sample(lines, len(lines)))
        add_note(scene.phone.databases[NOTES_PATH], note, body, now_ms=scene.phone.now_ms - 60_000)
        return cls(
            note=note,
            name=people[0].name,
            said=lines[0].partition(": ")[2],
            day=days[0].isoformat(),
            other=days[1].isoformat(),
        )

    def expect(self) -> list[Expectation]:
        return [whole_day(f"Birthday of {self.name}", self.day)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Notes")
        pilot.tap(self.note, role="item")
        day = day_in(pilot, extract(pilot, f"{self.name}: (.*)", self.name)[1])
        pilot.follow(all_day_event(f"Birthday of {self.name}", day))

    def mistakes(self) -> dict[str, Mistake]:
        return {"the namesake's day": Swap(PickDate, PickDate(self.other))}


@dataclass(frozen=True)
class MoveAfterText(TaskType):
    """An event gets the time that somebody proposed in a message."""

    template = "cross.move_event_after_text"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Messages", "Calendar")
    hidden = ("said",)
    goals = (
        '{name} texted me another time for our "{title}" on {date}. Change it in the calendar; it stays as long as planned.',
        'Move my event "{title}" ({date}) to the time that {name} suggests in our chat, on the same day and with the same length.',
        'Our "{title}" on {date} starts at another hour now, {name} wrote me when. Please update the calendar without making it longer or shorter.',
    )

    name: str
    title: str
    date: str
    said: str
    start: int
    end: int
    about: str
    other: str
    somebody: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        person, somebody = rng.sample(scene.world.people, 2)
        title, other = some_titles(rng, 2)
        day, length = rng.randint(2, 20), rng.choice((30, 45, 60, 90))
        start = some_time(rng, 8, 12)
        times = [later(start, each) for each in rng.sample(range(60, 420, 15), 3)]
        for each, at in ((title, start), (other, "19:00")):
            put_event(scene, each, day, at, length)
        form = twelve_hours if rng.random() < 0.5 else str
        lines = [f"{name}: could we start at {form(time)}?" for name, time in zip((title, other), times, strict=False)]  # fmt: skip
        talk(scene, somebody.phone, f"{title}: I can come at {form(times[2])}.", hour=7)
        talk(scene, person.phone, *rng.sample(lines, 2))
        whole = on(scene, day).isoformat()
        return cls(
            name=person.name,
            title=title,
            date=date_words(rng, on(scene, day)),
            said=form(times[0]),
            start=stamp(whole, times[0]),
            end=stamp(whole, times[0]) + length * 60_000,
            about=title,
            other=other,
            somebody=somebody.name,
        )

    def expect(self) -> list[Expectation]:
        to = {"dtstart": self.start, "dtend": self.end}
        return [Changed(PATH, "events", {"title": self.title}, to)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_chat(self.name))
        time = clock_in(pilot.reach(f"{self.about}: ").text)
        pilot.follow(find_event(self.title))
        pilot.hold(self.title, role="item")
        pilot.tap("Edit")
        pilot.tap("Start time")
        pilot.pick_time(time)
        pilot.tap("Save")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the time for something else": Instead(about=self.other),
            "somebody else's time": Instead(name=self.somebody),
            "a second event made": Swap(Tap("Edit"), Tap("Duplicate")),
        }


TASKS = templates_of(
    MeetingFromMail,
    AlarmFromText,
    AlarmBeforeEvent,
    BirthdayFromNote,
    MoveAfterText,
)
