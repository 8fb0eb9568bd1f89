"""Wordings on disk: JSON files of sentences for each template, to train on or held out.

    train/NAME.json       {"contacts.add": ["Save {name} with the number {number}.", ...], ...}
    held_out/NAME.json    the same, never trained on

How files are called and divided does not matter; the sentences of all files add up. What they say
is checked in `wording_lint`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from phoneworld.errors import CatalogueError
from phoneworld.tasks.wordings import WordingSet

Sentences = Mapping[str, tuple[str, ...]]
FOLDERS = {WordingSet.TRAIN: "train", WordingSet.HELD_OUT: "held_out"}


@dataclass(frozen=True, slots=True)
class Wordings:
    """The sentences of each template, by its name."""

    train: Sentences = field(default_factory=dict[str, tuple[str, ...]])
    held_out: Sentences = field(default_factory=dict[str, tuple[str, ...]])

    def of(self, template: str, kind: WordingSet) -> tuple[str, ...]:
        """The sentences of a set for a template; none for the standard set, which templates keep."""
        match kind:
            case WordingSet.STANDARD | WordingSet.GIVEN:
                return ()
            case WordingSet.TRAIN:
                return self.train.get(template, ())
            case WordingSet.HELD_OUT:
                return self.held_out.get(template, ())

    @property
    def templates(self) -> list[str]:
        """The templates that have any, sorted."""
        return sorted(self.train.keys() | self.held_out.keys())


def read_wordings(folders: Iterable[Path]) -> Wordings:
    """The wordings of all these folders together; a folder that is not there has none."""
    found: dict[WordingSet, dict[str, tuple[str, ...]]] = {kind: {} for kind in FOLDERS}
    for folder in folders:
        for kind, name in FOLDERS.items():
            for path in sorted((folder / name).glob("*.json")):
                for template, sentences in _read(path).items():
                    found[kind][template] = found[kind].get(template, ()) + sentences
    return Wordings(found[WordingSet.TRAIN], found[WordingSet.HELD_OUT])


def _read(path: Path) -> dict[str, tuple[str, ...]]:
    try:
        # `Any`: JSON.
        body: Any = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise CatalogueError(f"{path} cannot be read as JSON: {error}") from error
    if not isinstance(body, dict):
        raise CatalogueError(f"{path} must hold an object: templates with lists of sentences")
    found: dict[str, tuple[str, ...]] = {}
    for template, sentences in cast("dict[str, object]", body).items():
        if not isinstance(sentences, list) or not all(
            isinstance(sentence, str) for sentence in cast("list[object]", sentences)
        ):
            raise CatalogueError(f"{path}: {template!r} must have a list of sentences")
        found[template] = tuple(cast("list[str]", sentences))
    return found
