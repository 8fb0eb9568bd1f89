"""Tasks that delete and hide events, or leave them as they are."""

from __future__ import annotations

from phoneworld.apps.calendar.dates import reminder_text
from phoneworld.apps.calendar.reading import (
    clear_days,
    date_words,
    find_event,
    on,
    put_event,
    rows_on,
    some_time,
    some_titles,
    stamp,
    tap_row,
)
from phoneworld.providers.calendar import PATH
from phoneworld.tasks.expect import Asked, Changed, Ended, Expectation, Removed
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from runtime.actions import FinishStatus


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
    DeleteToday(),
    DeleteOne(),
    HideCalendar(),
    KeepReminder(),
    DeleteMissing(),
    DeleteAfterAsking(),
)
