"""Oracles through adb: proof that a served phone works with the backend for real phones."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Generator, Iterable
from contextlib import closing, contextmanager
from pathlib import Path

from phoneworld.adb.errors import ServeError
from phoneworld.adb.proof.host_adb import HostAdb, find_adb
from phoneworld.adb.proof.served import ServedPhone
from phoneworld.errors import PhoneWorldError
from phoneworld.tasks.check import TaskFinding
from phoneworld.tasks.pilot import run_oracle
from phoneworld.tasks.trial import Task, Trial
from phoneworld.workshop import Workshop
from runtime.devices import open_device
from runtime.errors import PhoneBuddyError


@contextmanager
def private_adb() -> Generator[HostAdb]:
    """An adb server of our own, which this process's environment points to meanwhile."""
    path = find_adb()
    if path is None:
        raise ServeError("adbutils brings no adb for this system")
    with tempfile.TemporaryDirectory() as home, HostAdb(path, Path(home)) as host:
        kept = dict(os.environ)
        os.environ.update({n: v for n, v in host.environment.items() if n != "PATH"})
        try:
            yield host
        finally:
            os.environ.clear()
            os.environ.update(kept)


def check_over_adb(workshop: Workshop, tasks: Iterable[Task]) -> Generator[list[TaskFinding]]:
    """Run each task's oracle on a served phone through adb; what went wrong with each."""
    with private_adb() as host:
        served = ServedPhone.start(workshop.phone(0))
        try:
            with closing(open_device(served.address)) as device:
                for task in tasks:
                    trial = served.run(
                        lambda task=task: Trial(workshop, task, phone=served.phone, device=device)
                    )
                    yield _solve(trial, served)
        finally:
            asyncio.run(host.run("disconnect", served.server.address))
            served.close()


def _solve(trial: Trial, served: ServedPhone) -> list[TaskFinding]:
    name = trial.task.name
    try:
        run_oracle(trial)
    except (PhoneWorldError, PhoneBuddyError) as error:
        return [TaskFinding(name, "oracle over adb", f"{type(error).__name__}: {error}")]
    judgement = served.run(trial.judge)
    if judgement.success:
        return []
    return [TaskFinding(name, "oracle over adb", "; ".join(judgement.reasons))]
