"""The web across apps: timetables, pages and forms that other apps need, or have something for."""

from __future__ import annotations

from phoneworld.apps.browser import data as browser
from phoneworld.apps.browser.pages import Page, heading, link, table, text
from phoneworld.apps.browser.sites import library, railway
from phoneworld.apps.browser.tasks.scenery import (
    NEW_TAB,
    cells,
    open_site,
    publish,
    publish_dishes,
    web,
)
from phoneworld.apps.browser.tasks.sending import sent as form_sent
from phoneworld.apps.calendar.reading import (
    clear_days,
    date_words,
    later,
    on,
    put_event,
    rows_on,
    show_day,
    some_titles,
    stamp,
)
from phoneworld.apps.calendar.tasks.times import fill_times
from phoneworld.apps.clock.data import PATH as CLOCK_PATH
from phoneworld.apps.clock.draws import LABELS
from phoneworld.apps.contacts.cast import known_namesakes, namesakes
from phoneworld.apps.messages.tasks.words import sent
from phoneworld.errors import OracleLost
from phoneworld.providers import calendar, contacts
from phoneworld.tasks.dealings import SUMS, share_by_text, short_day
from phoneworld.tasks.expect import Added, Answered, Expectation
from phoneworld.tasks.matching import Contains
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Kind, Level, Params, Scene, Template

TOWNS = ("Ashford", "Clifton", "Easton", "Kingsbury", "Milton")


def publish_trains(scene: Scene) -> Params:
    """Timetables of both ways between two towns; one of the trains, and the time it is named by."""
    rng = scene.rng
    start, end = rng.sample(TOWNS, 2)
    trains = railway.some_trains(rng)
    publish(scene, railway.timetable(start, end, trains))
    back = railway.some_trains(rng)
    # Who looks at the wrong way must not come upon the right time.
    while {train[1] for train in back} & {train[1] for train in trains}:
        back = railway.some_trains(rng)
    publish(scene, railway.timetable(end, start, back))
    at = rng.randrange(3, len(trains) - 2)
    number, departs, arrives, platform = trains[at]
    return {
        "start": start,
        "end": end,
        "time": later(trains[at - 1][1], rng.randint(3, 40)),
        "row": " | ".join(trains[at]),
        "train": number,
        "departs": departs,
        "arrives": arrives,
        "platform": platform,
    }


def next_train(pilot: Pilot, v: Params) -> list[str]:
    """The row of the first train after a time, or of one after that."""
    open_site(pilot, "Northline Rail", f"Trains from {v['start']} to {v['end']}")
    pilot.reach("Platform", role="text")
    skip: int = v.get("skip", 0)
    for _ in range(5):
        rows = [element.text.split(" | ") for element in pilot.screen.elements]
        later_ones = [row for row in rows if len(row) == 4 and row[1] > v["time"]]
        trains = [row for row in later_ones if row[1][:1].isdigit()]
        if len(trains) > skip:
            return trains[skip]
        pilot.scroll()
    raise OracleLost(f"no train leaves after {v['time']}")


class TrainAlarm(Template):
    """An alarm some minutes before a train leaves."""

    name = "cross.train_alarm"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Browser", "Clock")
    hidden = ("row",)
    goals = (
        "Set an alarm {minutes} minutes before the first Northline train from {start} to {end} after {time} leaves, label {label}. The timetable is on their website.",
        "I take the first train from {start} to {end} after {time} (see northline.example). Wake me {minutes} minutes before its departure with an alarm called {label}.",
        "When does the next Northline Rail train from {start} to {end} leave after {time}? Make an alarm {label} for {minutes} minutes earlier.",
    )

    def setup(self, scene: Scene) -> Params:
        minutes = scene.rng.choice((20, 25, 35, 40, 50, 55))
        v = publish_trains(scene)
        alarm = later(v["departs"], -minutes)
        return {**v, "minutes": minutes, "label": scene.rng.choice(LABELS), "alarm": alarm}

    def expect(self, v: Params) -> list[Expectation]:
        wanted = {"time": v["alarm"], "label": v["label"], "days": "", "enabled": 1}
        return [Added(CLOCK_PATH, "alarms", wanted), NEW_TAB, *SUMS]

    def solve(self, pilot: Pilot, v: Params) -> None:
        departs = next_train(pilot, v)[1]
        pilot.open("Clock")
        pilot.tap("Add alarm")
        pilot.tap("Time")
        pilot.pick_time(later(departs, -v["minutes"]))
        pilot.type(v["label"], into="Label", clear=True)
        pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "when it leaves": {"minutes": 0},
            "the train after that": {"skip": 1},
            "the way back": {"start": v["end"], "end": v["start"]},
        }


