"""Tasks that answer somebody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.contacts.tasks.setup import known_namesakes
from phoneworld.apps.messages.data import receive
from phoneworld.apps.messages.tasks.setup import (
    DAYS,
    QUESTIONS,
    say_something,
    sent,
    something_else,
    write,
)
from phoneworld.author import (
    Expectation,
    Instead,
    Level,
    Mistake,
    Open,
    OpenShade,
    Scene,
    Script,
    Tap,
    TaskType,
)
from phoneworld.world import millis


@dataclass(frozen=True)
class ReplyToMessage(TaskType):
    """An answer in a conversation that is there; a namesake has written too."""

    template = "messages.reply"
    apps = ("Messages",)
    goals = (
        'Reply to {name}: "{text}"',
        'Answer the text message from {name} with "{text}".',
        '{name} has texted me. Please write back: "{text}"',
    )

    name: str
    number: str
    text: str
    double: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, double = known_namesakes(scene)
        pair = [one, double]
        rng.shuffle(pair)
        for hour, person in zip((7, 8), pair, strict=True):
            receive(
                scene.phone,
                person.phone,
                say_something(rng, QUESTIONS),
                date_ms=millis(scene.world.day(0, hour, rng.randint(0, 59))),
                read=False,
            )
        text = say_something(rng)
        return cls(
            name=one.name,
            number=one.phone,
            text=text,
            double=double.name,
            other=something_else(rng, text),
        )

    def expect(self) -> list[Expectation]:
        return [sent(self.number, self.text)]

    def script(self) -> Script:
        return (Open("Messages"), Tap(self.name, role="item"), *write(self.text))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other of that first name": Instead(name=self.double),
            "another text": Instead(text=self.other),
        }


@dataclass(frozen=True)
class AnswerNotification(TaskType):
    """A message that a notification tells of is answered; another notification misleads."""

    template = "messages.answer_notification"
    level = Level.MEDIUM
    apps = ("Messages",)
    hidden = ("name",)
    goals = (
        'There is a notification with a message about {topic}. Reply to it: "{text}"',
        'Somebody asks me about {topic}, see the notifications. Answer "{text}".',
        'Open the new message about {topic} from the notification shade and write back "{text}".',
    )
    TOPICS = (
        ("the train", "Have you booked the train for {day} yet?"),
        ("the cake", "Shall I order the cake for {day}?"),
        ("the keys", "Do you still have the keys? I need them on {day}."),
        ("the garden", "Could you look after the garden until {day}?"),
        ("the tickets", "Should I print the tickets for {day}?"),
        ("the tent", "Can we borrow the tent until {day}?"),
    )

    topic: str
    text: str
    name: str
    number: str
    other: str
    other_text: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        people = rng.sample(scene.world.people, 2)
        subjects = rng.sample(cls.TOPICS, 2)
        pairs = list(zip(people, subjects, strict=True))
        rng.shuffle(pairs)
        for minute, (person, (_, text)) in zip((31, 37), pairs, strict=True):
            receive(
                scene.phone,
                person.phone,
                text.format(day=rng.choice(DAYS)),
                date_ms=millis(scene.world.day(0, 9, minute)),
                read=False,
                notify=person.name,
            )
        text = say_something(rng)
        return cls(
            topic=subjects[0][0],
            text=text,
            name=people[0].name,
            number=people[0].phone,
            other=subjects[1][0],
            other_text=something_else(rng, text),
        )

    def expect(self) -> list[Expectation]:
        return [sent(self.number, self.text)]

    def script(self) -> Script:
        return (OpenShade(), Tap(self.topic), *write(self.text))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other notification": Instead(topic=self.other),
            "another text": Instead(text=self.other_text),
        }
