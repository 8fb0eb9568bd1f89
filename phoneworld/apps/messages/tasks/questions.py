"""Tasks that find something out from messages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from phoneworld.apps.messages.data import receive, send
from phoneworld.apps.messages.tasks.setup import DAYS, SERVICES, say_something, texts_of
from phoneworld.author import (
    Expectation,
    ExpectedAnswer,
    Instead,
    Level,
    Mistake,
    Pilot,
    Say,
    Scene,
    Swap,
    TaskType,
)
from phoneworld.world import millis


@dataclass(frozen=True)
class ReadCodeInMessage(TaskType):
    """The newest code of a service; an older one and another service mislead."""

    template = "messages.read_code"
    apps = ("Messages",)
    hidden = ("code",)
    goals = (
        "What is the verification code that {service} sent me last?",
        "Read me the latest code from {service}, it came as a text message.",
        "I am logging in to {service} on my laptop. Which code did they just text me?",
    )

    service: str
    code: str
    other: str
    wrong: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        service, other = rng.sample(SERVICES, 2)
        code, old, wrong = (str(n) for n in rng.sample(range(100000, 1000000), 3))
        for sender, number, at in (
            (service, old, scene.world.day(-rng.randint(1, 5), 12, 30)),
            (service, code, scene.world.day(0, 9, rng.randint(10, 30))),
            (other, wrong, scene.world.day(0, 9, rng.randint(31, 40))),
        ):
            receive(
                scene.phone,
                sender,
                f"Your {sender} verification code is {number}. It expires in 10 minutes.",
                date_ms=millis(at),
                read=False,
            )
        return cls(service=service, code=code, other=other, wrong=(old, wrong))

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.code, nots=tuple(self.wrong))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Messages")
        pilot.tap(self.service, role="item")
        pilot.say(re.findall(r"\b\d{6}\b", texts_of(pilot)[-1])[0])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the code before": Swap(Say, Say(self.wrong[0])),
            "another service": Instead(service=self.other),
        }


@dataclass(frozen=True)
class WhoWrote(TaskType):
    """Who wrote about something is found by searching."""

    template = "messages.who_wrote"
    level = Level.MEDIUM
    apps = ("Messages",)
    hidden = ("name",)
    goals = (
        "Who texted me about the {thing}?",
        "Somebody sent me a message about a {thing}. Find out who it was.",
        "I remember a text message from someone about the {thing}. Who wrote it?",
    )
    LINES = (
        "The {thing} is still in our cellar, do you want it back?",
        "We found your {thing} after the party!",
        "Do you know anybody who could repair a {thing}?",
        "I'd buy the {thing} from you, if it isn't gone.",
    )
    THINGS = ("kayak", "violin", "sewing machine", "telescope", "record player", "sleeping bag")

    thing: str
    name: str
    decoy: str
    others: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        writer, other, told = rng.sample(scene.world.people, 3)
        thing, decoy = rng.sample(cls.THINGS, 2)
        day = -rng.randint(14, 40)
        receive(
            scene.phone,
            writer.phone,
            rng.choice(cls.LINES).format(thing=thing),
            date_ms=millis(scene.world.day(day, 11, 20)),
        )
        receive(
            scene.phone,
            other.phone,
            rng.choice(cls.LINES).format(thing=decoy),
            date_ms=millis(scene.world.day(day, 15, 40)),
        )
        send(
            scene.phone,
            told.phone,
            f"I'm looking for my {thing}, no idea where it is.",
            date_ms=millis(scene.world.day(day - 1, 18, 5)),
        )
        # The latest words are about something else, so that the list does not tell.
        for minute, person in enumerate((told, writer, other)):
            receive(
                scene.phone,
                person.phone,
                say_something(rng),
                date_ms=millis(scene.world.day(0, 7, minute)),
            )
        return cls(thing=thing, name=writer.name, decoy=decoy, others=(other.first, told.first))

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.name.partition(" ")[0], nots=tuple(self.others))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Messages")
        pilot.tap("Search messages")
        pilot.type(self.thing, into="Search messages")
        rows = [e.text for e in pilot.screen.elements if e.role == "item" and self.thing in e.text]
        found = [row.partition(", ")[0] for row in rows if ", You: " not in row]
        pilot.say(found[0] if found else "Nobody did.")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another thing": Instead(thing=self.decoy),
            "whom I wrote to": Swap(Say, Say(self.others[1])),
        }


@dataclass(frozen=True)
class SumDebts(TaskType):
    """Two amounts of a conversation are added up."""

    template = "messages.sum_debts"
    level = Level.HARD
    apps = ("Messages",)
    hidden = ("first", "second")
    goals = (
        "{name} paid for the {one} and the {two}. According to our text messages, how much do I owe in total?",
        "Add up what {name} texted me about the costs of the {one} and the {two}. What is the total?",
        "How much do I owe {name} for the {one} and the {two} together? The amounts are in our chat.",
    )

    name: str
    one: str
    two: str
    first: str
    second: str
    total: str
    three: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        person, other = rng.sample(scene.world.people, 2)
        one, two, three = rng.sample(
            ("museum tickets", "taxi", "pizza", "flowers", "cinema", "petrol", "groceries"), 3
        )
        cents = [rng.randint(4, 60) * 100 + rng.choice((20, 35, 50, 75, 90)) for _ in range(4)]
        shown = [f"{value // 100}.{value % 100:02d}" for value in cents]
        lines = [
            (person, f"Your share of the {one} was ${shown[0]}."),
            (person, f"By the way, the {three} was my treat, you don't owe me the ${shown[2]}."),
            (other, f"Your share of the {one} was ${shown[3]}."),
            (
                person,
                f"And for the {two} I get ${shown[1]} from you. See you on {rng.choice(DAYS)}!",
            ),
        ]
        for minute, (writer, line) in enumerate(lines):
            receive(
                scene.phone,
                writer.phone,
                line,
                date_ms=millis(scene.world.day(0, 8, 7 * minute)),
            )
        total = cents[0] + cents[1]
        return cls(
            name=person.name,
            one=one,
            two=two,
            first=shown[0],
            second=shown[1],
            total=f"{total // 100}.{total % 100:02d}",
            three=three,
            other=other.name,
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.total)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Messages")
        pilot.tap(self.name, role="item")
        total = 0
        for text in texts_of(pilot):
            if self.one in text or self.two in text:
                total += sum(int(c.replace(".", "")) for c in re.findall(r"\$(\d+\.\d\d)", text))
        pilot.say(f"You owe ${total // 100}.{total % 100:02d} in total.")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "only one amount": Instead(two=self.one),
            "the treat instead": Instead(two=self.three),
            "somebody else's amount": Instead(name=self.other),
        }
