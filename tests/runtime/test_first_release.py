"""What people have survives an upgrade: a store and an episode of the first release.

`first_release/` was written by commit 349c031, checked out in a folder of its own, with

    PYTHONPATH=.:proto python write_store.txt FOLDER

and is not to be made anew. It holds a run that has ended, with a question and an approval, the same run
as it was exported, and a run that was alive when its process ended.
"""

import shutil
import sqlite3
from pathlib import Path

import pytest
from desk_scene import Library

from runtime.actions import AskUser, Click, Finish, OpenApp, Type
from runtime.device_pool import DevicePool
from runtime.episode import Finished, Unparsed, Verdict
from runtime.guard.ruling import AllowAll
from runtime.guard.secrets import Secrets
from runtime.record_lines import body_of, line_of
from runtime.records import FILE as EPISODE
from runtime.records import read_episode
from runtime.runs.database import MIGRATIONS, connect, migrate, version_of
from runtime.runs.desk import RunDesk
from runtime.runs.model import RunRequest, RunState
from runtime.runs.queries import RunQuery
from runtime.runs.store import FILE, RunStore

FIRST = Path(__file__).parent / "first_release"
KINDS = [OpenApp, Unparsed, AskUser, Type, Click, Finish]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(FIRST / FILE, tmp_path)
    return tmp_path


def test_its_runs_can_be_read(folder: Path) -> None:
    store = RunStore.open(folder)
    alive, ended = store.runs(RunQuery()).runs

    assert (alive.state, ended.state) == (RunState.RUNNING, RunState.FINISHED)
    assert ended.outcome is not None
    assert isinstance(ended.outcome.ending, Finished)
    steps = store.steps(ended.id)
    assert [type(step.decision.action) for step in steps] == KINDS
    assert steps[2].answer == "milk"
    assert steps[4].guard is not None
    assert (steps[4].guard.verdict, steps[4].guard.approved) == (Verdict.CONFIRM, True)
    assert store.screenshot(ended.id, 0) is not None
    assert [event.sequence for event in store.events(ended.id)] == list(
        range(1, ended.sequence + 1)
    )
    store.close()


def test_its_runs_go_on_in_this_release(folder: Path, tmp_path: Path) -> None:
    store = RunStore.open(folder)
    pool = DevicePool(opener=pytest.fail, finder=list)
    desk = RunDesk(store, pool, Library(), AllowAll(), Secrets())
    alive, ended = store.runs(RunQuery()).runs

    assert alive.state is RunState.INTERRUPTED
    again, is_new = store.create(ended.request, key="first", now_s=0.0)
    assert (again.id, is_new) == (ended.id, False)
    _, is_new = store.create(RunRequest("another", "fake:1", "p"), now_s=0.0)
    assert is_new
    store.export(ended.id, tmp_path / "exported")
    assert read_episode(tmp_path / "exported") == read_episode(FIRST / "episode")
    desk.delete(ended.id)
    desk.close()
    store.close()


def test_its_episodes_can_be_read() -> None:
    episode = read_episode(FIRST / "episode")

    assert [type(step.decision.action) for step in episode.steps] == KINDS
    assert all(step.observation.screenshot is not None for step in episode.steps)


def test_a_store_is_brought_up_to_date_step_by_step(folder: Path) -> None:
    database = connect(folder / FILE)
    before = database.execute("SELECT count(*) FROM events").fetchone()
    later = (
        *MIGRATIONS,
        "ALTER TABLE runs ADD COLUMN note TEXT NOT NULL DEFAULT ''; CREATE INDEX notes ON runs (note)",
        "UPDATE runs SET note = goal",
    )

    migrate(database, later)

    assert version_of(database) == len(MIGRATIONS) + 2
    assert database.execute("SELECT DISTINCT note FROM runs").fetchall() == [("note milk",)]
    assert database.execute("SELECT count(*) FROM events").fetchone() == before
    database.close()


def test_a_migration_that_fails_leaves_the_store_as_it_was(folder: Path) -> None:
    database = connect(folder / FILE)
    database.execute("BEGIN IMMEDIATE")

    with pytest.raises(sqlite3.Error):
        migrate(database, (*MIGRATIONS, "ALTER TABLE runs ADD COLUMN note TEXT; SELECT nonsense"))
    database.execute("ROLLBACK")

    assert version_of(database) == len(MIGRATIONS)
    assert "note" not in {row[1] for row in database.execute("PRAGMA table_info(runs)")}
    database.close()
    RunStore.open(folder).close()


def test_a_new_store_and_a_migrated_one_are_alike(folder: Path, tmp_path: Path) -> None:
    RunStore.open(folder).close()
    RunStore.open(tmp_path / "new").close()

    def tables(path: Path) -> list[str]:
        with sqlite3.connect(path) as database:
            return [
                row[0] for row in database.execute("SELECT sql FROM sqlite_master ORDER BY name")
            ]

    assert tables(folder / FILE) == tables(tmp_path / "new" / FILE)


def test_a_store_with_fields_of_a_later_release_can_be_read(folder: Path) -> None:
    with sqlite3.connect(folder / FILE) as database:
        later = "'$.later', json('{\"a\": 1}')"
        database.execute(f"UPDATE runs SET run = json_set(run, {later})")  # noqa: S608 - fixed
        database.execute(f"UPDATE events SET body = json_set(body, {later})")  # noqa: S608 - fixed
        database.execute(
            "UPDATE events SET body = json_set(body, '$.record.decision.mood', 'good') "
            "WHERE kind = 'StepDone'"
        )
    store = RunStore.open(folder)
    _, ended = store.runs(RunQuery()).runs

    assert [type(step.decision.action) for step in store.steps(ended.id)] == KINDS
    assert len(store.events(ended.id)) == ended.sequence
    store.close()


def test_an_episode_with_fields_of_a_later_release_can_be_read(tmp_path: Path) -> None:
    shutil.copytree(FIRST / "episode", tmp_path / "episode")
    path = tmp_path / "episode" / EPISODE
    lines: list[bytes] = []
    for line in path.read_bytes().splitlines():
        body = body_of(line)
        assert body is not None
        lines.append(line_of({**body, "later": [1, {"a": 2}]}))
    path.write_bytes(b"".join(lines))

    assert read_episode(tmp_path / "episode") == read_episode(FIRST / "episode")
