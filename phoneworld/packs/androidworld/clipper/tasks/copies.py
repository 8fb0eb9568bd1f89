"""Tasks in which a text goes to the clipboard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.author import (
    Alike,
    Enter,
    Expectation,
    ExpectedClipboard,
    Instead,
    Mistake,
    Open,
    Scene,
    Script,
    Tap,
    Without,
)
from phoneworld.packs.androidworld.clipper.tasks.setup import LABEL
from phoneworld.packs.androidworld.suite_task import SuiteTask
from phoneworld.packs.androidworld.words import letters, person, phone_number


@dataclass(frozen=True)
class CopyText(SuiteTask):
    """A text that is in the goal is on the clipboard at the end."""

    template = "androidworld.system_copy_to_clipboard"
    suite = "SystemCopyToClipboard"
    complexity = 1
    apps = (LABEL,)
    goals = (
        "Put this text on the clipboard: {clipboard_content}",
        "I want to paste this somewhere, so copy it: {clipboard_content}",
        "Let the clipboard hold this: {clipboard_content}",
    )

    clipboard_content: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        scene.phone.clipboard = "nothing of importance"
        return cls(
            rng.choice(
                (
                    f"Booking {letters(rng, 8)}",
                    f"Parcel no. {rng.randint(10**7, 10**8)}",
                    f"{person(rng)}, {phone_number(rng)}",
                    f"{rng.randint(1, 400)} Harbour Road, Newport",
                    f"Room {rng.randint(100, 999)}, ask for {person(rng)}",
                )
            )
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedClipboard(Alike(self.clipboard_content))]

    def script(self) -> Script:
        return (
            Open(LABEL),
            Enter(self.clipboard_content, into="Text"),
            Tap("Copy to clipboard"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        half = self.clipboard_content[: len(self.clipboard_content) // 2]
        return {
            "half of it": Instead(clipboard_content=half),
            "typed, but not copied": Without(Tap("Copy to clipboard")),
        }
