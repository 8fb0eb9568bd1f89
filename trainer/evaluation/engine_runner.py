"""Tasks by an engine in this process: several phones at once, so that it can answer in batches."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from phoneworld import Task
from runtime.turn.decider import Decider
from runtime.turn.loop import turns
from trainer.evaluation.result import TaskResult
from trainer.evaluation.stage import Stage


class EngineRunner:
    """Asks for one phone at a time, each of `jobs` phones in a thread of its own."""

    def __init__(
        self,
        decider: Decider,
        stage: Stage,
        *,
        jobs: int = 1,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._decider = decider
        self._stage = stage
        self._jobs = jobs
        self._clock = clock

    def run(self, tasks: Sequence[Task]) -> Iterator[TaskResult]:
        stopped = threading.Event()
        with ThreadPoolExecutor(self._jobs, thread_name_prefix="phone") as pool:
            try:
                futures = [pool.submit(self._play, task, stopped) for task in tasks]
                for future in as_completed(futures):
                    result = future.result()
                    if result is not None:
                        yield result
            finally:
                # Whoever has seen enough, or pressed Ctrl-C, waits for no more than a step.
                stopped.set()
                pool.shutdown(wait=False, cancel_futures=True)

    def _play(self, task: Task, stopped: threading.Event) -> TaskResult | None:
        play = self._stage.open(task)
        if isinstance(play, TaskResult):
            return play
        session = f"{self._stage.conditions.policy} {task.name}"
        began = self._clock()
        for _ in turns(play.rollout.machine, self._decider, session):
            if stopped.is_set():
                return None
            now = self._clock()
            play.seconds.append(now - began)
            began = now
        return self._stage.finish(play)
