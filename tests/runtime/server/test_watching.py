"""Watchers: from any number on, many at once, none of which can slow a run or fill the memory."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import grpc
import psutil
import pytest
from desk_scene import SlowEngine, until
from phonebuddy.v1 import agent_service_pb2, agent_service_pb2_grpc, errors, run_pb2
from served_desk import ServedDesk

from runtime.actions import AskUser, Finish, FinishStatus, Output
from runtime.episode import Finished, Outcome
from runtime.errors import StoreError
from runtime.runs.model import Ended, Event, RunRequest, RunState, StateChanged
from runtime.runs.store import RunStore
from runtime.server.calls import PATIENCE_S
from runtime.server.feeds import LAST_WORD_S
from runtime.testing import ScriptedEngine


def _finished_run(served: ServedDesk, *, steps: int = 3) -> str:
    script = [*[Output("so far so good")] * (steps - 1), Finish("done")]
    served.scene.library.engines["p"] = ScriptedEngine(script)
    with served.client() as buddy:
        run = buddy.start("a", device="fake:1", policy="p", steps=500)
        buddy.wait(run.id)
    return run.id


def _recorded_run(served: ServedDesk, *, events: int, size: int) -> str:
    """A run of that many events of that size, besides the first and the last two."""
    store = served.store
    run, _ = store.create(RunRequest("long", "fake:9", "p"), now_s=1.0)
    for _ in range(events):
        store.append(run.id, StateChanged(RunState.RUNNING, "x" * size), now_s=1.0)
    store.append(run.id, StateChanged(RunState.FINISHED), now_s=1.0)
    store.append(run.id, Ended(Outcome(Finished(FinishStatus.DONE))), now_s=1.0)
    return run.id


def _idle_run(served: ServedDesk, device: str = "fake:1") -> tuple[str, SlowEngine]:
    engine = SlowEngine([Finish("done")])
    served.scene.library.engines[device] = engine
    with served.client() as buddy:
        run = buddy.start("a", device=device, policy=device)
    assert engine.thinking.wait(120)
    return run.id, engine


def _sequences(served: ServedDesk, run_id: str, after: int = 0) -> list[int]:
    with served.client() as buddy:
        return [event.sequence for event in buddy.watch(run_id, after=after)]


def test_a_watcher_begins_at_any_number(served: ServedDesk) -> None:
    run_id = _finished_run(served)
    whole = _sequences(served, run_id)
    assert whole == list(range(1, len(whole) + 1))
    for after in range(len(whole) + 1):
        assert _sequences(served, run_id, after) == whole[after:]


def test_a_number_that_has_not_happened_is_refused(served: ServedDesk) -> None:
    run_id = _finished_run(served)
    with pytest.raises(errors.InvalidRequest) as refused:
        _sequences(served, run_id, 10_000)
    assert "after_sequence" in refused.value.fields
    with pytest.raises(errors.InvalidRequest):
        _sequences(served, run_id, -1)


def test_a_long_run_is_replayed_in_pages(served: ServedDesk) -> None:
    run_id = _recorded_run(served, events=150, size=10)
    sequences = _sequences(served, run_id)
    assert sequences == list(range(1, 154))


def test_words_are_told_also_to_who_begins_in_the_middle_of_a_step(served: ServedDesk) -> None:
    run_id = _finished_run(served)
    with served.client() as buddy:
        decided = next(
            event
            for event in buddy.watch(run_id)
            if event.WhichOneof("happening") == "policy_decided"
        )
        again = next(buddy.watch(run_id, after=decided.sequence - 1))
    assert decided.policy_decided.words
    assert again == decided


def test_many_watchers_all_see_the_same_while_it_happens(served: ServedDesk) -> None:
    run_id, engine = _idle_run(served)
    with ThreadPoolExecutor(40) as pool:
        watching = [pool.submit(_sequences, served, run_id) for _ in range(40)]
        until(lambda: served.server.feeds.watchers == 40)
        engine.answer.set()
        seen = [each.result(20) for each in watching]
    assert all(sequences == seen[0] for sequences in seen)
    assert seen[0] == list(range(1, len(seen[0]) + 1))
    until(lambda: served.server.feeds.watchers == 0)


def test_text_is_shown_while_it_is_written(served: ServedDesk) -> None:
    run_id, engine = _idle_run(served)
    text: list[str] = []
    watching = threading.Event()

    def watch() -> None:
        with served.client() as buddy:
            for item in buddy.watch_with_text(run_id):
                watching.set()
                if isinstance(item, agent_service_pb2.TextDelta):
                    text.append(item.text)

    thread = threading.Thread(target=watch)
    thread.start()
    until(lambda: served.server.feeds.watchers == 1)
    assert watching.wait(120)
    engine.answer.set()
    thread.join(120)
    assert '"finish"' in "".join(text)


def test_a_watcher_that_does_not_read_slows_nobody_and_fills_no_memory(
    served: ServedDesk,
) -> None:
    """Others see a run end in its own time; the one that reads late still gets everything."""
    long_run = _recorded_run(served, events=300, size=200_000)
    memory = psutil.Process().memory_info().rss
    with grpc.insecure_channel(served.address) as channel:
        stub = agent_service_pb2_grpc.AgentServiceStub(channel)
        request = agent_service_pb2.WatchRunRequest(run_id=long_run)
        lazy = [stub.WatchRun(request) for _ in range(10)]
        until(lambda: served.server.feeds.watchers == 10)
        began = time.monotonic()
        _finished_run(served)
        assert time.monotonic() - began < PATIENCE_S / 2
        time.sleep(0.5)
        # Ten times 60 MB wait to be read.
        assert psutil.Process().memory_info().rss - memory < 250e6
        assert served.server.feeds.watchers == 10
        late = [item.event.sequence for item in lazy[0]]
        assert late == list(range(1, 304))
        for call in lazy:
            call.cancel()
    until(lambda: served.server.feeds.watchers == 0)


def test_a_client_that_vanishes_leaves_no_watcher_behind(served: ServedDesk) -> None:
    run_id, _ = _idle_run(served)
    channel = grpc.insecure_channel(served.address)
    stub = agent_service_pb2_grpc.AgentServiceStub(channel)
    calls = [stub.WatchRun(agent_service_pb2.WatchRunRequest(run_id=run_id)) for _ in range(20)]
    assert all(next(call).event.sequence == 1 for call in calls)
    assert served.server.feeds.watchers == 20
    channel.close()
    until(lambda: served.server.feeds.watchers == 0)


def test_a_reader_fault_reaches_the_watchers_and_the_next_ones_are_served(
    served: ServedDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_id, engine = _idle_run(served)
    broken = threading.Event()
    events = RunStore.events

    def failing(store: RunStore, run_id: str, *, after: int = 0, limit: int = 1000) -> list[Event]:
        if broken.is_set():
            raise StoreError("the disk is on fire")
        return events(store, run_id, after=after, limit=limit)

    monkeypatch.setattr(RunStore, "events", failing)
    with served.client() as buddy:
        watch = buddy.watch(run_id)
        before = [next(watch).sequence for _ in range(buddy.get(run_id).sequence)]
        broken.set()
        engine.answer.set()
        with pytest.raises(errors.ServerFailed):
            next(watch)
        broken.clear()
        assert next(buddy.watch(run_id, after=before[-1])).sequence == before[-1] + 1


def test_a_flood_of_watchers_is_told_when_to_come_back(tmp_path: Path) -> None:
    served = ServedDesk(tmp_path / "data", most_watchers=10)
    try:
        run_id, _ = _idle_run(served)
        with grpc.insecure_channel(served.address) as channel:
            stub = agent_service_pb2_grpc.AgentServiceStub(channel)
            request = agent_service_pb2.WatchRunRequest(run_id=run_id)
            calls = [stub.WatchRun(request) for _ in range(10)]
            until(lambda: served.server.feeds.watchers == 10)
            for _ in range(40):
                with pytest.raises(grpc.RpcError) as refused:
                    next(stub.WatchRun(request))
                error = errors.error_of(refused.value)
                assert isinstance(error, errors.Overloaded)
                assert error.retry_after_s == 5.0
            assert all(next(call).event.sequence == 1 for call in calls)
            with served.client() as buddy:
                assert buddy.get(run_id).state == run_pb2.RUN_STATE_RUNNING
    finally:
        served.close()


def test_shutting_down_ends_runs_as_interrupted_and_tells_the_watchers(served: ServedDesk) -> None:
    run_id, engine = _idle_run(served)
    seen: list[run_pb2.Event] = []

    def watch() -> None:
        with served.client() as buddy:
            seen.extend(buddy.watch(run_id))

    thread = threading.Thread(target=watch)
    thread.start()
    until(lambda: served.server.feeds.watchers == 1)
    engine.answer.set()
    served.stop()
    thread.join(120)
    assert not thread.is_alive()
    last = served.store.run(run_id)
    assert seen[-1].sequence == last.sequence
    assert not last.state.alive


def _share_of_a_core(seconds: float) -> float:
    began, began_cpu = time.monotonic(), time.process_time()
    time.sleep(seconds)
    return (time.process_time() - began_cpu) / (time.monotonic() - began)


def test_idle_runs_and_watchers_cost_next_to_nothing(served: ServedDesk) -> None:
    """50 runs that wait, 200 watchers: under 5 % of a core, on the server's side and ours."""
    served.scene.phone("fake:0")
    ids: list[str] = []
    with served.client() as buddy:
        for number in range(50):
            name = f"wait-{number}"
            served.scene.library.engines[name] = ScriptedEngine([AskUser("which?")])
            ids.append(buddy.start("wait", device=f"fake:{number}", policy=name).id)
        last: dict[str, int] = {}
        for run_id in ids:
            until(lambda run_id=run_id: buddy.get(run_id).state == run_pb2.RUN_STATE_WAITING)
            last[run_id] = buddy.get(run_id).sequence
        channels = [grpc.insecure_channel(served.address) for _ in range(4)]
        stubs = [agent_service_pb2_grpc.AgentServiceStub(channel) for channel in channels]
        calls = [
            stubs[number % 4].WatchRun(
                agent_service_pb2.WatchRunRequest(run_id=ids[number % 50], text=True)
            )
            for number in range(200)
        ]
        for number, call in enumerate(calls):
            heard = 0
            while heard < last[ids[number % 50]]:
                heard = next(call).event.sequence
        assert served.server.feeds.watchers == 200
        # The least of some moments: what was begun may still be on its way.
        share = min(_share_of_a_core(1.0) for _ in range(4))
        for call in calls:
            call.cancel()
        for channel in channels:
            channel.close()
        for run_id in ids:
            buddy.cancel(run_id)
    assert share < 0.05


def test_what_was_interrupted_is_reported_without_waiting_for_an_outcome(
    served: ServedDesk,
) -> None:
    run, _ = served.store.create(RunRequest("cut off", "fake:9", "p"), now_s=1.0)
    served.store.append(run.id, StateChanged(RunState.INTERRUPTED), now_s=1.0)
    took: list[float] = []
    for _ in range(4):
        began = time.monotonic()
        assert _sequences(served, run.id) == [1, 2]
        took.append(time.monotonic() - began)
    assert min(took) < LAST_WORD_S
