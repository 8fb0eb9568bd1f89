"""Tasks in which events are entered and changed."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

from phoneworld.apps.calendar.dates import DAY_MS, reminder_text
from phoneworld.apps.calendar.reading import (
    clear_days,
    clock_words,
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
    tap_row,
)
from phoneworld.errors import OracleLost
from phoneworld.providers import contacts
from phoneworld.providers.calendar import CALENDARS, PATH
from phoneworld.tasks.expect import Added, Changed, Expectation
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from phoneworld.world import LAST, make_address, make_phone_number

FIRST_OFFSET, LAST_OFFSET = 2, 40


def fill_times(pilot: Pilot, day: str, start: str, end: str) -> None:
    """Set the day and the times in the form that is open."""
    pilot.tap("Start date")
    pilot.pick_date(day)
    pilot.tap("Start time")
    pilot.pick_time(start)
    pilot.tap("End time")
    pilot.pick_time(end)


class CreateEvent(Template):
    """A new event on a day, from one time to another."""

    name = "calendar.create"
    level = Level.MEDIUM
    apps = ("Calendar",)
    goals = (
        'Put "{title}" into my calendar on {date} from {from_words} to {to_words}.',
        'Create an event "{title}" for {date}. It starts at {from_words} and ends at {to_words}.',
        'I have a {title} on {date}, {from_words} to {to_words}. Please add it to the calendar as "{title}".',
        'Block {date} from {from_words} until {to_words} in my calendar for "{title}".',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        days = rng.randint(FIRST_OFFSET, LAST_OFFSET)
        start = some_time(rng, 8, 17)
        end = later(start, rng.choice((30, 45, 75, 90, 105, 120)))
        return {
            "title": some_titles(rng, 1)[0],
            "day": on(scene, days).isoformat(),
            "other_day": on(scene, days + 7).isoformat(),
            "date": date_words(rng, on(scene, days)),
            "start": start,
            "end": end,
            "from_words": clock_words(rng, start),
            "to_words": clock_words(rng, end),
        }

    def expect(self, v: Params) -> list[Expectation]:
        where = {
            "title": v["title"],
            "dtstart": stamp(v["day"], v["start"]),
            "dtend": stamp(v["day"], v["end"]),
            "allDay": 0,
        }
        return [Added(PATH, "events", where)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Calendar")
        pilot.tap("New event")
        pilot.type(v["title"], into="Title")
        pilot.back()
        fill_times(pilot, v["day"], v["start"], v["end"])
        if not v.get("unsaved"):
            pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "a week late": {"day": v["other_day"]},
            "an hour too long": {"end": later(v["end"], 60)},
            "not saved": {"unsaved": True},
        }


class CreateAllDay(Template):
    """An event that takes all day."""

    name = "calendar.create_all_day"
    level = Level.MEDIUM
    apps = ("Calendar",)
    goals = (
        'Add an all-day event "{title}" on {date}.',
        'Mark {date} in my calendar as "{title}", all day.',
        '"{title}" is on {date}. Enter it as an event that lasts the whole day.',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        days = rng.randint(FIRST_OFFSET, 60)
        person = rng.choice(scene.world.people)
        title = rng.choice(("Name day of {}", "{} moves house", "Wedding of {}", "{} on holiday"))
        return {
            "title": title.format(person.name),
            "day": on(scene, days).isoformat(),
            "other_day": on(scene, days + 1).isoformat(),
            "date": date_words(rng, on(scene, days)),
        }

    def expect(self, v: Params) -> list[Expectation]:
        start = stamp(v["day"], "00:00")
        where = {"title": v["title"], "dtstart": start, "dtend": start + DAY_MS, "allDay": 1}
        return [Added(PATH, "events", where)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Calendar")
        pilot.tap("New event")
        pilot.type(v["title"], into="Title")
        pilot.back()
        if not v.get("timed"):
            pilot.tap("All day")
        pilot.tap("Start date")
        pilot.pick_date(v["day"])
        pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"with a time": {"timed": True}, "a day late": {"day": v["other_day"]}}


class CreateFull(Template):
    """An event with a place, a guest, a reminder and a calendar of its own."""

    name = "calendar.create_with_guest"
    level = Level.HARD
    apps = ("Calendar",)
    goals = (
        'Schedule "{title}" in the {calendar} calendar on {date}, {from_words} to {to_words}, at "{location}". Invite {guest} and set a reminder {reminder}.',
        'New event in my {calendar} calendar: "{title}", {date}, {from_words} until {to_words}. Location: "{location}". Guest: {guest}. Reminder: {reminder}.',
        'Please plan "{title}" with {guest} for {date} from {from_words} to {to_words} at "{location}" (calendar {calendar}), and remind me {reminder}.',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        days = rng.randint(FIRST_OFFSET, LAST_OFFSET)
        start = some_time(rng, 8, 17)
        end = later(start, rng.choice((30, 45, 90, 120)))
        guest, other = rng.sample(scene.world.people, 2)
        minutes = rng.choice((5, 15, 30, 1440))
        number = rng.randint(2, 3)
        return {
            "title": some_titles(rng, 1)[0],
            "day": on(scene, days).isoformat(),
            "date": date_words(rng, on(scene, days)),
            "start": start,
            "end": end,
            "from_words": clock_words(rng, start),
            "to_words": clock_words(rng, end),
            "location": make_address(rng),
            "guest": guest.name,
            "other_guest": other.name,
            "minutes": minutes,
            "reminder": reminder_text(minutes).lower(),
            "calendar": CALENDARS[number - 1][0],
            "calendar_id": number,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Added(
                PATH,
                "events",
                {
                    "title": v["title"],
                    "dtstart": stamp(v["day"], v["start"]),
                    "dtend": stamp(v["day"], v["end"]),
                    "eventLocation": v["location"],
                    "calendar_id": v["calendar_id"],
                },
            ),
            Added(PATH, "attendees", {"attendeeName": v["guest"]}),
            Added(PATH, "reminders", {"minutes": v["minutes"]}),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Calendar")
        pilot.tap("New event")
        pilot.type(v["title"], into="Title")
        pilot.type(v["location"], into="Location")
        pilot.back()
        fill_times(pilot, v["day"], v["start"], v["end"])
        pilot.tap("Add guest")
        pilot.type(v["guest"], into="Name or email")
        pilot.tap(v["guest"], role="item")
        if not v.get("no_reminder"):
            pilot.tap("Add reminder")
            pilot.tap(v["reminder"], role="radio")
        pilot.tap("Calendar", role="item")
        pilot.tap(v["calendar"], role="radio")
        pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "somebody else invited": {"guest": v["other_guest"]},
            "no reminder": {"no_reminder": True},
            "the wrong calendar": {"calendar": "Personal"},
        }


class MoveEvent(Template):
    """An event goes to another day, at the same time."""

    name = "calendar.move_to_day"
    level = Level.MEDIUM
    apps = ("Calendar",)
    goals = (
        'Move my "{title}" to {date}, same time.',
        "The {title} takes place on {date} now, at the usual time. Change it in the calendar.",
        'Reschedule "{title}" to {date} without changing the time of day.',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        title, other = some_titles(rng, 2)
        days, move = rng.randint(3, 25), rng.randint(2, 12)
        start, minutes = some_time(rng), rng.choice((30, 45, 60, 90))
        put_event(scene, title, days, start, minutes)
        put_event(scene, other, days, some_time(rng), 60)
        target = on(scene, days + move)
        return {
            "title": title,
            "other": other,
            "date": date_words(rng, target),
            "day": target.isoformat(),
            "wrong_day": (target + timedelta(days=7)).isoformat(),
            "start": stamp(target.isoformat(), start),
            "end": stamp(target.isoformat(), later(start, minutes)),
        }

    def expect(self, v: Params) -> list[Expectation]:
        to = {"dtstart": v["start"], "dtend": v["end"]}
        return [Changed(PATH, "events", {"title": v["title"]}, to)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        find_event(pilot, v["title"])
        pilot.hold(v["title"], role="item")
        pilot.tap(v.get("deed", "Edit"))
        pilot.tap("Start date")
        pilot.pick_date(v["day"])
        pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "a week too far": {"day": v["wrong_day"]},
            "another event": {"title": v["other"]},
            "a second one made": {"deed": "Duplicate"},
        }


class Delay(Template):
    """An event starts later by some minutes; its time has to be read."""

    name = "calendar.delay"
    level = Level.HARD
    apps = ("Calendar",)
    hidden = ("shown",)
    goals = (
        'Push "{title}" on {date} back by {minutes} minutes; it stays as long as it is.',
        "My {title} on {date} starts {minutes} minutes later than planned and ends that much later, too. Update it.",
        'Delay the event "{title}" of {date} by {minutes} minutes, start and end alike.',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        title = some_titles(rng, 1)[0]
        first, second = rng.sample(range(2, 30), 2)
        start, length = some_time(rng, 8, 16), rng.choice((45, 60, 90))
        minutes = rng.choice((15, 20, 35, 40, 50, 75))
        put_event(scene, title, first, start, length)
        put_event(scene, title, second, some_time(rng, 8, 16), length)
        day, moved = on(scene, first), later(start, minutes)
        return {
            "title": title,
            "date": date_words(rng, day),
            "day": day.isoformat(),
            "other_day": on(scene, second).isoformat(),
            "minutes": minutes,
            "shown": f"{start} – {later(start, length)}",
            "before": stamp(day.isoformat(), start),
            "start": stamp(day.isoformat(), moved),
            "end": stamp(day.isoformat(), later(moved, length)),
        }

    def expect(self, v: Params) -> list[Expectation]:
        where = {"title": v["title"], "dtstart": v["before"]}
        return [Changed(PATH, "events", where, {"dtstart": v["start"], "dtend": v["end"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        find_event(pilot, v["title"])
        tap_row(pilot, v["title"], v["day"])
        start = pilot.read("time").partition(" – ")[0]
        pilot.tap("Edit event")
        pilot.tap("Start time")
        pilot.pick_time(later(start, v["minutes"]))
        pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the other day's": {"day": v["other_day"]},
            "earlier instead": {"minutes": -v["minutes"]},
        }


class InviteGuest(Template):
    """Somebody of the address book is invited."""

    name = "calendar.add_guest"
    level = Level.MEDIUM
    apps = ("Calendar",)
    goals = (
        'Invite {guest} to my event "{title}".',
        'Add {guest} as a guest to "{title}" in the calendar.',
        '{guest} wants to come along to "{title}". Put them on the guest list of the event.',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        title, other = some_titles(rng, 2)
        guest, there = rng.sample(scene.world.people, 2)
        double = f"{guest.first} {rng.choice([name for name in LAST if name != guest.last])}"
        contacts.add_contact(scene.phone.contacts, double, phone=make_phone_number(rng))
        days = rng.randint(2, 25)
        event = put_event(scene, title, days, some_time(rng), 60, guest=(there.name, there.email))
        put_event(scene, other, days, some_time(rng), 60)
        return {
            "title": title,
            "other": other,
            "event": event,
            "guest": guest.name,
            "double": double,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Added(PATH, "attendees", {"event_id": v["event"], "attendeeName": v["guest"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        find_event(pilot, v["title"])
        pilot.hold(v["title"], role="item")
        pilot.tap("Edit")
        pilot.tap("Add guest")
        pilot.type(v["guest"].partition(" ")[0], into="Name or email")
        pilot.tap(v["guest"], role="item")
        if not v.get("unsaved"):
            pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the namesake": {"guest": v["double"]},
            "to another event": {"title": v["other"]},
            "not saved": {"unsaved": True},
        }


class SetReminder(Template):
    """An event gets a reminder besides the one it has."""

    name = "calendar.add_reminder"
    level = Level.MEDIUM
    apps = ("Calendar",)
    goals = (
        'Remind me of "{title}" {reminder}, in addition to the reminder it already has.',
        'Add another reminder to the event "{title}": {reminder}.',
        'My "{title}" needs a second reminder, {reminder}. Keep the first one.',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        title, other = some_titles(rng, 2)
        minutes, wrong = rng.sample((5, 15, 30, 60, 1440), 2)
        days = rng.randint(2, 25)
        event = put_event(scene, title, days, some_time(rng), 60, reminder=10)
        put_event(scene, other, days, some_time(rng), 60, reminder=10)
        return {
            "title": title,
            "other": other,
            "event": event,
            "minutes": minutes,
            "reminder": reminder_text(minutes).lower(),
            "wrong": reminder_text(wrong).lower(),
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Added(PATH, "reminders", {"event_id": v["event"], "minutes": v["minutes"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        find_event(pilot, v["title"])
        pilot.hold(v["title"], role="item")
        pilot.tap("Edit")
        if v.get("replace"):
            pilot.tap("Remove reminder 10 minutes before")
        pilot.tap("Add reminder")
        pilot.tap(v["reminder"], role="radio")
        pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "another event": {"title": v["other"]},
            "another time": {"reminder": v["wrong"]},
            "the first one removed": {"replace": True},
        }


class ChangePlace(Template):
    """An event takes place somewhere else."""

    name = "calendar.change_location"
    level = Level.MEDIUM
    apps = ("Calendar",)
    goals = (
        'The location of "{title}" on {date} has changed to "{place}". Update it.',
        'Set the location of my event "{title}" on {date} to "{place}".',
        '"{title}" on {date} will be held at "{place}" instead. Please correct the calendar.',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        title = some_titles(rng, 1)[0]
        first, second = rng.sample(range(2, 30), 2)
        old, place, wrong = (make_address(rng) for _ in range(3))
        event = put_event(scene, title, first, some_time(rng), 60, location=old)
        put_event(scene, title, second, some_time(rng), 60, location=old)
        return {
            "title": title,
            "event": event,
            "date": date_words(rng, on(scene, first)),
            "day": on(scene, first).isoformat(),
            "other_day": on(scene, second).isoformat(),
            "place": place,
            "wrong": wrong,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Changed(PATH, "events", {"_id": v["event"]}, {"eventLocation": v["place"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        find_event(pilot, v["title"])
        tap_row(pilot, v["title"], v["day"])
        pilot.tap("Edit event")
        pilot.type(v["place"], into="Location", clear=True)
        pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the other day's": {"day": v["other_day"]},
            "another place": {"place": v["wrong"]},
        }


class ResolveOverlap(Template):
    """Of two events that overlap, the later one is moved to follow the earlier."""

    name = "calendar.resolve_overlap"
    level = Level.HARD
    apps = ("Calendar",)
    hidden = ("first_hours", "second_hours")
    goals = (
        "Two of my events on {date} overlap. Move the one that starts later so that it begins exactly when the other ends, and keep its length.",
        "On {date} two events clash. Let the later one start as soon as the earlier one is over; it stays as long as it is.",
        "Fix the overlap in my calendar on {date}: the event with the later start should follow right after the other, unchanged in length.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        days = rng.randint(3, 35)
        clear_days(scene, days, days)
        one, other, third = some_titles(rng, 3)
        start = some_time(rng, 9, 12)
        length, second_length = rng.choice((60, 75, 90)), rng.choice((30, 45, 60))
        second = later(start, rng.choice((15, 30, 45)))
        put_event(scene, one, days, start, length)
        put_event(scene, other, days, second, second_length)
        put_event(scene, third, days, some_time(rng, 17, 19), 45)
        day, end = on(scene, days), later(start, length)
        return {
            "date": date_words(rng, day),
            "day": day.isoformat(),
            "title": other,
            "first_hours": f"{start} – {end}",
            "second_hours": f"{second} – {later(second, second_length)}",
            "start": stamp(day.isoformat(), end),
            "end": stamp(day.isoformat(), later(end, second_length)),
        }

    def expect(self, v: Params) -> list[Expectation]:
        to = {"dtstart": v["start"], "dtend": v["end"]}
        return [Changed(PATH, "events", {"title": v["title"]}, to)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        show_day(pilot, v["day"])
        rows = rows_on(pilot, v["day"])
        pairs = [(a, b) for a, b in pairwise(rows) if b.start < a.end]
        if not pairs:
            raise OracleLost(f"no two events on {v['day']} overlap: {rows}")
        moved, kept = pairs[0] if v.get("swap") else pairs[0][::-1]
        pilot.tap(moved.title, role="item")
        pilot.tap("Edit event")
        pilot.tap("Start time")
        pilot.pick_time(later(kept.end, v.get("gap", 0)))
        pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        del v
        return {"the wrong one moved": {"swap": True}, "with a gap": {"gap": 15}}


class BookGap(Template):
    """An hour is booked where the day has room for it first."""

    name = "calendar.book_first_gap"
    level = Level.HARD
    apps = ("Calendar",)
    hidden = ("before_gap",)
    goals = (
        'Book "{title}" for one hour on {date}, as early as possible from 9:00 on, without touching anything that is already there.',
        'Find the first free hour on {date} after 9 am and put "{title}" there (exactly one hour).',
        'I need an hour for "{title}" on {date}: take the earliest slot from 09:00 that does not collide with another event.',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        days = rng.randint(3, 35)
        clear_days(scene, days, days)
        title, *others = some_titles(rng, 4)
        # A gap too short, then one that is long enough.
        first = rng.choice((60, 75, 90))
        second_start = later("09:00", first + rng.choice((15, 30, 45)))
        second = rng.choice((45, 60, 90))
        gap = later(second_start, second)
        last_start = later(gap, rng.choice((60, 75, 120)))
        put_event(scene, others[0], days, "09:00", first)
        put_event(scene, others[1], days, second_start, second)
        put_event(scene, others[2], days, last_start, 60)
        day = on(scene, days)
        return {
            "title": title,
            "date": date_words(rng, day),
            "day": day.isoformat(),
            "before_gap": f"{second_start} – {gap}",
            "gap": gap,
        }

    def expect(self, v: Params) -> list[Expectation]:
        where = {
            "title": v["title"],
            "dtstart": stamp(v["day"], v["gap"]),
            "dtend": stamp(v["day"], later(v["gap"], 60)),
        }
        return [Added(PATH, "events", where)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        show_day(pilot, v["day"])
        start = "09:00"
        for row in rows_on(pilot, v["day"])[: v.get("look_at", 99)]:
            if row.start >= later(start, v.get("needed", 60)):
                break
            start = max(start, row.end)
        pilot.tap("New event")
        pilot.type(v["title"], into="Title")
        pilot.back()
        pilot.tap("Start time")
        pilot.pick_time(start)
        if not pilot.read("end_time").endswith(later(start, 60)):
            pilot.tap("End time")
            pilot.pick_time(later(start, 60))
        pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        del v
        return {"the gap that is too short": {"needed": 1}, "over the second": {"look_at": 1}}


TASKS: tuple[Template, ...] = (
    CreateEvent(),
    CreateAllDay(),
    CreateFull(),
    MoveEvent(),
    Delay(),
    InviteGuest(),
    SetReminder(),
    ChangePlace(),
    ResolveOverlap(),
    BookGap(),
)
