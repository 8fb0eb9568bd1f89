"""What a reader knows: its requests, and of each value how it is found and written.

A file of JSON beside the graph. The graph gives a score for each request, one more for "none of them",
and for each slot and each token how likely the value begins and ends there.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from runtime.bundle_files import read_bounded
from runtime.errors import BadBundle, RecordError
from runtime.prompts.sentences import parameters_of
from runtime.record_codec import from_json

MOST_BYTES = 4_000_000
_MOST_SLOTS = 100_000


class Capitals(StrEnum):
    """How a value is written that somebody typed in lower case."""

    AS_SAID = "as said"
    FIRST = "first"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class ValueSlot:
    """A parameter of a request: its name as it stands there, examples of its values, and their capitals."""

    name: str
    examples: tuple[str, ...] = ()
    capitals: Capitals = Capitals.AS_SAID


@dataclass(frozen=True, slots=True)
class ReadableRequest:
    """A known request with its slots, each named once."""

    sentence: str
    slots: tuple[ValueSlot, ...] = ()


@dataclass(frozen=True, slots=True)
class ReaderFacts:
    """A reader's requests in the order of its scores; their slots follow each other in the graph's."""

    requests: tuple[ReadableRequest, ...]
    weights: str
    tokenizer: str
    most_tokens: int = 128
    base: str = ""
    """Whose weights it began with, for people."""

    @property
    def slots(self) -> int:
        return sum(len(request.slots) for request in self.requests)


def read_facts(path: Path) -> ReaderFacts:
    """What a bundle's file says. `BadBundle` names what is wrong in it."""
    try:
        facts = from_json(ReaderFacts, json.loads(read_bounded(path, MOST_BYTES)))
    except (ValueError, RecursionError, RecordError) as error:
        raise BadBundle(f"{path.name} does not say what a reader knows: {error}") from error
    if not facts.requests or facts.slots > _MOST_SLOTS or not 8 <= facts.most_tokens <= 4096:
        raise BadBundle(f"{path.name} knows no requests, or more than can be served")
    for request in facts.requests:
        names = tuple(slot.name for slot in request.slots)
        if names != tuple(dict.fromkeys(parameters_of(request.sentence))):
            raise BadBundle(f"{path.name}: the slots of {request.sentence[:80]!r} are not its own")
    return facts
