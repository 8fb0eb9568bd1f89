import sqlite3
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from runtime.actions import Click, ElementRef, Finish, FinishStatus
from runtime.engine import Usage
from runtime.episode import Actor, Decision, Finished, Outcome, Step
from runtime.errors import KeyReused, StoreError, UnknownRun, WrongState
from runtime.observation import Observation, Screenshot
from runtime.records import read_episode
from runtime.runs.model import (
    Acting,
    Ended,
    Event,
    Looked,
    Opened,
    PolicyDecided,
    RunRequest,
    RunState,
    StateChanged,
    StepDone,
)
from runtime.runs.queries import Retention, RunQuery
from runtime.runs.step_pages import PAGE
from runtime.runs.store import RunStore
from runtime.testing import FakeDevice

REQUEST = RunRequest("note milk", "fake://", "scripted")
DECISION = Decision(Click(ElementRef(0)), "so", "reply with half a character \ud83d")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[RunStore]:
    store = RunStore.open(tmp_path / "data")
    yield store
    store.close()


def look(*, screenshot: bool = False) -> Observation:
    return FakeDevice().observe(screenshot=screenshot)


def record_step(store: RunStore, run_id: str, number: int) -> Step:
    seen = look(screenshot=True)
    store.append(run_id, Looked(number, seen), now_s=2, screenshot=seen.screenshot)
    store.append(run_id, PolicyDecided(number, DECISION, Usage(100, 80, 20)), now_s=3)
    store.append(run_id, Acting(number, Click(ElementRef(0))), now_s=4)
    step = Step(replace(seen, screenshot=None), DECISION, Actor.POLICY)
    store.append(run_id, StepDone(number, step), now_s=5)
    return step


def test_run_is_queued_first_and_numbered_from_one(store: RunStore) -> None:
    run, created = store.create(REQUEST, now_s=1)

    assert created
    assert (run.state, run.sequence, run.request) == (RunState.QUEUED, 1, REQUEST)
    assert store.events(run.id) == [Event(1, 1, StateChanged(RunState.QUEUED))]


def test_same_key_and_request_give_the_same_run(store: RunStore) -> None:
    first, _ = store.create(REQUEST, key="k", now_s=1)
    second, created = store.create(REQUEST, key="k", now_s=2)

    assert (second, created) == (first, False)


def test_same_key_with_another_request_is_refused(store: RunStore) -> None:
    store.create(REQUEST, key="k", now_s=1)

    with pytest.raises(KeyReused, match="'k' was used with another request"):
        store.create(replace(REQUEST, goal="note tea"), key="k", now_s=2)


def test_what_was_written_is_read_back_after_reopening(tmp_path: Path) -> None:
    store = RunStore.open(tmp_path)
    run, _ = store.create(REQUEST, now_s=1)
    info = FakeDevice().info
    store.append(run.id, StateChanged(RunState.RUNNING), now_s=1)
    store.append(run.id, Opened(info), now_s=1)
    step = record_step(store, run.id, 0)
    store.append(run.id, Ended(Outcome(Finished(FinishStatus.DONE, "ok"))), now_s=6)
    events = store.events(run.id)
    store.close()

    again = RunStore.open(tmp_path)
    stands = again.run(run.id)
    assert (stands.state, stands.steps, stands.tokens) == (RunState.FINISHED, 1, 120)
    assert stands.device == info
    assert again.events(run.id) == events
    assert [event.sequence for event in events] == list(range(1, 9))
    assert again.steps(run.id) == [step]
    assert again.screenshot(run.id, 0) == look(screenshot=True).screenshot
    again.close()


def test_events_are_given_after_any_number(store: RunStore) -> None:
    run, _ = store.create(REQUEST, now_s=1)
    record_step(store, run.id, 0)

    everything = store.events(run.id)
    for after in range(len(everything) + 1):
        assert store.events(run.id, after=after) == everything[after:]
    assert store.events(run.id, after=1, limit=2) == everything[1:3]


def test_step_does_not_store_its_observation_twice(store: RunStore, tmp_path: Path) -> None:
    run, _ = store.create(REQUEST, now_s=1)
    record_step(store, run.id, 0)

    with sqlite3.connect(tmp_path / "data" / "runs.db") as database:
        bodies = dict(database.execute("SELECT kind, body FROM events WHERE step = 0").fetchall())
    database.close()
    assert "resource_id" in bodies["Looked"]
    assert "resource_id" not in bodies["StepDone"]


def test_equal_screenshots_of_a_run_are_stored_once(store: RunStore, tmp_path: Path) -> None:
    run, _ = store.create(REQUEST, now_s=1)
    for number in range(3):
        record_step(store, run.id, number)

    with sqlite3.connect(tmp_path / "data" / "runs.db") as database:
        assert database.execute("SELECT count(*) FROM screens").fetchone() == (1,)
    database.close()
    assert store.screenshot(run.id, 2) is not None


