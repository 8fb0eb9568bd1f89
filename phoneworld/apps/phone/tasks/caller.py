"""Tasks that go on from a call in another place: the address book, or the voicemail."""

from __future__ import annotations

from phoneworld.apps.contacts.cast import fresh_number, namesakes, near_number
from phoneworld.apps.phone.data import PATH, add_call, add_voicemail
from phoneworld.apps.phone.tasks.calling import called
from phoneworld.apps.phone.tasks.voicemail import TOPICS
from phoneworld.providers import contacts
from phoneworld.providers.contacts import INCOMING
from phoneworld.tasks.expect import Added, Expectation
from phoneworld.tasks.matching import Digits
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Kind, Level, Params, Scene, Template
from phoneworld.world import millis


class SaveCaller(Template):
    """An unknown caller gets a name; only the time tells which of two similar numbers it was."""

    name = "phone.save_caller"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Phone", "Contacts")
    hidden = ("number",)
    goals = (
        "The unknown number that called me today at {time} was {name}. Save it to my contacts.",
        "I talked to {name} at {time} this morning, but the number isn't in my contacts. Please add {name} with the number from the call log.",
        "Create a contact called {name} for whoever phoned me at {time} today.",
    )

    def setup(self, scene: Scene) -> Params:
        number = fresh_number(scene)
        similar = near_number(scene, number)
        one, double = namesakes(scene)
        times = [f"0{hour}:{scene.rng.randint(0, 59):02d}" for hour in scene.rng.sample((7, 8), 2)]
        for caller, time in zip((number, similar), times, strict=True):
            hour, minute = map(int, time.split(":"))
            add_call(
                scene.phone.calls,
                caller,
                kind=INCOMING,
                date_ms=millis(scene.world.day(0, hour, minute)),
                duration_s=scene.rng.randint(30, 900),
            )
        return {
            "time": times[0],
            "name": one.name,
            "number": number,
            "other": times[1],
            "double": double.name,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Added(contacts.PATH, "raw_contacts", {"display_name": v["name"]}),
            Added(
                contacts.PATH, "data", {"mimetype": contacts.PHONE, "data1": Digits(v["number"])}
            ),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        first, _, last = v["name"].partition(" ")
        pilot.open("Phone")
        pilot.tap(f"Today, {v['time']}")
        pilot.tap("Create new contact")
        pilot.type(first, into="First name")
        pilot.type(last, into="Last name")
        if not v.get("skip_save"):
            pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the similar number": {"time": v["other"]},
            "another name": {"name": v["double"]},
            "not saved": {"skip_save": True},
        }


class CallAboutVoicemail(Template):
    """Whom to call is found out from what was said on the voicemail."""

    name = "phone.call_about_voicemail"
    level = Level.MEDIUM
    apps = ("Phone",)
    hidden = ("name",)
    goals = (
        "Somebody left me a voicemail about {topic}. Call them back.",
        "Return the call of whoever talks about {topic} on my voicemail.",
        "Find the voice message about {topic} and phone the person who left it.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        people = rng.sample(scene.world.people, 3)
        topics = rng.sample(list(TOPICS), 3)
        pairs = list(zip(people, topics, strict=True))
        rng.shuffle(pairs)
        for hour, (person, topic) in zip((6, 7, 8), pairs, strict=True):
            add_voicemail(
                scene.phone.databases[PATH],
                person.phone,
                TOPICS[topic].format(row=rng.randint(5, 11)),
                date_ms=millis(scene.world.day(0, hour, rng.randint(0, 59))),
                duration_s=rng.randint(9, 40),
            )
        return {
            "topic": topics[0],
            "name": people[0].name,
            "number": people[0].phone,
            "other": topics[1],
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [called(v["number"])]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Phone")
        pilot.tap("Voicemail")
        pilot.tap(v["topic"], role="item")
        if not v.get("only_listen"):
            pilot.tap("Call back")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "another voicemail": {"topic": v["other"]},
            "listened only": {"only_listen": True},
        }
