"""Runs and what happened to them, in SQLite: what it has acknowledged survives a kill at any moment.

One row for each run as it stands, one for each event, one for each screenshot that differs from the
others of its run. An event and the run after it are written in one transaction. Reading goes through
a connection of its own, so that whoever reads never makes a run wait.
"""

from __future__ import annotations

import hashlib
import secrets
import sqlite3
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from runtime.episode import Episode, Step
from runtime.errors import KeyReused, StoreError, UnknownRun, WrongState
from runtime.observation import Screenshot
from runtime.private_files import OWN_FOLDER, make_private
from runtime.record_codec import to_json
from runtime.records import write_episode
from runtime.runs.database import MIGRATIONS, connect, migrate, version_of
from runtime.runs.event_rows import (
    dump,
    look_of,
    read_event,
    read_run,
    unfinished_step,
    write_event,
)
from runtime.runs.model import (
    Event,
    Happening,
    Looked,
    Run,
    RunRequest,
    RunState,
    StateChanged,
    StepDone,
)
from runtime.runs.queries import Retention, RunPage, RunQuery
from runtime.runs.step_pages import all_steps

FILE = "runs.db"
PAGES_AT_ONCE = 2000
"""How much space is given back before others may write again: 8 MB."""


class RunStore:
    """All runs of one data folder. Safe from any thread; one process at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._write_lock = threading.Lock()
        self._read_lock = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=OWN_FOLDER)
            _keep_private(path)
            self._writer = connect(path)
            self._prepare()
            self._reader = connect(path)
        except sqlite3.Error as error:
            raise StoreError(
                f"{path} cannot be used as the store of runs ({error}): if it is damaged, move it "
                "away and start again; a new one is made"
            ) from error
        except OSError as error:
            raise StoreError(f"{path.parent} cannot hold the store of runs: {error}") from error

    @classmethod
    def open(cls, folder: Path) -> RunStore:
        """The store in a data folder, made if it is not there."""
        return cls(folder / FILE)

    def close(self) -> None:
        with self._write_lock, self._read_lock:
            self._writer.close()
            self._reader.close()

    def create(self, request: RunRequest, *, key: str = "", now_s: float) -> tuple[Run, bool]:
        """A new run, or the one that was created with this key before (then False).

        The first event of a new one says that it is queued.
        """
        asked = dump(to_json(RunRequest, request))
        with self._writing() as database:
            if key:
                row = database.execute("SELECT run FROM runs WHERE key = ?", (key,)).fetchone()
                if row is not None:
                    known = read_run(row[0])
                    # As values: an earlier release may have written fewer fields.
                    if known.request != request:
                        raise KeyReused(
                            f"the idempotency key {key!r} was used with another request: "
                            "take a new key for a new request"
                        )
                    return known, False
            run = Run(_new_id(now_s), request, RunState.QUEUED, now_s, now_s)
            database.execute(
                "INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (run.id, key or None, asked, request.goal, request.device, "", now_s, ""),
            )
            run, _ = write_event(database, run, StateChanged(RunState.QUEUED), now_s)
            return run, True

    def append(
        self,
        run_id: str,
        happening: Happening,
        *,
        now_s: float,
        screenshot: Screenshot | None = None,
    ) -> Event:
        """Record what has happened; it is there for good when this returns.

        A `Looked` may bring its screenshot, which is then named in it.
        """
        with self._writing() as database:
            run = self._find(database, run_id)
            if screenshot is not None and isinstance(happening, Looked):
                name = hashlib.sha256(screenshot.data).hexdigest()[:32]
                happening = replace(happening, screen=name)
                database.execute(
                    "INSERT OR IGNORE INTO screens VALUES (?, ?, ?, ?, ?, ?)",
                    (
                        run_id,
                        name,
                        screenshot.mime,
                        screenshot.width_px,
                        screenshot.height_px,
                        screenshot.data,
                    ),
                )
            _, event = write_event(database, run, happening, now_s)
            return event

    def run(self, run_id: str) -> Run:
        with self._reading() as database:
            return self._find(database, run_id)

    def runs(self, query: RunQuery) -> RunPage:
        """A page of runs, newest first."""
        conditions, values = _conditions(query)
        with self._reading() as database:
            rows = database.execute(
                f"SELECT id, run FROM runs WHERE {' AND '.join(conditions)} "  # noqa: S608 - fixed texts
                "ORDER BY id DESC LIMIT ?",
                (*values, query.limit + 1),
            ).fetchall()
        page = rows[: query.limit]
        more = len(rows) > query.limit
        return RunPage(tuple(read_run(row[1]) for row in page), page[-1][0] if more else "")

    def events(self, run_id: str, *, after: int = 0, limit: int = 1000) -> list[Event]:
        """What has happened after event number `after`, at most `limit` of it."""
        with self._reading() as database:
            self._find(database, run_id)
            rows = database.execute(
                "SELECT sequence, time_s, kind, step, body FROM events "
                "WHERE run_id = ? AND sequence > ? ORDER BY sequence LIMIT ?",
                (run_id, after, limit),
            ).fetchall()
            return [read_event(database, run_id, row) for row in rows]

    def steps(self, run_id: str, *, first: int = 0, limit: int = 50) -> list[Step]:
        """The steps that are over, from number `first` on; without screenshots."""
        with self._reading() as database:
            self._find(database, run_id)
            rows = database.execute(
                "SELECT sequence, time_s, kind, step, body FROM events "
                "WHERE run_id = ? AND kind = 'StepDone' AND step >= ? ORDER BY step LIMIT ?",
                (run_id, first, limit),
            ).fetchall()
            happenings = [read_event(database, run_id, row).happening for row in rows]
        return [done.record for done in happenings if isinstance(done, StepDone)]

    def screenshot(self, run_id: str, step: int) -> Screenshot | None:
        """What the screen of a step looked like, if that was recorded."""
        with self._reading() as database:
            self._find(database, run_id)
            looked = look_of(database, run_id, step)
            if looked is None or not looked.screen:
                return None
            row = database.execute(
                "SELECT data, mime, width_px, height_px FROM screens WHERE run_id = ? AND name = ?",
                (run_id, looked.screen),
            ).fetchone()
        return None if row is None else Screenshot(*row)

    def interrupt_all(self, *, now_s: float) -> list[Run]:
        """Mark the runs that were alive when the process before this one died.

        An action that may or may not have reached the phone is closed as such: nothing is sent
        again.
        """
        with self._writing() as database:
            rows = database.execute(
                "SELECT run FROM runs WHERE state IN ('queued', 'running', 'waiting', 'paused', "
                "'taken_over')"
            ).fetchall()
            interrupted: list[Run] = []
            for row in rows:
                run = read_run(row[0])
                open_step = unfinished_step(database, run)
                if open_step is not None:
                    run, _ = write_event(database, run, open_step, now_s)
                reason = "the runtime ended while this run was alive"
                change = StateChanged(RunState.INTERRUPTED, reason)
                run, _ = write_event(database, run, change, now_s)
                interrupted.append(run)
            return interrupted

    def delete(self, run_id: str) -> None:
        """Forget a run that is not alive, with all that was recorded of it."""
        with self._writing() as database:
            run = self._find(database, run_id)
            if run.state.alive:
                raise WrongState(f"run {run_id} is {run.state}: cancel it before deleting it")
            database.execute("DELETE FROM runs WHERE id = ?", (run_id,))

    def export(self, run_id: str, folder: Path) -> None:
        """Write the run as an episode record, screenshots and all, into a new folder."""
        run = self.run(run_id)
        if run.device is None:
            raise WrongState(f"run {run_id} never had its device: there is nothing to export")
        steps: list[Step] = []
        for number, step in enumerate(all_steps(self, run_id)):
            screenshot = self.screenshot(run_id, number)
            steps.append(
                replace(step, observation=replace(step.observation, screenshot=screenshot))
            )
        episode = Episode(
            id=run.id,
            goal=run.request.goal,
            device=run.device,
            policy=run.request.policy,
            steps=tuple(steps),
            outcome=run.outcome,
            task=run.request.task,
            started_s=run.created_s,
        )
        write_episode(folder, episode)

    def prune(self, retention: Retention, *, now_s: float) -> list[str]:
        """Forget what is older or more than is to be kept, oldest first; the ids of what went."""
        with self._writing() as database:
            ended = database.execute(
                "SELECT id, updated_s, (SELECT coalesce(sum(length(data)), 0) FROM screens "
                "WHERE run_id = id) + (SELECT coalesce(sum(length(body)), 0) FROM events "
                "WHERE run_id = id) FROM runs "
                "WHERE state IN ('finished', 'failed', 'cancelled', 'interrupted') ORDER BY id DESC"
            ).fetchall()
            gone: list[str] = []
            kept = size = 0
            for run_id, updated_s, length in ended:
                too_old = retention.days and now_s - updated_s > retention.days * 86400
                too_many = retention.runs and kept >= retention.runs
                too_large = retention.bytes and size + length > retention.bytes
                if too_old or too_many or too_large:
                    gone.append(run_id)
                else:
                    kept += 1
                    size += length
            database.executemany("DELETE FROM runs WHERE id = ?", [(run_id,) for run_id in gone])
        if gone:
            self._give_back_space()
        return gone

    def _prepare(self) -> None:
        with self._writing() as database:
            version, known = version_of(database), len(MIGRATIONS)
            if version > known:
                raise StoreError(
                    f"{self._path} was written by a newer PhoneBuddy (version {version}, this one "
                    f"reads {known}): use that one, or another data folder"
                )
            migrate(database)

    def _give_back_space(self) -> None:
        """Have the file shrink, piece by piece: runs write meanwhile."""
        with self._maintaining() as database:
            free = database.execute("PRAGMA freelist_count").fetchone()[0]
        for _ in range(0, free, PAGES_AT_ONCE):
            with self._maintaining() as database:
                # `execute` would take the first of many steps only, and free one page.
                database.executescript(f"PRAGMA incremental_vacuum({PAGES_AT_ONCE})")
        with self._maintaining() as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextmanager
    def _writing(self) -> Generator[sqlite3.Connection]:
        """A transaction: all of it or nothing."""
        with self._maintaining() as database:
            database.execute("BEGIN IMMEDIATE")
            try:
                yield database
            except BaseException:
                database.execute("ROLLBACK")
                raise
            database.execute("COMMIT")

    @contextmanager
    def _maintaining(self) -> Generator[sqlite3.Connection]:
        """The connection that writes, without a transaction."""
        with self._write_lock:
            try:
                yield self._writer
            except sqlite3.Error as error:
                raise StoreError(
                    f"the store of runs at {self._path} cannot be written ({error}): "
                    "see whether the disk is full"
                ) from error

    @contextmanager
    def _reading(self) -> Generator[sqlite3.Connection]:
        with self._read_lock:
            try:
                self._reader.execute("BEGIN")  # one state of things for all reads
                try:
                    yield self._reader
                finally:
                    self._reader.execute("COMMIT")
            except sqlite3.Error as error:
                raise StoreError(
                    f"the store of runs at {self._path} cannot be read: {error}"
                ) from error

    def _find(self, database: sqlite3.Connection, run_id: str) -> Run:
        row = database.execute("SELECT run FROM runs WHERE id = ?", (run_id,)).fetchone()
        if row is None:
            raise UnknownRun(f"there is no run {run_id[:80]!r}: it may have been deleted")
        return read_run(row[0])


def _keep_private(path: Path) -> None:
    """Take the store away from others. What SQLite puts beside it takes after it."""
    make_private(path)
    for beside in (path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
        if beside.exists():
            make_private(beside)


def _conditions(query: RunQuery) -> tuple[list[str], list[str]]:
    conditions = ["1"]
    values: list[str] = []
    if query.states:
        conditions.append(f"state IN ({', '.join('?' * len(query.states))})")
        values += sorted(state.value for state in query.states)
    if query.device:
        conditions.append("device = ?")
        values.append(query.device)
    for word in query.search.split():
        conditions.append("instr(fold(goal), ?)")
        values.append(word.casefold())
    if query.before:
        conditions.append("id < ?")
        values.append(query.before)
    return conditions, values


def _new_id(now_s: float) -> str:
    """Sorts by time, and cannot be guessed."""
    stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(now_s))
    return f"{stamp}-{int(now_s * 1000) % 1000:03}-{secrets.token_hex(5)}"
