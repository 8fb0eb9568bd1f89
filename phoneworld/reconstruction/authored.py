"""PhoneWorld's own apps as ground truth: recorded, rebuilt and compared.

An app is recorded by the oracles of its single-app tasks and by explorations, over adb as a phone
would be, or in process. The rebuilt app is measured like any other, and the app's own oracles are
run on it (`oracle_results`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from phoneworld.adb.proof.oracles import private_adb
from phoneworld.adb.proof.served import ServedPhone
from phoneworld.device import PhoneDevice
from phoneworld.errors import TaskError
from phoneworld.phone import Phone
from phoneworld.reconstruction.fidelity import Fidelity, measure
from phoneworld.reconstruction.oracle_results import OracleResult, solve_templates
from phoneworld.reconstruction.oracle_splits import OracleSplits, try_splits
from phoneworld.reconstruction.rebuild import rebuild
from phoneworld.recording.episodes import EXPLORATION
from phoneworld.recording.explorer import Permits, explore
from phoneworld.recording.recorder import RecordingDevice
from phoneworld.recording.sources import import_all
from phoneworld.tasks.pilot import run_oracle
from phoneworld.tasks.template import Kind, Template
from phoneworld.tasks.trial import Task, Trial
from phoneworld.workshop import Workshop
from runtime.device import Device
from runtime.devices import open_device
from runtime.episode import Actor

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RecordingPlan:
    """How an app is recorded."""

    explorations: int = 3
    steps: int = 160
    seed: int = 0
    screenshots: bool = True


@dataclass(frozen=True, slots=True)
class RecordingPhone:
    """A phone to record from: `run` does something where the phone's owner does it."""

    phone: Phone
    device: Device
    run: Callable[[Callable[[], object]], object]


@dataclass(frozen=True, slots=True)
class Authored:
    """What was measured of one app."""

    app: str
    figures: Fidelity
    solved: tuple[OracleResult, ...]
    splits: OracleSplits | None = None


def tasks_of_app(templates: Iterable[Template], label: str) -> list[Template]:
    """The templates that need this app and no other."""
    single = [one for one in templates if one.kind is Kind.SINGLE]
    found = [one for one in single if one.apps == (label,)]
    if not found:
        known = sorted({one.apps[0] for one in single if one.apps})
        raise TaskError(f"no task is of {label!r} alone; there are tasks of {', '.join(known)}")
    return found


@contextmanager
def desk_over_adb(workshop: Workshop) -> Generator[RecordingPhone]:
    """A served phone, used through a private adb server."""
    with private_adb() as host:
        served = ServedPhone.start(workshop.phone(0))
        try:
            with closing(open_device(served.address)) as device:
                yield RecordingPhone(served.phone, device, served.run)
        finally:
            asyncio.run(host.run("disconnect", served.server.address))
            served.close()


@contextmanager
def desk_in_process(workshop: Workshop) -> Generator[RecordingPhone]:
    """A phone of this process."""
    phone = workshop.phone(0)
    yield RecordingPhone(phone, PhoneDevice(phone), lambda work: work())


def record_app(
    desk: RecordingPhone,
    workshop: Workshop,
    label: str,
    folder: Path,
    plan: RecordingPlan,
    permits: Permits,
    *,
    tasks: Sequence[Template],
) -> None:
    """Everything that is recorded of one app, the oracles of its tasks first; what is in the folder
    already is not made again.
    """
    for template in tasks:
        place = folder / template.name
        if not place.exists():
            _record_oracle(desk, workshop, template, place, plan)
    for number in range(plan.explorations):
        place = folder / f"explore-{number}"
        if place.exists():
            continue
        desk.run(lambda: workshop.reset(desk.phone, plan.seed))
        recorder = RecordingDevice(
            desk.device,
            place,
            goal=f"explore {label}",
            actor=Actor.POLICY,
            policy=EXPLORATION,
            screenshots=plan.screenshots,
            durable=False,
        )
        explore(recorder, label, steps=plan.steps, permits=permits, seed=number)
        recorder.close()


def _record_oracle(
    desk: RecordingPhone, workshop: Workshop, template: Template, folder: Path, plan: RecordingPlan
) -> None:
    made: list[Trial] = []
    task = Task(template, plan.seed)
    desk.run(lambda: made.append(Trial(workshop, task, phone=desk.phone, device=desk.device)))
    trial = made[0]
    recorder = RecordingDevice(
        desk.device,
        folder,
        goal=trial.goal,
        actor=Actor.ORACLE,
        policy="oracle",
        task=task.name,
        screenshots=plan.screenshots,
        durable=False,
    )
    trial.device = recorder
    run_oracle(trial)
    recorder.close()


def measure_authored(
    workshop: Workshop,
    label: str,
    folder: Path,
    *,
    tasks: Sequence[Template],
    folds: int = 4,
    look: bool = True,
    seed: int = 0,
    unseen: Permits | None = None,
) -> Authored:
    """The figures of the app that a folder of recordings gives, and how its oracles fare on it; with `unseen`
    (what an exploration may do) also where they were left out, and with another seed.
    """
    app = next(app for app in workshop.apps.values() if app.label == label)
    recording = import_all([folder])
    rebuilt = rebuild(recording, package=app.package, label=label, look=look)
    figures = measure(recording, folds=folds, look=look, rebuilt=rebuilt)
    solved = solve_templates(rebuilt, tasks, workshop, seed=seed)
    splits = None
    if unseen is not None:
        splits = try_splits(recording, tasks, workshop, label=label, permits=unseen, seed=seed + 1)
    return Authored(label, figures, tuple(solved), splits)
