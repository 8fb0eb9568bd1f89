"""A server that stops while runs are alive: they come to rest, watchers hear it, nothing is lost."""

import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from desk_scene import until
from e2e_runs import Watching, kind_of
from phonebuddy.v1 import run_pb2
from phonebuddy.v1.client import Client
from phonebuddy.v1.errors import BuddyError, NotStill
from runtime_process import PATIENCE_S, RuntimeProcess, call, write_script

APPS = ("Settings", "Notes", "Contacts", "Files", "Clock", "Calendar", "Mail", "Tasks")
SHUTDOWN_S = 2.0


def _policies(folder: Path) -> None:
    policies = folder / "policies"
    strolling = [{**call("open_app", app=app), "seconds": 0.05} for app in APPS * 2]
    write_script(policies, "stroller", *strolling, call("finish", text="seen"))
    thinking = {**call("finish", text="thought"), "seconds": 600}
    write_script(policies, "thinker", thinking)
    asking = call("ask_user", question="Shall I?")
    write_script(policies, "asker", asking, call("finish", text="asked"))


class Lives:
    """One folder and one address, which several servers have one after the other."""

    def __init__(self, folder: Path) -> None:
        _policies(folder)
        self.folder = folder
        self.runtime = self.start()

    def start(self) -> RuntimeProcess:
        where = f"unix:{self.folder / 's'}"
        options = ("--listen", where, "--shutdown-seconds", str(SHUTDOWN_S))
        self.runtime = RuntimeProcess(self.folder, *options)
        return self.runtime


@pytest.fixture
def lives(tmp_path: Path) -> Iterator[Lives]:
    lives = Lives(tmp_path)
    yield lives
    lives.runtime.close()


def test_runs_in_every_state_come_to_rest_and_go_on_later(lives: Lives) -> None:
    with lives.runtime.client() as buddy:

        def start(policy: str, seed: int) -> Watching:
            run = buddy.start(policy, device=f"phoneworld://?seed={seed}", policy=policy)
            return Watching(buddy, run.id)

        walking, thinking, asking = start("stroller", 1), start("thinker", 2), start("asker", 3)
        paused, taken, queued = start("stroller", 4), start("stroller", 5), start("stroller", 3)
        everyone = [walking, thinking, asking, paused, taken, queued]
        walking.until_kind("step_done")
        thinking.until_kind("looked")
        asking.until_kind("asked")
        for watching, steer in ((paused, buddy.pause), (taken, buddy.take_over)):
            watching.until_kind("looked")
            # On a busy machine it may come to rest later than a call waits for it.
            with suppress(NotStill):
                steer(watching.run_id)

        began = time.monotonic()
        assert lives.runtime.stop() == 0
        took_s = time.monotonic() - began
        print(f"stopped in {took_s:.2f} s")  # noqa: T201 - for whoever asks with -s

        # The thinker is waited for as long as was said, and not until it has thought.
        assert took_s >= SHUTDOWN_S
        for watching in everyone:
            events = watching.join()
            assert events[-1].state_changed.state == run_pb2.RUN_STATE_INTERRUPTED
            assert [event.sequence for event in events] == list(range(1, len(events) + 1))
        lives.runtime.close()
        lives.start()
        for watching in everyone:
            run = buddy.get(watching.run_id)
            assert run.state == run_pb2.RUN_STATE_INTERRUPTED
            assert run.sequence == watching.events[-1].sequence
            stored = list(buddy.watch(watching.run_id))
            assert stored == watching.events
        for watching in (walking, paused, taken):
            buddy.continue_run(watching.run_id)
        for watching in (walking, paused, taken):
            assert buddy.wait(watching.run_id).state == run_pb2.RUN_STATE_FINISHED


def test_nothing_new_is_begun_while_it_stops(lives: Lives) -> None:
    with lives.runtime.client() as buddy:
        run = buddy.start("think", device="phoneworld://?seed=1", policy="thinker")
        Watching(buddy, run.id).until_kind("looked")
    with lives.runtime.client(patience_s=0) as buddy:
        lives.runtime.process.terminate()
        refused: BuddyError | None = None
        deadline = time.monotonic() + PATIENCE_S
        while refused is None and time.monotonic() < deadline:
            try:
                buddy.start("late", device="phoneworld://?seed=2", policy="stroller")
            except BuddyError as error:
                refused = error
            time.sleep(0.01)
        assert refused is not None
        assert lives.runtime.wait() == 0


def test_a_watcher_sees_the_whole_run_whatever_becomes_of_its_servers(
    lives: Lives,
) -> None:
    """Killed three times: whoever watches notices nothing but that it takes longer."""
    times = 3
    with lives.runtime.client() as buddy:
        run = buddy.start("stroll", device="phoneworld://?seed=1", policy="stroller")
        heard: list[run_pb2.Event] = []
        watcher = threading.Thread(target=_watch_to_the_end, args=(buddy, run.id, heard))
        watcher.start()
        for _ in range(times):
            steps = buddy.get(run.id).steps
            until(lambda: buddy.get(run.id).steps > steps)  # noqa: B023 - called in this round only
            lives.runtime.kill()
            lives.start()
            assert buddy.get(run.id).state == run_pb2.RUN_STATE_INTERRUPTED
            buddy.continue_run(run.id)
        watcher.join(120)
        assert not watcher.is_alive()
        ended = buddy.get(run.id)
        assert ended.state == run_pb2.RUN_STATE_FINISHED
        assert [event.sequence for event in heard] == list(range(1, ended.sequence + 1))
        states = [event.state_changed.state for event in heard if kind_of(event) == "state_changed"]
        assert states.count(run_pb2.RUN_STATE_INTERRUPTED) == times


def _watch_to_the_end(buddy: Client, run_id: str, heard: list[run_pb2.Event]) -> None:
    while not heard or not heard[-1].HasField("ended"):
        after = heard[-1].sequence if heard else 0
        heard.extend(buddy.watch(run_id, after=after))
