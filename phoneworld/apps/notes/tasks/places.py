"""Tasks in which a note is archived, deleted or restored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.notes.data import ARCHIVE, NOTES, PATH, TRASH, add_note
from phoneworld.apps.notes.tasks.setup import THINGS, recently, two_trips
from phoneworld.author import (
    Changed,
    Contains,
    Enter,
    Expectation,
    Hold,
    Instead,
    Level,
    Mistake,
    Open,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
)


@dataclass(frozen=True)
class ArchiveNote(TaskType):
    """One of two similar notes is archived."""

    template = "notes.archive"
    apps = ("Notes",)
    goals = (
        'Archive the note "{title}".',
        'I am done with my note "{title}": put it into the archive, do not delete it.',
        'Move "{title}" from my notes to the archive.',
    )

    title: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        first, second = rng.sample(scene.world.people, 2)
        kind = rng.choice(("Address of", "Plan with", "Letter to", "Surprise for", "Debts of"))
        titles = [f"{kind} {person.first}" for person in (first, second)]
        for title in rng.sample(titles, 2):
            add_note(
                scene.phone.databases[PATH],
                title,
                f"Bring {rng.choice(THINGS)} next time",
                now_ms=recently(scene, rng.randint(5, 50)),
            )
        return cls(title=titles[0], double=titles[1])

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "notes", {"title": self.title}, {"place": ARCHIVE})]

    def script(self) -> Script:
        return (Open("Notes"), Hold(self.title, role="item"), Tap("Archive"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other note": Instead(title=self.double),
            "deleted it": Swap(Tap("Archive"), Tap("Delete")),
        }


@dataclass(frozen=True)
class DeleteByContent(TaskType):
    """Several notes share a title; the one that mentions a certain thing is deleted."""

    template = "notes.delete_by_content"
    level = Level.MEDIUM
    apps = ("Notes",)
    goals = (
        'I have several notes called "{title}". Delete the one that mentions {thing}.',
        'Delete my "{title}" note with {thing} on it; keep the others.',
        'Of my notes titled "{title}", the one with {thing} in it can go to the trash.',
    )

    title: str
    thing: str
    other: str
    last: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        things = rng.sample(THINGS, 15)
        title = f"For {rng.choice(scene.world.people).first}"
        database = scene.phone.databases[PATH]
        own = [things[0:5], things[5:10], things[10:15]]
        for part in own:
            # What tells them apart stands at the end, where the list no longer shows it.
            body = (
                "Bring along when we meet next time, and do not forget the receipt:\n"
                + "\n".join(part)
            )
            add_note(database, title, body, now_ms=recently(scene, rng.randint(5, 50)))
        return cls(title=title, thing=own[1][4], other=own[0][4], last=own[1][4])

    def expect(self) -> list[Expectation]:
        where = {"title": self.title, "body": Contains(self.last)}
        return [Changed(PATH, "notes", where, {"place": TRASH})]

    def script(self) -> Script:
        return (
            Open("Notes"),
            Enter(self.thing, into="Search your notes"),
            Hold(self.title, role="item"),
            Tap("Delete"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another of them": Instead(thing=self.other),
            "archived it": Swap(Tap("Delete"), Tap("Archive")),
        }


@dataclass(frozen=True)
class RestoreNote(TaskType):
    """A note is restored from the trash."""

    template = "notes.restore"
    level = Level.MEDIUM
    apps = ("Notes",)
    goals = (
        'I deleted the note "{title}" by mistake. Bring it back.',
        'Restore "{title}" from the trash in Notes.',
        'Get my note "{title}" out of the trash, please.',
    )

    title: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, other = two_trips(rng)
        database = scene.phone.databases[PATH]
        for place in rng.sample((one, other), 2):
            add_note(
                database,
                f"Ideas for {place}",
                f"{rng.choice(scene.world.people).first} knows a place with {rng.choice(THINGS)}",
                now_ms=recently(scene, rng.randint(60, 600)),
                place=TRASH,
            )
        return cls(title=f"Ideas for {one}", double=f"Ideas for {other}")

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "notes", {"title": self.title}, {"place": NOTES})]

    def script(self) -> Script:
        return (
            Open("Notes"),
            Tap("Open navigation drawer"),
            Tap("Trash"),
            Tap(self.title),
            Tap("Restore"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        for_good = (Tap("Delete forever"), Tap("Delete", role="button"))
        return {
            "the other note": Instead(title=self.double),
            "for good": Swap(Tap("Restore"), *for_good),
        }
