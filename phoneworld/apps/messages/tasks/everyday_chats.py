"""What is asked of conversations in few words: answer the latest, open one, bring one back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.contacts.tasks.setup import known_namesakes
from phoneworld.apps.messages import data
from phoneworld.apps.messages.data import receive, set_archived
from phoneworld.apps.messages.tasks.setup import (
    QUESTIONS,
    say_something,
    sent,
    something_else,
    write,
)
from phoneworld.author import (
    Also,
    Digits,
    Expectation,
    ExpectedScreen,
    Hold,
    Instead,
    Mistake,
    Open,
    OracleLost,
    Pilot,
    Removed,
    Scene,
    Script,
    ShownElement,
    Swap,
    Tap,
    TaskType,
    Way,
)
from phoneworld.world import millis


@dataclass(frozen=True)
class AnswerLatest(TaskType):
    """Whoever wrote last is answered."""

    template = "messages.answer_latest"
    apps = ("Messages",)
    hidden = ("name",)
    goals = (
        'Answer my latest text message with "{text}".',
        'Reply "{text}" to the last message that I got.',
        'Write "{text}" to whoever texted me last.',
    )

    text: str
    name: str
    number: str
    earlier: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        people = rng.sample(scene.world.people, 3)
        for hour, person in zip((8, 7, 6), people, strict=True):
            at = millis(scene.world.day(0, hour, rng.randint(0, 59)))
            question = say_something(rng, QUESTIONS)
            receive(scene.phone, person.phone, question, date_ms=at, read=rng.random() < 0.5)
        text = say_something(rng)
        return cls(
            text=text,
            name=people[0].name,
            number=people[0].phone,
            earlier=people[1].name,
            other=something_else(rng, text),
        )

    def expect(self) -> list[Expectation]:
        return [sent(self.number, self.text)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Messages")
        pilot.reach("Start chat")
        latest = next((e.text for e in pilot.screen.elements if e.role == "item"), "")
        if not latest:
            raise OracleLost("there is no conversation")
        pilot.tap(latest, role="item")
        pilot.follow(write(self.text))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another text": Instead(text=self.other),
            "the one before": Way(
                Open("Messages"), Tap(self.earlier, role="item"), *write(self.text)
            ),
        }


@dataclass(frozen=True)
class OpenChat(TaskType):
    """A conversation is opened, and nothing written."""

    template = "messages.open_chat"
    apps = ("Messages",)
    goals = (
        "Open my chat with {name}.",
        "Show me the text messages with {name}.",
        "Go to the conversation that I have with {name}.",
    )

    name: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, double = known_namesakes(scene)
        for hour, person in zip(rng.sample((7, 8), 2), (one, double), strict=True):
            at = millis(scene.world.day(0, hour, rng.randint(0, 59)))
            receive(scene.phone, person.phone, say_something(rng, QUESTIONS), date_ms=at)
        return cls(name=one.name, double=double.name)

    def expect(self) -> list[Expectation]:
        shows = (ShownElement(text=self.name), ShownElement(hint="Text message"))
        return [ExpectedScreen(data.PACKAGE, shows)]

    def script(self) -> Script:
        return (Open("Messages"), Tap(self.name, role="item"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other of that first name": Instead(name=self.double),
            "wrote something": Also(*write("Hello")),
        }


@dataclass(frozen=True)
class Unarchive(TaskType):
    """A conversation comes back from the archive; another stays there."""

    template = "messages.unarchive"
    apps = ("Messages",)
    goals = (
        "Unarchive the conversation with {name}.",
        "Bring my chat with {name} back from the archive.",
        "The messages with {name} are archived. I want them among the others again.",
    )

    name: str
    number: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, double = known_namesakes(scene)
        for hour, person in zip(rng.sample((7, 8), 2), (one, double), strict=True):
            at = millis(scene.world.day(-rng.randint(1, 9), hour, rng.randint(0, 59)))
            receive(scene.phone, person.phone, say_something(rng), date_ms=at)
            set_archived(scene.phone, person.phone, on=True)
        return cls(name=one.name, number=one.phone, double=double.name)

    def expect(self) -> list[Expectation]:
        return [Removed(data.PATH, "archived", {"address": Digits(self.number)})]

    def script(self) -> Script:
        return (
            Open("Messages"),
            Tap("More options"),
            Tap("Archived"),
            Hold(self.name, role="item"),
            Tap("Unarchive"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        delete = (Tap("Delete"), Tap("Delete", role="button"))
        return {
            "the other of that first name": Instead(name=self.double),
            "deleted": Swap(Tap("Unarchive"), *delete),
        }
