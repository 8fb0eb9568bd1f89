"""Recorded steps done with other values than were recorded: another text typed, another row tapped.

An app that only shows recorded pictures cannot know what follows; one that has state can. Typing another
text must lead to the recorded screen type, and where the recorded screen then read the typed text, the
app must read the other one. A tap on a row that was never tapped must lead to the screen type that all tapped
rows of its list led to, and where that read the name of the tapped row, it must read the other's name. Entries of
a menu lead to different screens: what one does that nobody tapped no recording tells, and it is no case.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random

from phoneworld.reconstruction.actions import RecordedAction, recorded_action
from phoneworld.reconstruction.behaviour import is_row
from phoneworld.reconstruction.replayer import HOME, Replayer, texts_of
from phoneworld.reconstruction.rows import rows_of
from phoneworld.reconstruction.screen_parts import Part, parts_of
from phoneworld.reconstruction.states import resized
from phoneworld.recording.model import RecordedEpisode, RecordedScreen
from runtime.actions import Action, Click, Type

FEWEST = 2
"""So many rows of a list must have been tapped to tell what its other rows do."""
WORDS = ("Quiet lantern", "Seven maples", "Blue ferry", "Old harbour", "Winter garden")


@dataclass(frozen=True, slots=True)
class OtherValue:
    """A step with another value. `value` is what was typed or tapped in place of `recorded`."""

    episode: str
    source: str
    target: str
    landed: str
    recorded: str
    value: str
    is_shown: bool

    @property
    def right(self) -> bool:
        return self.target == self.landed and self.is_shown


def try_other_values(
    replayer: Replayer, episodes: Iterable[RecordedEpisode], *, most: int, seed: int = 0
) -> list[OtherValue]:
    """A sample of the steps that have a value, each with another one."""
    rng = Random(seed)
    episodes = list(episodes)
    truth = RowTargets(replayer, episodes)
    found: list[tuple[RecordedEpisode, int]] = [
        (episode, number)
        for episode in episodes
        for number, step in enumerate(episode.steps)
        if isinstance(step.action, Type | Click)
    ]
    rng.shuffle(found)
    tried: list[OtherValue] = []
    for episode, number in found:
        if len(tried) >= most:
            break
        tried += _tried(replayer, truth, episode, number, rng)
    return tried


class RowTargets:
    """Which screen types the rows of each list were recorded to lead to, by what the rows are called."""

    def __init__(self, replayer: Replayer, episodes: Iterable[RecordedEpisode]) -> None:
        self._rows: dict[tuple[str, str], dict[str, set[str]]] = defaultdict(dict)
        width, height = replayer.spec.width_px, replayer.spec.height_px
        for episode in episodes:
            for step in episode.steps:
                if not isinstance(step.action, Click):
                    continue
                before, after = (resized(one, width, height) for one in (step.before, step.after))
                parts = parts_of(before.root)
                recorded = recorded_action(step.action, parts, width, height)
                if recorded is None or recorded.place < 0:
                    continue
                part = parts[recorded.place]
                key = _key_of(parts, part)
                if is_row(part.slot) and key:
                    known = self._rows[replayer.name_of(before), parts[part.box].slot]
                    known.setdefault(key, set()).add(replayer.name_of(after))

    def of(self, source: str, box: str, key: str) -> set[str]:
        """Where a row leads that was never tapped; empty where no recording tells."""
        known = self._rows.get((source, box), {})
        every = set[str]().union(*known.values())
        return every if len(every) == 1 and len(known) >= FEWEST and key not in known else set()


def _key_of(parts: list[Part], part: Part) -> str:
    """What the row that holds a part is called."""
    if part.box < 0:
        return ""
    return next((row.key for row in rows_of(parts, part.box) if row.place == part.row), "")


def _tried(
    replayer: Replayer, truth: RowTargets, episode: RecordedEpisode, number: int, rng: Random
) -> Iterator[OtherValue]:
    spec = replayer.spec
    step = episode.steps[number]
    before, after = (
        resized(screen, spec.width_px, spec.height_px) for screen in (step.before, step.after)
    )
    source, target = replayer.name_of(before), replayer.name_of(after)
    if not source or not target or HOME in (source, target):
        return
    parts = parts_of(before.root)
    recorded = recorded_action(step.action, parts, spec.width_px, spec.height_px)
    if recorded is None or recorded.place < 0:
        return
    other = _other(recorded, step.action, parts, source, target, rng)
    if other is None:
        return
    meant, action, old, new = other
    targets = {target}
    if isinstance(action, Click):
        targets = truth.of(source, parts[parts[recorded.place].box].slot, new) - {"", HOME}
        if not targets:
            return
    replayer.stand_on([(spec.start, 0)] if source != spec.start else [])
    replayer.open_on(source, replayer.state_of(source, before))
    now = replayer.shown()
    if now is None:
        return
    replayer.do(meant, action, now, keyboard=before.keyboard_shown)
    then = replayer.shown()
    landed = HOME if then is None else replayer.name_of(then)
    is_named = target in targets and _reads(after, old)
    shows = then is not None and (not is_named or landed != target or _reads(then, new))
    wanted = landed if landed in targets else min(targets)
    yield OtherValue(episode.name, source, wanted, landed, old, new, shows)


def _other(
    recorded: RecordedAction,
    action: Action,
    parts: list[Part],
    source: str,
    target: str,
    rng: Random,
) -> tuple[RecordedAction, Action, str, str] | None:
    """The same step with another value: what it touches, what it does, the old value, the new one."""
    if isinstance(action, Type):
        if not action.text.strip():
            return None
        text = rng.choice([word for word in WORDS if word != action.text])
        return recorded, replace(action, text=text), action.text, text
    part = parts[recorded.place]
    if not is_row(part.slot) or source == target or part.box < 0:
        return None
    rows = rows_of(parts, part.box)
    tapped = next((row for row in rows if row.place == part.row), None)
    others = [
        row
        for row in rows
        if tapped and row.key != tapped.key and row.slot == tapped.slot and row.key
    ]
    if tapped is None or not tapped.key or not others:
        return None
    row = rng.choice(others)
    other = parts[row.place]
    meant = RecordedAction("tap", row.place, other.slot, other.label, other.nth)
    return meant, action, tapped.key, row.key


def _reads(screen: RecordedScreen, text: str) -> bool:
    return " ".join(text.split()) in texts_of(screen.root)