def test_alive_runs_are_interrupted_and_ended_ones_are_not(store: RunStore) -> None:
    alive, _ = store.create(REQUEST, now_s=1)
    over, _ = store.create(REQUEST, now_s=1)
    store.append(over.id, StateChanged(RunState.CANCELLED), now_s=2)

    interrupted = store.interrupt_all(now_s=3)

    assert [run.id for run in interrupted] == [alive.id]
    assert store.run(alive.id).state is RunState.INTERRUPTED
    assert store.run(over.id).state is RunState.CANCELLED
    assert store.interrupt_all(now_s=4) == []


def test_action_that_may_have_been_sent_is_closed_as_unknown(store: RunStore) -> None:
    run, _ = store.create(REQUEST, now_s=1)
    record_step(store, run.id, 0)
    store.append(run.id, Looked(1, look()), now_s=6)
    store.append(run.id, PolicyDecided(1, DECISION, Usage()), now_s=6)
    store.append(run.id, Acting(1, Click(ElementRef(0))), now_s=6)

    store.interrupt_all(now_s=7)

    steps = store.steps(run.id)
    assert len(steps) == 2
    assert steps[1].error == "interrupted: it is not known whether this was done"
    assert steps[1].performed is None
    assert steps[1].decision == DECISION


def test_action_of_a_person_after_a_dropped_decision_is_the_persons(store: RunStore) -> None:
    run, _ = store.create(REQUEST, now_s=1)
    store.append(run.id, Looked(0, look()), now_s=2)
    store.append(run.id, PolicyDecided(0, DECISION, Usage()), now_s=3)
    store.append(run.id, Looked(0, look()), now_s=4)
    store.append(run.id, Acting(0, Click(ElementRef(1))), now_s=5)

    store.interrupt_all(now_s=7)

    (step,) = store.steps(run.id)
    assert (step.actor, step.decision) == (Actor.PERSON, Decision(Click(ElementRef(1))))


def test_decision_that_was_not_sent_leaves_no_step(store: RunStore) -> None:
    run, _ = store.create(REQUEST, now_s=1)
    store.append(run.id, Looked(0, look()), now_s=6)
    store.append(run.id, PolicyDecided(0, DECISION, Usage()), now_s=6)

    store.interrupt_all(now_s=7)

    assert store.steps(run.id) == []


def test_runs_are_listed_newest_first_in_pages(store: RunStore) -> None:
    made = [store.create(REQUEST, now_s=second)[0].id for second in range(5)]

    first = store.runs(RunQuery(limit=2))
    second = store.runs(RunQuery(limit=2, before=first.next))
    third = store.runs(RunQuery(limit=2, before=second.next))

    listed = [run.id for page in (first, second, third) for run in page.runs]
    assert listed == made[::-1]
    assert third.next == ""


def test_runs_are_found_by_state_device_and_words(store: RunStore) -> None:
    tea, _ = store.create(replace(REQUEST, goal="Buy Green tea"), now_s=1)
    store.create(REQUEST, now_s=2)
    other, _ = store.create(replace(REQUEST, device="fake://2"), now_s=3)
    store.append(other.id, StateChanged(RunState.RUNNING), now_s=4)

    assert [run.id for run in store.runs(RunQuery(search="tea green")).runs] == [tea.id]
    assert [run.id for run in store.runs(RunQuery(device="fake://2")).runs] == [other.id]
    running = frozenset({RunState.RUNNING})
    assert [run.id for run in store.runs(RunQuery(states=running)).runs] == [other.id]


@pytest.mark.parametrize(
    ("goal", "search"), [("Öffne ÄRZTE", "öffne ärzte"), ("über die straße", "ÜBER STRASSE")]
)
def test_runs_are_found_by_words_of_any_language(store: RunStore, goal: str, search: str) -> None:
    run, _ = store.create(replace(REQUEST, goal=goal), now_s=1)
    store.create(REQUEST, now_s=2)

    assert [found.id for found in store.runs(RunQuery(search=search)).runs] == [run.id]


def test_unknown_run_is_reported(store: RunStore) -> None:
    with pytest.raises(UnknownRun, match="there is no run 'x'"):
        store.run("x")
    with pytest.raises(UnknownRun):
        store.events("x")
    with pytest.raises(UnknownRun):
        store.append("x", StateChanged(RunState.RUNNING), now_s=1)


def test_deleted_run_is_gone_with_all_its_rows(store: RunStore, tmp_path: Path) -> None:
    run, _ = store.create(REQUEST, now_s=1)
    record_step(store, run.id, 0)
    with pytest.raises(WrongState, match="cancel it before"):
        store.delete(run.id)
    store.append(run.id, StateChanged(RunState.CANCELLED), now_s=6)

    store.delete(run.id)

    with pytest.raises(UnknownRun):
        store.run(run.id)
    with sqlite3.connect(tmp_path / "data" / "runs.db") as database:
        for table in ("runs", "events", "screens"):
            assert database.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)  # noqa: S608
    database.close()


