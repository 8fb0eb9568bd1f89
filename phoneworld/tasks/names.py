"""What a task is called, written and read in this one place.

TEMPLATE#SEED[@START][~WORDING]

contacts.add#7                       as it stands: from the home screen, in the template's own words
contacts.add#7~train                 in a wording to train on, drawn by the seed
contacts.add#7@app-deep~held-out.3   begun elsewhere, in the fourth held-out wording
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from phoneworld.tasks.starts import Start
from phoneworld.tasks.wordings import WordingSet

INJECTION = "injection."
"""How the names of templates begin that are never trained on and measured apart."""
NAVIGATION = "navigate."
"""How the names of templates begin that were made by walking through the apps."""
_NAME = re.compile(
    r"(?P<template>.+)#(?P<seed>[0-9]+)"
    rf"(?:@(?P<start>{'|'.join(Start)}))?"
    rf"(?:~(?P<wording>{'|'.join(WordingSet)})(?:\.(?P<sentence>[0-9]+))?)?",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class TaskName:
    """The parts of a task's name."""

    template: str
    seed: int
    start: Start = Start.HOME
    wording: WordingSet = WordingSet.STANDARD
    sentence: int | None = None

    def __str__(self) -> str:
        start = "" if self.start is Start.HOME else f"@{self.start.value}"
        return f"{self.template}#{self.seed}{start}{self._wording}"

    @property
    def _wording(self) -> str:
        if self.sentence is not None:
            return f"~{self.wording.value}.{self.sentence}"
        return "" if self.wording is WordingSet.STANDARD else f"~{self.wording.value}"


def parse_task_name(text: str) -> TaskName | None:
    """The parts of a task's name; None for what names no task."""
    found = _NAME.fullmatch(text)
    if found is None:
        return None
    sentence = found["sentence"]
    return TaskName(
        found["template"],
        int(found["seed"]),
        Start(found["start"] or Start.HOME),
        WordingSet(found["wording"] or WordingSet.STANDARD),
        None if sentence is None else int(sentence),
    )
