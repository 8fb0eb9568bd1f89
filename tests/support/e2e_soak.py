"""Many short runs on one server, several at once, with watchers who come and go."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

import psutil
from phonebuddy.v1 import run_pb2
from phonebuddy.v1.client import Client
from phonebuddy.v1.errors import NotStill
from runtime_process import RuntimeProcess, call, write_script

from runtime.server.serve import GIVE_BACK_EVERY_S

PHONES = 6
APPS = ("Settings", "Notes", "Contacts", "Files", "Clock", "Calendar", "Mail", "Tasks")


@dataclass(frozen=True, slots=True)
class Footprint:
    """What a process takes while it does nothing."""

    memory_mb: float
    threads: int
    files: int

    @classmethod
    def of(cls, runtime: RuntimeProcess) -> Footprint:
        """The least of the moments in which free pages are given back once: what is still in use."""
        process = psutil.Process(runtime.process.pid)
        until = time.monotonic() + GIVE_BACK_EVERY_S + 1.0
        moments: list[Footprint] = []
        while time.monotonic() < until:
            time.sleep(0.1)
            memory_mb = process.memory_info().rss / 2**20
            moments.append(cls(memory_mb, process.num_threads(), process.num_fds()))
        return cls(
            min(moment.memory_mb for moment in moments),
            min(moment.threads for moment in moments),
            min(moment.files for moment in moments),
        )


def write_policies(policies: Path) -> None:
    """`short` acts three times and ends, `wordy` is read while it writes, `endless` must be ended."""
    opening = [call("open_app", app=app) for app in APPS]
    write_script(policies, "short", *opening[:3], call("finish", text="short"))
    wordy = call("finish", text="many words, piece by piece, " * 10)
    write_script(policies, "wordy", opening[3], {**wordy, "seconds": 0.1})
    asking = call("ask_user", question="Shall I go on?")
    write_script(policies, "asking", opening[4], asking, call("finish", text="asked"))
    write_script(policies, "endless", opening[5], {**call("finish"), "seconds": 600})


class Soak:
    """Gives a server runs, by clients who stay, leave early, answer and cancel."""

    def __init__(self, runtime: RuntimeProcess, random: Random, *, screenshots: bool) -> None:
        """What becomes of each run is in `runs`."""
        self._screenshots = screenshots
        self.runs: dict[str, run_pb2.RunState] = {}
        self._runtime = runtime
        self._random = random
        self._lock = threading.Lock()

    def go(self, count: int) -> None:
        """So many runs, on all phones at once."""
        seeds = [self._random.random() for _ in range(count)]
        with ThreadPoolExecutor(PHONES) as people:
            list(people.map(self._one, range(count), seeds))

    def _one(self, number: int, seed: float) -> None:
        """One run by a client of its own, from its start to its end."""
        random = Random(seed)
        policy = random.choice(["short"] * 4 + ["wordy"] * 2 + ["asking", "endless"])
        device = f"phoneworld://?seed={number % PHONES}"
        with self._runtime.client() as buddy:
            run = buddy.start(
                f"run {number}", device=device, policy=policy, screenshots=self._screenshots
            )
            self._look_in(buddy, run.id, random)
            for event in buddy.watch(run.id):
                if event.HasField("asked"):
                    buddy.answer(run.id, event.asked.question.id, "yes")
                if policy == "endless" and event.HasField("looked") and event.looked.step == 1:
                    # On a busy machine it may come to rest later than a call waits for it.
                    with suppress(NotStill):
                        buddy.cancel(run.id)
            ended = buddy.get(run.id)
            if random.random() < 0.2:
                assert len(list(buddy.steps(run.id))) == ended.steps
        wanted = run_pb2.RUN_STATE_CANCELLED if policy == "endless" else run_pb2.RUN_STATE_FINISHED
        assert ended.state == wanted, ended
        with self._lock:
            self.runs[run.id] = ended.state

    def _look_in(self, buddy: Client, run_id: str, random: Random) -> None:
        """Watchers who leave before the end."""
        for _ in range(random.randrange(3)):
            leaves_after = random.randrange(1, 6)
            watched = random.choice((buddy.watch, buddy.watch_with_text))(run_id)
            for _ in range(leaves_after):
                if next(watched, None) is None:
                    break
            watched.close()  # type: ignore[attr-defined]
