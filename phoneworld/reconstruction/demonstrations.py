"""Finds the demonstrations in a recording and tries them in the rebuilt app, to see what comes of them.

A demonstration is kept where every one of its steps has a name on its screen, everything that was typed
stands in the instruction, and the rebuilt app does something with it: changes data, or opens a screen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from phoneworld.changes import Change
from phoneworld.derived import is_derived
from phoneworld.errors import PhoneWorldError
from phoneworld.reconstruction.actions import recorded_action
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.demonstration_tasks import Demonstrated, DemonstrationPlan
from phoneworld.reconstruction.generic_app import make_app
from phoneworld.reconstruction.recorded_paths import RecordedPaths, name_of
from phoneworld.reconstruction.records import DATABASE
from phoneworld.reconstruction.replayer import HOME, Replayer
from phoneworld.reconstruction.screen_names import slug
from phoneworld.reconstruction.screen_parts import parts_of
from phoneworld.reconstruction.specification import (
    AppSpec,
    DemonstratedChange,
    DemonstratedStep,
    DemonstrationSpec,
)
from phoneworld.reconstruction.task_steps import TaskSource, Walk
from phoneworld.recording.model import RecordedEpisode, RecordedStep, Recording
from phoneworld.store import database_path
from phoneworld.system import launcher
from phoneworld.tasks.pages import page_of
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.trial import Task, Trial
from phoneworld.workshop import Workshop
from runtime.actions import CloseApp, OpenApp
from runtime.errors import ActionError
from runtime.hierarchy import elements_of

_LOOKING = re.compile(r"(?i)(please )?(open|show me|view|check|find|see|look|go to|search|read)\b")
"""Instructions that are done when something is open, where they ask for nothing more."""
_MORE = re.compile(r"(?i)\b(and|then)\b|[,;]")
_REMOVING = re.compile(r"(?i)\b(delete|remove|clear|erase|discard|archive|empty|cancel|get rid)")
MOST_STEPS = 20
MOST_CHANGES = 6
DEEPEST = 3


def add_demonstrations(spec: AppSpec, recording: Recording) -> tuple[AppSpec, list[str]]:
    """The app with the demonstrations that can be done in it; why the others cannot."""
    replayer, kept, refused = Replayer(spec), dict[str, DemonstrationSpec](), list[str]()
    app = make_app(spec)
    workshop = Workshop({launcher.APP.package: launcher.APP, app.package: app})
    ways = RecordedPaths(Blueprint(spec, {}))
    for episode in sorted(recording.episodes, key=lambda one: one.name):
        if not episode.goal:
            continue
        found = _read(episode, spec, replayer, ways)
        if isinstance(found, DemonstrationSpec):
            found = _tried(found, spec, workshop)
        if isinstance(found, DemonstrationSpec):
            kept.setdefault(found.name, found)
        else:
            refused.append(f"{episode.goal}: {found}")
    return replace(spec, demonstrations=tuple(kept.values())), refused


def _read(
    episode: RecordedEpisode, spec: AppSpec, replayer: Replayer, ways: RecordedPaths
) -> DemonstrationSpec | str:
    """The demonstration of an episode, or why there is none."""
    steps = [one for one in episode.steps if not isinstance(one.action, OpenApp | CloseApp)]
    if not 0 < len(steps) <= MOST_STEPS:
        return f"{len(steps)} steps"
    named = list(_named(steps))
    if None in named:
        return "a step has no name on its screen"
    opening = replayer.name_of(steps[0].before)
    prefix: tuple[str, ...] = ()
    if opening not in (HOME, spec.start):
        found = ways.way_to(opening, (spec.start, 0), deepest=DEEPEST) if opening else None
        if found is None:
            return "no recorded way leads to where it begins"
        prefix = found[1]
    way = tuple(DemonstratedStep("tap", name) for name in prefix)
    typed = [one.text for one in named if one is not None and one.text]
    told = episode.goal.casefold()
    unsaid = [text for text in typed if text.casefold() not in told]
    if unsaid:
        return f"{unsaid[0]!r} was typed, and the instruction does not say so"
    return DemonstrationSpec(
        name=slug(episode.goal, 48) or "task",
        goal=episode.goal,
        steps=way + tuple(one for one in named if one is not None),
        values=tuple(dict.fromkeys(typed)),
    )


def _named(steps: list[RecordedStep]) -> Iterator[DemonstratedStep | None]:
    """The steps by what they touch; None for one that touches what has no name."""
    for step in steps:
        screen = step.before
        parts = parts_of(screen.root)
        recorded = recorded_action(step.action, parts, screen.width_px, screen.height_px)
        if recorded is None:
            yield None
        elif recorded.kind in ("tap", "hold"):
            elements = elements_of(screen.root)
            spot = parts[recorded.place].node.bounds if recorded.place >= 0 else None
            element = next((one for one in elements if one.bounds == spot), None)
            name = "" if element is None else name_of(element, elements)
            yield DemonstratedStep(recorded.kind, name) if name else None
        elif recorded.kind == "type":
            yield DemonstratedStep("type", recorded.slot, recorded.text) if recorded.text else None
        elif recorded.kind.startswith(("back", "enter", "scroll")):
            yield DemonstratedStep(recorded.kind)
        else:
            yield None


def _tried(one: DemonstrationSpec, spec: AppSpec, workshop: Workshop) -> DemonstrationSpec | str:
    """The demonstration with what came of it in the rebuilt app; why nothing did."""
    path = database_path(spec.package, DATABASE)
    given = TaskSource(spec.label, f"{spec.package}.demonstrated", path, Walk(spec.label, ()))
    template = DemonstrationPlan(given, replace(one, values=())).template
    try:
        trial = Trial(workshop, Task(template, 0))
        pages = list(_pages_passed(trial))
    except (PhoneWorldError, ActionError) as error:
        return f"the rebuilt app does not follow: {error}"[:200]
    evidence = trial.evidence()
    changes = tuple(
        map(_changed, (c for c in evidence.changes if not is_derived(c, evidence.derived)))
    )
    if any(change.db != path for change in evidence.changes) or len(changes) > MOST_CHANGES:
        return "it changes too much"
    cells = [text for change in changes for _, text in change.after]
    lost = [value for value in one.values if not any(value in text for text in cells)]
    if lost:
        return f"nothing in the rebuilt app holds {lost[0]!r} afterwards"
    if any(not change.after for change in changes) and not _REMOVING.search(one.goal):
        return "a row goes in the rebuilt app, and the instruction does not say so"
    if changes:
        return replace(one, changes=changes)
    if not _LOOKING.match(one.goal) or _MORE.search(one.goal):
        return "nothing comes of it in the rebuilt app"
    if evidence.page in pages[:-1]:
        return "it ends on a screen that it came by"
    return replace(one, page=evidence.page)


def _pages_passed(trial: Trial) -> Iterator[str]:
    """The page after each step of the demonstration, the opening of the app first."""
    pilot = Pilot(trial)
    drawn = trial.drawn
    for do in drawn.deeds() if isinstance(drawn, Demonstrated) else ():
        do(pilot)
        yield page_of(trial.phone)


def _changed(change: Change) -> DemonstratedChange:
    before, after = _cells(change.before), _cells(change.after)
    if change.before is None or change.after is None:
        return DemonstratedChange(change.table, before, after)
    key = [cell for cell in before if cell[0] not in change.columns]
    differing = tuple(cell for cell in after if cell[0] in change.columns)
    return DemonstratedChange(change.table, tuple(key), differing)


def _cells(row: dict[str, Any] | None) -> tuple[tuple[str, str], ...]:
    """What a row holds, without its number and what is empty."""
    return tuple(
        (name, str(value)) for name, value in (row or {}).items() if name != "_id" and value != ""
    )
