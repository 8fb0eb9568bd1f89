"""Notes in hindsight: what an episode shows to have been needed later is noted where it was read.

Oracles and persons remember; a policy that reads one screen at a time has to write down what it
will need (`Note: ...` in its thought, which the history keeps). Nothing is noted that the goal, the
history or the screen at hand shows anyway, nothing that was read only after it was needed, and
nothing that was never on a screen: sums and differences cannot be noted, what goes into them can.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from runtime.episode import Episode, Step
from runtime.prompts.compact_grammar import NOTE
from trainer.data.looks import StepLook, looks_at
from trainer.data.note_places import place_of_value, repeated_parts, touched_again
from trainer.data.screen_text import folded, holds


def annotate(episode: Episode, values: Iterable[str] | None = None) -> Episode:
    """The episode with notes in its thoughts; notes that are there already stay.

    `values` are all that is known to be found out on the phone (a template's hidden parameters),
    as it is shown there. Where nothing is known, not even that there is nothing, what is touched
    in one app and was read in another is taken for such a value.
    """
    looks = list(looks_at(episode))
    goal = folded(episode.goal)
    noted = [notes_of(step) for step in episode.steps]
    known = list(values) if values is not None else touched_again(looks, goal)
    for value in known:
        place = place_of_value(value, looks, goal, [other for other in known if other != value])
        if place is not None:
            _add(noted, place, " ".join(value.split()))
    for use, look in enumerate(looks):
        if look.said:
            for part, place in repeated_parts(use, looks, goal, [*noted]):
                _add(noted, place, part)
    steps = [
        _with_notes(step, look, notes)
        for step, look, notes in zip(episode.steps, looks, noted, strict=True)
    ]
    return replace(episode, steps=tuple(steps))


def notes_of(step: Step) -> list[str]:
    """What a step notes."""
    lines = step.decision.thought.splitlines()
    return [line.removeprefix(NOTE).strip() for line in lines if line.startswith(NOTE)]


def _with_notes(step: Step, look: StepLook, notes: Sequence[str]) -> Step:
    before = notes_of(step)
    added = [note for note in notes if note not in before]
    if not added:
        return step
    # In the order of the screen, which is that of reading.
    added.sort(key=lambda note: look.screen.find(folded(note)))
    lines = [step.decision.thought, *(f"{NOTE}{note}" for note in added)]
    thought = "\n".join(line for line in lines if line)
    return replace(step, decision=replace(step.decision, thought=thought))


def _add(noted: list[list[str]], place: int, note: str) -> None:
    """Note it there, unless another note there says it."""
    if not any(holds(folded(other), folded(note)) for other in noted[place]):
        noted[place] = [*noted[place], note]
