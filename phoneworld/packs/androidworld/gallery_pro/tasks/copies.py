"""Tasks in which a picture is copied."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from phoneworld.author import (
    Added,
    Exact,
    Expectation,
    Instead,
    Level,
    Mistake,
    Open,
    Scene,
    Script,
    Swap,
    Tap,
    Without,
)
from phoneworld.packs.androidworld.files_there import put_file
from phoneworld.packs.androidworld.gallery_pro.tasks.setup import LABEL, receipt
from phoneworld.packs.androidworld.suite_task import SuiteTask
from phoneworld.packs.androidworld.words import file_stem
from phoneworld.phone import Phone
from phoneworld.providers import media

SOURCE = "/sdcard/DCIM"
DESTINATION = "/sdcard/Download"


@dataclass(frozen=True)
class CopyReceipt(SuiteTask):
    """A photographed receipt is copied to the downloads."""

    template = "androidworld.save_copy_of_receipt_task_eval"
    suite = "SaveCopyOfReceiptTaskEval"
    complexity = 1.6
    level = Level.MEDIUM
    apps = (LABEL,)
    goals = (
        "Use Simple Gallery Pro to copy {file_name} from DCIM to Download; the name stays.",
        "I want {file_name}, which is in DCIM, in Download as well. Copy it with Simple Gallery Pro.",
        "Put a copy of DCIM's {file_name} into Download, under the same name, in Simple Gallery Pro.",
    )

    file_name: str
    size: int
    folder: str = "Download"

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        names = [f"receipt_{file_stem(rng)}.jpg" for _ in range(rng.randint(1, 3))]
        for name in names:
            put_file(scene.phone, f"{SOURCE}/{name}", receipt(rng))
        return cls.from_suite({"file_name": names[0]}, scene.phone)

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        path = f"{SOURCE}/{params['file_name']}"
        size = phone.files.value("SELECT _size FROM files WHERE _data = ?", path)
        return cls(params["file_name"], size)

    def expect(self) -> list[Expectation]:
        path = f"{DESTINATION}/{self.file_name}"
        row = {"_data": Exact(path), "is_folder": 0, "_size": self.size}
        return [Added(media.PATH, "files", row)]

    def script(self) -> Script:
        return (
            Open(LABEL),
            Tap("DCIM"),
            Tap(f"More options for {self.file_name}"),
            Tap("Copy to"),
            Tap(self.folder, role="item"),
            Tap("Copy here"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "moved": Swap(Tap("Copy to"), Tap("Move to")),
            "into another folder": Instead(folder="Pictures"),
            "into the same folder": Instead(folder="DCIM"),
            "not copied": Without(Tap("Copy here")),
        }
