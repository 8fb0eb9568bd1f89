"""Runs for commands, the same way from a store and from a server."""

from __future__ import annotations

import argparse
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from runtime.commands.where import ServerSaid, find_server, token
from runtime.episode import Step
from runtime.errors import ConfigError, PhoneBuddyError
from runtime.runs.model import Run
from runtime.runs.queries import Retention, RunQuery

if TYPE_CHECKING:
    from phonebuddy.v1.client import Client

    from runtime.runs.store import RunStore

_A_DAY_S = 86_400.0
_STEPS_A_PAGE = 50


class RunSource(Protocol):
    """What commands ask of runs."""

    def runs(self) -> Iterator[Run]:
        """All, newest first."""
        ...

    def run(self, run_id: str) -> Run: ...

    def steps(self, run_id: str) -> Iterator[Step]: ...

    def export(self, run_id: str, folder: Path) -> None: ...

    def delete(self, run_id: str) -> None: ...

    def prune(self, retention: Retention) -> list[str]:
        """Forget what is more than is to be kept; the ids."""
        ...


@contextmanager
def open_runs(given: argparse.Namespace) -> Generator[RunSource]:
    """The runs that a command is about."""
    address = find_server(given)
    if address:
        from phonebuddy.v1.client import Client
        from phonebuddy.v1.errors import BuddyError

        root = given.root_certificate
        try:
            with Client(address, token=token(), root_certificate=root, patience_s=3) as client:
                yield ServerRuns(client)
        except BuddyError as error:
            raise ServerSaid(f"the server at {address} said: {error}") from error
        return
    from runtime.runs.store import FILE, RunStore
    from runtime.server.data_folder import hold_folder

    folder = given.data.expanduser()
    if not (folder / FILE).exists():
        raise ConfigError(f"{folder} holds no runs: give another folder with --data")
    with hold_folder(folder):
        store = RunStore.open(folder)
        try:
            yield StoreRuns(store)
        finally:
            store.close()


class StoreRuns:
    """Runs of a data folder that no server has."""

    def __init__(self, store: RunStore) -> None:
        self._store = store

    def runs(self) -> Iterator[Run]:
        before = ""
        while True:
            page = self._store.runs(RunQuery(before=before))
            yield from page.runs
            before = page.next
            if not before:
                return

    def run(self, run_id: str) -> Run:
        return self._store.run(run_id)

    def steps(self, run_id: str) -> Iterator[Step]:
        first = 0
        while steps := self._store.steps(run_id, first=first, limit=_STEPS_A_PAGE):
            yield from steps
            first += len(steps)

    def export(self, run_id: str, folder: Path) -> None:
        self._store.export(run_id, folder)

    def delete(self, run_id: str) -> None:
        self._store.delete(run_id)

    def prune(self, retention: Retention) -> list[str]:
        return self._store.prune(retention, now_s=time.time())


class ServerRuns:
    """Runs of a server."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def runs(self) -> Iterator[Run]:
        from runtime.server.codec.runs import read_run

        for run in self._client.runs():
            yield read_run(run)

    def run(self, run_id: str) -> Run:
        from runtime.server.codec.runs import read_run

        return read_run(self._client.get(run_id))

    def steps(self, run_id: str) -> Iterator[Step]:
        from runtime.server.codec.steps import read_step

        for number, step in enumerate(self._client.steps(run_id)):
            yield read_step(step, f"steps[{number}]")

    def export(self, run_id: str, folder: Path) -> None:
        if folder.exists():
            raise PhoneBuddyError(f"{folder} is there already: choose another folder")
        self._client.export(run_id, folder)

    def delete(self, run_id: str) -> None:
        self._client.delete(run_id)

    def prune(self, retention: Retention) -> list[str]:
        if retention.bytes:
            raise ConfigError(
                "how large runs are is known to their server only: start it with --keep-mb"
            )
        now_s, kept = time.time(), 0
        gone: list[str] = []
        for run in self.runs():
            if run.state.alive:
                continue
            too_old = retention.days and now_s - run.updated_s > retention.days * _A_DAY_S
            if too_old or (retention.runs and kept >= retention.runs):
                gone.append(run.id)
            else:
                kept += 1
        for run_id in gone:
            self.delete(run_id)
        return gone
