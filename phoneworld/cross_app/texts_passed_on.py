"""Texts passed on: what is written in a file or a note goes to somebody."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from phoneworld.apps.contacts.tasks.setup import known_namesakes
from phoneworld.apps.files.tasks.setup import DOCUMENTS
from phoneworld.apps.files.tasks.setup import put as put_file
from phoneworld.apps.mail.tasks.setup import SUBJECTS, add_friend, add_recipient
from phoneworld.apps.messages.tasks.setup import sent
from phoneworld.apps.notes.tasks.setup import GEAR
from phoneworld.author import (
    Contains,
    Expectation,
    Instead,
    Kind,
    Level,
    Mistake,
    Open,
    Pilot,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    templates_of,
)
from phoneworld.cross_app.outcomes import mailed
from phoneworld.cross_app.setup import note_it
from phoneworld.cross_app.shared_steps import share_by_text
from phoneworld.world import CITIES


@dataclass(frozen=True)
class FileTextToMail(TaskType):
    """The text of a file is copied into a mail."""

    template = "cross.file_text_to_mail"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Files", "Mail")
    hidden = ("content",)
    goals = (
        "Mail {name} what is written in the file {file}, word for word in the text of the mail, with the subject '{subject}'.",
        "Copy the text of {file} from my files into a mail to {name}. Subject: {subject}. Do not attach the file.",
        "{name} needs the content of {file}. Send it as the text of a mail called '{subject}'; do not change anything and attach nothing.",
    )

    name: str
    address: str
    file: str
    subject: str
    content: str
    old: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        friend = add_friend(scene)
        double = add_friend(scene, first=friend.first)
        kind = rng.choice(("House rules", "Boat manual", "Garden rota", "Alarm steps", "Keys"))
        texts = [
            f"{rng.choice(scene.world.people).first} has the key, number {rng.randint(10, 99)}.\n"
            f"The code of the door is {rng.randint(1000, 9999)}.\n"
            f"Leave by {rng.randint(9, 12)}:{rng.choice(('00', '15', '30'))}."
            for _ in range(2)
        ]
        file, old = f"{kind} {rng.randint(2, 9)}.txt", f"{kind} old.txt"
        for name, text in ((file, texts[0]), (old, texts[1])):
            put_file(scene, f"{DOCUMENTS}/{name}", text)
        return cls(
            name=friend.name,
            address=friend.address,
            file=file,
            subject=rng.choice(SUBJECTS),
            content=texts[0],
            old=old,
            double=double.name,
        )

    def expect(self) -> list[Expectation]:
        sent_mail = mailed(self.address, self.content, self.subject)
        return [replace(sent_mail, where={**sent_mail.where, "files": 0})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Files")
        pilot.tap("Search")
        pilot.type(self.file, into="Search files")
        pilot.tap(self.file, role="item")
        pilot.hold(pilot.read("content"))
        pilot.tap("Copy")
        pilot.open("Mail")
        pilot.tap("Compose")
        pilot.follow(add_recipient(self.name))
        pilot.type(self.subject, into="Subject")
        pilot.hold("Compose email", role="field")
        pilot.tap("Paste")
        pilot.tap("Send", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the old file": Instead(file=self.old),
            "the namesake": Instead(name=self.double),
            "only a draft": Swap(Tap("Send", role="button"), Tap("Navigate up", role="button")),
        }


@dataclass(frozen=True)
class ShareNote(TaskType):
    """A note goes to somebody by the share sheet; another note is like it."""

    template = "cross.share_note"
    kind = Kind.CROSS
    level = Level.MEDIUM
    apps = ("Notes", "Messages")
    hidden = ("first", "second")
    goals = (
        'Send my note "{note}" to {name} as a text message.',
        'Share the note "{note}" with {name} in Messages.',
        '{name} wants to read what I noted under "{note}". Text them the whole note.',
    )

    note: str
    name: str
    number: str
    first: str
    second: str
    other: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, double = known_namesakes(scene)
        city, other = rng.sample(CITIES, 2)
        gear = rng.sample(GEAR, 4)
        people = [person.first for person in rng.sample(scene.world.people, 2)]
        lines = [f"{people[0]} brings the {gear[0]}", f"We leave at {rng.randint(6, 9)} sharp"]
        note_it(scene, f"Trip to {other}", f"{people[1]} brings the {gear[2]}\n{lines[1]}")
        note_it(scene, f"Trip to {city}", "\n".join(lines))
        return cls(
            note=f"Trip to {city}",
            name=one.name,
            number=one.phone,
            first=lines[0],
            second=lines[1],
            other=f"Trip to {other}",
            double=double.name,
        )

    def expect(self) -> list[Expectation]:
        return [sent(self.number, Contains(self.first, self.second))]

    def script(self) -> Script:
        return (
            Open("Notes"),
            Tap(self.note, role="item"),
            Tap("More options"),
            Tap("Share"),
            *share_by_text(self.name),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {"another note": Instead(note=self.other), "the namesake": Instead(name=self.double)}


TASKS = templates_of(FileTextToMail, ShareNote)
