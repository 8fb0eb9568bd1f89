"""Tasks in which a file is moved or deleted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.author import (
    Expectation,
    Instead,
    Level,
    Mistake,
    Scene,
    Script,
    Tap,
    Without,
)
from phoneworld.packs.androidworld.files.tasks.setup import (
    LABEL,
    entering,
    file_name,
    fill,
    folder,
    path_of,
)
from phoneworld.packs.androidworld.files_there import file_moved, file_removed, put_file
from phoneworld.packs.androidworld.phone import FOLDERS
from phoneworld.packs.androidworld.suite_task import SuiteTask
from phoneworld.packs.androidworld.words import sentence


@dataclass(frozen=True)
class MoveStoredFile(SuiteTask):
    """A file of one folder belongs into another."""

    template = "androidworld.files_move_file"
    suite = "FilesMoveFile"
    complexity = 2
    level = Level.MEDIUM
    apps = (LABEL,)
    goals = (
        (
            "On the storage sdk_gphone_x86_64, move the file {file_name} out of {source_folder} and into "
            "{destination_folder}."
        ),
        (
            "{file_name} lies in {source_folder} on sdk_gphone_x86_64, but it belongs into "
            "{destination_folder} there. Move it."
        ),
        (
            "Put {file_name} from the folder {source_folder} into {destination_folder}, both on the storage "
            "sdk_gphone_x86_64."
        ),
    )

    file_name: str
    source_folder: str
    destination_folder: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        source, destination = scene.rng.sample(FOLDERS, 2)
        name = file_name(scene.rng, destination)
        put_file(scene.phone, path_of(source, name), sentence(scene.rng))
        fill(scene, source, name)
        return cls(name, source, destination)

    def expect(self) -> list[Expectation]:
        old = path_of(self.source_folder, self.file_name)
        return [file_moved(old, path_of(self.destination_folder, self.file_name))]

    def script(self) -> Script:
        return (
            *entering(self.source_folder),
            Tap(f"More options for {self.file_name}"),
            Tap("Move to"),
            Tap(self.destination_folder, role="item"),
            Tap("Move here"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        elsewhere = next(
            one for one in FOLDERS if one not in (self.source_folder, self.destination_folder)
        )
        return {
            "into another folder": Instead(destination_folder=elsewhere),
            "not moved": Without(Tap("Move here")),
            "onto the storage itself": Without(Tap(self.destination_folder)),
        }


@dataclass(frozen=True)
class DeleteStoredFile(SuiteTask):
    """One file of a folder goes."""

    template = "androidworld.files_delete_file"
    suite = "FilesDeleteFile"
    complexity = 2.2
    apps = (LABEL,)
    goals = (
        "Delete {file_name}, which is in the folder {subfolder} of the storage sdk_gphone_x86_64.",
        "I no longer need {file_name} in {subfolder} on sdk_gphone_x86_64. Delete the file.",
        "On sdk_gphone_x86_64, in {subfolder}, there is a file {file_name}: remove it.",
    )

    file_name: str
    subfolder: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        where = folder(scene.rng)
        name = file_name(scene.rng, where)
        put_file(scene.phone, path_of(where, name), sentence(scene.rng))
        fill(scene, where, name)
        return cls(name, where)

    def expect(self) -> list[Expectation]:
        return [file_removed(path_of(self.subfolder, self.file_name))]

    def script(self) -> Script:
        return (
            *entering(self.subfolder),
            Tap(f"More options for {self.file_name}"),
            Tap("Delete"),
            Tap("Delete", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "not confirmed": Without(Tap("Delete", role="button")),
            "only looked": Without(Tap("Delete")),
        }
