"""Tasks in which a drawing is saved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.author import (
    Anything,
    Enter,
    Expectation,
    Instead,
    Mistake,
    Open,
    OracleStep,
    Scene,
    Script,
    Tap,
    Without,
)
from phoneworld.packs.androidworld.draw_pro.data import ENDINGS, FOLDER
from phoneworld.packs.androidworld.draw_pro.tasks.setup import LABEL
from phoneworld.packs.androidworld.files_there import file_added
from phoneworld.packs.androidworld.suite_task import SuiteTask
from phoneworld.packs.androidworld.words import file_stem


@dataclass(frozen=True)
class SaveNewDrawing(SuiteTask):
    """A new drawing gets a name and is kept among the pictures."""

    template = "androidworld.simple_draw_pro_create_drawing"
    suite = "SimpleDrawProCreateDrawing"
    complexity = 1.8
    apps = (LABEL,)
    goals = (
        (
            "Make a drawing with Simple Draw Pro and save it as {file_name} in the folder Pictures of the "
            "storage sdk_gphone_x86_64."
        ),
        (
            "I need a new drawing called {file_name}, from Simple Draw Pro, in Pictures on "
            "sdk_gphone_x86_64."
        ),
        (
            "Start a drawing in Simple Draw Pro; keep it under the name {file_name} in "
            "sdk_gphone_x86_64's Pictures folder."
        ),
    )

    file_name: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        return cls(f"sketch_{file_stem(scene.rng)}.{scene.rng.choice(ENDINGS)}")

    def expect(self) -> list[Expectation]:
        return [file_added(f"{FOLDER}/{self.file_name}", Anything())]

    def script(self) -> Script:
        stem, _, ending = self.file_name.rpartition(".")
        choose: tuple[OracleStep, ...] = ()
        if ending != ENDINGS[0]:
            choose = (Tap(ending, role="radio"),)
        return (Open(LABEL), Tap("Save"), Enter(stem, into="Filename"), *choose, Tap("OK"))

    def mistakes(self) -> dict[str, Mistake]:
        stem, _, ending = self.file_name.rpartition(".")
        other = next(one for one in ENDINGS if one != ending)
        return {
            "of another kind": Instead(file_name=f"{stem}.{other}"),
            "under another name": Instead(file_name=f"{stem}_1.{ending}"),
            "not saved": Without(Tap("OK")),
        }
