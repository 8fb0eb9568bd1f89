"""Tasks that put messages away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.contacts.tasks.setup import known_namesakes
from phoneworld.apps.messages import data
from phoneworld.apps.messages.data import receive, send
from phoneworld.apps.messages.tasks.setup import DAYS, QUESTIONS, say_something, texts_of
from phoneworld.author import (
    Added,
    Also,
    Digits,
    Expectation,
    Hold,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Removed,
    Scene,
    Script,
    StopAt,
    Swap,
    Tap,
    TaskType,
    Way,
)
from phoneworld.providers.telephony import PATH
from phoneworld.world import Person, millis

FACTS = {
    "the gym locker": "My code for the gym locker is {number}",
    "the wifi": "The wifi password at our place is maple{number}",
    "the parking space": "You can use the parking space {number} tonight",
    "the spare key": "The spare key is under pot number {number}",
    "the package": "The package has the pick-up code {number}",
    "the concert": "Our seats for the concert are {number} and the one next to it",
}


def chat(scene: Scene, person: Person, *, hour: int) -> list[int]:
    """A short talk with somebody; the ids of its messages."""
    at = millis(scene.world.day(0, hour, scene.rng.randint(0, 30)))
    return [
        receive(scene.phone, person.phone, say_something(scene.rng, QUESTIONS), date_ms=at),
        send(scene.phone, person.phone, say_something(scene.rng), date_ms=at + 120_000),
    ]


@dataclass(frozen=True)
class DeleteThread(TaskType):
    """A whole conversation goes; that of a namesake stays."""

    template = "messages.delete_thread"
    level = Level.MEDIUM
    apps = ("Messages",)
    goals = (
        "Delete my conversation with {name}.",
        "Remove the whole chat with {name} from my text messages.",
        "Please get rid of all messages I exchanged with {name}.",
    )

    name: str
    ids: tuple[int, ...]
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, double = known_namesakes(scene)
        hours = [7, 8]
        scene.rng.shuffle(hours)
        ids = chat(scene, one, hour=hours[0])
        chat(scene, double, hour=hours[1])
        return cls(name=one.name, ids=tuple(ids), double=double.name)

    def expect(self) -> list[Expectation]:
        return [Removed(PATH, "sms", {"_id": message}) for message in self.ids]

    def script(self) -> Script:
        return (
            Open("Messages"),
            Hold(self.name, role="item"),
            Tap("Delete"),
            Tap("Delete", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other of that first name": Instead(name=self.double),
            "archived instead": Way(Open("Messages"), Hold(self.name, role="item"), Tap("Archive")),
        }


@dataclass(frozen=True)
class ArchiveConversation(TaskType):
    """A conversation is put away, not deleted."""

    template = "messages.archive"
    apps = ("Messages",)
    goals = (
        "Archive the conversation with {name}.",
        "Move my chat with {name} to the archive.",
        "I don't want to see the messages with {name} in my inbox any more, but don't delete them: archive them.",
    )

    name: str
    number: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, double = known_namesakes(scene)
        chat(scene, one, hour=7)
        chat(scene, double, hour=8)
        return cls(name=one.name, number=one.phone, double=double.name)

    def expect(self) -> list[Expectation]:
        return [Added(data.PATH, "archived", {"address": Digits(self.number)})]

    def script(self) -> Script:
        return (Open("Messages"), Hold(self.name, role="item"), Tap("Archive"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other of that first name": Instead(name=self.double),
            "deleted instead": Swap(Tap("Archive"), Tap("Delete"), Tap("Delete", role="button")),
        }


def tell_facts(scene: Scene, person: Person) -> dict[str, int]:
    """Somebody tells three things; what they are about, and the ids of the messages."""
    topics = scene.rng.sample(list(FACTS), 3)
    at = millis(scene.world.day(0, 8, scene.rng.randint(0, 30)))
    return {
        topic: receive(
            scene.phone,
            person.phone,
            FACTS[topic].format(number=scene.rng.randint(11, 999)),
            date_ms=at + 60_000 * minute,
        )
        for minute, topic in enumerate(topics)
    }


def delete_message(text: str) -> Script:
    """Delete a message of the conversation that is open."""
    return (Hold(text), Tap("Delete"), Tap("Delete", role="button"))


@dataclass(frozen=True)
class DeleteMessage(TaskType):
    """One message of a conversation goes, the others stay."""

    template = "messages.delete_message"
    level = Level.MEDIUM
    apps = ("Messages",)
    goals = (
        "Delete the message about {topic} from my chat with {name}, and keep the rest.",
        "In the conversation with {name} there is a message about {topic}. Remove only that one.",
        "Please erase what {name} texted me about {topic}. The other messages should stay.",
    )

    name: str
    topic: str
    message: int
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        person = scene.rng.choice(scene.world.people)
        facts = tell_facts(scene, person)
        topic, other = scene.rng.sample(list(facts), 2)
        return cls(name=person.name, topic=topic, message=facts[topic], other=other)

    def expect(self) -> list[Expectation]:
        return [Removed(PATH, "sms", {"_id": self.message})]

    def script(self) -> Script:
        return (Open("Messages"), Tap(self.name, role="item"), *delete_message(self.topic))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another message": Instead(topic=self.other),
            "the whole conversation": Swap(Hold(self.topic), Tap("More options")),
        }


@dataclass(frozen=True)
class KeepNewest(TaskType):
    """All messages of a sender go but the last."""

    template = "messages.keep_newest"
    level = Level.HARD
    apps = ("Messages",)
    goals = (
        "Delete all messages from {service} except the newest one.",
        "Clean up my chat with {service}: only the most recent message should stay.",
        "Of the texts from {service} I only need the last. Remove the older ones.",
    )

    service: str
    ids: tuple[int, ...]
    texts: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        service = rng.choice(("Sunny Pool", "Chess Club", "Tower Garage", "Oak School"))
        ids: list[int] = []
        texts: list[str] = []
        for age, day in zip((9, 6, 4, 1), rng.sample(DAYS, 4), strict=True):
            if age < 9 or rng.random() < 0.5:
                texts.append(f"We are closed on {day} from {rng.randint(10, 17)}:00. See you soon!")
                at = scene.world.day(-age, rng.randint(8, 17), rng.randint(0, 59))
                ids.append(receive(scene.phone, service, texts[-1], date_ms=millis(at)))
        return cls(service=service, ids=tuple(ids[:-1]), texts=tuple(texts))

    def expect(self) -> list[Expectation]:
        return [Removed(PATH, "sms", {"_id": message}) for message in self.ids]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Messages")
        pilot.tap(self.service, role="item")
        for text in texts_of(pilot)[:-1]:
            pilot.follow(delete_message(text))

    def mistakes(self) -> dict[str, Mistake]:
        *_, last_but_one, newest = self.texts
        return {
            "kept two": StopAt(Hold(last_but_one)),
            "kept none": Also(*delete_message(newest)),
        }


@dataclass(frozen=True)
class StarMessage(TaskType):
    """A message is marked to be found again."""

    template = "messages.star"
    level = Level.MEDIUM
    apps = ("Messages",)
    goals = (
        "Star the message in which {name} tells me about {topic}.",
        "Mark {name}'s text about {topic} with a star so that I find it again.",
        "I want to keep the message about {topic} from {name} handy: please star it.",
    )

    name: str
    topic: str
    message: int
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        person = scene.rng.choice(scene.world.people)
        facts = tell_facts(scene, person)
        topic, other = scene.rng.sample(list(facts), 2)
        return cls(name=person.name, topic=topic, message=facts[topic], other=other)

    def expect(self) -> list[Expectation]:
        return [Added(data.PATH, "starred", {"sms_id": self.message})]

    def script(self) -> Script:
        return (Open("Messages"), Tap(self.name, role="item"), Hold(self.topic), Tap("Star"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"another message": Instead(topic=self.other)}