class TrainToCalendar(Template):
    """A train becomes an event: departure, arrival and platform."""

    name = "cross.train_to_calendar"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Browser", "Calendar")
    hidden = ("row",)
    goals = (
        'Put the first Northline train from {start} to {end} after {time} into my calendar on {date} as "{title}": from departure to arrival, with the platform (like "Platform 3") as the location.',
        'On {date} I take the first train after {time} from {start} to {end}; Northline Rail\'s website has it. Enter it as "{title}" with departure, arrival, and "Platform ..." as the location.',
        'Make a calendar event "{title}" on {date} for the next Northline train after {time}, {start} to {end}. It lasts from departure to arrival; the location is the platform, written like "Platform 3".',
    )

    def setup(self, scene: Scene) -> Params:
        day = on(scene, scene.rng.randint(2, 30))
        v = publish_trains(scene)
        return {
            **v,
            "title": f"Train to {v['end']}",
            "day": day.isoformat(),
            "date": date_words(scene.rng, day),
        }

    def expect(self, v: Params) -> list[Expectation]:
        where = {
            "title": v["title"],
            "dtstart": stamp(v["day"], v["departs"]),
            "dtend": stamp(v["day"], v["arrives"]),
            "eventLocation": f"Platform {v['platform']}",
            "allDay": 0,
        }
        return [Added(calendar.PATH, "events", where), NEW_TAB]

    def solve(self, pilot: Pilot, v: Params) -> None:
        _, departs, arrives, platform = next_train(pilot, v)
        pilot.open("Calendar")
        pilot.tap("New event")
        pilot.type(v["title"], into="Title")
        if not v.get("no_place"):
            pilot.type(f"Platform {platform}", into="Location")
        pilot.back()
        fill_times(pilot, v["day"], departs, arrives)
        pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the train after that": {"skip": 1},
            "the way back": {"start": v["end"], "end": v["start"]},
            "without the platform": {"no_place": True},
        }


class SharePage(Template):
    """The address of a page goes to somebody by the share sheet."""

    name = "cross.share_web_page"
    kind = Kind.CROSS
    level = Level.MEDIUM
    apps = ("Browser", "Messages")
    hidden = ("url",)
    goals = (
        "Text {name} the link to the recipe '{dish}' on Larder Notes.",
        "Find '{dish}' on the website Larder Notes and share that page with {name} by text message.",
        "{name} would like to cook the {dish} from Larder Notes. Send them the link of that page in a text.",
    )

    def setup(self, scene: Scene) -> Params:
        one, other = publish_dishes(scene)
        person, double = known_namesakes(scene)
        return {
            "name": person.name,
            "number": person.phone,
            "dish": one.title,
            "other": other.title,
            "url": one.url,
            "double": double.name,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [sent(v["number"], Contains(v["url"])), NEW_TAB]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_site(pilot, "Larder Notes", v["dish"])
        pilot.tap("More options")
        pilot.tap("Share", role="item")
        share_by_text(pilot, v["name"], send=not v.get("unsent"))

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the dish like it": {"dish": v["other"]},
            "to the namesake": {"name": v["double"]},
            "not sent": {"unsent": True},
        }


