"""Starting, queueing, watching, closing and continuing runs."""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from desk_scene import QUICK, Scene, SlowEngine, until
from memory_store import MemoryStore

from runtime.actions import Click, ElementRef, Finish, OpenApp, Type
from runtime.episode import Actor
from runtime.errors import (
    DeviceBusy,
    KeyReused,
    ShuttingDown,
    TooManyRuns,
    UnknownRun,
    WrongState,
)
from runtime.runs.model import Acting, Ended, Looked, Run, RunRequest, RunState, WhenBusy
from runtime.runs.store import RunStore
from runtime.testing import ScriptedEngine
from runtime.testing.fake_device import NOTES

OPEN = OpenApp("Notes")
DONE = Finish("done")


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    """With a store on the disk: most of this is about what is left of runs."""
    scene = Scene(tmp_path / "data")
    yield scene
    scene.close()


def busy_run(scene: Scene, *, device: str = "fake:1") -> tuple[Run, SlowEngine]:
    engine = SlowEngine([OPEN, DONE])
    run = scene.start(engine, device=device)
    until(engine.thinking.is_set)
    return run, engine


def test_second_run_on_a_device_waits_for_the_first(scene: Scene) -> None:
    first, engine = busy_run(scene)
    second = scene.start([DONE])
    time.sleep(0.03)
    assert scene.desk.get(second.id).state is RunState.QUEUED

    engine.answer.set()

    scene.until_over(second.id)
    ended = scene.desk.get(first.id)
    assert ended.outcome is not None


def test_queue_is_first_come_first_served_and_cancelling_in_it_keeps_the_order(
    scene: Scene,
) -> None:
    order: list[str] = []
    _, engine = busy_run(scene)
    runs = [scene.start(_noting(order, str(n))) for n in range(4)]
    scene.desk.cancel(runs[1].id)

    engine.answer.set()

    for run in runs:
        scene.until_over(run.id)
    assert order == ["0", "2", "3"]
    assert scene.desk.get(runs[1].id).state is RunState.CANCELLED


def _noting(order: list[str], name: str) -> ScriptedEngine:
    def choose(_screen: object) -> Finish:
        order.append(name)
        return DONE

    return ScriptedEngine(choose)


def test_busy_device_is_refused_with_the_run_that_has_it_and_leaves_no_trace(scene: Scene) -> None:
    first, _ = busy_run(scene)

    with pytest.raises(DeviceBusy, match=first.id) as caught:
        scene.start([DONE], when_busy=WhenBusy.REFUSE, key="once")

    assert caught.value.run_id == first.id
    scene.desk.cancel(first.id)
    request = replace(first.request, when_busy=WhenBusy.REFUSE)
    run = scene.desk.start(request, key="once")  # the key is free again, and so is the phone
    assert scene.until_state(run.id, RunState.RUNNING)


def test_whoever_hears_of_a_runs_end_finds_the_phone_free(scene: Scene) -> None:
    run, engine = busy_run(scene)
    had_by: list[str] = []

    def note() -> None:
        if not scene.desk.get(run.id).state.alive:
            had_by.append(scene.desk.run_on("fake:1") + scene.pool.holder_of("fake:1"))

    scene.desk.subscribe(run.id, note)
    engine.answer.set()
    scene.until_over(run.id)
    until(lambda: had_by)

    assert set(had_by) == {""}
    scene.until_over(scene.start([DONE], when_busy=WhenBusy.REFUSE).id)


def test_runs_on_two_devices_go_on_at_the_same_time(scene: Scene) -> None:
    first, one = busy_run(scene, device="fake:1")
    second, two = busy_run(scene, device="fake:2")
    assert {scene.desk.run_on("fake:1"), scene.desk.run_on("fake:2")} == {first.id, second.id}

    two.answer.set()
    scene.until_over(second.id)
    assert scene.desk.get(first.id).state is RunState.RUNNING
    one.answer.set()
    scene.until_over(first.id)


def test_device_that_someone_else_holds_is_waited_for(scene: Scene) -> None:
    with scene.pool.hold("fake:1", "someone"):
        run = scene.start([OPEN, DONE])
        scene.until_state(run.id, RunState.RUNNING)
        time.sleep(0.05)
        assert scene.phone().calls == []
    assert scene.until_over(run.id).state is RunState.FINISHED


