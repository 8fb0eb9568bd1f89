"""What people ask about their mail in a few words: what is new, from whom, what it says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.mail import data
from phoneworld.apps.mail.letters import Letter
from phoneworld.apps.mail.tasks.setup import SUBJECTS, TEXTS, add_friend, mailbox, only_note, search
from phoneworld.author import (
    Expectation,
    ExpectedAnswer,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Say,
    Scene,
    Swap,
    Tap,
    TaskType,
)


@dataclass(frozen=True)
class CountUnread(TaskType):
    """How many mails in the inbox are unread; the drawer tells."""

    template = "mail.count_unread"
    apps = ("Mail",)
    hidden = ("count",)
    goals = (
        "How many unread mails do I have?",
        "Tell me how many new emails are in my inbox.",
        "What is the number of unread mails in Mail?",
    )

    count: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, mailbox(scene)
        database.run("UPDATE mails SET read = 1")
        rows = database.rows("SELECT _id FROM mails WHERE folder = ?", data.INBOX)
        count = rng.randint(2, min(19, len(rows)))
        for row in rng.sample(rows, count):
            database.run("UPDATE mails SET read = 0 WHERE _id = ?", row["_id"])
        return cls(count)

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(number_said(self.count))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Mail")
        pilot.tap("Open navigation drawer")
        pilot.say(pilot.reach("Inbox", role="item").text.rpartition(", ")[2])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "one too many": Swap(Say, Say(str(self.count + 1))),
            "one too few": Swap(Say, Say(str(self.count - 1))),
        }


def number_said(number: int) -> tuple[str, ...]:
    """A number in digits, or as a word where people would write one."""
    words = "zero one two three four five six seven eight nine ten eleven twelve".split()
    return (str(number), words[number]) if number < len(words) else (str(number),)


@dataclass(frozen=True)
class NewestMail(TaskType):
    """A question about the newest mail; another one came shortly before it."""

    apps = ("Mail",)

    name: str
    text: str
    earlier: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        names: list[str] = []
        texts = rng.sample(TEXTS, 2)
        for text, minutes in zip(texts, (rng.randint(20, 50), rng.randint(2, 15)), strict=True):
            friend = add_friend(scene)
            letter = Letter(friend.name, friend.address, rng.choice(SUBJECTS), text)
            at_ms = scene.phone.now_ms - minutes * 60_000
            data.add_letter(mailbox(scene), letter, at_ms=at_ms, read=False)
            names.append(friend.name)
        return cls(name=names[1], text=texts[1], earlier=names[0])


@dataclass(frozen=True)
class LatestSender(NewestMail):
    """Who sent the newest mail."""

    template = "mail.latest_sender"
    hidden = ("name",)
    goals = (
        "Who is my latest mail from?",
        "Who sent me the newest email in my inbox?",
        "Tell me from whom I got the last mail.",
    )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.name, nots=(self.earlier,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Mail")
        pilot.say(pilot.reach("Unread", role="item").text.partition(", ")[0])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the one before": Swap(Say, Say(self.earlier)),
            "both": Swap(Say, Say(f"{self.name} and {self.earlier}")),
        }


@dataclass(frozen=True)
class ReadLatest(NewestMail):
    """What the newest mail says."""

    template = "mail.read_latest"
    hidden = ("text",)
    goals = (
        "What does my latest mail say?",
        "Read me the newest email in my inbox.",
        "Tell me what is in the last mail that I got.",
    )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.text)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Mail")
        pilot.tap(self.name, role="item")
        pilot.say(pilot.read("body"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the one before": Instead(name=self.earlier),
            "only who wrote it": Swap(Say, Say(f"It is from {self.name}.")),
        }


@dataclass(frozen=True)
class ReadMailFrom(TaskType):
    """What the only mail of somebody says."""

    template = "mail.read_from"
    level = Level.MEDIUM
    apps = ("Mail",)
    hidden = ("text",)
    goals = (
        "What does the mail from {name} say?",
        "Read me {name}'s email.",
        "Tell me what {name} has written to me by mail.",
    )

    name: str
    double: str
    text: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        note = only_note(scene)
        return cls(name=note.name, double=note.double, text=note.text)

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.text)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow((Open("Mail"), *search(self.name), Tap(self.name, role="item")))
        pilot.say(pilot.read("body"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the namesake's mail": Instead(name=self.double),
            "that there is none": Swap(Say, Say("There is no such mail.")),
        }
