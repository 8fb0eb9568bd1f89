"""Tasks with the names of files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.files.tasks.setup import (
    DOCUMENTS,
    DOWNLOAD,
    SUBJECTS,
    open_folder,
    put,
    some_size,
)
from phoneworld.author import (
    Changed,
    End,
    Enter,
    Expectation,
    ExpectedEnding,
    FinishStatus,
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
)
from phoneworld.providers.media import PATH


@dataclass(frozen=True)
class RenameDocument(TaskType):
    """A scan gets a proper name."""

    template = "files.rename"
    level = Level.MEDIUM
    apps = ("Files",)
    goals = (
        "Rename {old} in Downloads to {new}.",
        "The file {old} in my Downloads should be called {new} instead.",
        "Please change the name of {old} (it's in Downloads) to {new}.",
    )

    old: str
    other: str
    new: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        first, second = rng.sample(range(1001, 1999), 2)
        old, other = f"scan_{first}.pdf", f"scan_{second}.pdf"
        new, wrong = (f"{name.capitalize()}.pdf" for name in rng.sample(SUBJECTS, 2))
        for name in (old, other):
            put(scene, f"{DOWNLOAD}/{name}", size=some_size(scene))
        return cls(old=old, other=other, new=new, wrong=wrong)

    def expect(self) -> list[Expectation]:
        to = {"_data": f"{DOWNLOAD}/{self.new}", "_display_name": self.new}
        return [Changed(PATH, "files", {"_data": f"{DOWNLOAD}/{self.old}"}, to)]

    def script(self) -> Script:
        return (
            Open("Files"),
            Tap("Downloads"),
            Tap(f"More options for {self.old}"),
            Tap("Rename"),
            Enter(self.new, clear=True),
            Tap("Rename", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {"the other scan": Instead(old=self.other), "another name": Instead(new=self.wrong)}


@dataclass(frozen=True)
class RenameAsWritten(TaskType):
    """The new name of a scan stands in a note."""

    template = "files.rename_as_written"
    level = Level.HARD
    apps = ("Files",)
    hidden = ("new",)
    goals = (
        "Rename {old} in Downloads to the name that {note} in Documents gives for it.",
        (
            "The file {note} in Documents says what the scans should be called. Rename {old} in "
            "Downloads accordingly."
        ),
        "Look into Documents/{note} for the right name of {old}, then rename it (it's in Downloads).",
    )

    old: str
    other: str
    new: str
    other_new: str
    note: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        numbers = rng.sample(range(100, 999), 3)
        olds = [f"scan-{number}.pdf" for number in numbers]
        news = [
            f"{name.capitalize()} {rng.randint(2021, 2026)}.pdf" for name in rng.sample(SUBJECTS, 3)
        ]
        lines = [f"{old} = {new}" for old, new in zip(olds, news, strict=True)]
        rng.shuffle(lines)
        note = f"{rng.choice(('Scans', 'File names', 'Naming', 'Scanner list'))}.txt"
        put(scene, f"{DOCUMENTS}/{note}", "New names\n\n" + "\n".join(lines))
        for old in olds:
            put(scene, f"{DOWNLOAD}/{old}", size=some_size(scene))
        return cls(old=olds[0], other=olds[1], new=news[0], other_new=news[1], note=note)

    def expect(self) -> list[Expectation]:
        to = {"_data": f"{DOWNLOAD}/{self.new}", "_display_name": self.new}
        return [Changed(PATH, "files", {"_data": f"{DOWNLOAD}/{self.old}"}, to)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_folder("Documents"))
        pilot.tap(self.note, role="item")
        lines = [line.split(" = ") for line in pilot.read("content").split("\n") if " = " in line]
        names = dict(lines)
        pilot.back()
        pilot.tap("Go to Internal storage")
        pilot.tap("Download", role="item")
        pilot.tap(f"More options for {self.old}")
        pilot.tap("Rename")
        pilot.type(names[self.old], clear=True)
        pilot.tap("Rename", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another scan": Instead(old=self.other),
            "the name of another": Swap(Enter, Enter(self.other_new, clear=True)),
        }


@dataclass(frozen=True)
class MissingFile(TaskType):
    """The file is not on the phone."""

    template = "files.missing"
    level = Level.MEDIUM
    apps = ("Files",)
    goals = (
        "Move {file} to Documents.",
        "Find the file {file} on my phone and put it into the Documents folder.",
        "Please move the file called {file} into Documents.",
    )

    file: str
    near: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        stem = rng.choice(SUBJECTS).replace(" ", "-")
        near = f"{stem}-draft.docx"
        put(scene, f"{DOWNLOAD}/{near}", size=some_size(scene))
        return cls(file=f"{stem}.pdf", near=near)

    def expect(self) -> list[Expectation]:
        return [ExpectedEnding(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Files")
        pilot.tap("Search")
        pilot.type(self.file, into="Search files")
        if not pilot.shows(self.file, role="item"):
            pilot.give_up(f"There is no file {self.file} on this phone")
            return
        pilot.tap(f"More options for {self.file}")
        pilot.tap("Move to")
        pilot.tap("Documents")
        pilot.tap("Move here")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "moved a similar file": Instead(file=self.near),
            "said it was done": Swap(End, End("Moved.")),
        }
