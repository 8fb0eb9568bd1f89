"""Can every decision be made from its prompt? `unexplained` finds the words that are nowhere in it.

For each step: the distinctive words (numbers, names, codes) that it says, and what it touches in one app
after it was read in another, are looked for in the goal, on the screen, in what was said and answered
before, and in notes. What is in none of them was either read earlier and not noted, or computed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from runtime.episode import Episode
from runtime.prompts.compact_grammar import NOTE
from trainer.data.expressions import has_digit, is_distinctive, numbers_in
from trainer.data.looks import StepLook, looks_at
from trainer.data.note_places import entered_in_parts
from trainer.data.notes import notes_of
from trainer.data.screen_text import folded, holds, words_of


class Origin(StrEnum):
    """Where a word must have come from."""

    NOTED = "noted"
    EARLIER_SCREEN = "earlier screen"
    NOWHERE = "nowhere"


@dataclass(frozen=True, slots=True)
class UnexplainedWord:
    """A word that is neither in the goal, nor on the screen, nor in the history, and its origin."""

    step: int
    word: str
    origin: Origin


def unexplained(episode: Episode) -> list[UnexplainedWord]:
    """The words of an episode that its prompts do not hold: not noted though read, or computed."""
    return [need for need in needs(episode) if need.origin is not Origin.NOTED]


def needs(episode: Episode) -> list[UnexplainedWord]:
    """All words of an episode that only notes could hold, whether they do or not."""
    looks = list(looks_at(episode))
    known = [folded(episode.goal)]
    notes: list[str] = []
    found: list[UnexplainedWord] = []
    for number, (step, look) in enumerate(zip(episode.steps, looks, strict=True)):
        here = [*known, look.screen]
        for word in _wanted(number, looks):
            if _is_known(word, here if word in words_of(look.said) else known):
                continue
            found.append(UnexplainedWord(number, word, _origin(word, notes, number, looks)))
        known += [look.in_history, folded(look.touched)]
        notes += [folded(note) for note in notes_of(step)]
    return found


def without_notes(episode: Episode) -> Episode:
    """The episode as it would be had nobody noted anything."""
    steps = []
    for step in episode.steps:
        lines = step.decision.thought.splitlines()
        thought = "\n".join(line for line in lines if not line.startswith(NOTE))
        steps.append(replace(step, decision=replace(step.decision, thought=thought)))
    return replace(episode, steps=tuple(steps))


def _wanted(number: int, looks: Sequence[StepLook]) -> list[str]:
    """The distinctive words that a step needs."""
    look = looks[number]
    words = words_of(look.said)
    # The first word of a sentence has its capital anyway.
    said = [w for n, w in enumerate(words) if has_digit(w) or (n and is_distinctive(w))]
    name = look.touched.partition(",")[0].strip()
    if not (has_digit(name) or len(name.split()) > 1):
        return said
    from_another_app = any(
        before.package != look.package
        and before.visit != look.visit
        and not before.at_home
        and holds(before.screen, folded(name))
        for before in looks[:number]
    )
    return [*said, name] if from_another_app else said


def _is_known(word: str, texts: Sequence[str]) -> bool:
    wanted = folded(word)
    if any(holds(text, wanted) for text in texts):
        return True
    if not _is_small(word):
        return False
    # Of a time or date: `07` is known from `7:30`, `14` from `2 pm`.
    value = int(word)
    return any(n in (value, value - 12) for text in texts for n in numbers_in(text))


def _is_small(word: str) -> bool:
    return word.isdecimal() and word.isascii() and len(word) <= 2


def _origin(word: str, notes: Sequence[str], step: int, looks: Sequence[StepLook]) -> Origin:
    if _is_known(word, notes) or (len(word) == 1 and any(word in note for note in notes)):
        return Origin.NOTED  # a single digit is a key that is pressed
    for place in range(step - 1, -1, -1):
        if not holds(looks[place].screen, folded(word)):
            continue
        # Small numbers are on every screen. They come from there as hour, minute or day only.
        if not _is_small(word) or entered_in_parts(int(word), step, place, looks):
            return Origin.EARLIER_SCREEN
    return Origin.NOWHERE
