"""Tasks that write to somebody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.contacts.tasks.setup import fresh_number, known_namesakes, near_number
from phoneworld.apps.messages.data import receive
from phoneworld.apps.messages.tasks.setup import (
    QUESTIONS,
    say_something,
    sent,
    something_else,
    start_chat,
    write,
)
from phoneworld.author import (
    Enter,
    Expectation,
    ExpectedQuestion,
    Guess,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Scene,
    Script,
    StopAt,
    Tap,
    TaskType,
)
from phoneworld.world import millis


@dataclass(frozen=True)
class FirstMessage(TaskType):
    """The first message to a contact."""

    template = "messages.compose"
    level = Level.MEDIUM
    apps = ("Messages",)
    goals = (
        'Text {name}: "{text}"',
        'Send a message to {name} that says "{text}".',
        'Write "{text}" to my contact {name}.',
    )

    name: str
    number: str
    text: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, double = known_namesakes(scene)
        text = say_something(scene.rng)
        return cls(name=one.name, number=one.phone, text=text, double=double.name)

    def expect(self) -> list[Expectation]:
        return [sent(self.number, self.text)]

    def script(self) -> Script:
        return (Open("Messages"), *start_chat(self.name), *write(self.text))

    def mistakes(self) -> dict[str, Mistake]:
        return {"the other of that first name": Instead(name=self.double)}


@dataclass(frozen=True)
class ToNumber(TaskType):
    """A message to a number that is in no address book."""

    template = "messages.to_number"
    level = Level.MEDIUM
    apps = ("Messages",)
    goals = (
        'Send "{text}" to {number}.',
        'Text the number {number}: "{text}"',
        'Please write to {number}, who is not in my contacts: "{text}"',
    )

    number: str
    text: str
    slip: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        number = fresh_number(scene)
        text = say_something(scene.rng)
        slip = near_number(scene, number)
        receive(
            scene.phone,
            slip,
            say_something(scene.rng, QUESTIONS),
            date_ms=millis(scene.world.day(0, 7, 30)),
        )
        return cls(number=number, text=text, slip=slip, other=something_else(scene.rng, text))

    def expect(self) -> list[Expectation]:
        return [sent(self.number, self.text)]

    def script(self) -> Script:
        return (
            Open("Messages"),
            Tap("Start chat"),
            Enter(self.number, into="To: name or phone number"),
            Tap(f"Send to {self.number}"),
            *write(self.text),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the similar number": Instead(number=self.slip),
            "another text": Instead(text=self.other),
        }


@dataclass(frozen=True)
class TellBoth(TaskType):
    """The same text to two people; a namesake of one is not meant."""

    template = "messages.tell_both"
    level = Level.HARD
    apps = ("Messages",)
    goals = (
        'Text both {one} and {two}: "{text}"',
        'Send "{text}" to {one}, and the same to {two}, each in their own chat.',
        '{one} and {two} should both know: "{text}". Please send each of them a message.',
    )

    one: str
    two: str
    text: str
    numbers: tuple[str, ...]
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, double = known_namesakes(scene)
        two = scene.rng.choice(scene.world.people)
        return cls(
            one=one.name,
            two=two.name,
            text=say_something(scene.rng),
            numbers=(one.phone, two.phone),
            double=double.name,
        )

    def expect(self) -> list[Expectation]:
        return [sent(number, self.text) for number in self.numbers]

    def script(self) -> Script:
        return (
            Open("Messages"),
            *start_chat(self.one),
            *write(self.text),
            Tap("Navigate up"),
            *start_chat(self.two),
            *write(self.text),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "forgot the second": StopAt(Tap("Navigate up")),
            "the other of that first name": Instead(one=self.double),
        }


@dataclass(frozen=True)
class AskWhomToText(TaskType):
    """To which of two namesakes to write must be asked."""

    template = "messages.ask_whom"
    level = Level.HARD
    apps = ("Messages",)
    goals = (
        'Text {first}: "{text}". Ask me if you are not sure who that is.',
        'Send "{text}" to {first}; check with me first if I know more than one {first}.',
        'Write {first} that "{text}". If there are several people of that name, let me choose.',
    )

    first: str
    text: str
    meant: str
    number: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, other = known_namesakes(scene)
        return cls(
            first=one.first,
            text=say_something(scene.rng),
            meant=one.name,
            number=one.phone,
            other=other.name,
        )

    def reply(self, question: str) -> str:
        del question
        return self.meant

    def expect(self) -> list[Expectation]:
        return [ExpectedQuestion(), sent(self.number, self.text)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Messages")
        pilot.tap("Start chat")
        pilot.type(self.first, into="To: name or phone number")
        name = pilot.ask(f"Which {self.first} shall I write to?")
        pilot.tap(name, role="item")
        pilot.follow(write(self.text))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "guessed without asking": Guess(self.meant),
            "guessed wrong": Guess(self.other),
        }
