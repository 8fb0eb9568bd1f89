"""The oracles of an app on what was rebuilt without them, and with other values than were recorded.

*Left out*: the app is rebuilt from everything but the recording of the oracle that is tried. *Other seeds*:
the oracle has another seed's values. Each task puts rows of its own on its phone, and each seed has a world of its
own, so that most of what these oracles look for was never recorded: an app without it cannot be blamed. Each
is therefore tried twice: bare, and *shown*, on an app that has among its recordings `LOOKS` steps of an
exploration of the phone the task is set up on, on which nobody does the task.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from phoneworld.reconstruction.oracle_results import OracleResult, solve_templates
from phoneworld.reconstruction.rebuild import rebuild
from phoneworld.recording.episodes import EXPLORATION
from phoneworld.recording.explorer import Permits, explore
from phoneworld.recording.model import Recording
from phoneworld.recording.recorder import RecordingDevice
from phoneworld.recording.sources import import_all
from phoneworld.tasks.template import Template
from phoneworld.tasks.trial import Task, Trial
from phoneworld.workshop import Workshop
from runtime.episode import Actor

LOOKS = 60


def without(recording: Recording, name: str) -> Recording:
    """A recording without the episodes of that name."""
    kept = tuple(one for one in recording.episodes if one.name.partition("#")[0] != name)
    seen = {s for one in kept for step in one.steps for s in (step.before, step.after)}
    return replace(
        recording, episodes=kept, screens=tuple(s for s in recording.screens if s in seen)
    )


@dataclass(frozen=True, slots=True)
class OracleSplits:
    """How an app's oracles do on rebuilt apps that were not built from what they do now.

    Each is tried bare, and where the app was shown the phone it is tried on (`shown`).
    """

    left_out: tuple[OracleResult, ...]
    left_out_shown: tuple[OracleResult, ...]
    other_seed: tuple[OracleResult, ...]
    other_seed_shown: tuple[OracleResult, ...]

    def named(self) -> tuple[tuple[str, tuple[OracleResult, ...]], ...]:
        """What each way is called in a report."""
        return (
            ("left out", self.left_out),
            ("left out, shown", self.left_out_shown),
            ("other seed", self.other_seed),
            ("other seed, shown", self.other_seed_shown),
        )


def try_splits(
    recording: Recording,
    templates: Sequence[Template],
    workshop: Workshop,
    *,
    label: str,
    permits: Permits,
    seed: int = 1,
) -> OracleSplits:
    """Try every oracle in each of the four ways. `recording` is of seed 0."""
    package = next(app.package for app in workshop.apps.values() if app.label == label)
    whole = rebuild(recording, package=package, label=label, look=False)
    found: dict[str, list[OracleResult]] = {"left": [], "left shown": [], "other shown": []}
    for template in templates:
        rest = without(recording, template.name)
        bare = rebuild(rest, package=package, label=label, look=False)
        found["left"] += solve_templates(bare, [template], workshop)
        for kind, known, number in (("left shown", rest, 0), ("other shown", recording, seed)):
            look = look_around(workshop, Task(template, number), label, permits)
            app = rebuild(together(known, look), package=package, label=label, look=False)
            found[kind] += solve_templates(app, [template], workshop, seed=number)
    return OracleSplits(
        left_out=tuple(found["left"]),
        left_out_shown=tuple(found["left shown"]),
        other_seed=tuple(solve_templates(whole, templates, workshop, seed=seed)),
        other_seed_shown=tuple(found["other shown"]),
    )


def together(known: Recording, look: Recording) -> Recording:
    """Two recordings as one."""
    return replace(
        known, episodes=known.episodes + look.episodes, screens=known.screens + look.screens
    )


def look_around(workshop: Workshop, task: Task, label: str, permits: Permits) -> Recording:
    """An exploration of the phone that a task is set up on; nobody does the task."""
    trial = Trial(workshop, task)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "explore-look"
        recorder = RecordingDevice(
            trial.device,
            place,
            goal=f"explore {label}",
            actor=Actor.POLICY,
            policy=EXPLORATION,
            screenshots=False,
            durable=False,
        )
        explore(recorder, label, steps=LOOKS, permits=permits, seed=task.seed)
        recorder.close()
        return import_all([place])
