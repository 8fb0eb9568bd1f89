"""Hand-offs across three apps: what is found in the first leads to the second, and on to the third."""

from __future__ import annotations

from phoneworld.apps.calendar.reading import (
    date_words,
    find_event,
    later,
    on,
    put_event,
    some_time,
    stamp,
    tap_row,
)
from phoneworld.apps.contacts.cast import known_namesakes, namesakes
from phoneworld.apps.maps import data as maps
from phoneworld.apps.maps.geography import MODES
from phoneworld.apps.maps.tasks.scenery import add_branches, add_pair, find_place
from phoneworld.apps.maps.tasks.travelling import WORDS
from phoneworld.apps.messages.tasks.words import sent, write
from phoneworld.apps.phone.data import PATH as PHONE_PATH
from phoneworld.apps.phone.data import add_voicemail
from phoneworld.apps.phone.tasks.calling import called
from phoneworld.providers import contacts
from phoneworld.providers.calendar import PATH
from phoneworld.tasks.expect import Added, Expectation
from phoneworld.tasks.handover import (
    clock_in,
    day_in,
    glean,
    long_day,
    open_chat,
    talk,
)
from phoneworld.tasks.matching import Contains
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Kind, Level, Params, Scene, Template
from phoneworld.world import millis


def enter_hour(pilot: Pilot, title: str, day: str, start: str, place: str = "") -> None:
    """Enter an event of an hour, which is what the form of the calendar starts with."""
    pilot.open("Calendar")
    pilot.tap("New event")
    pilot.type(title, into="Title")
    if place:
        pilot.type(place, into="Location")
    pilot.back()
    pilot.tap("Start date")
    pilot.pick_date(day)
    pilot.tap("Start time")
    pilot.pick_time(start)
    pilot.tap("Save")


