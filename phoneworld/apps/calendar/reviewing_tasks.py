"""Tasks in which the calendar is read, tidied, or left as it is."""

from __future__ import annotations

import re
from datetime import date, datetime

from phoneworld.apps.calendar.dates import day_text, reminder_text
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
    today,
)
from phoneworld.providers.calendar import PATH
from phoneworld.tasks.expect import Answered, Asked, Changed, Ended, Expectation, Removed
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from phoneworld.world import make_address
from runtime.actions import FinishStatus

NUMBERS = "zero one two three four five six seven eight nine".split()


class WhereIs(Template):
    """The place of an event is asked for."""

    name = "calendar.where"
    apps = ("Calendar",)
    hidden = ("place",)
    goals = (
        'Where does my "{title}" on {date} take place?',
        'What is the address of the event "{title}" on {date}?',
        'Look up in my calendar where I have to go for "{title}" on {date}.',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        title = some_titles(rng, 1)[0]
        first, second = rng.sample(range(1, 25), 2)
        place, wrong = make_address(rng), make_address(rng)
        put_event(scene, title, first, some_time(rng), 60, location=place)
        put_event(scene, title, second, some_time(rng), 60, location=wrong)
        return {
            "title": title,
            "date": date_words(rng, on(scene, first)),
            "day": on(scene, first).isoformat(),
            "other_day": on(scene, second).isoformat(),
            "place": place,
            "wrong": wrong,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(v["place"].partition(",")[0], nots=(v["wrong"].partition(",")[0],))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        find_event(pilot, v["title"])
        tap_row(pilot, v["title"], v["day"])
        pilot.say(pilot.read(v.get("id", "location")))

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the other day's": {"day": v["other_day"]}, "the time": {"id": "time"}}


class WhenTomorrow(Template):
    """When something starts tomorrow is asked for."""

    name = "calendar.when_tomorrow"
    apps = ("Calendar",)
    hidden = ("start",)
    goals = (
        'At what time does my "{title}" start tomorrow?',
        'When do I have to be at "{title}" tomorrow, according to my calendar?',
        'Tell me the start time of tomorrow\'s "{title}".',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        clear_days(scene, 0, 2)
        title, other = some_titles(rng, 2)
        start, before, after = (
            f"{hour}:{rng.choice((5, 25, 35, 50)):02d}" for hour in rng.sample(range(10, 20), 3)
        )
        put_event(scene, title, 1, start, 40)
        put_event(scene, other, 1, before, 40)
        put_event(scene, title, 2, after, 40)
        return {
            "title": title,
            "other": other,
            "start": start,
            "day": on(scene, 1).isoformat(),
            "other_day": on(scene, 2).isoformat(),
            "wrong": [before, after],
        }

    def expect(self, v: Params) -> list[Expectation]:
        wrong = [form for clock in v["wrong"] for form in clock_forms(clock)]
        return [Answered(clock_forms(v["start"]), nots=tuple(wrong))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Calendar")
        pilot.reach(v["title"], role="item")
        rows = [row for row in rows_on(pilot, v["day"]) if row.title == v["title"]]
        pilot.say(rows[0].start if rows else "I do not know")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the day after": {"day": v["other_day"]}, "another event": {"title": v["other"]}}


def clock_forms(clock: str) -> tuple[str, ...]:
    """The ways to say a time in an answer."""
    hour, minute = clock.split(":")
    half = "am" if int(hour) < 12 else "pm"
    return (clock, f"{(int(hour) - 1) % 12 + 1}:{minute} {half}")


class DeleteToday(Template):
    """Something of today is cancelled."""

    name = "calendar.delete_today"
    apps = ("Calendar",)
    goals = (
        'Delete "{title}" from my calendar for today.',
        "Today's {title} is cancelled. Take it out of my calendar.",
        'Please remove the event "{title}" that I have today.',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        clear_days(scene, 0, 1)
        title, other = some_titles(rng, 2)
        start = some_time(rng, 11, 19)
        put_event(scene, title, 0, start, 45)
        put_event(scene, other, 0, some_time(rng, 11, 19), 45)
        return {"title": title, "other": other, "start": stamp(on(scene, 0).isoformat(), start)}

    def expect(self, v: Params) -> list[Expectation]:
        return [Removed(PATH, "events", {"title": v["title"], "dtstart": v["start"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Calendar")
        pilot.hold(v["title"], role="item")
        pilot.tap("Delete")
        pilot.tap(v.get("answer", "Delete"), role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another event": {"title": v["other"]}, "not confirmed": {"answer": "Cancel"}}


class BusyAt(Template):
    """What is going on at a certain time is asked for."""

    name = "calendar.busy_at"
    level = Level.MEDIUM
    apps = ("Calendar",)
    hidden = ("title",)
    goals = (
        "What am I doing on {date} at {clock}, according to my calendar?",
        "Which event is going on at {clock} on {date}?",
        "Somebody wants to meet me on {date} at {clock}. What do I have then?",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        days = rng.randint(2, 35)
        clear_days(scene, days - 1, days + 1)
        titles = some_titles(rng, 4)
        start = some_time(rng, 8, 9)
        starts = [start, later(start, 105), later(start, 210)]
        for title, begin in zip(titles, starts, strict=False):
            put_event(scene, title, days, begin, 90)
        put_event(scene, titles[3], days + 1, starts[1], 90)
        meant = rng.randrange(3)
        clock = later(starts[meant], rng.choice((15, 30, 45, 60)))
        day = on(scene, days)
        return {
            "date": date_words(rng, day),
            "day": day.isoformat(),
            "other_day": on(scene, days + 1).isoformat(),
            "clock": clock_words(rng, clock),
            "at": clock,
            "other_at": later(starts[meant - 1], 30),
            "title": titles[meant],
            "wrong": [title for title in titles if title != titles[meant]],
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(v["title"], nots=tuple(v["wrong"]))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        show_day(pilot, v["day"])
        rows = [row for row in rows_on(pilot, v["day"]) if row.start <= v["at"] < row.end]
        pilot.say(rows[0].title if rows else "Nothing")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another time": {"at": v["other_at"]}, "the day after": {"day": v["other_day"]}}


class FreeDay(Template):
    """On which of three days a time is free is asked for."""

    name = "calendar.free_day"
    level = Level.HARD
    apps = ("Calendar",)
    hidden = ("first_block", "second_block")
    goals = (
        "On which of the three days {days} am I free from {from_words} to {to_words}? Reply with the weekday only.",
        "I need {from_words} to {to_words} free. Which day works: {days}? Just tell me the weekday.",
        "Check my calendar for {days}: on which one is nothing planned between {from_words} and {to_words}? Answer with one weekday.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        first = rng.randint(3, 30)
        clear_days(scene, first, first + 2)
        start, end = rng.choice((("10:00", "12:00"), ("13:00", "15:00"), ("14:00", "17:00")))
        free = rng.randrange(3)
        titles = some_titles(rng, 7)
        blocks: list[str] = []
        for offset in range(3):
            title, early, late = titles[offset], titles[3 + offset], titles[6]
            if offset == free:
                # Up to the minute before, and from the minute after.
                put_event(scene, early, first + offset, later(start, -90), 90)
                put_event(scene, late, first + offset, end, 60)
            else:
                put_event(scene, title, first + offset, later(start, rng.choice((-30, 15, 45))), 75)
                put_event(scene, early, first + offset, later(end, 30), 45)
                blocks.append(title)
        days = [on(scene, first + offset) for offset in range(3)]
        words = [f"{day:%A} {day.day} {day:%B}" for day in days]
        return {
            "days": f"{words[0]}, {words[1]} or {words[2]}",
            "isos": [day.isoformat() for day in days],
            "start": start,
            "end": end,
            "from_words": clock_words(rng, start),
            "to_words": clock_words(rng, end),
            "answer": f"{days[free]:%A}",
            "wrong": [f"{day:%A}" for index, day in enumerate(days) if index != free],
            "first_block": blocks[0],
            "second_block": blocks[1],
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(v["answer"], nots=tuple(v["wrong"]))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        show_day(pilot, v["isos"][0])
        free = [
            index
            for index, day in enumerate(v["isos"])
            if all(row.end <= v["start"] or row.start >= v["end"] for row in rows_on(pilot, day))
        ]
        words = v["days"].replace(" or ", ", ").split(", ")
        index = ((free[0] if free else 0) + v.get("error", 0)) % 3
        pilot.say(words[index].partition(" ")[0])

    def near_misses(self, v: Params) -> dict[str, Params]:
        del v
        return {"the day after": {"error": 1}, "the day before": {"error": 2}}


class CountDay(Template):
    """How many events a day has is asked for."""

    name = "calendar.count_day"
    level = Level.MEDIUM
    apps = ("Calendar",)
    hidden = ("one",)
    goals = (
        "How many events do I have on {date}?",
        "Count my appointments on {date}.",
        "Tell me the number of calendar entries for {date}.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        days = rng.randint(2, 40)
        clear_days(scene, days - 1, days + 1)
        count = rng.randint(2, 5)
        titles = some_titles(rng, count + 2)
        for title in titles[:count]:
            put_event(scene, title, days, some_time(rng), rng.choice((30, 45, 60)))
        put_event(scene, titles[-1], days - 1, some_time(rng), 60)
        put_event(scene, titles[-2], days + 1, some_time(rng), 60)
        day = on(scene, days)
        return {
            "date": date_words(rng, day),
            "day": day.isoformat(),
            "other_day": on(scene, days + 1).isoformat(),
            "count": count,
            "one": titles[0],
        }

    def expect(self, v: Params) -> list[Expectation]:
        count: int = v["count"]
        # Only as a claim: an honest answer may well name times and dates.
        wrong = tuple(
            f"{n} {noun}" for n in (count - 1, count + 1) for noun in ("events", "entries")
        )
        return [Answered((str(count), NUMBERS[count]), nots=wrong)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        show_day(pilot, v["day"])
        pilot.say(f"{len(rows_on(pilot, v['day'])) + v.get('error', 0)} events")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the day after": {"day": v["other_day"]}, "one too many": {"error": 1}}


class HowLong(Template):
    """How long an event takes is asked for."""

    name = "calendar.how_long"
    level = Level.MEDIUM
    apps = ("Calendar",)
    hidden = ("hours",)
    goals = (
        'How many minutes does my "{title}" on {date} take?',
        'How long is the event "{title}" on {date}? Tell me in minutes.',
        'Work out the length of "{title}" on {date} from my calendar, in minutes.',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        title = some_titles(rng, 1)[0]
        first, second = rng.sample(range(1, 30), 2)
        minutes, wrong = rng.sample((25, 35, 50, 70, 85, 95, 110, 125), 2)
        start = some_time(rng, 8, 15)
        put_event(scene, title, first, start, minutes)
        put_event(scene, title, second, some_time(rng, 8, 15), wrong)
        return {
            "title": title,
            "date": date_words(rng, on(scene, first)),
            "day": on(scene, first).isoformat(),
            "other_day": on(scene, second).isoformat(),
            "hours": f"{start} – {later(start, minutes)}",
            "minutes": minutes,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(str(v["minutes"]))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        find_event(pilot, v["title"])
        tap_row(pilot, v["title"], v["day"])
        start, end = (clock.split(":") for clock in pilot.read("time").split(" – "))
        minutes = (int(end[0]) - int(start[0])) * 60 + int(end[1]) - int(start[1])
        pilot.say(f"{minutes + v.get('error', 0)} minutes")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the other day's": {"day": v["other_day"]}, "miscounted": {"error": 60}}


def date_forms(day: str) -> tuple[str, ...]:
    """The ways to say a date in an answer."""
    when = date.fromisoformat(day)
    months = (f"{when:%b}", f"{when:%B}")
    return (
        *(f"{when.day} {month}" for month in months),
        *(f"{month} {when.day}" for month in months),
        *(f"{month} {when.day}{ending(when.day)}" for month in months),
        *(f"{when.day}{ending(when.day)} of {month}" for month in months),
        day,
    )


def ending(number: int) -> str:
    """What makes a number an ordinal."""
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10 if number not in (11, 12, 13) else 0, "th")


def day_at_end(text: str) -> str:
    """The date that the row of an event ends with, or nothing."""
    match = re.search(r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d+ [A-Z][a-z]{2}$", text)
    return match.group() if match else ""


def read_day(text: str, pilot: Pilot) -> date:
    """The day that a row of this year shows."""
    year = today(pilot).year
    return datetime.strptime(f"{text} {year}", "%a, %d %b %Y").date()  # noqa: DTZ007 - a day has no zone


class NextWith(Template):
    """When the next event with a guest is, is asked for; there was one before."""

    name = "calendar.next_with_guest"
    level = Level.HARD
    apps = ("Calendar",)
    hidden = ("shown",)
    goals = (
        "On what date is my next event with {guest} as a guest?",
        "When do I meet {guest} next? Go by the guest lists in my calendar and tell me the date.",
        "Find the next calendar event that {guest} is invited to and tell me its date.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        person = rng.choice(scene.world.people)
        database = scene.phone.calendar
        database.run("DELETE FROM attendees WHERE attendeeName = ?", person.name)
        titles = some_titles(rng, 4)
        past, coming, after = -rng.randint(2, 9), rng.randint(2, 15), rng.randint(17, 30)
        guest = (person.name, person.email)
        for title, days in zip(titles, (past, coming, after), strict=False):
            put_event(scene, title, days, some_time(rng), 60, guest=guest)
        other = rng.choice([p for p in scene.world.people if p.name != person.name])
        put_event(scene, titles[3], 1, some_time(rng), 60, guest=(other.name, other.email))
        days = [on(scene, past), on(scene, coming), on(scene, after)]
        return {
            "guest": person.name,
            "shown": day_text(days[1], days[1]),
            "dates": [day.isoformat() for day in days],
        }

    def expect(self, v: Params) -> list[Expectation]:
        said = [date_forms(day) for day in v["dates"]]
        return [Answered(said[1], nots=(*said[0], *said[2]))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        find_event(pilot, v["guest"])
        days = [day for element in pilot.screen.elements if (day := day_at_end(element.text))]
        coming = [day for day in days if v.get("any") or read_day(day, pilot) > today(pilot)]
        place: int = v.get("place", 0)
        pilot.say(coming[place])

    def near_misses(self, v: Params) -> dict[str, Params]:
        del v
        return {"the one that is over": {"any": True}, "the one after": {"place": 1}}


class DeleteOne(Template):
    """Of two events of the same title, one is deleted."""

    name = "calendar.delete_one_of_two"
    level = Level.MEDIUM
    apps = ("Calendar",)
    goals = (
        'Delete the "{title}" on {date} from my calendar. The other one stays.',
        'My "{title}" on {date} is cancelled, take it out of the calendar.',
        'Remove the event "{title}" that is on {date}, and only that one.',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        title = some_titles(rng, 1)[0]
        first, gap = rng.randint(2, 25), rng.randint(1, 7)
        start = some_time(rng)
        days = [first, first + gap]
        rng.shuffle(days)
        for day in days:
            put_event(scene, title, day, start, 60)
        day = on(scene, days[0])
        return {
            "title": title,
            "date": date_words(rng, day),
            "day": day.isoformat(),
            "other_day": on(scene, days[1]).isoformat(),
            "start": stamp(day.isoformat(), start),
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Removed(PATH, "events", {"title": v["title"], "dtstart": v["start"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        find_event(pilot, v["title"])
        tap_row(pilot, v["title"], v["day"])
        pilot.tap("More options")
        pilot.tap("Delete")
        if not v.get("unconfirmed"):
            pilot.tap("Delete", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the other one": {"day": v["other_day"]}, "not confirmed": {"unconfirmed": True}}


class HideCalendar(Template):
    """One of the calendars is no longer shown."""

    name = "calendar.hide_calendar"
    apps = ("Calendar",)
    goals = (
        "Hide the {calendar} calendar.",
        "I do not want to see the events of my {calendar} calendar for now. Switch it off in the Calendar app.",
        "Make Calendar stop showing what is in {calendar}; do not delete anything.",
    )

    def setup(self, scene: Scene) -> Params:
        name, other = scene.rng.sample(("Personal", "Work", "Family"), 2)
        return {"calendar": name, "other": other}

    def expect(self, v: Params) -> list[Expectation]:
        where = {"calendar_display_name": v["calendar"]}
        return [Changed(PATH, "calendars", where, {"visible": 0})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Calendar")
        pilot.tap("Open navigation drawer")
        pilot.tap(v["calendar"], role="checkbox")
        if v.get("twice"):
            pilot.tap(v["calendar"], role="checkbox")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another calendar": {"calendar": v["other"]}, "shown again": {"twice": True}}


class KeepReminder(Template):
    """The event has the reminder already: nothing is to be done."""

    name = "calendar.keep_reminder"
    level = Level.MEDIUM
    apps = ("Calendar",)
    goals = (
        'Make sure that I am reminded of "{title}" {reminder}.',
        'The event "{title}" must have a reminder {reminder}. See to it.',
        'Check that "{title}" reminds me {reminder}; if not, set it up.',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        title, other = some_titles(rng, 2)
        minutes = rng.choice((5, 15, 30, 60))
        days = rng.randint(2, 25)
        put_event(scene, title, days, some_time(rng), 60, reminder=minutes)
        put_event(scene, other, days, some_time(rng), 60)
        return {"title": title, "other": other, "reminder": reminder_text(minutes).lower()}

    def expect(self, v: Params) -> list[Expectation]:
        del v
        return []

    def solve(self, pilot: Pilot, v: Params) -> None:
        find_event(pilot, v["title"])
        pilot.tap(v["title"], role="item")
        pilot.reach("Edit event")
        missing = not pilot.shows(v["reminder"])
        if missing or v.get("remove"):
            pilot.tap("Edit event")
            if v.get("remove"):
                pilot.tap(f"Remove reminder {v['reminder']}")
            else:
                pilot.tap("Add reminder")
                pilot.tap(v["reminder"], role="radio")
            pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"reminder taken away": {"remove": True}, "another event": {"title": v["other"]}}


class DeleteMissing(Template):
    """The event that is to be deleted is not on that day."""

    name = "calendar.delete_missing"
    level = Level.MEDIUM
    apps = ("Calendar",)
    goals = (
        'Delete the event "{title}" on {date} from my calendar.',
        'Cancel my "{title}" of {date}: take it out of the calendar.',
        'On {date} there should be a "{title}" in my calendar. Please remove that one.',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        title, other = some_titles(rng, 2)
        days = rng.randint(5, 30)
        put_event(scene, title, days + rng.choice((-3, -2, 2, 3, 7)), some_time(rng), 60)
        put_event(scene, other, days, some_time(rng), 60)
        day = on(scene, days)
        return {
            "title": title,
            "other": other,
            "date": date_words(rng, day),
            "day": day.isoformat(),
        }

    def expect(self, v: Params) -> list[Expectation]:
        del v
        return [Ended(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        find_event(pilot, v["title"])
        shown = rows_on(pilot, v["day"])
        if not shown and not v.get("any_day"):
            pilot.give_up(f"There is no {v['title']} on {v['date']}.")
            return
        pilot.hold(v["title"], role="item")
        pilot.tap("Delete")
        pilot.tap("Delete", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"that of another day": {"any_day": True}, "another event": {"title": v["other"]}}


class DeleteAfterAsking(Template):
    """Which of two meetings is meant must be asked."""

    name = "calendar.ask_which"
    level = Level.HARD
    apps = ("Calendar",)
    goals = (
        "Cancel my walk with {first}: delete it from the calendar. Ask me if there is more than one.",
        "Delete the walk with {first} from my calendar, but check with me if several could be meant.",
        "Take the walk with {first} out of the calendar. If you find two, ask which one I mean.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        first = rng.choice(scene.world.people).first
        places = rng.sample(("harbor", "river", "forest", "old town", "lake", "castle"), 2)
        titles = [f"Walk with {first}, {place}" for place in places]
        for title, days in zip(titles, rng.sample(range(2, 20), 2), strict=True):
            put_event(scene, title, days, some_time(rng), 90)
        rng.shuffle(titles)
        return {"first": first, "meant": titles[0], "other": titles[1]}

    def reply(self, question: str, v: Params) -> str:
        del question
        return v["meant"]

    def expect(self, v: Params) -> list[Expectation]:
        return [Asked(), Removed(PATH, "events", {"title": v["meant"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        find_event(pilot, f"Walk with {v['first']}")
        title = v.get("guess") or pilot.ask(f"Which walk with {v['first']} do you mean?")
        pilot.hold(title, role="item")
        pilot.tap("Delete")
        pilot.tap("Delete", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "guessed without asking": {"guess": v["meant"]},
            "guessed wrong": {"guess": v["other"]},
        }


TASKS: tuple[Template, ...] = (
    WhereIs(),
    WhenTomorrow(),
    DeleteToday(),
    BusyAt(),
    FreeDay(),
    CountDay(),
    HowLong(),
    NextWith(),
    DeleteOne(),
    HideCalendar(),
    KeepReminder(),
    DeleteMissing(),
    DeleteAfterAsking(),
)
