"""Everyday tasks with chats, the profile and the wallet."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Self

from phoneworld.apps.huddle.data import PACKAGE, PATH, STATUSES, add_message
from phoneworld.apps.huddle.miniapp import find_minis
from phoneworld.apps.huddle.tasks.setup import TEXTS, chat_of, namesake
from phoneworld.apps.huddle.wallet import BALANCE
from phoneworld.author import (
    Changed,
    Enter,
    Expectation,
    ExpectedAnswer,
    ExpectedPage,
    Hold,
    Instead,
    Mistake,
    Open,
    OracleLost,
    Pilot,
    Say,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
)
from phoneworld.formats import dollars
from phoneworld.world import Person, millis


def read_all(scene: Scene) -> None:
    """No chat has anything new, and none is marked."""
    scene.phone.databases[PATH].run("UPDATE chats SET unread = 0, pinned = 0, muted = 0")


def receive(scene: Scene, person: Person, text: str, *, unread: bool = False) -> int:
    """A text of this morning from somebody; the chat."""
    chat = chat_of(scene, person)
    at = millis(scene.world.day(0, 8, scene.rng.randint(0, 50)))
    database = scene.phone.databases[PATH]
    add_message(database, chat, text, sender=person.name, at_ms=at, unread=unread)
    return chat


@dataclass(frozen=True)
class UnreadHuddleChat(TaskType):
    """From whom there is a message that is not read yet."""

    template = "huddle.unread"
    apps = ("Huddle",)
    goals = (
        "Who has sent me a new message on Huddle?",
        "From whom is the unread message in Huddle?",
        "Tell me which Huddle chat has something new.",
    )

    name: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, other = scene.rng.sample(scene.world.people, 2)
        texts = scene.rng.sample(TEXTS, 2)
        read_all(scene)
        receive(scene, one, texts[0], unread=True)
        receive(scene, other, texts[1])
        return cls(one.name, other.name)

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.name, nots=(self.other,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Huddle")
        pilot.tap("Unread", role="button")
        first = pilot.find(" new", role="item")
        if first is None:
            raise OracleLost("no chat has anything new")
        pilot.say(first.text.partition(", ")[0])

    def mistakes(self) -> dict[str, Mistake]:
        return {"somebody else": Swap(Say, Say(self.other))}


@dataclass(frozen=True)
class LastHuddleMessage(TaskType):
    """What somebody wrote last."""

    template = "huddle.last_message"
    apps = ("Huddle",)
    hidden = ("text",)
    goals = (
        "What did {name} write to me on Huddle?",
        "Read me the last Huddle message from {name}.",
        "Tell me what {name} says in our Huddle chat.",
    )

    name: str
    double: str
    text: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        person = scene.rng.choice(scene.world.people)
        double = namesake(scene, person)
        text, wrong = scene.rng.sample(TEXTS, 2)
        read_all(scene)
        receive(scene, person, text)
        receive(scene, double, wrong)
        return cls(person.name, double.name, text, wrong)

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.text, nots=(self.wrong,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Huddle")
        # The name, the text, and the time.
        row = pilot.reach(f"{self.name}, ", role="item").text
        pilot.say(row.partition(", ")[2].rpartition(", ")[0])

    def mistakes(self) -> dict[str, Mistake]:
        return {"the other of that first name": Instead(name=self.double)}


@dataclass(frozen=True)
class OpenHuddleChat(TaskType):
    """A chat is opened."""

    template = "huddle.open_chat"
    apps = ("Huddle",)
    goals = (
        "Open my Huddle chat with {name}.",
        "Show me the chat with {name} on Huddle.",
        "Go to {name}'s chat in Huddle.",
    )

    name: str
    double: str
    chat: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        person = scene.rng.choice(scene.world.people)
        double = namesake(scene, person)
        texts = scene.rng.sample(TEXTS, 2)
        chat = receive(scene, person, texts[0])
        receive(scene, double, texts[1])
        return cls(person.name, double.name, chat)

    def expect(self) -> list[Expectation]:
        return [ExpectedPage(f"{PACKAGE}/thread {json.dumps({'id': self.chat})}")]

    def script(self) -> Script:
        return (Open("Huddle"), Tap(self.name, role="item"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"the other of that first name": Instead(name=self.double)}


@dataclass(frozen=True)
class PinChat(TaskType):
    """A chat is pinned to the top of the list."""

    template = "huddle.pin"
    apps = ("Huddle",)
    goals = (
        "Pin my Huddle chat with {name}.",
        "Keep the chat with {name} at the top of Huddle.",
        "The Huddle chat with {name} should be pinned.",
    )

    name: str
    double: str
    chat: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        person = scene.rng.choice(scene.world.people)
        double = namesake(scene, person)
        texts = scene.rng.sample(TEXTS, 2)
        read_all(scene)
        chat = receive(scene, person, texts[0])
        receive(scene, double, texts[1])
        return cls(person.name, double.name, chat)

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "chats", {"_id": self.chat}, {"pinned": 1})]

    def script(self) -> Script:
        return (Open("Huddle"), Hold(self.name, role="item"), Tap("Pin"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other of that first name": Instead(name=self.double),
            "muted it": Swap(Tap("Pin"), Tap("Mute")),
        }


@dataclass(frozen=True)
class SetStatus(TaskType):
    """The status of the profile is changed."""

    template = "huddle.status"
    apps = ("Huddle",)
    goals = (
        'Set my Huddle status to "{status}".',
        "Change the status in my Huddle profile to {status}.",
        "My status on Huddle should be {status}.",
    )

    status: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        before, status, other = scene.rng.sample(STATUSES, 3)
        scene.phone.databases[PATH].run("UPDATE profile SET status = ?", before)
        return cls(status, other)

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "profile", {}, {"status": self.status})]

    def script(self) -> Script:
        return (
            Open("Huddle"),
            Tap("Me", role="tab"),
            Tap("Edit profile"),
            Enter(self.status, into="Status", clear=True),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        name = Enter(self.status, into="Name", clear=True)
        return {"another status": Instead(status=self.other), "as the name": Swap(Enter, name)}


@dataclass(frozen=True)
class BalanceLeft(TaskType):
    """How much money is on the balance."""

    template = "huddle.balance"
    apps = ("Huddle",)
    hidden = ("left",)
    goals = (
        "How much money do I have on my Huddle Balance?",
        "Tell me what is left on my balance in Huddle's wallet.",
        "Look up my Huddle Balance.",
    )

    left: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        cents, wrong = scene.rng.sample(range(1500, 19000, 5), 2)
        scene.phone.databases[PATH].run(
            "UPDATE wallet_methods SET balance = ? WHERE name = ?", cents, BALANCE
        )
        return cls(dollars(cents), dollars(wrong))

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.left, nots=(self.wrong,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Huddle")
        pilot.tap("Me", role="tab")
        pilot.tap("Wallet", role="item")
        pilot.say(pilot.reach(f"{BALANCE}, ").text.partition(", ")[2].partition(" ")[0])

    def mistakes(self) -> dict[str, Mistake]:
        return {"another sum": Swap(Say, Say(self.wrong))}


@dataclass(frozen=True)
class OpenMini(TaskType):
    """A mini-app is opened."""

    template = "huddle.open_mini"
    apps = ("Huddle",)
    goals = (
        "Open {mini} in Huddle.",
        "Take me to Huddle's mini-app {mini}.",
        "Start the mini-app {mini} of Huddle.",
    )

    mini: str
    other: str
    name: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, other = scene.rng.sample(list(find_minis().values()), 2)
        return cls(one.label, other.label, one.name)

    def expect(self) -> list[Expectation]:
        return [ExpectedPage(f"{PACKAGE}/{self.name}/home")]

    def script(self) -> Script:
        return (Open("Huddle"), Tap("Discover", role="tab"), Tap(self.mini))

    def mistakes(self) -> dict[str, Mistake]:
        return {"another one": Instead(mini=self.other)}
