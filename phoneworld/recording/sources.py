"""Finds recordings in folders, whatever wrote them, and puts those of one app together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from phoneworld.recording.androidarena import import_androidarena, is_androidarena
from phoneworld.recording.appagent import import_appagent, is_appagent
from phoneworld.recording.autodroid import import_autodroid, is_autodroid
from phoneworld.recording.craftdroid import import_craftdroid, is_craftdroid
from phoneworld.recording.droidbot import import_droidbot, is_droidbot
from phoneworld.recording.dumps import import_dumps, is_dumps
from phoneworld.recording.episodes import import_episode, is_episode
from phoneworld.recording.files import BadRecording, folders_in
from phoneworld.recording.llamatouch import import_llamatouch, is_llamatouch
from phoneworld.recording.llamatouch_traces import import_llamatouch_trace, is_llamatouch_trace
from phoneworld.recording.model import Recording, Refusal
from phoneworld.recording.packages import packages_of

MAX_DEPTH = 6
KINDS: tuple[tuple[Callable[[Path], bool], Callable[[Path], Recording]], ...] = (
    (is_episode, import_episode),
    (is_droidbot, import_droidbot),
    (is_appagent, import_appagent),
    (is_llamatouch, import_llamatouch),
    (is_llamatouch_trace, import_llamatouch_trace),
    (is_autodroid, import_autodroid),
    (is_androidarena, import_androidarena),
    (is_craftdroid, import_craftdroid),
    (is_dumps, import_dumps),
)


def import_all(places: Iterable[Path]) -> Recording:
    """Everything that lies in these places, as one recording."""
    found, refusals = _import_each(places)
    return joined(found, refusals)


def import_apps(places: Iterable[Path]) -> dict[str, Recording]:
    """Everything that lies in these places, app by app: a recording belongs to the app it is of, and to
    every other app that it shows in use.
    """
    found, refusals = _import_each(places)
    apps: dict[str, Recording] = {}
    for package in packages_of(found):
        own = [
            one
            for one in found
            if one.package == package or any(s.package == package for s in one.screens)
        ]
        apps[package] = replace(joined(own, refusals if not apps else ()), package=package)
    return apps


def _import_each(places: Iterable[Path]) -> tuple[list[Recording], list[Refusal]]:
    """Every recording in these places.

    Folders that hold no recording themselves are searched. What cannot be used is refused file by
    file; only where nothing at all can be used is that an error.
    """
    found: list[Recording] = []
    refusals: list[Refusal] = []
    for place in places:
        if not place.exists():
            raise BadRecording(f"{place}: there is no such file or folder")
        _collect(place, 0, found, refusals)
    if not found:
        why = f"; {refusals[0]}" if refusals else ""
        raise BadRecording(f"no recording can be used{why}")
    return found, refusals


def joined(found: list[Recording], refusals: Iterable[Refusal] = ()) -> Recording:
    """Several recordings as one; the app is the one that most of their screens are of."""
    if len(found) == 1 and not tuple(refusals):
        return found[0]
    weights: Counter[str] = Counter()
    for recording in found:
        weights[recording.package] += len(recording.screens)
    every = [refusal for recording in found for refusal in recording.refusals]
    return Recording(
        source=found[0].source if len(found) == 1 else f"{len(found)} recordings",
        package=max(sorted(weights), key=lambda package: weights[package]),
        episodes=tuple(episode for recording in found for episode in recording.episodes),
        screens=tuple(screen for recording in found for screen in recording.screens),
        refusals=(*every, *refusals),
    )


def import_place(place: Path) -> Recording | None:
    """The recording that this very place is; None where it only may hold some."""
    if place.is_file():
        return import_dumps(place)
    for is_kind, read in KINDS:
        if is_kind(place):
            return read(place)
    return None


def _collect(place: Path, depth: int, found: list[Recording], refusals: list[Refusal]) -> None:
    try:
        recording = import_place(place)
    except BadRecording as error:
        refusals.append(Refusal(str(place), str(error).removeprefix(f"{place}: ")))
        return
    if recording is not None:
        found.append(recording)
        return
    if depth < MAX_DEPTH:
        for folder in folders_in(place):
            _collect(folder, depth + 1, found, refusals)


def places_in(place: Path, depth: int = 0) -> Iterator[Path]:
    """The folders in a place that are recordings, each for itself."""
    if any(is_kind(place) for is_kind, _ in KINDS):
        yield place
    elif depth < MAX_DEPTH:
        for folder in folders_in(place):
            yield from places_in(folder, depth + 1)
