"""What people ask of their mail in a few words: write, answer, delete, empty the trash."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.mail import data
from phoneworld.apps.mail.letters import Letter
from phoneworld.apps.mail.tasks.setup import (
    SUBJECTS,
    TEXTS,
    add_friend,
    add_recipient,
    mailbox,
    only_note,
    put_note,
    search,
    some_day_ms,
)
from phoneworld.author import (
    Added,
    Changed,
    Enter,
    Expectation,
    Instead,
    Mistake,
    Open,
    Removed,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    Way,
)


@dataclass(frozen=True)
class QuickMail(TaskType):
    """A mail of nothing but a text, to somebody who has a namesake in the address book."""

    template = "mail.quick_send"
    apps = ("Mail",)
    hidden = ("address",)
    goals = (
        "Mail {name}: {text}",
        "Write {name} an email that says: {text}",
        "Send a mail to {name}, no subject needed: {text}",
    )

    name: str
    address: str
    double: str
    text: str
    other_text: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        friend = add_friend(scene)
        double = add_friend(scene, first=friend.first)
        text, other = scene.rng.sample(TEXTS, 2)
        return cls(
            name=friend.name,
            address=friend.address,
            double=double.name,
            text=text,
            other_text=other,
        )

    def expect(self) -> list[Expectation]:
        wanted = {"recipients": self.address, "cc": "", "subject": "", "body": self.text}
        return [Added(data.PATH, "mails", {"folder": data.SENT, **wanted})]

    def script(self) -> Script:
        return (
            Open("Mail"),
            Tap("Compose"),
            *add_recipient(self.name),
            Enter(self.text, into="Compose email"),
            Tap("Send", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the namesake": Instead(name=self.double),
            "another text": Instead(text=self.other_text),
            "only a draft": Swap(Tap("Send", role="button"), Tap("Navigate up", role="button")),
        }


@dataclass(frozen=True)
class QuickReply(TaskType):
    """An answer to the only mail of somebody."""

    template = "mail.quick_reply"
    apps = ("Mail",)
    goals = (
        "Reply to the mail from {name}: {text}",
        "Answer {name}'s mail with: {text}",
        "{name} has written me a mail. Write back: {text}",
    )

    name: str
    double: str
    mail: int
    text: str
    other_text: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        note = only_note(scene)
        text, other = scene.rng.sample(TEXTS, 2)
        return cls(name=note.name, double=note.double, mail=note.mail, text=text, other_text=other)

    def expect(self) -> list[Expectation]:
        wanted = {"reply_to": self.mail, "cc": "", "body": self.text}
        return [Added(data.PATH, "mails", {"folder": data.SENT, **wanted})]

    def script(self) -> Script:
        return (
            Open("Mail"),
            *search(self.name),
            Tap(self.name, role="item"),
            Tap("Reply", role="button"),
            Enter(self.text, into="Compose email"),
            Tap("Send", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the namesake's mail": Instead(name=self.double),
            "another text": Instead(text=self.other_text),
            "forwarded": Swap(Tap("Reply", role="button"), Tap("Forward", role="button")),
        }


@dataclass(frozen=True)
class DeleteOnlyMail(TaskType):
    """The only mail of somebody goes to the trash."""

    template = "mail.delete"
    apps = ("Mail",)
    goals = (
        "Delete the mail from {name}.",
        "Move {name}'s mail to the trash.",
        "I do not need the email that {name} sent me any more: delete it.",
    )

    name: str
    double: str
    mail: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        note = only_note(scene)
        return cls(name=note.name, double=note.double, mail=note.mail)

    def expect(self) -> list[Expectation]:
        return [Changed(data.PATH, "mails", {"_id": self.mail}, {"folder": data.TRASH})]

    def script(self) -> Script:
        return (
            Open("Mail"),
            *search(self.name),
            Tap(self.name, role="item"),
            Tap("Delete", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the namesake's mail": Instead(name=self.double),
            "archived it": Swap(Tap("Delete", role="button"), Tap("Archive", role="button")),
        }


@dataclass(frozen=True)
class EmptyMailTrash(TaskType):
    """What is in the trash is deleted forever."""

    template = "mail.empty_trash"
    apps = ("Mail",)
    goals = (
        "Empty the trash in Mail.",
        "Delete all mails in my mail trash forever.",
        "Clear out the trash folder of my mails.",
    )

    mails: tuple[int, ...]
    one: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, mailbox(scene)
        for row in database.rows("SELECT _id FROM mails WHERE folder = ?", data.TRASH):
            data.delete_mail(database, row["_id"])
        friend = add_friend(scene)
        subjects = rng.sample(SUBJECTS, rng.randint(2, 4))
        ids = [
            data.add_letter(
                database,
                Letter(friend.name, friend.address, subject, rng.choice(TEXTS)),
                at_ms=some_day_ms(scene),
                folder=data.TRASH,
            )
            for subject in subjects
        ]
        put_note(scene, friend, rng.choice([one for one in SUBJECTS if one not in subjects]))
        return cls(mails=tuple(ids), one=subjects[0])

    def expect(self) -> list[Expectation]:
        return [Removed(data.PATH, "mails", {"_id": mail}) for mail in self.mails]

    def script(self) -> Script:
        return (
            Open("Mail"),
            Tap("Open navigation drawer"),
            Tap("Trash", role="item"),
            Tap("Empty trash now"),
            Tap("Empty", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        to_trash = (Open("Mail"), Tap("Open navigation drawer"), Tap("Trash", role="item"))
        delete = (Tap("Delete", role="button"), Tap("Delete", role="button"))
        return {
            "only one of them": Way(*to_trash, Tap(self.one, role="item"), *delete),
            "called off": Swap(Tap("Empty", role="button"), Tap("Cancel", role="button")),
        }
