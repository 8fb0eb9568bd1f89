"""Tasks with the labels of notes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.notes.data import ARCHIVE, PATH, add_label, add_note
from phoneworld.apps.notes.tasks.setup import THINGS, recently, two_trips
from phoneworld.author import (
    Added,
    Changed,
    Direction,
    Enter,
    Expectation,
    Hold,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Scene,
    Script,
    Swipe,
    Tap,
    TaskType,
    Way,
)
from phoneworld.world import CITIES


@dataclass(frozen=True)
class LabelNote(TaskType):
    """A note gets a label."""

    template = "notes.label"
    level = Level.MEDIUM
    apps = ("Notes",)
    goals = (
        'Label my note "{title}" with "{label}".',
        'Put the label "{label}" on the note "{title}".',
        'My note "{title}" belongs under the label {label}. Please file it there.',
    )

    title: str
    double: str
    note: int
    label: str
    label_id: int
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, other = two_trips(rng)
        database = scene.phone.databases[PATH]
        ids = [
            add_note(
                database,
                f"Hotels in {place}",
                f"{rng.choice(scene.world.people).first} liked number {rng.randint(2, 90)}",
                now_ms=recently(scene, rng.randint(5, 50)),
            )
            for place in (one, other)
        ]
        label, wrong = rng.sample(("Home", "Work", "Travel", "Ideas", "Health"), 2)
        return cls(
            title=f"Hotels in {one}",
            double=f"Hotels in {other}",
            note=ids[0],
            label=label,
            label_id=add_label(database, label),
            wrong=wrong,
        )

    def expect(self) -> list[Expectation]:
        return [Added(PATH, "note_labels", {"note_id": self.note, "label_id": self.label_id})]

    def script(self) -> Script:
        return (Open("Notes"), Hold(self.title), Tap("Labels"), Tap(self.label, role="checkbox"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other note": Instead(title=self.double),
            "another label": Instead(label=self.wrong),
        }


@dataclass(frozen=True)
class RenameLabel(TaskType):
    """A label is renamed."""

    template = "notes.rename_label"
    level = Level.MEDIUM
    apps = ("Notes",)
    goals = (
        'Rename the label "{old}" in Notes to "{new}".',
        'My notes label "{old}" should be called "{new}" from now on.',
        "Change the name of the label {old} to {new} in Notes.",
    )

    old: str
    other: str
    new: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        old, other = rng.sample(("Home", "Work", "Travel", "Recipes", "Health", "Ideas"), 2)
        new = f"{rng.choice(('Our', 'Old', 'Big', 'New'))} {rng.choice(('things', 'plans', 'files', 'list'))} {rng.randint(2, 9)}"
        return cls(old=old, other=other, new=new)

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "labels", {"name": self.old}, {"name": self.new})]

    def script(self) -> Script:
        return (
            Open("Notes"),
            Tap("More options"),
            Tap("Edit labels"),
            Tap(self.old, role="item"),
            Enter(self.new, clear=True),
            Tap("OK"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        to_labels = (Open("Notes"), Tap("More options"), Tap("Edit labels"))
        create = (Enter(self.new, into="Create new label"), Tap("Create label"))
        return {
            "another label": Instead(old=self.other),
            "a new label instead": Way(*to_labels, *create),
        }


@dataclass(frozen=True)
class ArchiveLabel(TaskType):
    """All notes with a label are archived; the others stay."""

    template = "notes.archive_label"
    level = Level.HARD
    apps = ("Notes",)
    goals = (
        'Archive all my notes that have the label "{label}".',
        'The project is over: put every note labelled "{label}" into the archive.',
        'Everything under the label "{label}" in Notes should be archived.',
    )

    label: str
    titles: tuple[str, ...]
    unlabelled: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        label = f"{rng.choice(('Course', 'Project', 'Club', 'Trip'))} {rng.choice(CITIES)}"
        people = rng.sample(scene.world.people, 4)
        titles = [
            f"{word} {person.first}"
            for word, person in zip(
                ("Questions for", "Notes by", "Call with", "Talk of"), people, strict=True
            )
        ]
        rng.shuffle(titles)
        count = rng.randint(2, 3)
        for index, title in enumerate(titles):
            add_note(
                scene.phone.databases[PATH],
                title,
                f"{label}, part {index + 1}: {rng.choice(THINGS)}",
                now_ms=recently(scene, rng.randint(5, 90)),
                labels=(label,) if index < count else (),
            )
        return cls(label=label, titles=tuple(titles[:count]), unlabelled=titles[count])

    def expect(self) -> list[Expectation]:
        return [
            Changed(PATH, "notes", {"title": title}, {"place": ARCHIVE}) for title in self.titles
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow((Open("Notes"), Tap("Open navigation drawer"), Tap(self.label, role="item")))
        while rows := [e for e in pilot.screen.elements if e.role == "item"]:
            pilot.swipe(rows[0].text, Direction.RIGHT)

    def mistakes(self) -> dict[str, Mistake]:
        to_label = (Open("Notes"), Tap("Open navigation drawer"), Tap(self.label, role="item"))
        search = (Open("Notes"), Enter(self.label, into="Search your notes"))
        all_but_one = [Swipe(title, Direction.RIGHT) for title in self.titles[1:]]
        all_that_name_it = [
            Swipe(title, Direction.RIGHT) for title in (*self.titles, self.unlabelled)
        ]
        return {
            "one left": Way(*to_label, *all_but_one),
            "all that name it": Way(*search, *all_that_name_it),
        }
