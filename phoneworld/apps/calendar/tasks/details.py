"""Tasks that change what belongs to an event: guests, reminders, the place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.calendar.dates import reminder_text
from phoneworld.apps.calendar.tasks.setup import (
    date_words,
    find_event,
    on,
    put_event,
    some_time,
    some_titles,
    tap_row,
)
from phoneworld.author import (
    Added,
    Also,
    Changed,
    Enter,
    Expectation,
    Hold,
    Instead,
    Level,
    Mistake,
    Pilot,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
)
from phoneworld.providers import contacts
from phoneworld.providers.calendar import PATH
from phoneworld.world import LAST, make_address, make_phone_number


@dataclass(frozen=True)
class InviteGuest(TaskType):
    """Somebody of the address book is invited."""

    template = "calendar.add_guest"
    level = Level.MEDIUM
    apps = ("Calendar",)
    goals = (
        'Invite {guest} to my event "{title}".',
        'Add {guest} as a guest to "{title}" in the calendar.',
        '{guest} wants to come along to "{title}". Put them on the guest list of the event.',
    )

    title: str
    other: str
    event: int
    guest: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        title, other = some_titles(rng, 2)
        guest, there = rng.sample(scene.world.people, 2)
        double = f"{guest.first} {rng.choice([name for name in LAST if name != guest.last])}"
        contacts.add_contact(scene.phone.contacts, double, phone=make_phone_number(rng))
        days = rng.randint(2, 25)
        event = put_event(scene, title, days, some_time(rng), 60, guest=(there.name, there.email))
        put_event(scene, other, days, some_time(rng), 60)
        return cls(title=title, other=other, event=event, guest=guest.name, double=double)

    def expect(self) -> list[Expectation]:
        return [Added(PATH, "attendees", {"event_id": self.event, "attendeeName": self.guest})]

    def script(self) -> Script:
        return (
            *find_event(self.title),
            Hold(self.title, role="item"),
            Tap("Edit"),
            Tap("Add guest"),
            Enter(self.guest.partition(" ")[0], into="Name or email"),
            Tap(self.guest, role="item"),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the namesake": Instead(guest=self.double),
            "to another event": Instead(title=self.other),
        }


@dataclass(frozen=True)
class SetReminder(TaskType):
    """An event gets a reminder besides the one it has."""

    template = "calendar.add_reminder"
    level = Level.MEDIUM
    apps = ("Calendar",)
    goals = (
        'Remind me of "{title}" {reminder}, in addition to the reminder it already has.',
        'Add another reminder to the event "{title}": {reminder}.',
        'My "{title}" needs a second reminder, {reminder}. Keep the first one.',
    )

    title: str
    other: str
    event: int
    minutes: int
    reminder: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        title, other = some_titles(rng, 2)
        minutes, wrong = rng.sample((5, 15, 30, 60, 1440), 2)
        days = rng.randint(2, 25)
        event = put_event(scene, title, days, some_time(rng), 60, reminder=10)
        put_event(scene, other, days, some_time(rng), 60, reminder=10)
        return cls(
            title=title,
            other=other,
            event=event,
            minutes=minutes,
            reminder=reminder_text(minutes).lower(),
            wrong=reminder_text(wrong).lower(),
        )

    def expect(self) -> list[Expectation]:
        return [Added(PATH, "reminders", {"event_id": self.event, "minutes": self.minutes})]

    def script(self) -> Script:
        return (
            *find_event(self.title),
            Hold(self.title, role="item"),
            Tap("Edit"),
            Tap("Add reminder"),
            Tap(self.reminder, role="radio"),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another event": Instead(title=self.other),
            "another time": Instead(reminder=self.wrong),
            "the first one removed": Swap(
                Tap("Add reminder"),
                Tap("Remove reminder 10 minutes before"),
                Tap("Add reminder"),
            ),
        }


@dataclass(frozen=True)
class ChangePlace(TaskType):
    """An event takes place somewhere else."""

    template = "calendar.change_location"
    level = Level.MEDIUM
    apps = ("Calendar",)
    goals = (
        'The location of "{title}" on {date} has changed to "{place}". Update it.',
        'Set the location of my event "{title}" on {date} to "{place}".',
        '"{title}" on {date} will be held at "{place}" instead. Please correct the calendar.',
    )

    title: str
    event: int
    date: str
    day: str
    other_day: str
    place: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        title = some_titles(rng, 1)[0]
        first, second = rng.sample(range(2, 30), 2)
        old, place, wrong = (make_address(rng) for _ in range(3))
        event = put_event(scene, title, first, some_time(rng), 60, location=old)
        put_event(scene, title, second, some_time(rng), 60, location=old)
        return cls(
            title=title,
            event=event,
            date=date_words(rng, on(scene, first)),
            day=on(scene, first).isoformat(),
            other_day=on(scene, second).isoformat(),
            place=place,
            wrong=wrong,
        )

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "events", {"_id": self.event}, {"eventLocation": self.place})]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(find_event(self.title))
        tap_row(pilot, self.title, self.day)
        pilot.tap("Edit event")
        pilot.type(self.place, into="Location", clear=True)
        pilot.tap("Save")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other day's": Instead(day=self.other_day),
            "another place": Instead(place=self.wrong),
        }


@dataclass(frozen=True)
class KeepReminder(TaskType):
    """The event has the reminder already: nothing is to be done."""

    template = "calendar.keep_reminder"
    level = Level.MEDIUM
    apps = ("Calendar",)
    goals = (
        'Make sure that I am reminded of "{title}" {reminder}.',
        'The event "{title}" must have a reminder {reminder}. See to it.',
        'Check that "{title}" reminds me {reminder}; if not, set it up.',
    )

    title: str
    other: str
    reminder: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        title, other = some_titles(rng, 2)
        minutes = rng.choice((5, 15, 30, 60))
        days = rng.randint(2, 25)
        put_event(scene, title, days, some_time(rng), 60, reminder=minutes)
        put_event(scene, other, days, some_time(rng), 60)
        return cls(title=title, other=other, reminder=reminder_text(minutes).lower())

    def expect(self) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(find_event(self.title))
        pilot.tap(self.title, role="item")
        pilot.reach("Edit event")
        if not pilot.shows(self.reminder):
            pilot.tap("Edit event")
            pilot.tap("Add reminder")
            pilot.tap(self.reminder, role="radio")
            pilot.tap("Save")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "reminder taken away": Also(
                Tap("Edit event"), Tap(f"Remove reminder {self.reminder}"), Tap("Save")
            ),
            "another event": Instead(title=self.other),
        }