class SlowStore(MemoryStore):
    """A run that it creates is on record at once, but whoever wants it waits for `go_on`."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = threading.Event()
        self.go_on.set()
        self.created: list[str] = []

    def create(self, request: RunRequest, *, key: str = "", now_s: float) -> tuple[Run, bool]:
        run, new = super().create(request, key=key, now_s=now_s)
        self.created.append(run.id)
        assert self.go_on.wait(120)
        return run, new


class SlowStoreScene(Scene):
    """`store` is a `SlowStore`."""

    store: SlowStore

    def open_store(self) -> SlowStore:
        return SlowStore()


@pytest.fixture
def slow_start() -> Iterator[tuple[SlowStoreScene, Run]]:
    """A run that goes on, while another one is being started."""
    scene = SlowStoreScene()
    run, _ = busy_run(scene)
    scene.store.go_on.clear()
    starting = threading.Thread(
        target=scene.start, args=(SlowEngine([DONE]),), kwargs={"device": "fake:2"}
    )
    starting.start()
    until(lambda: len(scene.store.created) == 2)
    yield scene, run
    scene.store.go_on.set()
    starting.join()
    scene.close()


def test_run_is_steered_while_another_is_being_started(
    slow_start: tuple[SlowStoreScene, Run],
) -> None:
    scene, run = slow_start

    assert scene.desk.pause(run.id).state is RunState.PAUSED
    assert scene.desk.cancel(run.id).state is RunState.CANCELLED
    assert not scene.store.go_on.is_set()


def test_run_that_is_being_started_can_be_cancelled(
    slow_start: tuple[SlowStoreScene, Run],
) -> None:
    scene, _ = slow_start
    started = scene.store.created[-1]
    threading.Timer(0.05, scene.store.go_on.set).start()

    assert scene.desk.cancel(started).state is RunState.CANCELLED


def test_same_key_gives_the_same_run_and_another_request_is_refused(scene: Scene) -> None:
    run, _ = busy_run(scene)
    first = scene.desk.start(run.request, key="k")
    again = scene.desk.start(run.request, key="k")
    assert again.id == first.id

    with pytest.raises(KeyReused):
        scene.desk.start(replace(run.request, goal="another"), key="k")


def test_only_so_many_runs_are_alive(tmp_path: Path) -> None:
    scene = Scene(tmp_path, settings=replace(QUICK, most_alive=2))
    first, engine = busy_run(scene)
    scene.start([DONE])

    with pytest.raises(TooManyRuns, match="2 runs are alive"):
        scene.start([DONE])

    engine.answer.set()
    scene.until_over(first.id)
    until(lambda: scene.desk.alive < 2)
    scene.start([DONE])
    scene.close()


def test_ids_sort_by_time_and_differ(scene: Scene) -> None:
    runs = [scene.start([DONE]) for _ in range(3)]
    assert len({run.id for run in runs}) == 3
    assert [run.id[:15] for run in runs] == sorted(run.id[:15] for run in runs)


def test_watcher_is_called_after_each_event_and_misses_none(scene: Scene) -> None:
    run, engine = busy_run(scene)
    seen: list[int] = []
    calls = 0

    def note() -> None:
        nonlocal calls
        calls += 1
        seen.extend(e.sequence for e in scene.desk.events(run.id, after=seen[-1] if seen else 0))

    unsubscribe = scene.desk.subscribe(run.id, note)
    before = scene.desk.get(run.id).sequence
    engine.answer.set()
    last = scene.until_over(run.id).sequence
    until(lambda: seen[-1:] == [last])
    unsubscribe()

    assert seen == list(range(1, last + 1))
    assert calls == last - before


def test_watcher_that_fails_harms_neither_the_run_nor_the_other_watchers(scene: Scene) -> None:
    run, engine = busy_run(scene)
    notified: list[str] = []

    def fail() -> None:
        raise RuntimeError("a watcher's own fault")

    scene.desk.subscribe(run.id, fail)
    scene.desk.subscribe(run.id, lambda: notified.append("now"))
    engine.answer.set()

    assert scene.until_over(run.id).state is RunState.FINISHED
    until(lambda: notified)


def test_watchers_that_read_slowly_do_not_slow_the_run(scene: Scene) -> None:
    run, engine = busy_run(scene)
    stop = threading.Event()

    def watch() -> None:
        while not stop.is_set():
            scene.desk.events(run.id)
            stop.wait(0.01)

    watchers = [threading.Thread(target=watch) for _ in range(20)]
    for thread in watchers:
        thread.start()
    engine.answer.set()
    try:
        scene.until_over(run.id)  # in seconds
    finally:
        stop.set()
        for thread in watchers:
            thread.join()


def test_text_is_streamed_while_it_is_written_with_its_step(scene: Scene) -> None:
    run, engine = busy_run(scene)
    texts: list[tuple[int, str]] = []
    scene.desk.subscribe_text(run.id, lambda step, text: texts.append((step, text)))
    engine.answer.set()

    scene.until_over(run.id)
    assert [step for step, _ in texts] == [0, 1]
    assert "open" in texts[0][1]


def test_idle_runs_cost_nothing(scene: Scene) -> None:
    busy_run(scene)
    for _ in range(40):
        scene.start([DONE])
    # The one engine that thinks polls; everything else must stand still, once it has begun.
    until(lambda: _share_of_a_core() < 0.25)


def _share_of_a_core() -> float:
    began_s, began_cpu_s = time.monotonic(), time.process_time()
    time.sleep(0.5)
    return (time.process_time() - began_cpu_s) / (time.monotonic() - began_s)


def test_run_is_deleted_only_once_it_has_ended(scene: Scene) -> None:
    run, _ = busy_run(scene)
    with pytest.raises(WrongState):
        scene.desk.delete(run.id)

    scene.desk.cancel(run.id)
    scene.desk.delete(run.id)

    with pytest.raises(UnknownRun):
        scene.desk.get(run.id)
    with pytest.raises(UnknownRun):
        scene.desk.pause(run.id)


def test_ended_run_cannot_be_steered(scene: Scene) -> None:
    run = scene.until_over(scene.start([DONE]).id)
    until(lambda: scene.desk.alive == 0)

    for ask in (scene.desk.pause, scene.desk.resume, scene.desk.take_over, scene.desk.cancel):
        with pytest.raises(WrongState, match="it has ended"):
            ask(run.id)
    with pytest.raises(WrongState):
        scene.desk.continue_run(run.id)


def test_closing_interrupts_runs_after_their_step(scene: Scene) -> None:
    run, engine = busy_run(scene)
    waiting = scene.start([DONE])
    closing = threading.Thread(target=scene.desk.close, args=(60,))
    closing.start()
    until(lambda: scene.desk.get(waiting.id).state is RunState.INTERRUPTED)
    assert scene.desk.get(run.id).state is RunState.RUNNING

    engine.answer.set()
    closing.join()

    stopped = scene.desk.get(run.id)
    assert (stopped.state, stopped.steps) == (RunState.INTERRUPTED, 1)
    assert scene.phone().performed == [OPEN]
    with pytest.raises(ShuttingDown):
        scene.start([DONE])


def test_closing_does_not_wait_for_ever(scene: Scene) -> None:
    run, _ = busy_run(scene)  # thinks for ever

    assert scene.desk.close(0.1)

    assert scene.desk.get(run.id).state is RunState.INTERRUPTED


def test_run_that_was_alive_at_a_kill_is_continued_from_a_fresh_look(scene: Scene) -> None:
    engine = SlowEngine([OPEN, Type("milk", ElementRef(0)), DONE])
    run = scene.start(engine)
    old = scene.desk, scene.store, scene.pool
    engine.answer.set()
    scene.until_over(run.id)

    # A run whose process is gone after its first step, as the store has it.
    dead, _ = scene.store.create(run.request, now_s=time.time())
    for event in scene.store.events(run.id, limit=9)[1:]:
        scene.store.append(dead.id, event.happening, now_s=event.time_s)
    old[0].close(1)
    old[1].close()
    scene.library.engines[run.request.policy] = again = ScriptedEngine(
        [Type("eggs", ElementRef(0)), DONE]
    )
    scene.restart()

    assert scene.desk.get(dead.id).state is RunState.INTERRUPTED
    scene.desk.continue_run(dead.id)

    ended = scene.until_over(dead.id)
    assert ended.state is RunState.FINISHED
    assert again.prompts[0].history[0].decision.action == OPEN
    assert again.prompts[0].observation.package == NOTES
    assert ended.steps == 3
    kinds = [type(e.happening) for e in scene.desk.events(dead.id)]
    assert kinds.count(Ended) == 1
    assert kinds.count(Looked) == 3


def test_action_cut_off_by_a_kill_is_never_sent_again(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "data")
    run = scene.until_over(scene.start([OPEN, DONE]).id)
    dead, _ = scene.store.create(run.request, now_s=1)
    for event in scene.store.events(run.id):
        scene.store.append(dead.id, event.happening, now_s=2)
        if isinstance(event.happening, Acting):
            break
    scene.close()
    scene.library.engines[run.request.policy] = again = ScriptedEngine([DONE])
    scene.restart()
    before = len(scene.phone().performed)

    scene.desk.continue_run(dead.id)

    scene.until_over(dead.id)
    assert len(scene.phone().performed) == before
    assert "it is not known whether this was done" in again.prompts[0].history[0].error
    assert again.prompts[0].history[0].actor is Actor.POLICY
    scene.close()


def test_continuing_can_refuse_to_queue(scene: Scene) -> None:
    run, _ = busy_run(scene)
    scene.desk.close(0.1)
    scene.store.close()
    scene.restart()
    other, _ = busy_run(scene)

    with pytest.raises(DeviceBusy, match=other.id):
        scene.desk.continue_run(run.id, when_busy=WhenBusy.REFUSE)
    assert scene.desk.get(run.id).state is RunState.INTERRUPTED


def test_store_that_fails_stops_the_run_before_it_acts(scene: Scene) -> None:
    run, engine = busy_run(scene)
    scene.store.close()
    engine.answer.set()

    until(lambda: scene.desk.alive == 0)
    assert scene.phone().performed == []
    assert scene.folder is not None
    scene.store = RunStore.open(scene.folder)
    assert scene.store.run(run.id).state is RunState.RUNNING
    assert [r.id for r in scene.store.interrupt_all(now_s=1)] == [run.id]


def test_policy_is_asked_by_the_runs_own_thread(scene: Scene) -> None:
    names: list[str] = []

    def choose(_screen: object) -> Click | Finish:
        names.append(threading.current_thread().name)
        return Click(ElementRef(1)) if len(names) == 1 else DONE

    run = scene.until_over(scene.start(ScriptedEngine(choose)).id)
    assert set(names) == {f"run {run.id}"}
