"""What a reader learns from: goals in anybody's words, the request each is, and where its values stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from phoneworld import Catalogue, Split
from phoneworld.catalogue import CatalogueFacts
from phoneworld.tasks.value_forms import other_forms
from runtime.engines.reader.about import Capitals, ReadableRequest, ValueSlot
from runtime.engines.reader.engine import written
from runtime.prompts.restating import FREE
from runtime.prompts.sentences import parameters_of
from trainer.data.restatements import (
    Restatement,
    Restatements,
    RestatingMix,
    known_sentences,
    ways_to_ask,
)

MIX = RestatingMix(standard=2, others=12)
UNSERVED = 12
"""There is at most one request that no app serves for so many that one does."""
_EXAMPLES = 6
_SHAPE = re.compile(r"\d+|[a-z]+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ReaderLesson:
    """A goal, the number of its request (one more than the last: none), and where values stand in it: the number of
    the slot, its first letter and the one after its last.
    """

    asked: str
    request: int
    places: tuple[tuple[int, int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class ReaderData:
    """The requests that a reader learns, its lessons, and the catalogue that both are of."""

    requests: tuple[ReadableRequest, ...]
    lessons: tuple[ReaderLesson, ...]
    catalogue: CatalogueFacts

    @property
    def slots(self) -> int:
        return sum(len(request.slots) for request in self.requests)


def prepare(catalogue: Catalogue, *, seeds: int) -> ReaderData:
    """From a catalogue, with values of so many training seeds."""
    drawn = list(Restatements(catalogue, MIX).draw(catalogue.splits.seeds(Split.TRAIN, seeds)))
    requests = readable_requests(catalogue, drawn)
    return ReaderData(requests, tuple(lessons_of(requests, drawn)), catalogue.facts())


def readable_requests(
    catalogue: Catalogue, drawn: Iterable[Restatement]
) -> tuple[ReadableRequest, ...]:
    """The known requests of a catalogue; examples of values and their capitals are those of what was drawn."""
    values: dict[tuple[str, str], list[str]] = {}
    for one in drawn:
        for name, value in one.values:
            values.setdefault((one.request, name), []).append(value)
    return tuple(
        ReadableRequest(
            sentence,
            tuple(
                _slot(name, values.get((sentence, name), []))
                for name in dict.fromkeys(parameters_of(sentence))
            ),
        )
        for sentence in ways_to_ask(catalogue, known_sentences(catalogue))
    )


def lessons_of(
    requests: Sequence[ReadableRequest], drawn: Sequence[Restatement]
) -> list[ReaderLesson]:
    """Lessons in a random order that is always the same."""
    number = {request.sentence: place for place, request in enumerate(requests)}
    first: dict[str, int] = {}
    slots = 0
    for request in requests:
        first[request.sentence] = slots
        slots += len(request.slots)
    served: list[ReaderLesson] = []
    unserved: list[ReaderLesson] = []
    for one in drawn:
        if not one.request:
            unserved.append(ReaderLesson(one.asked, len(requests)))
        elif one.request in number:
            names = [slot.name for slot in requests[number[one.request]].slots]
            places = tuple(
                (first[one.request] + names.index(name), *place)
                for name, value in one.values
                if (place := place_of(one.asked, value, free=name.endswith(FREE))) is not None
            )
            served.append(ReaderLesson(one.asked, number[one.request], places))
    rng = Random("reader lessons")
    rng.shuffle(unserved)
    lessons = served + unserved[: len(served) // UNSERVED]
    rng.shuffle(lessons)
    return lessons


def place_of(asked: str, value: str, *, free: bool) -> tuple[int, int] | None:
    """Where a value stands in a goal, or the longest of its other forms; None if it does not."""
    folded = asked.casefold()
    if len(folded) != len(asked):
        return None
    forms = (value, *other_forms(value)) if free else (value,)
    found = [
        (len(form), folded.find(form.casefold())) for form in forms if form.casefold() in folded
    ]
    if not found or not value:
        return None
    length, begin = max(found)
    return begin, begin + length


def _slot(name: str, values: Sequence[str]) -> ValueSlot:
    capitals = max(
        Capitals, key=lambda one: sum(_with(one, value.lower()) == value for value in values)
    )
    # One of each shape tells how it may be written.
    shapes = {
        _SHAPE.sub(lambda found: "0" if found[0].isdigit() else "a", value): value
        for value in values
    }
    examples = tuple(shapes.values())[:_EXAMPLES] if name.endswith(FREE) else ()
    return ValueSlot(name, examples, capitals)


def _with(capitals: Capitals, value: str) -> str:
    return written(value, ValueSlot("", (), capitals))
