"""How often the guard asks on recorded screens of real apps.

    python tests/support/guard_on_recordings.py FOLDER [--show 40]

FOLDER holds recordings of any kind that `phoneworld reconstruct` reads, unpacked. Two figures: of what was really done
on these screens, and of a tap on each thing that can be tapped, how much is asked about. Each question is
counted once for an app, a label and a rule, so that it can be read through: what of it is needless is for a person to say.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from phoneworld.recording.files import BadRecording
from phoneworld.recording.model import RecordedScreen, Recording
from phoneworld.recording.sources import import_all
from runtime.actions import SCALE, Action, Click, ElementRef, LongPress, Point
from runtime.episode import Verdict
from runtime.guard.rule_guard import RuleGuard
from runtime.guard.rules_file import load_rules
from runtime.hierarchy import elements_of
from runtime.observation import CLICKABLE, Bounds, Element, Observation


@dataclass(frozen=True, slots=True)
class AskedCase:
    """One kind of question: the app, what was touched and the rule that asks."""

    app: str
    label: str
    rule: str


@dataclass(slots=True)
class AskedShare:
    """How much was judged, and what was asked about."""

    judged: int = 0
    asked: int = 0
    cases: Counter[AskedCase] = field(default_factory=Counter[AskedCase])

    def __str__(self) -> str:
        share = self.asked / max(1, self.judged)
        return (
            f"{self.judged} judged, {self.asked} asked about ({share:.2%}), {len(self.cases)} kinds"
        )


def measure(recordings: list[Recording], guard: RuleGuard) -> tuple[AskedShare, AskedShare]:
    """The shares of what was done, and of a tap on each thing of each different screen."""
    done, taps = AskedShare(), AskedShare()
    for recording in recordings:
        for episode in recording.episodes:
            for step in episode.steps:
                _judge(guard, done, step.action, _observation(step.before))
        for observation in _different(recording):
            for element in observation.elements:
                if element.flags & CLICKABLE:
                    _judge(guard, taps, Click(ElementRef(element.index)), observation)
    return done, taps


def _judge(guard: RuleGuard, share: AskedShare, action: Action, observation: Observation) -> None:
    ruling = guard.judge(action, observation)
    share.judged += 1
    if ruling.verdict is not Verdict.ALLOW:
        share.asked += 1
        share.cases[AskedCase(observation.package, _touched(action, observation), ruling.rule)] += 1


def _touched(action: Action, observation: Observation) -> str:
    match action:
        case Click(ElementRef(index)):
            return _name(observation.elements[index])
        case Click(Point(x, y)) | LongPress(Point(x, y)):
            under = [one for one in observation.elements if _lies_under(one, x, y, observation)]
            smallest = min(under, key=lambda one: _area(one.bounds), default=None)
            return _name(smallest) if smallest else "nothing"
        case _:
            return type(action).__name__


def _lies_under(element: Element, x: float, y: float, observation: Observation) -> bool:
    left, top, right, bottom = element.bounds
    across, down = x * observation.width_px / SCALE, y * observation.height_px / SCALE
    return left <= across < right and top <= down < bottom


def _area(bounds: Bounds) -> int:
    return (bounds.right - bounds.left) * (bounds.bottom - bounds.top)


def _name(element: Element) -> str:
    return (element.label or element.resource_id).replace("\n", " / ")[:60]


def _different(recording: Recording) -> Iterator[Observation]:
    """The screens, each once: crawlers come back to the same ones."""
    seen: set[tuple[str, tuple[str, ...]]] = set()
    for screen in recording.screens:
        observation = _observation(screen)
        key = screen.package, tuple(map(_name, observation.elements))
        if key not in seen:
            seen.add(key)
            yield observation


def _observation(screen: RecordedScreen) -> Observation:
    elements = elements_of(screen.root)
    return Observation(
        id=screen.name,
        package=screen.package,
        activity=screen.activity,
        width_px=screen.width_px,
        height_px=screen.height_px,
        rotation=0,
        elements=elements,
        keyboard_shown=screen.keyboard_shown,
        focused=next((one.index for one in elements if one.focused), None),
        secure=False,
        notices=(),
        screenshot=None,
        time_s=0.0,
    )


def _recordings(folder: Path) -> Iterator[Recording]:
    for place in sorted(folder.iterdir()):
        if place.is_dir():
            try:
                yield import_all([place])
            except BadRecording as error:
                sys.stderr.write(f"{error}\n")


def main() -> None:
    """Print the shares, and the questions from the most frequent."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--rules", default=None, help="a file of rules of your own")
    parser.add_argument("--show", type=int, default=40, help="how many kinds of questions to show")
    options = parser.parse_args()
    guard = RuleGuard(load_rules(options.rules))
    recordings = [one for folder in options.folders for one in _recordings(folder)]
    done, taps = measure(recordings, guard)
    for title, share in (("what was done", done), ("a tap on everything", taps)):
        sys.stdout.write(f"{title}: {share}\n")
        for case, count in share.cases.most_common(options.show):
            sys.stdout.write(f"  {count:4} {case.app} {case.label!r} [{case.rule}]\n")


if __name__ == "__main__":
    main()