def test_export_is_an_episode_with_its_screenshots(store: RunStore, tmp_path: Path) -> None:
    run, _ = store.create(replace(REQUEST, task="notes.add#7"), now_s=1)
    store.append(run.id, Opened(FakeDevice().info), now_s=1)
    record_step(store, run.id, 0)
    outcome = Outcome(Finished(FinishStatus.DONE, "ok"))
    store.append(run.id, Ended(outcome), now_s=6)

    store.export(run.id, tmp_path / "episode")

    episode = read_episode(tmp_path / "episode")
    assert (episode.id, episode.goal, episode.task) == (run.id, "note milk", "notes.add#7")
    assert episode.outcome == outcome
    assert [step.observation for step in episode.steps] == [look(screenshot=True)]


class Counting(RunStore):
    """Counts how many steps are asked for at once."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.asked: list[int] = []

    def steps(self, run_id: str, *, first: int = 0, limit: int = 50) -> list[Step]:
        self.asked.append(limit)
        return super().steps(run_id, first=first, limit=limit)


def test_export_of_a_long_run_lets_others_read_in_between(tmp_path: Path) -> None:
    store = Counting(tmp_path / "runs.db")
    run, _ = store.create(REQUEST, now_s=1)
    store.append(run.id, Opened(FakeDevice().info), now_s=1)
    steps = 2 * PAGE + 1
    for number in range(steps):
        record_step(store, run.id, number)

    store.export(run.id, tmp_path / "episode")

    assert len(read_episode(tmp_path / "episode").steps) == steps
    assert store.asked == [PAGE] * 3
    store.close()


def test_retention_forgets_the_oldest_ended_runs(store: RunStore) -> None:
    ids: list[str] = []
    for day in range(4):
        run, _ = store.create(REQUEST, now_s=day * 86400)
        store.append(run.id, StateChanged(RunState.FINISHED), now_s=day * 86400)
        ids.append(run.id)
    alive, _ = store.create(REQUEST, now_s=0)

    assert store.prune(Retention(), now_s=4 * 86400) == []
    assert store.prune(Retention(days=3.5), now_s=4 * 86400) == [ids[0]]
    assert store.prune(Retention(runs=2), now_s=4 * 86400) == [ids[1]]
    assert store.prune(Retention(bytes=1), now_s=4 * 86400) == [ids[3], ids[2]]
    assert [run.id for run in store.runs(RunQuery()).runs] == [alive.id]


def test_file_shrinks_when_runs_are_forgotten(tmp_path: Path) -> None:
    store = RunStore.open(tmp_path)
    run, _ = store.create(REQUEST, now_s=1)
    for number in range(30):
        picture = Screenshot(bytes([number]) * 400_000, "image/png", 3, 4)
        store.append(run.id, Looked(number, look()), now_s=2, screenshot=picture)
    store.append(run.id, StateChanged(RunState.FINISHED), now_s=3)
    store.close()
    full = (tmp_path / "runs.db").stat().st_size
    assert full > 30 * 400_000

    store = RunStore.open(tmp_path)
    store.prune(Retention(bytes=1), now_s=4)

    assert (tmp_path / "runs.db").stat().st_size < full / 10
    store.close()


def test_reader_never_waits_for_a_writer(store: RunStore) -> None:
    """An open write transaction must not keep watchers from reading."""
    run, _ = store.create(REQUEST, now_s=1)
    read = threading.Event()

    def watch() -> None:
        store.events(run.id)
        read.set()

    with store._writing():  # noqa: SLF001 - holds the write transaction open
        threading.Thread(target=watch).start()
        assert read.wait(120)


def test_damaged_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "runs.db").write_bytes(b"this is no database, whatever it is called" * 50)

    with pytest.raises(StoreError, match="move it away"):
        RunStore.open(tmp_path)


def test_store_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    RunStore.open(tmp_path).close()
    with sqlite3.connect(tmp_path / "runs.db") as database:
        database.execute("PRAGMA user_version = 99")
    database.close()

    with pytest.raises(StoreError, match="newer PhoneBuddy"):
        RunStore.open(tmp_path)


def test_screenshot_is_none_where_none_was_made(store: RunStore) -> None:
    run, _ = store.create(REQUEST, now_s=1)
    store.append(run.id, Looked(0, look()), now_s=2)

    assert store.screenshot(run.id, 0) is None
    assert store.screenshot(run.id, 9) is None


def test_screenshot_has_its_type_and_size(store: RunStore) -> None:
    run, _ = store.create(REQUEST, now_s=1)
    picture = Screenshot(b"\x89PNG", "image/png", 3, 4)
    store.append(run.id, Looked(0, look()), now_s=2, screenshot=picture)

    assert store.screenshot(run.id, 0) == picture


def test_finish_of_every_status_is_read_back(store: RunStore) -> None:
    run, _ = store.create(REQUEST, now_s=1)
    for number, status in enumerate(FinishStatus):
        decision = Decision(Finish("", status))
        store.append(run.id, PolicyDecided(number, decision, Usage()), now_s=2)

    happenings = [event.happening for event in store.events(run.id, after=1)]
    assert [
        happening.decision.action.status
        for happening in happenings
        if isinstance(happening, PolicyDecided) and isinstance(happening.decision.action, Finish)
    ] == list(FinishStatus)
