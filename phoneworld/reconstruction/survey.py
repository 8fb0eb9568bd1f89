"""Many recordings, each rebuilt and measured for itself, as one table."""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from phoneworld.errors import PhoneWorldError
from phoneworld.reconstruction.fidelity import Fidelity, measure
from phoneworld.reconstruction.fidelity_share import NOTHING, FidelityShare
from phoneworld.reconstruction.knowledge import Knowledge
from phoneworld.reconstruction.use_figures import UseFigures
from phoneworld.recording.sources import import_place, places_in

FEWEST_STEPS = 20
"""Recordings with fewer steps stand together in one row of the table."""
_HEADINGS = (
    *("app", "screens", "contents", "built from", "held out", "held out, new part"),
    *("held out, all", "rendered", "transitions", "live", "look", "recorded only", "modules"),
)
_USE: tuple[tuple[str, str], ...] = (
    ("reachable", "reachable"),
    ("reachable, all", "reachable_all"),
    ("walked", "walked"),
    ("closed loop", "loop"),
    ("with content", "loop_content"),
    ("whole episodes", "loop_episodes"),
    ("held out, content", "held_out_content"),
    ("held out, moving", "held_out_moving"),
    ("doing nothing", "idle"),
    ("with content", "idle_content"),
    ("demonstrations", "demonstrations"),
    ("other values", "other_values"),
    ("working", "working"),
)
"""The headings of the second table, and the figures below them."""


@dataclass(frozen=True, slots=True)
class Surveyed:
    """The figures of one recording, or why there are none. `source` names its collection."""

    source: str
    figures: Fidelity | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Survey:
    """Everything that was found in some folders; `unused` could not be built from."""

    apps: tuple[Surveyed, ...]
    unused: tuple[Surveyed, ...]


def survey(folders: Iterable[Path], *, folds: int = 4) -> Survey:
    """Measure every recording in these folders, several at a time."""
    places = [(place, folder, folds) for folder in folders for place in places_in(folder)]
    context = multiprocessing.get_context("spawn")
    with context.Pool(os.cpu_count()) as pool:
        found = pool.map(_measured, places, chunksize=1)
    return Survey(
        tuple(one for one in found if one.figures is not None),
        tuple(one for one in found if one.figures is None),
    )


def _measured(job: tuple[Path, Path, int]) -> Surveyed:
    place, folder, folds = job
    inner = place.relative_to(folder).parts
    source = (inner[0] if inner else place.name).partition("__")[0]
    try:
        recording = import_place(place)
        if recording is None:
            return Surveyed(source, None, f"{place.name}: it is no recording")
        return Surveyed(source, measure(recording, folds=folds))
    except PhoneWorldError as error:
        return Surveyed(source, None, str(error))


def together(name: str, figures: Sequence[Fidelity]) -> Fidelity:
    """The figures of several apps as one."""

    def shared(values: Iterable[FidelityShare]) -> FidelityShare:
        return sum(values, NOTHING)

    pictures = sum(one.pictures for one in figures)
    look = sum((one.look or 0.0) * one.pictures for one in figures)
    return Fidelity(
        app=name,
        screens=sum(one.screens for one in figures),
        states=sum(one.states for one in figures),
        steps=sum(one.steps for one in figures),
        built=shared(one.built for one in figures),
        held_out=shared(one.held_out for one in figures),
        held_out_new=shared(one.held_out_new for one in figures),
        held_out_all=shared(one.held_out_all for one in figures),
        texts=shared(one.texts for one in figures),
        rendered=shared(one.rendered for one in figures),
        transitions=shared(one.transitions for one in figures),
        knowledge=Knowledge(
            sum(one.knowledge.recorded for one in figures),
            sum(one.knowledge.inferred for one in figures),
            sum(one.knowledge.dead for one in figures),
        ),
        look=look / pictures if pictures else None,
        pictures=pictures,
        recorded_only=shared(one.recorded_only for one in figures),
        modules=_summed(figures),
        use=replace(
            UseFigures(),
            **{name: shared(getattr(one.use, name) for one in figures) for _, name in _USE},
        ),
    )


def _summed(figures: Sequence[Fidelity]) -> tuple[tuple[str, int], ...]:
    counts: Counter[str] = Counter()
    for one in figures:
        counts.update(dict(one.modules))
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def format_survey(found: Survey) -> str:
    """Two tables in Markdown, of the replayed steps and of the apps in use, each with a row for all short
    recordings and one for everything.
    """
    figures = [(one.source, one.figures) for one in found.apps if one.figures is not None]
    long = [pair for pair in figures if pair[1].steps >= FEWEST_STEPS]
    short = [one for _, one in figures if one.steps < FEWEST_STEPS]
    named = [(f"{source}: {one.app}", one) for source, one in long]
    if short:
        name = f"{len(short)} apps with fewer than {FEWEST_STEPS} steps"
        named.append((name, together(name, short)))
    named.append(("**all**", together("all", [one for _, one in figures])))
    faults = [
        f"Does not work: {source}: {one.app}: {one.use.fault}"
        for source, one in figures
        if one.use.fault
    ]
    unused = [f"Not built: {one.source}: {one.why}" for one in found.unused]
    return "\n".join(
        [
            *_table(_HEADINGS, [_row(name, one) for name, one in named]),
            "",
            *_table(("app", *(name for name, _ in _USE)), [_use_row(*one) for one in named]),
            *([""] if faults or unused else []),
            *faults,
            *unused,
        ]
    )


def _table(headings: Sequence[str], rows: Sequence[str]) -> list[str]:
    return [f"| {' | '.join(headings)} |", f"|{'---|' * len(headings)}", *rows]


def _use_row(name: str, one: Fidelity) -> str:
    return f"| {' | '.join([name, *(_cell(getattr(one.use, key)) for _, key in _USE)])} |"


def _row(name: str, one: Fidelity) -> str:
    shares = (one.built, one.held_out, one.held_out_new, one.held_out_all)
    cells = [
        name,
        str(one.screens),
        str(one.states),
        *map(_cell, (*shares, one.rendered, one.transitions)),
        f"{100 * one.knowledge.live:.0f} %",
        "-" if one.look is None else f"{one.look:.2f}",
        _cell(one.recorded_only),
        ", ".join(f"{name} {count}" for name, count in one.modules) or "-",
    ]
    return f"| {' | '.join(cells)} |"


def _cell(share: FidelityShare) -> str:
    return f"{100 * share.value:.0f} % ({share.right}/{share.total})" if share.total else "-"