class CallDinnerPlace(Template):
    """The calendar tells at which branch, the map its number, and the phone calls it."""

    name = "cross.call_dinner_place"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Calendar", "Maps", "Phone")
    hidden = ("address", "phone")
    goals = (
        'Call the {place} where my "{title}" on {date} takes place. The calendar has the address, the map the number.',
        'I want to change the booking for "{title}" on {date}. Phone that {place}, the one at the address in my calendar.',
        'There are two {place}. Ring the one that "{title}" on {date} is at; look up its number in Maps.',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        branches = add_branches(scene)
        what = rng.choice(("Birthday at {}", "Meeting at {}", "Evening at {}", "Table at {}"))
        title = what.format(branches[0].name)
        days = rng.sample(range(1, 20), 2)
        for place, day in zip(branches, days, strict=True):
            put_event(scene, title, day, some_time(rng, 11, 19), 90, location=place.address)
        return {
            "place": branches[0].name,
            "title": title,
            "date": date_words(rng, on(scene, days[0])),
            "day": on(scene, days[0]).isoformat(),
            "address": branches[0].address,
            "phone": branches[0].phone,
            "other_day": on(scene, days[1]).isoformat(),
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [called(v["phone"])]

    def solve(self, pilot: Pilot, v: Params) -> None:
        find_event(pilot, v["title"])
        tap_row(pilot, v["title"], v["day"])
        pilot.tap_id("location")
        pilot.tap(f"{v['place']},", role="item")
        pilot.reach("Directions")
        if not v.get("only_look"):
            pilot.tap_id("phone")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the other branch": {"day": v["other_day"]}, "not called": {"only_look": True}}


class PlanFromText(Template):
    """When and at what place was texted; the street of it is on the map; the calendar gets both."""

    name = "cross.plan_from_text"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Messages", "Maps", "Calendar")
    hidden = ("place", "said", "address")
    goals = (
        'Put the dinner that {name} proposes by text into my calendar as "{title}", one hour long. As location enter the street address of the place, which you find in Maps.',
        '{name} texted me when and where we eat. Create a calendar event "{title}" of one hour at that time, and look up the address of the place on the map for its location.',
        'Enter "{title}" into the calendar as {name} suggests in our chat (for one hour). The location should be the address that Maps has for the place.',
    )

    def setup(self, scene: Scene) -> Params:
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
        return {
            "name": one.name,
            "title": f"Dinner with {one.first}",
            "place": place.name,
            "said": said[0],
            "address": place.address,
            "start": stamp(day, starts[0]),
            "end": stamp(day, later(starts[0], 60)),
            "alike": alike.name,
            "double": double.name,
        }

    def expect(self, v: Params) -> list[Expectation]:
        where = {
            "title": v["title"],
            "dtstart": v["start"],
            "dtend": v["end"],
            "eventLocation": Contains(v["address"]),
        }
        return [Added(PATH, "events", where)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_chat(pilot, v["name"])
        found = glean(pilot, "eat at (.*) on (.*)", "We could eat at")
        day, start = day_in(pilot, found[2]), clock_in(found[2])
        pilot.open("Maps")
        find_place(pilot, v.get("take") or found[1])
        address = pilot.read("address")
        enter_hour(pilot, v["title"], day, start, "" if v.get("nowhere") else address)

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "a place of a similar name": {"take": v["alike"]},
            "the namesake's plan": {"name": v["double"]},
            "without the address": {"nowhere": True},
        }


class DriveToFriend(Template):
    """A message says at whose home; the address book where that is; the map leads there."""

    name = "cross.navigate_to_friend"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Messages", "Contacts", "Maps")
    hidden = ("host", "address")
    goals = (
        "{name} texted me at whose home the {event} is. Start navigation from my home to there, {by}; the address is in my contacts.",
        "Guide me {by} from home to the {event}. In our chat {name} says who hosts it, and my address book knows where they live.",
        "I want to go to the {event} {by}, starting at home. Find out from {name}'s messages whose place it is at, take the address from Contacts and start the navigation.",
    )

    def setup(self, scene: Scene) -> Params:
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
        return {
            "name": writer.name,
            "event": event,
            "by": WORDS[mode],
            "mode": mode,
            "host": host.name,
            "address": host.address,
            "street": host.address.partition(",")[0],
            "other": other,
            "wrong_mode": wrong,
        }

    def expect(self, v: Params) -> list[Expectation]:
        wanted = {"origin": maps.HOME, "destination": v["street"], "mode": v["mode"]}
        return [Added(maps.PATH, "trips", wanted)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_chat(pilot, v["name"])
        host = glean(pilot, "is at (.*)'s", f"The {v['event']} is at")[1]
        pilot.open("Contacts")
        pilot.type(host, into="Search contacts")
        pilot.tap(host, role="item")
        address = pilot.read("address").rpartition(", ")[0]
        pilot.tap_id("address")
        pilot.tap(address, role="item")
        pilot.tap("Directions", role="button")
        pilot.tap("Choose starting point")
        pilot.tap("Home", role="item")
        pilot.tap(v["mode"], role="item")
        if not v.get("only_look"):
            pilot.tap("Start", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "to the namesake": {"event": v["other"]},
            "another means": {"mode": v["wrong_mode"]},
            "only looked at the way": {"only_look": True},
        }


class VoicemailAppointment(Template):
    """A date that was left on the voicemail is entered, and the caller gets an answer."""

    name = "cross.voicemail_appointment"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Phone", "Calendar", "Messages")
    hidden = ("name", "said")
    goals = (
        'Somebody left me a voicemail with the date of the {what}. Put it into my calendar as "{title}", one hour long, and text the caller: "{text}"',
        'Listen to the voicemail about the {what}. Enter an event "{title}" of one hour at the time that is named, then send whoever called the message "{text}".',
        'My voicemail has a date for the {what}. Add it to the calendar ("{title}", for one hour) and answer the person by text message: "{text}"',
    )

    def setup(self, scene: Scene) -> Params:
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
        return {
            "what": whats[0],
            "title": whats[0].capitalize(),
            "text": rng.choice(("I will be there.", "That works for me.", "Yes, see you then.")),
            "name": people[0].name,
            "number": people[0].phone,
            "said": said[0],
            "start": stamp(day, starts[0]),
            "end": stamp(day, later(starts[0], 60)),
            "other": whats[1],
        }

    def expect(self, v: Params) -> list[Expectation]:
        where = {"title": v["title"], "dtstart": v["start"], "dtend": v["end"], "allDay": 0}
        return [Added(PATH, "events", where), sent(v["number"], v["text"])]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Phone")
        pilot.tap("Voicemail")
        pilot.tap(f"The {v['what']} is on", role="item")
        said = pilot.read("transcript")
        enter_hour(pilot, v["title"], day_in(pilot, said), clock_in(said))
        if v.get("no_answer"):
            return
        pilot.open("Phone")
        pilot.tap("Message", role="button")
        write(pilot, v["text"])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another voicemail": {"what": v["other"]}, "no answer sent": {"no_answer": True}}


TASKS = (CallDinnerPlace(), PlanFromText(), DriveToFriend(), VoicemailAppointment())
