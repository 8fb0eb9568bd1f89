"""Tasks that go on from a call in another place: the address book, or the voicemail."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.contacts.cast import fresh_number, namesakes, near_number
from phoneworld.apps.phone.data import PATH, add_call, add_voicemail
from phoneworld.apps.phone.tasks.calling import called
from phoneworld.apps.phone.tasks.voicemail import TOPICS
from phoneworld.author import (
    Added,
    Child,
    Digits,
    Enter,
    Expectation,
    Instead,
    Kind,
    Level,
    Mistake,
    Open,
    Scene,
    Script,
    Tap,
    TaskType,
)
from phoneworld.providers import contacts
from phoneworld.providers.contacts import INCOMING
from phoneworld.world import millis


@dataclass(frozen=True)
class SaveCaller(TaskType):
    """An unknown caller gets a name; only the time tells which of two similar numbers it was."""

    template = "phone.save_caller"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Phone", "Contacts")
    hidden = ("number",)
    goals = (
        "The unknown number that called me today at {time} was {name}. Save it to my contacts.",
        "I talked to {name} at {time} this morning, but the number isn't in my contacts. Please add {name} with the number from the call log.",
        "Create a contact called {name} for whoever phoned me at {time} today.",
    )

    time: str
    name: str
    number: str
    other: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
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
        return cls(time=times[0], name=one.name, number=number, other=times[1], double=double.name)

    def expect(self) -> list[Expectation]:
        number = {"mimetype": contacts.PHONE, "data1": Digits(self.number)}
        children = (Child("data", "raw_contact_id", number),)
        return [Added(contacts.PATH, "raw_contacts", {"display_name": self.name}, children)]

    def script(self) -> Script:
        first, _, last = self.name.partition(" ")
        return (
            Open("Phone"),
            Tap(f"Today, {self.time}"),
            Tap("Create new contact"),
            Enter(first, into="First name"),
            Enter(last, into="Last name"),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the similar number": Instead(time=self.other),
            "another name": Instead(name=self.double),
        }


@dataclass(frozen=True)
class CallAboutVoicemail(TaskType):
    """Whom to call is found out from what was said on the voicemail."""

    template = "phone.call_about_voicemail"
    level = Level.MEDIUM
    apps = ("Phone",)
    hidden = ("name",)
    goals = (
        "Somebody left me a voicemail about {topic}. Call them back.",
        "Return the call of whoever talks about {topic} on my voicemail.",
        "Find the voice message about {topic} and phone the person who left it.",
    )

    topic: str
    name: str
    number: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
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
        return cls(topic=topics[0], name=people[0].name, number=people[0].phone, other=topics[1])

    def expect(self) -> list[Expectation]:
        return [called(self.number)]

    def script(self) -> Script:
        return (Open("Phone"), Tap("Voicemail"), Tap(self.topic, role="item"), Tap("Call back"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"another voicemail": Instead(topic=self.other)}
