"""What a policy wants to remember: lines of its thought that begin with `Note:`, which histories keep."""

from __future__ import annotations

import re
from collections.abc import Iterable

from runtime.episode import Decision, Step
from runtime.prompts.compact_grammar import LONGEST_NOTE, NOTE
from runtime.prompts.line_text import one_line

_NOTES = re.compile(rf"^{NOTE}(.+)$", re.MULTILINE)


def note_of(decision: Decision) -> str:
    """What a decision notes; empty if nothing."""
    notes = (one_line(found.group(1)) for found in _NOTES.finditer(decision.thought))
    return one_line("; ".join(note for note in notes if note))[:LONGEST_NOTE].strip()


def notes_of(steps: Iterable[Step]) -> list[str]:
    """What was noted in some steps."""
    return [note for note in (note_of(step.decision) for step in steps) if note]
