"""Tasks that change events: times, places, guests, reminders."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

from phoneworld.apps.calendar.dates import reminder_text
from phoneworld.apps.calendar.reading import (
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
    tap_row,
)
from phoneworld.errors import OracleLost
from phoneworld.providers import contacts
from phoneworld.providers.calendar import PATH
from phoneworld.tasks.expect import Added, Changed, Expectation
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from phoneworld.world import LAST, make_address, make_phone_number


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


TASKS: tuple[Template, ...] = (
    MoveEvent(),
    Delay(),
    InviteGuest(),
    SetReminder(),
    ChangePlace(),
    ResolveOverlap(),
)