class MembershipForContact(Template):
    """A form on the web is filled in with what the address book knows of somebody."""

    name = "cross.membership_for_contact"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Contacts", "Browser")
    hidden = ("email",)
    goals = (
        "Apply for a City Library membership for {name} on the library's website, with the email address from my contacts. Branch: {branch}. No events calendar.",
        "Make {name} a member of the City Library (branch {branch}) online. Their email address is in Contacts; they do not want the events calendar.",
        "Fill in the membership form of citylibrary.example for {name}: branch {branch}, the email address that my contacts have, no calendar of events. Send it.",
    )

    def setup(self, scene: Scene) -> Params:
        one, double = namesakes(scene)
        for person in (double, one):
            contacts.add_contact(
                scene.phone.contacts, person.name, phone=person.phone, email=person.email
            )
        branch, other = scene.rng.sample(library.BRANCHES, 2)
        return {
            "name": one.name,
            "email": one.email,
            "branch": branch,
            "other": other,
            "double": double.name,
        }

    def expect(self, v: Params) -> list[Expectation]:
        values = {name: v[name] for name in ("name", "email", "branch")}
        return form_sent(f"{library.HOST}/membership", "membership", {**values, "news": ""})

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Contacts")
        whose = v.get("whose", v["name"])
        pilot.type(whose, into="Search contacts")
        pilot.tap(whose, role="item")
        email = pilot.read("email").partition(",")[0]
        open_site(pilot, "City Library", "Become a member")
        pilot.type(v["name"], into="Full name")
        pilot.type(email, into="Email address")
        pilot.tap("Branch", role="item")
        pilot.tap(v["branch"], role="radio")
        if not v.get("unsent"):
            pilot.tap("Apply", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the namesake's address": {"whose": v["double"]},
            "another branch": {"branch": v["other"]},
            "not sent": {"unsent": True},
        }


def publish_events(scene: Scene, rows: list[tuple[str, str, str, str]]) -> None:
    """Make these the events of the library: name, day, time and branch."""
    page = Page(
        f"{library.HOST}/events",
        "Events at the City Library",
        (
            heading("Events"),
            table(("Event", "Day", "Time", "Where"), rows),
            text("Admission is free. No registration is needed."),
            link("Home", library.HOST),
        ),
    )
    browser.put_page(web(scene), page)


class LibraryClash(Template):
    """What the calendar has at the time of an event that the library announces."""

    name = "cross.library_event_clash"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Browser", "Calendar")
    hidden = ("shown", "clash")
    goals = (
        "I would like to go to the {event} of the City Library (their website has the dates). Which event in my calendar is in the way?",
        "Look up on citylibrary.example when the {event} is and tell me what I have planned for that time.",
        "Does the City Library's {event} collide with my calendar? Name the appointment that goes on when it begins.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        events = rng.sample(library.EVENTS, 4)
        days = rng.sample(range(2, 16), 4)
        titles = some_titles(rng, 8)
        rows: list[tuple[str, str, str, str]] = []
        for place, (event, offset) in enumerate(zip(events, days, strict=True)):
            day = on(scene, offset)
            time = f"{rng.randint(13, 18)}:{rng.choice(('00', '30'))}"
            rows.append((event, f"{day.day} {day:%B}", time, rng.choice(library.BRANCHES)))
            clear_days(scene, offset, offset)
            put_event(scene, titles[2 * place], offset, later(time, -30), 75)
            put_event(scene, titles[2 * place + 1], offset, later(time, -240), 60)
        publish_events(scene, rng.sample(rows, len(rows)))
        return {
            "event": events[0],
            "other": events[1],
            "shown": f"{rows[0][1]} | {rows[0][2]}",
            "clash": titles[0],
            "others": titles[1:],
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(v["clash"], nots=tuple(v["others"])), NEW_TAB]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_site(pilot, "City Library", "Events")
        _, shown, start, _ = cells(pilot, v["event"])
        day = short_day(pilot, shown)
        show_day(pilot, day)
        events = rows_on(pilot, day)
        if v.get("first"):
            pilot.say(events[0].title)
            return
        pilot.say(next(each.title for each in events if each.start <= start < each.end))

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"of another event": {"event": v["other"]}, "the first of the day": {"first": True}}


TASKS = (
    TrainAlarm(),
    TrainToCalendar(),
    SharePage(),
    MembershipForContact(),
    LibraryClash(),
)
