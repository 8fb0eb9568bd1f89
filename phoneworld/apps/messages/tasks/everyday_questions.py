"""What is asked about messages in few words: who wrote last, what somebody wrote, who waits to be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.contacts.tasks.setup import known_namesakes
from phoneworld.apps.messages.data import receive, send
from phoneworld.apps.messages.tasks.setup import QUESTIONS, say_something, texts_of
from phoneworld.author import (
    Expectation,
    ExpectedAnswer,
    Instead,
    Mistake,
    OracleLost,
    Pilot,
    Say,
    Scene,
    Swap,
    TaskType,
)
from phoneworld.world import millis


@dataclass(frozen=True)
class LastWords(TaskType):
    """What somebody wrote last is asked for."""

    template = "messages.last_from"
    apps = ("Messages",)
    hidden = ("body",)
    goals = (
        "What did {name} text me last?",
        "Read me the latest message from {name}.",
        "What does the last text from {name} say?",
    )

    name: str
    double: str
    body: str
    wrong: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, double = known_namesakes(scene)
        bodies: list[str] = []
        while len(bodies) < 4:
            text = say_something(rng)
            if text not in bodies:
                bodies.append(text)
        start = millis(scene.world.day(0, 7, rng.randint(0, 40)))
        receive(scene.phone, one.phone, bodies[1], date_ms=start)
        send(scene.phone, one.phone, bodies[2], date_ms=start + 900_000)
        receive(scene.phone, one.phone, bodies[0], date_ms=start + 1_900_000, read=False)
        receive(scene.phone, double.phone, bodies[3], date_ms=start + 2_500_000, read=False)
        return cls(name=one.name, double=double.name, body=bodies[0], wrong=tuple(bodies[1:]))

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.body, nots=self.wrong)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Messages")
        pilot.tap(self.name, role="item")
        pilot.say(texts_of(pilot)[-1])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other of that first name": Instead(name=self.double),
            "the message before": Swap(Say, Say(self.wrong[0])),
            "the whole chat": Swap(Say, Say(" ".join((*self.wrong[:2], self.body)))),
        }


@dataclass(frozen=True)
class LastWriter(TaskType):
    """Who wrote last is asked for."""

    template = "messages.who_texted_last"
    apps = ("Messages",)
    hidden = ("name",)
    goals = (
        "Who texted me last?",
        "From whom is my latest text message?",
        "Tell me who has sent me the newest message.",
    )

    name: str
    others: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        people = rng.sample(scene.world.people, 3)
        for hour, person in zip((8, 7, 6), people, strict=True):
            at = millis(scene.world.day(0, hour, rng.randint(0, 59)))
            question = say_something(rng, QUESTIONS)
            receive(scene.phone, person.phone, question, date_ms=at, read=rng.random() < 0.5)
        return cls(name=people[0].name, others=tuple(person.first for person in people[1:]))

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.name.partition(" ")[0], nots=self.others)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Messages")
        pilot.reach("Start chat")
        latest = next((e.text for e in pilot.screen.elements if e.role == "item"), "")
        if not latest:
            raise OracleLost("there is no conversation")
        pilot.say(latest.partition(", ")[0])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the writer before": Swap(Say, Say(self.others[0])),
            "all of them": Swap(Say, Say(", ".join((self.name, *self.others)))),
        }


@dataclass(frozen=True)
class UnreadFrom(TaskType):
    """Whose message is new is asked for: of today's conversations, one was not read yet."""

    template = "messages.unread_from"
    apps = ("Messages",)
    hidden = ("name",)
    goals = (
        "From whom is my unread text message?",
        "Who has sent me the text that I have not read yet?",
        "Tell me whose new message is waiting for me in Messages.",
    )

    name: str
    others: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, messages = scene.rng, scene.phone.messages
        messages.run("UPDATE threads SET read = 1 WHERE read = 0")
        messages.run("UPDATE sms SET read = 1 WHERE read = 0")
        people = rng.sample(scene.world.people, 4)
        minutes = rng.sample(range(150), 4)
        for person, minute in zip(people, minutes, strict=True):
            at = millis(scene.world.day(0, 7, minute))
            text = say_something(rng, QUESTIONS)
            receive(scene.phone, person.phone, text, date_ms=at, read=person is not people[0])
        return cls(name=people[0].name, others=tuple(person.first for person in people[1:]))

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.name.partition(" ")[0], nots=self.others)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Messages")
        row = pilot.reach("Unread", role="item")
        pilot.say(row.text.partition(", ")[0])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "one that was read": Swap(Say, Say(self.others[0])),
            "all of today's": Swap(Say, Say(", ".join((self.name, *self.others)))),
        }
