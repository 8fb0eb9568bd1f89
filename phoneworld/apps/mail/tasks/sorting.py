"""Order in the mailbox: archive, star, label, delete, unsubscribe, report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.mail import data, letters
from phoneworld.apps.mail.tasks.finding import search
from phoneworld.apps.mail.tasks.scenery import (
    SOME_LISTS,
    SOME_SHOPS,
    SUBJECTS,
    add_friend,
    mailbox,
    put,
    put_note,
    some_day_ms,
)
from phoneworld.author import (
    Added,
    Also,
    Changed,
    Expectation,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    Way,
    Without,
    templates_of,
)


@dataclass(frozen=True, slots=True)
class Notes:
    """A mail, one of another subject by the same person, and one of its subject by another."""

    name: str
    subject: str
    mail: int
    other_subject: str
    other_name: str


def two_notes(scene: Scene) -> Notes:
    """Two mails from the same person, and one of the same subject from somebody else."""
    friend, stranger = add_friend(scene), add_friend(scene)
    subject, other = scene.rng.sample(SUBJECTS, 2)
    mail = put_note(scene, friend, subject)
    put_note(scene, stranger, subject)
    put_note(scene, friend, other)
    return Notes(friend.name, subject, mail, other_subject=other, other_name=stranger.name)


@dataclass(frozen=True)
class NoteTask(TaskType):
    """A task with one of the mails of `two_notes`."""

    apps = ("Mail",)

    name: str
    subject: str
    mail: int
    other_subject: str
    other_name: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        notes = two_notes(scene)
        return cls(
            name=notes.name,
            subject=notes.subject,
            mail=notes.mail,
            other_subject=notes.other_subject,
            other_name=notes.other_name,
        )

    def open_note(self) -> Script:
        """Open the mail of that person with that subject."""
        return (
            Open("Mail"),
            *search(f"{self.name} {self.subject}"),
            Tap(self.subject, role="item"),
        )

    def other_notes(self) -> dict[str, Mistake]:
        """The other mails that could be taken for it."""
        return {
            "another mail of that person": Instead(subject=self.other_subject),
            "somebody else's mail": Instead(name=self.other_name),
        }


@dataclass(frozen=True)
class ArchiveMail(NoteTask):
    """One mail leaves the inbox."""

    template = "mail.archive"
    goals = (
        "Archive the mail from {name} about '{subject}'.",
        "Move {name}'s mail '{subject}' to the archive.",
        "I am done with the '{subject}' mail that {name} sent me; please archive it.",
    )

    def expect(self) -> list[Expectation]:
        return [Changed(data.PATH, "mails", {"_id": self.mail}, {"folder": data.ARCHIVE})]

    def script(self) -> Script:
        return (
            *self.open_note(),
            Tap("Archive", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            **self.other_notes(),
            "deleted instead": Swap(Tap("Archive", role="button"), Tap("Delete", role="button")),
        }


@dataclass(frozen=True)
class StarMail(NoteTask):
    """One mail gets a star."""

    template = "mail.star"
    goals = (
        "Star the mail from {name} about '{subject}'.",
        "Put a star on {name}'s mail '{subject}' so that I find it again.",
        "The '{subject}' mail by {name} is important: mark it with a star.",
    )

    def expect(self) -> list[Expectation]:
        return [Changed(data.PATH, "mails", {"_id": self.mail}, {"starred": 1})]

    def script(self) -> Script:
        return (
            *self.open_note(),
            Tap("Add star"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return self.other_notes()


@dataclass(frozen=True)
class AlreadyStarred(NoteTask):
    """The mail has its star already: there is nothing to do."""

    template = "mail.keep_star"
    goals = (
        "Make sure that {name}'s mail about '{subject}' has a star.",
        "See to it that the mail '{subject}' from {name} is starred.",
        "The mail '{subject}' by {name} must be among my starred mails. Check that it is.",
    )

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        drawn = super().draw(scene)
        mailbox(scene).run("UPDATE mails SET starred = 1 WHERE _id = ?", drawn.mail)
        return drawn

    def expect(self) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(self.open_note())
        star = pilot.reach(" star", role="button")
        if star.description != "Remove star":
            pilot.tap(" star", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {"took the star away": Also(Tap("Remove star")), **self.other_notes()}


@dataclass(frozen=True)
class LabelMail(NoteTask):
    """One mail gets a label."""

    template = "mail.label"
    level = Level.MEDIUM
    goals = (
        "Label {name}'s mail '{subject}' as {label}.",
        "Put the label {label} on the mail from {name} about '{subject}'.",
        "The mail '{subject}' that {name} wrote belongs under {label}. Label it accordingly.",
    )

    label: str
    label_id: int
    other_label: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        notes = two_notes(scene)
        first, second = scene.rng.sample(range(len(data.LABELS)), 2)
        return cls(
            name=notes.name,
            subject=notes.subject,
            mail=notes.mail,
            other_subject=notes.other_subject,
            other_name=notes.other_name,
            label=data.LABELS[first][0],
            label_id=first + 1,
            other_label=data.LABELS[second][0],
        )

    def expect(self) -> list[Expectation]:
        return [Added(data.PATH, "mail_labels", {"mail": self.mail, "label": self.label_id})]

    def script(self) -> Script:
        return (
            *self.open_note(),
            Tap("More options"),
            Tap("Label", role="item"),
            Tap(self.label, role="checkbox"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {**self.other_notes(), "another label": Instead(label=self.other_label)}


@dataclass(frozen=True)
class ReportSpam(TaskType):
    """An unwanted mail is reported; the same shop's order stays."""

    template = "mail.report_spam"
    apps = ("Mail",)
    goals = (
        "Report the mail '{subject}' from {sender} as spam.",
        "The mail '{subject}' by {sender} is junk. Move it to spam.",
        "Mark {sender}'s mail '{subject}' as spam, please.",
    )

    sender: str
    subject: str
    other: str
    mail: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        shop = rng.choice(rng.choice(SOME_SHOPS))
        subject, other = rng.sample(
            (
                "Last chance: everything must go",
                "Only today: 70% off",
                "You forgot something in your cart",
                "We miss you, here is 10%",
                "The big clearance has started",
            ),
            2,
        )
        body = "Do not wait any longer. These prices end at midnight."
        ids = [
            put(scene, letters.Letter(shop.name, shop.address, title, body))
            for title in (subject, other)
        ]
        put(scene, letters.order(rng, shop))
        return cls(sender=shop.name, subject=subject, other=other, mail=ids[0])

    def expect(self) -> list[Expectation]:
        return [Changed(data.PATH, "mails", {"_id": self.mail}, {"folder": data.SPAM})]

    def script(self) -> Script:
        return (
            Open("Mail"),
            Tap(self.subject, role="item"),
            Tap("More options"),
            Tap("Report spam"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another mail of the shop": Instead(subject=self.other),
            "deleted instead": Way(
                Open("Mail"), Tap(self.subject, role="item"), Tap("Delete", role="button")
            ),
        }


@dataclass(frozen=True)
class DeleteAllFrom(TaskType):
    """All mails of one shop go to the trash; those of a shop with a similar name stay."""

    template = "mail.delete_all_from"
    level = Level.HARD
    apps = ("Mail",)
    goals = (
        "Delete all mails from {sender} in my inbox.",
        "Move every mail that {sender} sent me to the trash.",
        "I do not want to keep anything from {sender}. Delete all of their mails.",
    )

    sender: str
    alike: str
    mails: tuple[int, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        shop, alike = rng.choice(SOME_SHOPS)
        count = rng.randint(2, 3)
        ids = [put(scene, letters.order(rng, shop)) for _ in range(count)]
        put(scene, letters.order(rng, alike))
        put(scene, letters.delivery(rng, alike))
        return cls(sender=shop.name, alike=alike.name, mails=tuple(ids))

    def expect(self) -> list[Expectation]:
        return [
            Changed(data.PATH, "mails", {"_id": mail}, {"folder": data.TRASH})
            for mail in self.mails
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Mail")
        pilot.follow(search(self.sender))
        pilot.hold(self.sender, role="item")
        turn = 1
        while pilot.find(self.sender, role="item", nth=turn) is not None:
            pilot.tap(self.sender, role="item", nth=turn)
            turn += 1
        pilot.tap("Delete", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "only one of them": Without(Tap(self.sender, role="item")),
            "the other shop": Instead(sender=self.alike),
            "archived instead": Swap(Tap("Delete", role="button"), Tap("Archive", role="button")),
        }


@dataclass(frozen=True)
class Unsubscribe(TaskType):
    """One mailing list is left; one of a similar name is kept."""

    template = "mail.unsubscribe"
    level = Level.MEDIUM
    apps = ("Mail",)
    goals = (
        "Unsubscribe me from the {newsletter} newsletter.",
        "I no longer want to get mails from the mailing list {newsletter}. Sign me off.",
        "Please cancel my subscription to {newsletter}.",
    )

    newsletter: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        pair = list(rng.choice(SOME_LISTS))
        rng.shuffle(pair)
        for house in pair:
            data.add_subscription(mailbox(scene), house.name, house.address)
            for _ in range(rng.randint(1, 2)):
                data.add_letter(mailbox(scene), letters.issue(rng, house), at_ms=some_day_ms(scene))
        return cls(newsletter=pair[0].name, other=pair[1].name)

    def expect(self) -> list[Expectation]:
        return [Changed(data.PATH, "subscriptions", {"name": self.newsletter}, {"subscribed": 0})]

    def script(self) -> Script:
        return (
            Open("Mail"),
            *search(self.newsletter),
            Tap(self.newsletter, role="item"),
            Tap("Unsubscribe", role="button"),
            Tap("Unsubscribe", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other newsletter": Instead(newsletter=self.other),
            "deleted the mail": Way(
                Open("Mail"),
                *search(self.newsletter),
                Tap(self.newsletter, role="item"),
                Tap("Delete", role="button"),
            ),
        }


TASKS = templates_of(
    ArchiveMail,
    StarMail,
    AlreadyStarred,
    LabelMail,
    ReportSpam,
    DeleteAllFrom,
    Unsubscribe,
)
