"""Tasks in which notes are deleted or moved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from phoneworld.author import (
    Expectation,
    Hold,
    Instead,
    Level,
    Mistake,
    Open,
    OracleStep,
    Scene,
    Script,
    Swap,
    Tap,
    Without,
)
from phoneworld.packs.androidworld.files_there import file_moved, file_removed, put_file
from phoneworld.packs.androidworld.markor.data import note_path
from phoneworld.packs.androidworld.markor.tasks.setup import LABEL, fill, note_name, notes_of
from phoneworld.packs.androidworld.suite_task import SuiteTask
from phoneworld.packs.androidworld.words import file_stem, sentence
from phoneworld.phone import Phone
from phoneworld.providers import media

FOLDERS = "Books Snippets Diary Training Minutes Journal Recipes Studies Journeys Projects".split()


def deleting(*names: str) -> Script:
    """The steps that delete notes of the list that is open, all at once."""
    first, *further = names
    return (
        Hold(first),
        *(Tap(name) for name in further),
        Tap("Delete"),
        Tap("Delete", role="button"),
    )


@dataclass(frozen=True)
class DeleteNote(SuiteTask):
    """One note of several goes."""

    template = "androidworld.markor_delete_note"
    suite = "MarkorDeleteNote"
    complexity = 1
    apps = (LABEL,)
    goals = (
        "Delete the Markor note {file_name}.",
        "The note called {file_name} in Markor can go.",
        "Remove {file_name} from Markor.",
    )

    file_name: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        name = file_stem(scene.rng)
        fill(scene, name)
        put_file(scene.phone, note_path(name), sentence(scene.rng))
        return cls(name)

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        del phone
        return cls(params["file_name"])

    def expect(self) -> list[Expectation]:
        return [file_removed(note_path(self.file_name))]

    def script(self) -> Script:
        return (Open(LABEL), *deleting(self.file_name))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "not confirmed": Without(Tap("Delete", role="button")),
            "only looked": Without(Tap("Delete"), Hold(self.file_name)),
        }


@dataclass(frozen=True)
class DeleteNewestNote(SuiteTask):
    """The note that was written last goes."""

    template = "androidworld.markor_delete_newest_note"
    suite = "MarkorDeleteNewestNote"
    complexity = 1
    level = Level.MEDIUM
    apps = (LABEL,)
    goals = (
        "Delete the note in Markor that I wrote last.",
        "The newest of my Markor notes can go.",
        "Remove the most recent note from Markor.",
    )
    hidden = ("newest",)

    newest: str
    second: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        at_ms = scene.phone.now_ms
        written: list[tuple[int, str]] = []
        for _ in range(rng.randint(2, 6)):
            name = note_name(rng)
            put_file(scene.phone, note_path(name), sentence(rng), date_ms=at_ms)
            written.append((at_ms, name))
            at_ms += (rng.randint(1, 500) * rng.choice((-1, 1))) * 60_000
        names = [name for _, name in sorted(written, reverse=True)]
        return cls(names[0], names[1])

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        del params
        names = notes_of(phone)
        return cls(names[0], names[1])

    def expect(self) -> list[Expectation]:
        return [file_removed(note_path(self.newest))]

    def script(self) -> Script:
        return (Open(LABEL), Tap("Sort by"), Tap("Newest first"), *deleting(self.newest))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the one before it": Instead(newest=self.second),
            "not confirmed": Without(Tap("Delete", role="button")),
        }


@dataclass(frozen=True)
class DeleteAllNotes(SuiteTask):
    """The notebook is emptied."""

    template = "androidworld.markor_delete_all_notes"
    suite = "MarkorDeleteAllNotes"
    complexity = 1.4
    level = Level.MEDIUM
    apps = (LABEL,)
    goals = (
        "Delete every note in Markor.",
        "I need none of my Markor notes any more: delete them all.",
        "Empty my Markor notebook.",
    )
    hidden = ("first",)

    names: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        fill(scene)
        return cls.from_suite({}, scene.phone)

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        del params
        return cls(tuple(sorted(notes_of(phone))))

    @property
    def first(self) -> str:
        return self.names[0]

    def expect(self) -> list[Expectation]:
        return [file_removed(note_path(name)) for name in self.names]

    def script(self) -> Script:
        first, *further = deleting(self.first)
        return (Open(LABEL), first, Tap("Select all"), *further)

    def mistakes(self) -> dict[str, Mistake]:
        found: dict[str, Mistake] = {"not confirmed": Without(Tap("Delete", role="button"))}
        if len(self.names) > 1:
            found["all but one"] = Swap(Tap("Select all"), *map(Tap, self.names[1:-1]))
        return found


@dataclass(frozen=True)
class MoveNote(SuiteTask):
    """A note of one folder belongs into another."""

    template = "androidworld.markor_move_note"
    suite = "MarkorMoveNote"
    complexity = 1.4
    level = Level.MEDIUM
    apps = (LABEL,)
    goals = (
        "Move {file_name} from the folder {source_folder} to {destination_folder} in Markor.",
        "In Markor, the note {file_name} belongs into {destination_folder}, not into {source_folder}.",
        "Take the Markor note {file_name} out of {source_folder} and put it into {destination_folder}.",
    )

    file_name: str
    source_folder: str
    destination_folder: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, phone = scene.rng, scene.phone
        source, destination = rng.sample(FOLDERS, 2)
        name = note_name(rng)
        for folder in (source, destination):
            media.add_folder(phone.files, note_path(folder), date_ms=phone.now_ms)
        put_file(phone, note_path(name, source), sentence(rng))
        fill(scene, name, folder=source)
        return cls(name, source, destination)

    def expect(self) -> list[Expectation]:
        old = note_path(self.file_name, self.source_folder)
        new = note_path(self.file_name, self.destination_folder)
        return [file_moved(old, new)]

    def script(self) -> Script:
        steps: tuple[OracleStep, ...] = (
            Open(LABEL),
            Tap(self.source_folder),
            Tap(f"More options for {self.file_name}"),
            Tap("Move to"),
            Tap(self.destination_folder),
            Tap("Move here"),
        )
        return steps

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "not moved": Without(Tap("Move here")),
            "into the notebook itself": Without(Tap(self.destination_folder)),
        }
