"""Finds the demonstrations in a recording and tries them in the rebuilt app, to see what comes of them.

A demonstration becomes a task only where nothing of it is missing, the rebuilt app follows it from screen to
screen and shows at the end what was recorded there, and the instruction says what came of it: everything that was
typed, every row and option, or the page that is open. `check_task` then tells whether each of its steps counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from phoneworld.author import Hold, Tap, TapId
from phoneworld.changes import Change
from phoneworld.derived import is_derived
from phoneworld.errors import PhoneWorldError
from phoneworld.reconstruction.actions import RecordedAction, recorded_action
from phoneworld.reconstruction.behaviour import key_in
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.demonstrated_words import Instruction
from phoneworld.reconstruction.demonstration_tasks import (
    Demonstrated,
    DemonstrationPlan,
    whole_words,
)
from phoneworld.reconstruction.generic_app import make_app
from phoneworld.reconstruction.recorded_paths import RecordedPaths, touch_of
from phoneworld.reconstruction.records import DATABASE
from phoneworld.reconstruction.replayer import HOME, Replayer, overlap
from phoneworld.reconstruction.screen_names import slug
from phoneworld.reconstruction.screen_parts import Part, part_at, parts_of
from phoneworld.reconstruction.specification import (
    AppSpec,
    DemonstratedChange,
    DemonstratedStep,
    DemonstrationSpec,
)
from phoneworld.reconstruction.spoken_screens import is_name
from phoneworld.reconstruction.states import resized
from phoneworld.reconstruction.task_steps import TaskSource, Walk
from phoneworld.recording.model import RecordedEpisode, RecordedScreen, RecordedStep, Recording
from phoneworld.store import database_path
from phoneworld.system import launcher
from phoneworld.tasks.expect import Evidence
from phoneworld.tasks.pages import page_of
from phoneworld.tasks.pilot import Pilot, run_oracle
from phoneworld.tasks.trial import Task, Trial
from phoneworld.workshop import Workshop
from runtime.actions import CloseApp, OpenApp
from runtime.errors import ActionError
from runtime.hierarchy import elements_of
from runtime.observation import Element

MOST_STEPS = 20
MOST_CHANGES = 6
DEEPEST = 3
ALIKE = 0.8
"""The share of the recorded texts that the app shows at the end."""


class UnfitDemonstration(PhoneWorldError):
    """Why a demonstration is no task."""


def add_demonstrations(spec: AppSpec, recording: Recording) -> tuple[AppSpec, list[str]]:
    """The app with the demonstrations that can be done in it; why the others cannot."""
    reader = DemonstrationReader(spec)
    kept: dict[str, DemonstrationSpec] = {}
    refused: list[str] = []
    for episode in sorted(recording.episodes, key=lambda one: one.name):
        if not episode.goal:
            continue
        try:
            found = reader.read(episode)
        except UnfitDemonstration as error:
            refused.append(f"{episode.goal}: {error}")
        else:
            kept.setdefault(found.name, found)
    return replace(spec, demonstrations=tuple(kept.values())), refused


class DemonstrationReader:
    """Reads demonstrations in terms of one rebuilt app, and tries them there."""

    def __init__(self, spec: AppSpec) -> None:
        self._spec = spec
        self._replayer = Replayer(spec)
        self._ways = RecordedPaths(Blueprint(spec, {}))
        app = make_app(spec)
        self._workshop = Workshop({launcher.APP.package: launcher.APP, app.package: app})
        self._path = database_path(spec.package, DATABASE)

    def _plan(self, one: DemonstrationSpec) -> DemonstrationPlan:
        name = f"{self._spec.package}.demonstrated"
        walk = Walk(self._spec.label, ())
        return DemonstrationPlan(TaskSource(self._spec.label, name, self._path, walk), one)

    def read(self, episode: RecordedEpisode) -> DemonstrationSpec:
        """The demonstration of an episode, with what comes of it; `UnfitDemonstration` where it is none."""
        if not episode.whole:
            raise UnfitDemonstration("a part of it is missing, or it did not come to its end")
        steps = [one for one in episode.steps if not isinstance(one.action, OpenApp | CloseApp)]
        if not 0 < len(steps) <= MOST_STEPS:
            raise UnfitDemonstration(f"it has {len(steps)} steps")
        prefix = self._prefix(steps[0])
        done = [self._named(step) for step in steps]
        typed = tuple(dict.fromkeys(one.text for one in done if one.text))
        for text in typed:
            if not whole_words(text).search(episode.goal):
                raise UnfitDemonstration(f"{text!r} was typed, and the instruction does not say so")
        found = DemonstrationSpec(
            name=slug(episode.goal, 48) or "task",
            goal=episode.goal,
            steps=(*prefix, *done),
            values=typed,
        )
        found = self._tried(found, steps, len(prefix))
        return self._with_options(found, steps, len(prefix)) if found.changes else found

    def _prefix(self, first: RecordedStep) -> tuple[DemonstratedStep, ...]:
        """The way to where a demonstration begins."""
        opening = self._replayer.name_of(self._sized(first.before))
        if opening in (HOME, self._spec.start):
            return ()
        found = (
            self._ways.way_to(opening, (self._spec.start, 0), deepest=DEEPEST) if opening else None
        )
        if found is None or not all(isinstance(one, Tap | TapId) for one in found[1]):
            raise UnfitDemonstration("no recorded way leads to where it begins")
        return tuple(_touched("tap", one) for one in found[1] if isinstance(one, Tap | TapId))

    def _sized(self, screen: RecordedScreen) -> RecordedScreen:
        return resized(screen, self._spec.width_px, self._spec.height_px)

    def _named(self, step: RecordedStep) -> DemonstratedStep:
        """A step by what it touches."""
        screen = self._sized(step.before)
        parts = parts_of(screen.root)
        recorded = recorded_action(step.action, parts, screen.width_px, screen.height_px)
        if recorded is not None and recorded.kind in ("tap", "hold"):
            touch = _touch(recorded, screen, parts)
            if touch is not None:
                return _touched(recorded.kind, touch)
        elif recorded is not None and recorded.kind == "type" and recorded.text:
            return DemonstratedStep("type", recorded.slot, text=recorded.text)
        elif recorded is not None and recorded.kind.startswith(("back", "enter", "scroll")):
            return DemonstratedStep(recorded.kind)
        raise UnfitDemonstration("a step has no name on its screen")

    def _tried(
        self, one: DemonstrationSpec, steps: list[RecordedStep], before: int
    ) -> DemonstrationSpec:
        """The demonstration with what came of it in the rebuilt app."""
        spec = self._spec
        try:
            trial = Trial(self._workshop, Task(self._plan(replace(one, values=())).template, 0))
            pages = list(self._followed(trial, steps, before))
        except UnfitDemonstration:
            raise
        except (PhoneWorldError, ActionError) as error:
            raise UnfitDemonstration(f"the rebuilt app does not follow: {error}"[:200]) from error
        evidence = trial.evidence()
        changes = self._changes(evidence)
        asked = Instruction(one.goal)
        cells = [text for change in changes for _, text in change.after]
        if not changes and asked.only_looks:
            # What was searched for stands in its field.
            cells = [element.text for element in trial.observe().elements if element.editable]
        for value in one.values:
            if not any(whole_words(value).search(text) for text in cells):
                raise UnfitDemonstration(f"nothing in the rebuilt app holds {value!r} afterwards")
        for change in changes:
            if not asked.asks_for(change, spec):
                raise UnfitDemonstration(
                    f"the instruction does not say that {change.table} changes so"
                )
        if changes:
            return replace(one, changes=changes)
        if not asked.only_looks:
            raise UnfitDemonstration("nothing comes of it in the rebuilt app")
        if evidence.page in pages[:-1]:
            raise UnfitDemonstration("it ends on a screen that it came by")
        if not one.values and not asked.says(key_in(one.steps[-1].target)):
            raise UnfitDemonstration("the instruction does not say what is open at the end")
        return replace(one, page=evidence.page)

    def _changes(self, evidence: Evidence) -> tuple[DemonstratedChange, ...]:
        found = [c for c in evidence.changes if not is_derived(c, evidence.derived)]
        if any(change.db != self._path for change in found) or len(found) > MOST_CHANGES:
            raise UnfitDemonstration("it changes too much")
        return tuple(map(_changed, found))

    def _with_options(
        self, one: DemonstrationSpec, steps: list[RecordedStep], before: int
    ) -> DemonstrationSpec:
        """The demonstration with what could be chosen in place of what the instruction names."""
        for number in reversed(range(before, len(one.steps))):
            done = one.steps[number]
            chosen = key_in(done.target)
            if done.action != "tap" or not whole_words(chosen).search(one.goal) or not chosen:
                continue
            # The key alone finds the row, whatever else it shows.
            short = replace(done, target=chosen)
            named = replace(one, steps=(*one.steps[:number], short, *one.steps[number + 1 :]))
            beside = self._beside(steps[number - before])
            options = [chosen, *(o for o in beside if self._does_the_same(named, chosen, o))]
            if len(options) > 1:
                return replace(named, chosen=chosen, options=tuple(sorted(options)))
        return one

    def _beside(self, step: RecordedStep) -> list[str]:
        """What stands on the parts of the same kind on a screen, and is said of one alone."""
        screen = self._sized(step.before)
        parts, elements = parts_of(screen.root), elements_of(screen.root)
        recorded = recorded_action(step.action, parts, screen.width_px, screen.height_px)
        slot = "" if recorded is None else recorded.slot
        keys = [
            key_in(element.label)
            for element in elements
            if (place := part_at(parts, *element.bounds.center)) >= 0
            and parts[place].slot == slot
            and element.clickable
        ]
        own = "" if recorded is None else key_in(recorded.label)
        return [key for key in keys if is_name(key) and keys.count(key) == 1 and key != own]

    def _does_the_same(self, one: DemonstrationSpec, chosen: str, option: str) -> bool:
        """Whether the same comes of it with another option."""
        both = replace(one, values=(), chosen=chosen, options=(option, option))
        try:
            trial = Trial(self._workshop, Task(self._plan(both).template, 0))
            run_oracle(trial)
            found = self._changes(trial.evidence())
        except (PhoneWorldError, ActionError):
            return False
        if [_kind_of(change) for change in found] != [_kind_of(change) for change in one.changes]:
            return False
        return trial.judge().success

    def _followed(self, trial: Trial, steps: list[RecordedStep], before: int) -> Iterator[str]:
        """The page after each step, the opening of the app first; `UnfitDemonstration` where it is not what was recorded."""
        pilot = Pilot(trial)
        drawn = trial.drawn
        deeds = list(drawn.deeds()) if isinstance(drawn, Demonstrated) else []
        for number, do in enumerate(deeds):
            do(pilot)
            yield page_of(trial.phone)
            if number > before:
                step = steps[number - before - 1]
                self._compare(pilot, trial.phone.activity.route, step, last=do is deeds[-1])

    def _compare(self, pilot: Pilot, route: str, step: RecordedStep, *, last: bool) -> None:
        after = self._sized(step.after)
        if route != self._replayer.name_of(after):
            raise UnfitDemonstration("the rebuilt app comes to another screen")
        recorded, shown = elements_of(after.root), pilot.screen.elements
        ticks = {one.label: one.checked for one in recorded if one.checkable}
        if any(ticks.get(one.label, one.checked) != one.checked for one in shown):
            raise UnfitDemonstration(
                "the rebuilt app has something on that was off, or off that was on"
            )
        if last and overlap(_labels(shown), _labels(recorded)) < ALIKE:
            raise UnfitDemonstration("the rebuilt app shows something else at the end")


def _labels(elements: tuple[Element, ...]) -> frozenset[str]:
    return frozenset(one.label for one in elements if one.label)


def _touch(
    recorded: RecordedAction, screen: RecordedScreen, parts: list[Part]
) -> Tap | TapId | None:
    """How what was touched is found on its screen."""
    elements = elements_of(screen.root)
    spot = parts[recorded.place].node.bounds if recorded.place >= 0 else None
    element = next((one for one in elements if one.bounds == spot), None)
    return None if element is None else touch_of(element, elements)


def _touched(kind: str, touch: Tap | TapId | Hold) -> DemonstratedStep:
    if isinstance(touch, TapId):
        return DemonstratedStep(kind, id=touch.name)
    return DemonstratedStep(kind, touch.label)


def _changed(change: Change) -> DemonstratedChange:
    before, after = _cells(change.before), _cells(change.after)
    if change.before is None or change.after is None:
        return DemonstratedChange(change.table, before, after)
    differing = tuple(cell for cell in after if cell[0] in change.columns)
    return DemonstratedChange(change.table, before, differing)


def _kind_of(change: DemonstratedChange) -> tuple[str, bool, frozenset[str]]:
    """A change without its texts."""
    return change.table, bool(change.before), frozenset(name for name, _ in change.after)


def _cells(row: dict[str, Any] | None) -> tuple[tuple[str, str], ...]:
    """What a row holds, without its number and what is empty."""
    return tuple(
        (name, str(value)) for name, value in (row or {}).items() if name != "_id" and value != ""
    )
