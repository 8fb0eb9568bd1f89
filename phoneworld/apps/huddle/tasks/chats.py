"""Tasks with the list of chats, and what was said in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.huddle.data import GROUP, ME, PATH, add_chat, add_message
from phoneworld.apps.huddle.tasks.setup import GROUP_NAMES, SPOTS, chat_of, namesake
from phoneworld.author import (
    Added,
    Changed,
    Child,
    Digits,
    Enter,
    Expectation,
    ExpectedAnswer,
    Hold,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Removed,
    Say,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    Way,
    Without,
)
from phoneworld.world import millis


@dataclass(frozen=True)
class MuteGroup(TaskType):
    """One of two groups with similar names is muted."""

    template = "huddle.mute_group"
    level = Level.EASY
    apps = ("Huddle",)
    goals = (
        "Mute the group {group} in Huddle.",
        "The Huddle group {group} is too noisy. Silence its notifications.",
        "Please turn off notifications for {group} on Huddle.",
    )

    group: str
    twin: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        name = scene.rng.choice(GROUP_NAMES)
        twin = f"{name} {scene.rng.choice(('Planning', 'Photos', '2025'))}"
        names = [name, twin]
        scene.rng.shuffle(names)
        for title in names:
            people = scene.rng.sample(scene.world.people, 4)
            at = millis(scene.world.day(0, 8, scene.rng.randint(0, 59)))
            chat = add_chat(
                scene.phone.databases[PATH],
                title,
                members=[(person.name, person.phone) for person in people],
                at_ms=at,
            )
            add_message(
                scene.phone.databases[PATH],
                chat,
                "Anybody there?",
                sender=people[0].name,
                at_ms=at,
                unread=True,
            )
        return cls(group=names[0], twin=names[1])

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "chats", {"title": self.group, "muted": 0}, {"muted": 1})]

    def script(self) -> Script:
        return (
            Open("Huddle"),
            # With what follows the name, so that the longer of the two names is not taken for it.
            Hold(f"{self.group}, ", role="item"),
            Tap("Mute"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the similar one": Instead(group=self.twin),
            "pinned it": Swap(Tap("Mute"), Tap("Pin")),
        }


def add_member(name: str) -> Script:
    """Choose somebody for the group that is being made."""
    return (Enter(name, into="Search people", clear=True), Tap(name, role="checkbox"))


@dataclass(frozen=True)
class CreateGroup(TaskType):
    """A group of three others."""

    template = "huddle.create_group"
    level = Level.HARD
    apps = ("Huddle",)
    goals = (
        'Create a Huddle group called "{group}" with {one}, {two} and {three}.',
        "I need a new group in Huddle. Name: {group}. Members: {one}, {two}, {three}.",
        "Please put {one}, {two} and {three} together in a Huddle group with the name {group}.",
    )

    group: str
    one: str
    two: str
    three: str
    phones: tuple[str, ...]
    double: str
    fourth: str

    @property
    def names(self) -> tuple[str, ...]:
        return (self.one, self.two, self.three)

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        people = scene.rng.sample(scene.world.people, 4)
        double = namesake(scene, people[0])
        return cls(
            group=scene.rng.choice(GROUP_NAMES),
            one=people[0].name,
            two=people[1].name,
            three=people[2].name,
            phones=tuple(person.phone for person in people[:3]),
            double=double.name,
            fourth=people[3].name,
        )

    def expect(self) -> list[Expectation]:
        return [
            Added(
                PATH,
                "chats",
                {"title": self.group, "kind": GROUP},
                children=tuple(
                    Child("members", "chat_id", {"name": name, "phone": Digits(phone)})
                    for name, phone in zip(self.names, self.phones, strict=True)
                ),
            )
        ]

    def script(self) -> Script:
        return (
            Open("Huddle"),
            Tap("More options"),
            Tap("New group"),
            Enter(self.group, into="Group name"),
            *(step for name in self.names for step in add_member(name)),
            Tap("Create"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "forgot somebody": Without(*add_member(self.three)),
            "the other of that first name": Instead(one=self.double),
            "one too many": Swap(Tap("Create"), *add_member(self.fourth), Tap("Create")),
        }


@dataclass(frozen=True)
class FinalPlan(TaskType):
    """A plan was changed in the course of the talk; another group has a plan, too."""

    template = "huddle.final_plan"
    level = Level.MEDIUM
    apps = ("Huddle",)
    hidden = ("spot",)
    goals = (
        "Where do we meet according to the Huddle group {group}?",
        "Read the Huddle group {group} and tell me which meeting place they settled on in the end.",
        "What is the final meeting point of {group}? It was discussed on Huddle.",
    )

    group: str
    other: str
    spot: str
    dropped: str
    elsewhere: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        spots = rng.sample(SPOTS, 4)
        names = rng.sample(GROUP_NAMES, 2)
        for index, name in enumerate(names):
            people = rng.sample(scene.world.people, 3)
            first, last = spots[2 * index], spots[2 * index + 1]
            at = millis(scene.world.day(-1, 18 + index, rng.randint(0, 40)))
            chat = add_chat(
                database,
                name,
                members=[(person.name, person.phone) for person in people],
                at_ms=at,
            )
            talk = (
                (people[0].name, f"I suggest that we meet at {first}."),
                (ME, "Fine with me."),
                (people[1].name, f"That will be closed. How about {last} instead?"),
                (people[0].name, f"Good point. Then it is {last}, everybody!"),
                (people[2].name, "Great, I will tell the others."),
                (ME, "See you there!"),
            )
            for turn, (sender, text) in enumerate(talk):
                add_message(database, chat, text, sender=sender, at_ms=at + turn * 90_000)
        return cls(
            group=names[0],
            other=names[1],
            spot=spots[1],
            dropped=spots[0],
            elsewhere=(spots[2], spots[3]),
        )

    def expect(self) -> list[Expectation]:
        bare = self.spot.removeprefix("the ")
        wrong = [spot.removeprefix("the ") for spot in (self.dropped, *self.elsewhere)]
        return [ExpectedAnswer(bare, nots=tuple(wrong))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Huddle")
        pilot.tap(self.group, role="item")
        said = pilot.reach("Then it is").text
        pilot.say(said.partition("Then it is ")[2].partition(",")[0])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the first suggestion": Swap(Say, Say(self.dropped)),
            "another group": Instead(group=self.other),
        }


@dataclass(frozen=True)
class DeleteChat(TaskType):
    """A chat goes with all its messages."""

    template = "huddle.delete_chat"
    level = Level.MEDIUM
    apps = ("Huddle",)
    goals = (
        "Delete my Huddle chat with {name}.",
        "Remove the whole conversation with {name} from Huddle.",
        "I want the chat with {name} gone from Huddle, please delete it.",
    )

    name: str
    double: str
    chat: int
    texts: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        person = scene.rng.choice(scene.world.people)
        double = namesake(scene, person)
        chat = chat_of(scene, person)
        chat_of(scene, double, days_ago=1)
        rows = scene.phone.databases[PATH].rows("SELECT text FROM messages WHERE chat_id = ?", chat)
        return cls(
            name=person.name,
            double=double.name,
            chat=chat,
            texts=tuple(row["text"] for row in rows),
        )

    def expect(self) -> list[Expectation]:
        return [
            Removed(
                PATH,
                "chats",
                {"_id": self.chat, "title": self.name},
                children=tuple(Child("messages", "chat_id", {"text": text}) for text in self.texts),
            )
        ]

    def script(self) -> Script:
        return (
            Open("Huddle"),
            Tap(self.name, role="item"),
            Tap("More options"),
            Tap("Delete chat"),
            Tap("Delete", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other of that first name": Instead(name=self.double),
            "only cleared it": Way(
                Open("Huddle"),
                Tap(self.name, role="item"),
                Tap("More options"),
                Tap("Clear chat"),
                Tap("Clear", role="button"),
            ),
        }


@dataclass(frozen=True)
class PinnedAlready(TaskType):
    """The chat is at the top already."""

    template = "huddle.pin_already"
    level = Level.EASY
    apps = ("Huddle",)
    goals = (
        "Make sure that the chat with {name} is pinned in Huddle.",
        "The Huddle chat with {name} must stay at the top of the list. See to it.",
        "I want {name} pinned in my Huddle chats.",
    )

    name: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        person, other = scene.rng.sample(scene.world.people, 2)
        chat = chat_of(scene, person)
        chat_of(scene, other)
        scene.phone.databases[PATH].run("UPDATE chats SET pinned = 1 WHERE _id = ?", chat)
        return cls(name=person.name, other=other.name)

    def expect(self) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Huddle")
        if "Pinned" in pilot.reach(self.name, role="item").description:
            pilot.finish("It was pinned already.")
            return
        pilot.hold(self.name, role="item")
        pilot.tap("Pin")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "took it off": Way(Open("Huddle"), Hold(self.name, role="item"), Tap("Unpin")),
            "pinned another": Instead(name=self.other),
        }
