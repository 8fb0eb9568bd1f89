"""Recorded use of an app: screens as trees of views, what was done on them, what followed.

Every importer gives this one form. It holds no opinion on what a screen means; that is
`phoneworld.reconstruction`'s business.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from runtime.actions import Action
from runtime.hierarchy_xml import HierarchyNode

Picture = Path | bytes
"""A screenshot: a file that is opened when it is needed, or its encoded bytes."""


@dataclass(frozen=True, slots=True, eq=False)
class RecordedScreen:
    """One look at a phone. `name` says where it was read from; equality is identity."""

    name: str
    package: str
    activity: str
    width_px: int
    height_px: int
    root: HierarchyNode
    picture: Picture | None = None
    keyboard_shown: bool = False


@dataclass(frozen=True, slots=True)
class RecordedStep:
    """Something that was done on a screen, and the screen that followed. Targets are points."""

    before: RecordedScreen
    action: Action
    after: RecordedScreen


@dataclass(frozen=True, slots=True)
class RecordedEpisode:
    """Steps in a row, from the start of an app or of a task to its end.

    `goal` is what the person was asked to do; empty for a crawl. An episode that was cut in parts has
    its goal in the first. `whole` says that nothing of it is missing, and that it came to its end: what was asked
    for was done.
    """

    name: str
    steps: tuple[RecordedStep, ...]
    goal: str = ""
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Refusal:
    """What could not be used, and why. A message names the file, never a whole folder."""

    file: str
    reason: str

    def __str__(self) -> str:
        return f"{self.file}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Recording:
    """What one source holds. `screens` are all that were seen, with or without a step from them.

    `package` is the app it was made of, where the source says so.
    """

    source: str
    package: str
    episodes: tuple[RecordedEpisode, ...]
    screens: tuple[RecordedScreen, ...]
    refusals: tuple[Refusal, ...] = ()
