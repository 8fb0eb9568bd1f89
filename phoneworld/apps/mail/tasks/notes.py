"""Order among the mails of people: archive, star, label."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.mail import data
from phoneworld.apps.mail.tasks.setup import NoteTask, mailbox, two_notes
from phoneworld.author import (
    Added,
    Also,
    Changed,
    Expectation,
    Instead,
    Level,
    Mistake,
    Pilot,
    Scene,
    Script,
    Swap,
    Tap,
)


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
        return (*self.open_note(), Tap("Archive", role="button"))

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
        return (*self.open_note(), Tap("Add star"))

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
