"""Tasks with voicemail."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from phoneworld.apps.contacts.tasks.setup import known_namesakes
from phoneworld.apps.phone.data import PATH, add_voicemail
from phoneworld.apps.phone.tasks.setup import called
from phoneworld.author import (
    Expectation,
    ExpectedAnswer,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Removed,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
)
from phoneworld.world import millis

TOPICS = {
    "the dinner on Friday": "Hi, about the dinner on Friday: I'll bring dessert. See you then!",
    "the broken heater": "Hello, the man for the broken heater came by, but nobody opened.",
    "the concert tickets": "I got the concert tickets! Row {row}, quite close to the stage.",
    "the dog": "Could you walk the dog on Sunday? I'm away until {row} in the evening.",
    "the car": "The car is ready, they found nothing serious. I'll pick it up at {row}.",
    "the exam": "I passed the exam with {row} points! Call me, I'm so happy.",
}


@dataclass(frozen=True)
class GateCode(TaskType):
    """A code is read out of a voicemail; an older one has another."""

    template = "phone.voicemail_code"
    level = Level.MEDIUM
    apps = ("Phone",)
    hidden = ("code",)
    goals = (
        "What {what} code did {name} leave on my voicemail? I need the current one.",
        "{name} left me a voicemail with the code for the {what}. Tell me the latest code.",
        "Check my voicemail: which code for the {what} does {name} give in the newest message?",
    )

    name: str
    what: str
    code: str
    double: str
    wrong: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, double = known_namesakes(scene)
        what = rng.choice(("gate", "garage", "bike shed", "office door"))
        code, old, other = (str(n) for n in rng.sample(range(1000, 10000), 3))
        for person, text, at in (
            (one, f"Hi, the code for the {what} is {old}. See you!", scene.world.day(-6, 15, 5)),
            (
                one,
                f"It's me. They have changed the code, the {what} now opens with {code}. Bye!",
                scene.world.day(-1, 18, rng.randint(0, 59)),
            ),
            (
                double,
                f"The code for the {what} at our place is {other}, come in whenever you like.",
                scene.world.day(0, 8, rng.randint(0, 59)),
            ),
        ):
            add_voicemail(
                scene.phone.databases[PATH],
                person.phone,
                text,
                date_ms=millis(at),
                duration_s=rng.randint(9, 40),
            )
        return cls(name=one.name, what=what, code=code, double=double.name, wrong=(old, other))

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.code, nots=self.wrong)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Phone")
        pilot.tap("Voicemail")
        pilot.tap(self.name, role="item")
        codes = re.findall(r"\b\d{4}\b", pilot.read("transcript"))
        pilot.say(codes[0] if codes else "There is no code.")

    def mistakes(self) -> dict[str, Mistake]:
        newest = Tap(self.name, role="item")
        return {
            "the old code": Swap(newest, Tap(self.name, role="item", nth=1)),
            "the namesake's code": Instead(name=self.double),
        }


@dataclass(frozen=True)
class DeleteVoicemail(TaskType):
    """One of two voicemails of somebody is deleted."""

    template = "phone.delete_voicemail"
    level = Level.MEDIUM
    apps = ("Phone",)
    goals = (
        "Delete {name}'s voicemail about {topic}.",
        "I have dealt with the voicemail from {name} about {topic}, please remove it.",
        "Remove the voice message in which {name} talks about {topic}, and leave the others.",
    )

    name: str
    topic: str
    mail: int
    other: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, double = known_namesakes(scene)
        topic, other = rng.sample(list(TOPICS), 2)
        mail = 0
        mails = [(one, topic), (one, other), (double, topic), (double, other)]
        rng.shuffle(mails)
        for hours, (person, subject) in enumerate(mails):
            made = add_voicemail(
                scene.phone.databases[PATH],
                person.phone,
                TOPICS[subject].format(row=rng.randint(5, 11)),
                date_ms=millis(scene.world.day(-1, 9 + 2 * hours, rng.randint(0, 59))),
                duration_s=rng.randint(9, 40),
            )
            if (person, subject) == (one, topic):
                mail = made
        return cls(name=one.name, topic=topic, mail=mail, other=other, double=double.name)

    def expect(self) -> list[Expectation]:
        return [Removed(PATH, "voicemails", {"_id": self.mail})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Phone")
        pilot.tap("Voicemail")
        name, topic = self.name, self.topic
        found = [e.text for e in pilot.screen.elements if topic in e.text.replace("The ", "the ")]
        row = next((text for text in found if text.startswith(name)), topic)
        pilot.tap(row, role="item")
        pilot.tap("Delete", role="button")
        pilot.tap("Delete", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other voicemail": Instead(topic=self.other),
            "the other of that first name": Instead(name=self.double),
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
