"""Where something had to be noted: the last sight of it before it was needed out of sight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trainer.data.expressions import (
    distinctive_parts,
    expression_containing,
    has_digit,
    is_distinctive,
    numbers_in,
)
from trainer.data.looks import StepLook
from trainer.data.screen_text import folded, holds, words_of

LONGEST_SEARCHED = 400
"""How many characters of a text are looked into for what it repeats."""
SHORTEST = 2
NEARBY = 3
"""How many steps apart the parts of one time or date are entered at most."""


def place_of_value(
    value: str, looks: Sequence[StepLook], goal: str, others: Sequence[str] = ()
) -> int | None:
    """The step to note a value in that is known to matter; None where no note is needed.

    `others` are the other values that matter: saying one of them takes having compared them.
    """
    wanted = folded(value)
    if len(wanted) < SHORTEST or holds(goal, wanted):
        return None
    seen = [n for n, look in enumerate(looks) if not look.at_home and holds(look.screen, wanted)]
    if not seen:
        return None
    history = ""
    for use, look in enumerate(looks):
        if holds(history, wanted):
            return None  # said or answered before: the history shows it
        if _repeats(look, wanted, goal) or (has_digit(wanted) and _computes(look, goal, history)):
            place = _sight_before(use, seen, looks)
            if place is not None:
                return place
        history = f"{history} | {look.in_history}"
    if not has_digit(wanted):
        return None
    place = _sight_left(seen, looks)
    return place if place is not None else _sight_compared(seen, looks, goal, others)


def _repeats(look: StepLook, wanted: str, goal: str) -> bool:
    """Whether a step says or touches a telling part of the value: its numbers, else its words."""
    words = words_of(wanted)
    parts = [word for word in words if has_digit(word)] or [w for w in words if len(w) > 3]
    parts = [part for part in parts or words if not holds(goal, part)]
    texts = (folded(look.said), folded(look.touched))
    if any(holds(text, part) for text in texts for part in parts):
        return True
    # Hours, minutes and days are entered one by one.
    return _is_small(look.said) and int(look.said) in numbers_in(wanted)


def _is_small(text: str) -> bool:
    return text.isdecimal() and text.isascii() and len(text) <= 2


def _computes(look: StepLook, goal: str, history: str) -> bool:
    """Whether a number is said that stands nowhere."""
    return any(
        has_digit(word)
        and not any(holds(known, folded(word)) for known in (goal, history, look.screen))
        for word in words_of(look.said)
    )


def _sight_before(use: int, seen: Sequence[int], looks: Sequence[StepLook]) -> int | None:
    """The last sight of a value before a step that needs it, unless it is read in that very step."""
    here = looks[use]
    before = [number for number in seen if number < use]
    elsewhere = [
        number
        for number in before
        if looks[number].visit != here.visit and looks[number].package != here.package
    ]
    if elsewhere:
        # What this app shows of it, as it chances to, was recognised and not read.
        return elsewhere[-1]
    return before[-1] if before and use not in seen else None


def _sight_left(seen: Sequence[int], looks: Sequence[StepLook]) -> int | None:
    """Where a value that nothing repeats was left behind for another app: it is compared with
    something there. None for what was held, as what is copied is.
    """
    last = seen[0]
    while last + 1 in seen and looks[last + 1].visit == looks[last].visit:
        last += 1
    if any(look.held for look in looks[seen[0] : last + 1]):
        return None
    left = last + 2 < len(looks) and looks[last + 1].visit != looks[last].visit
    return last if left else None


def _sight_compared(
    seen: Sequence[int], looks: Sequence[StepLook], goal: str, others: Sequence[str]
) -> int | None:
    """Where a number was last seen before another one was said instead: it came off worse."""
    rivals = [folded(other) for other in others if has_digit(other)]
    for use, look in enumerate(looks):
        said = folded(look.said)
        if use in seen or not any(holds(said, one) and not holds(goal, one) for one in rivals):
            continue
        before = [number for number in seen if number < use]
        return before[-1] if before else None
    return None


def repeated_parts(
    use: int, looks: Sequence[StepLook], goal: str, noted: Sequence[Sequence[str]]
) -> Iterator[tuple[str, int]]:
    """Parts of what a step says that only an earlier screen can have shown, and where it was read."""
    look = looks[use]
    known = [goal, look.screen, *(before.in_history for before in looks[:use])]
    known += [folded(note) for notes in noted[:use] for note in notes]
    for part in distinctive_parts(look.said[:LONGEST_SEARCHED]):
        wanted = folded(part)
        if len(wanted) < SHORTEST or _is_known(wanted, known):
            continue
        place = _last_sight(wanted, use, looks)
        if place is None:
            continue
        note = entered_in_parts(int(part), use, place, looks) if _is_small(part) else part
        if note != part and (not note or _is_known(folded(note), known)):
            continue
        if note == part and not _says_something_new(wanted, part, known):
            continue
        known.append(wanted)
        yield note, place


def _says_something_new(wanted: str, part: str, known: Sequence[str]) -> bool:
    words = words_of(wanted)
    if all(_is_known(word, known) for word in words):
        return False  # several things, each of them known
    return len(words) > 1 or is_distinctive(part)


def _is_known(wanted: str, known: Sequence[str]) -> bool:
    return any(holds(text, wanted) for text in known)


def _last_sight(wanted: str, use: int, looks: Sequence[StepLook]) -> int | None:
    for number in range(use - 1, -1, -1):
        if not looks[number].at_home and holds(looks[number].screen, wanted):
            return number
    return None


def entered_in_parts(number: int, use: int, place: int, looks: Sequence[StepLook]) -> str:
    """The time or date that is entered number by number around a step; empty if there is none."""
    found = expression_containing(number, looks[place].screen)
    near = looks[max(0, use - NEARBY) : use + NEARBY + 1]
    entered = {number for look in near if look.said for number in numbers_in(look.said)}
    return found if found and numbers_in(found) <= entered else ""


def touched_again(looks: Sequence[StepLook], goal: str) -> list[str]:
    """What was touched in one app after it had been read in another: values, as far as one can tell."""
    found: list[str] = []
    for use, look in enumerate(looks):
        name = look.touched.partition(",")[0].strip()
        wanted = folded(name)
        if not (has_digit(name) or len(name.split()) > 1) or holds(goal, wanted):
            continue
        for before in looks[:use]:
            other = before.package != look.package and before.visit != look.visit
            if other and not before.at_home and holds(before.screen, wanted):
                found.append(name)
                break
    return found
