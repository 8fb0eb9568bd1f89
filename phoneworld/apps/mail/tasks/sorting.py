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
    Changed,
    Expectation,
    Instead,
    Level,
    Mistake,
    Pilot,
    Scene,
    Swap,
    Tap,
    TaskType,
    templates_of,
)


def two_notes(scene: Scene) -> Params:
    """Two mails from the same person, and one of the same subject from somebody else."""
    friend, stranger = add_friend(scene), add_friend(scene)
    subject, other = scene.rng.sample(SUBJECTS, 2)
    mail = put_note(scene, friend, subject)
    put_note(scene, stranger, subject)
    put_note(scene, friend, other)
    return {
        "name": friend.name,
        "subject": subject,
        "mail": mail,
        "other_subject": other,
        "other_name": stranger.name,
    }


def open_note(pilot: Pilot, v: Params) -> None:
    """Open the mail of that person with that subject."""
    pilot.open("Mail")
    search(pilot, f"{v['name']} {v['subject']}")
    pilot.tap(v["subject"], role="item")


def other_notes(v: Params) -> dict[str, Params]:
    """The mistakes that `two_notes` invites."""
    return {
        "another mail of that person": {"subject": v["other_subject"]},
        "somebody else's mail": {"name": v["other_name"]},
    }


@dataclass(frozen=True)
class ArchiveMail(TaskType):
    """One mail leaves the inbox."""

    template = "mail.archive"
    apps = ("Mail",)
    goals = (
        "Archive the mail from {name} about '{subject}'.",
        "Move {name}'s mail '{subject}' to the archive.",
        "I am done with the '{subject}' mail that {name} sent me; please archive it.",
    )

    name: str
    subject: str
    mail: int
    other_subject: str
    other_name: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        return two_notes(scene)

    def expect(self) -> list[Expectation]:
        return [Changed(data.PATH, "mails", {"_id": self.mail}, {"folder": data.ARCHIVE})]

    def solve(self, pilot: Pilot) -> None:
        open_note(pilot, self)
        pilot.tap("Archive", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            **other_notes(self),
            "deleted instead": Swap(Tap("Archive", role="button"), Tap("Delete", role="button")),
        }


@dataclass(frozen=True)
class StarMail(TaskType):
    """One mail gets a star."""

    template = "mail.star"
    apps = ("Mail",)
    goals = (
        "Star the mail from {name} about '{subject}'.",
        "Put a star on {name}'s mail '{subject}' so that I find it again.",
        "The '{subject}' mail by {name} is important: mark it with a star.",
    )

    name: str
    subject: str
    mail: int
    other_subject: str
    other_name: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        return two_notes(scene)

    def expect(self) -> list[Expectation]:
        return [Changed(data.PATH, "mails", {"_id": self.mail}, {"starred": 1})]

    def solve(self, pilot: Pilot) -> None:
        open_note(pilot, self)
        pilot.tap("Add star")

    def mistakes(self) -> dict[str, Mistake]:
        return other_notes(self)


@dataclass(frozen=True)
class AlreadyStarred(TaskType):
    """The mail has its star already: there is nothing to do."""

    template = "mail.keep_star"
    apps = ("Mail",)
    goals = (
        "Make sure that {name}'s mail about '{subject}' has a star.",
        "See to it that the mail '{subject}' from {name} is starred.",
        "The mail '{subject}' by {name} must be among my starred mails. Check that it is.",
    )

    name: str
    subject: str
    mail: int
    other_subject: str
    other_name: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        v = two_notes(scene)
        mailbox(scene).run("UPDATE mails SET starred = 1 WHERE _id = ?", v["mail"])
        return v

    def expect(self) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot) -> None:
        open_note(pilot, self)
        star = pilot.reach(" star", role="button")
        if v.get("tap") or star.description != "Remove star":
            pilot.tap(" star", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {"took the star away": Instead(tap=True), **other_notes(self)}


@dataclass(frozen=True)
class LabelMail(TaskType):
    """One mail gets a label."""

    template = "mail.label"
    level = Level.MEDIUM
    apps = ("Mail",)
    goals = (
        "Label {name}'s mail '{subject}' as {label}.",
        "Put the label {label} on the mail from {name} about '{subject}'.",
        "The mail '{subject}' that {name} wrote belongs under {label}. Label it accordingly.",
    )

    name: str
    subject: str
    mail: int
    other_subject: str
    other_name: str
    label: str
    label_id: int
    other_label: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        v = two_notes(scene)
        first, second = scene.rng.sample(range(len(data.LABELS)), 2)
        v.update(
            label=data.LABELS[first][0], label_id=first + 1, other_label=data.LABELS[second][0]
        )
        return v

    def expect(self) -> list[Expectation]:
        return [Added(data.PATH, "mail_labels", {"mail": self.mail, "label": self.label_id})]

    def solve(self, pilot: Pilot) -> None:
        open_note(pilot, self)
        pilot.tap("More options")
        pilot.tap("Label", role="item")
        pilot.tap(self.label, role="checkbox")

    def mistakes(self) -> dict[str, Mistake]:
        return {**other_notes(self), "another label": Instead(label=self.other_label)}


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

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Mail")
        pilot.tap(self.subject, role="item")
        if v.get("delete"):
            pilot.tap("Delete", role="button")
            return
        pilot.tap("More options")
        pilot.tap("Report spam")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another mail of the shop": Instead(subject=self.other),
            "deleted instead": Instead(delete=True),
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
        search(pilot, self.sender)
        pilot.hold(self.sender, role="item")
        turn = 1
        while not v.get("just_one") and pilot.find(self.sender, role="item", nth=turn) is not None:
            pilot.tap(self.sender, role="item", nth=turn)
            turn += 1
        pilot.tap("Delete", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "only one of them": Instead(just_one=True),
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
        "Unsubscribe me from the {list} newsletter.",
        "I no longer want to get mails from the mailing list {list}. Sign me off.",
        "Please cancel my subscription to {list}.",
    )

    list: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        pair = list(rng.choice(SOME_LISTS))
        rng.shuffle(pair)
        for newsletter in pair:
            data.add_subscription(mailbox(scene), newsletter.name, newsletter.address)
            for _ in range(rng.randint(1, 2)):
                data.add_letter(
                    mailbox(scene), letters.issue(rng, newsletter), at_ms=some_day_ms(scene)
                )
        return cls(list=pair[0].name, other=pair[1].name)

    def expect(self) -> list[Expectation]:
        return [Changed(data.PATH, "subscriptions", {"name": self.list}, {"subscribed": 0})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Mail")
        search(pilot, self.list)
        pilot.tap(self.list, role="item")
        if v.get("delete"):
            pilot.tap("Delete", role="button")
            return
        pilot.tap("Unsubscribe", role="button")
        pilot.tap("Unsubscribe", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other newsletter": Instead(list=self.other),
            "deleted the mail": Instead(delete=True),
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
