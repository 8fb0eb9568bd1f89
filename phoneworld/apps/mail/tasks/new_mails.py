"""Mails to write, drafts to finish, and the signature."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.mail import data
from phoneworld.apps.mail.tasks.setup import (
    SUBJECTS,
    TEXTS,
    add_friend,
    add_recipient,
    mailbox,
    some_day_ms,
)
from phoneworld.author import (
    Added,
    Anything,
    Changed,
    Child,
    Enter,
    Expectation,
    Instead,
    Level,
    Mistake,
    Open,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    Without,
)
from phoneworld.providers import media


@dataclass(frozen=True)
class SendMail(TaskType):
    """A new mail to somebody in the address book, who has a namesake there."""

    template = "mail.send"
    level = Level.MEDIUM
    apps = ("Mail",)
    hidden = ("address",)
    goals = (
        "Write a mail to {name} with the subject '{subject}': {text}",
        "Send {name} an email. Subject: {subject}. Text: {text}",
        "Please mail {name}. It is about '{subject}', and the message is: {text}",
    )

    name: str
    address: str
    double: str
    subject: str
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
            subject=scene.rng.choice(SUBJECTS),
            text=text,
            other_text=other,
        )

    def expect(self) -> list[Expectation]:
        wanted = {
            "folder": data.SENT,
            "recipients": self.address,
            "cc": "",
            "subject": self.subject,
            "body": self.text,
        }
        return [Added(data.PATH, "mails", wanted)]

    def script(self) -> Script:
        return (
            Open("Mail"),
            Tap("Compose"),
            *add_recipient(self.name),
            Enter(self.subject, into="Subject"),
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
class SendFile(TaskType):
    """A file of the phone goes to one person, with a copy to another."""

    template = "mail.send_file"
    level = Level.HARD
    apps = ("Mail",)
    goals = (
        "Mail the file {file} from my downloads to {name}, with a copy (cc) to {copy}. Subject: {subject}.",
        (
            "Send {name} an email called '{subject}' with {file} from the Download folder attached, and put "
            "{copy} in cc."
        ),
        "I want {name} to have {file} (it is in Download). Mail it with the subject '{subject}', cc {copy}.",
    )

    file: str
    other_file: str
    name: str
    address: str
    copy: str
    copy_address: str
    subject: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        friend, copy = add_friend(scene), add_friend(scene)
        stem = rng.choice(("budget", "floorplan", "minutes", "offer", "schedule", "survey"))
        one, other = rng.sample(range(1, 9), 2)
        for number in (one, other):
            media.add_file(
                scene.phone.files,
                f"/sdcard/Download/{stem}-v{number}.pdf",
                f"{stem.title()}\nVersion {number}\n".encode(),
                date_ms=some_day_ms(scene),
            )
        return cls(
            file=f"{stem}-v{one}.pdf",
            other_file=f"{stem}-v{other}.pdf",
            name=friend.name,
            address=friend.address,
            copy=copy.name,
            copy_address=copy.address,
            subject=rng.choice(SUBJECTS),
        )

    def expect(self) -> list[Expectation]:
        wanted = {
            "folder": data.SENT,
            "recipients": self.address,
            "cc": self.copy_address,
            "subject": self.subject,
        }
        return [
            Added(
                data.PATH,
                "mails",
                wanted,
                children=(Child("attachments", "mail", {"name": self.file}),),
            )
        ]

    def script(self) -> Script:
        return (
            Open("Mail"),
            Tap("Compose"),
            *add_recipient(self.name),
            *add_recipient(self.copy, into="Cc"),
            Enter(self.subject, into="Subject"),
            Tap("Attach file"),
            Tap("Download", role="item"),
            Tap(self.file, role="item"),
            Tap("Send", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another version": Instead(file=self.other_file),
            "nothing attached": Without(
                Tap("Attach file"), Tap("Download", role="item"), Tap(self.file, role="item")
            ),
            "no copy": Without(*add_recipient(self.copy, into="Cc")),
            "the two swapped": Instead(name=self.copy, copy=self.name),
        }


@dataclass(frozen=True)
class FinishDraft(TaskType):
    """A draft gets another subject and goes out."""

    template = "mail.finish_draft"
    level = Level.MEDIUM
    apps = ("Mail",)
    goals = (
        "Change the subject of my draft '{old}' to '{subject}' and send it.",
        "There is a draft called '{old}'. Give it the subject '{subject}', then send it off.",
        "Send my draft '{old}', but with the subject '{subject}' instead.",
    )

    old: str
    other: str
    subject: str
    mail: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        friend = add_friend(scene)
        old, other, subject = rng.sample(SUBJECTS, 3)
        ids = [
            data.add_mail(
                mailbox(scene),
                sender=scene.world.owner.name,
                address=scene.world.owner.email,
                recipients=friend.address,
                subject=title,
                body=rng.choice(TEXTS),
                at_ms=some_day_ms(scene),
                folder=data.DRAFTS,
            )
            for title in (old, other)
        ]
        return cls(old=old, other=other, subject=subject, mail=ids[0])

    def expect(self) -> list[Expectation]:
        to = {"folder": data.SENT, "subject": self.subject, "sent_at": Anything()}
        return [Changed(data.PATH, "mails", {"_id": self.mail}, to)]

    def script(self) -> Script:
        return (
            Open("Mail"),
            Tap("Open navigation drawer"),
            Tap("Drafts"),
            Tap(self.old, role="item"),
            Enter(self.subject, into="Subject", clear=True),
            Tap("Send", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other draft": Instead(old=self.other),
            "not sent": Swap(Tap("Send", role="button"), Tap("Navigate up", role="button")),
        }


@dataclass(frozen=True)
class SetSignature(TaskType):
    """What stands below every new mail."""

    template = "mail.set_signature"
    level = Level.MEDIUM
    apps = ("Mail",)
    goals = (
        "Set my mail signature to '{signature}'.",
        "From now on my mails should end with '{signature}'. Set that as the signature.",
        "Change the signature in the mail app: {signature}",
    )

    signature: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        owner = scene.world.owner
        greetings = ("Best wishes", "Kind regards", "Warmly", "Cheers", "All the best")
        one, other = rng.sample(greetings, 2)
        ending = rng.choice((owner.first, owner.name, f"{owner.first}, {owner.phone}"))
        return cls(signature=f"{one}, {ending}", other=f"{other}, {ending}")

    def expect(self) -> list[Expectation]:
        return [Changed(data.PATH, "preferences", {"name": "signature"}, {"value": self.signature})]

    def script(self) -> Script:
        return (
            Open("Mail"),
            Tap("Open navigation drawer"),
            Tap("Settings"),
            Tap("Signature"),
            Enter(self.signature, clear=True),
            Tap("OK"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another greeting": Instead(signature=self.other),
            "the name instead": Swap(Tap("Signature"), Tap("Your name")),
        }
