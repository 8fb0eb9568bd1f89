"""Tasks in which a note or a folder is made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.author import (
    Alike,
    Enter,
    Expectation,
    Hold,
    Instead,
    Level,
    Mistake,
    OneOf,
    Open,
    Pilot,
    Scene,
    Script,
    Tap,
    Without,
)
from phoneworld.packs.androidworld.files_there import file_added, folder_added, put_file
from phoneworld.packs.androidworld.markor.data import note_path
from phoneworld.packs.androidworld.markor.tasks.setup import LABEL, fill, making, note_name
from phoneworld.packs.androidworld.suite_task import SuiteTask
from phoneworld.packs.androidworld.words import letters, sentence


@dataclass(frozen=True)
class CreateMarkorNote(SuiteTask):
    """A note with a name and a text."""

    template = "androidworld.markor_create_note"
    suite = "MarkorCreateNote"
    complexity = 1.6
    apps = (LABEL,)
    goals = (
        "Make a note called {file_name} in Markor that says: {text}",
        "I need a new Markor note, {file_name}, with this in it: {text}",
        "Write a note named {file_name} with Markor. Its text: {text}",
    )

    file_name: str
    text: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        name = note_name(scene.rng)
        fill(scene, name)
        return cls(name, sentence(scene.rng))

    def expect(self) -> list[Expectation]:
        return [file_added(note_path(self.file_name), Alike(self.text))]

    def script(self) -> Script:
        return (*making(self.file_name), Enter(self.text, into="Write here"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another name": Instead(file_name=f"my_{self.file_name}"),
            "left empty": Without(Enter(self.text)),
        }


@dataclass(frozen=True)
class PasteIntoNote(SuiteTask):
    """What the clipboard holds becomes a note."""

    template = "androidworld.markor_create_note_from_clipboard"
    suite = "MarkorCreateNoteFromClipboard"
    complexity = 1.4
    apps = (LABEL,)
    goals = (
        "Make a Markor note named {file_name} and paste what is on the clipboard into it.",
        "Paste my clipboard into a new note {file_name} in Markor.",
        "The clipboard holds a text: put it into a new Markor note called {file_name}.",
    )

    file_name: str
    file_content: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        name, content = note_name(scene.rng), letters(scene.rng, 10)
        scene.phone.clipboard = content
        return cls(name, content)

    def expect(self) -> list[Expectation]:
        return [file_added(note_path(self.file_name), Alike(self.file_content))]

    def script(self) -> Script:
        return (*making(self.file_name), Hold("Write here"), Tap("Paste"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "not pasted": Without(Tap("Paste")),
            "another name": Instead(file_name=f"copy_of_{self.file_name}"),
        }


@dataclass(frozen=True)
class MergeNotes(SuiteTask):
    """Three notes are read, and a fourth has all they say."""

    template = "androidworld.markor_merge_notes"
    suite = "MarkorMergeNotes"
    complexity = 7.8
    level = Level.HARD
    apps = (LABEL,)
    goals = (
        (
            "Put the texts of the Markor notes {file1_name}, {file2_name} and {file3_name}, in this order, "
            "into a new note {new_file_name}, with an empty line between one and the next."
        ),
        (
            "Make a Markor note {new_file_name} of what {file1_name}, {file2_name} and {file3_name} say, one "
            "after the other, parted by empty lines."
        ),
        (
            "Join {file1_name}, {file2_name}, {file3_name} (in that order, an empty line between them) in a "
            "new note of Markor called {new_file_name}."
        ),
    )
    hidden = ("file1_content", "file2_content", "file3_content")

    file1_name: str
    file2_name: str
    file3_name: str
    new_file_name: str
    file1_content: str
    file2_content: str
    file3_content: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        names = [note_name(rng) for _ in range(3)]
        texts = [letters(rng, 20) for _ in range(3)]
        for name, text in zip(names, texts, strict=True):
            put_file(scene.phone, note_path(name), text)
        (one, two, three), (first, second, third) = names, texts
        return cls(one, two, three, letters(rng, 8), first, second, third)

    @property
    def merged(self) -> str:
        return f"{self.file1_content}\n\n{self.file2_content}\n\n{self.file3_content}"

    def expect(self) -> list[Expectation]:
        text = self.merged
        exactly = OneOf(text.encode(), f"{text}\n".encode(), f"{text}\n\n".encode())
        return [file_added(note_path(self.new_file_name), exactly)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open(LABEL)
        texts: list[str] = []
        for name in (self.file1_name, self.file2_name, self.file3_name):
            pilot.tap(name)
            texts.append(pilot.read("text").strip())
            pilot.back()
        pilot.follow(making(self.new_file_name))
        pilot.type("\n\n".join(texts), into="Write here")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "in another order": Instead(file1_name=self.file2_name, file2_name=self.file1_name),
            "one of them twice": Instead(file3_name=self.file1_name),
        }


@dataclass(frozen=True)
class CreateFolder(SuiteTask):
    """A new folder in the notebook."""

    template = "androidworld.markor_create_folder"
    suite = "MarkorCreateFolder"
    complexity = 1
    apps = (LABEL,)
    goals = (
        "Make a folder called {folder_name} in Markor.",
        "I want a new folder, {folder_name}, in Markor.",
        "Add the folder {folder_name} to my Markor notebook.",
    )

    folder_name: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        fill(scene)
        day = f"2023{rng.randint(1, 12):02d}{rng.randint(1, 28):02d}"
        return cls(f"folder_{day}_{rng.randint(0, 235959):06d}")

    def expect(self) -> list[Expectation]:
        return [folder_added(note_path(self.folder_name))]

    def script(self) -> Script:
        return (
            Open(LABEL),
            Tap("Create a new file or folder"),
            Enter(self.folder_name, into="Name"),
            Tap("Folder", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another name": Instead(folder_name=f"{self.folder_name}0"),
            "a note of that name": Without(Tap("Folder")),
        }
