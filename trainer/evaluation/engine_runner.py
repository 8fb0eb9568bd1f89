"""Tasks by an engine in this process: several phones at once, so that it can answer in batches."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from phoneworld import Task
from runtime.engine import Engine
from runtime.episode import EnvironmentFault, RanOut
from runtime.errors import EngineError, PromptTooLong
from trainer.evaluation.result import TaskResult
from trainer.evaluation.stage import Stage


class EngineRunner:
    """Plays with an engine, each of `jobs` phones in a thread of its own."""

    def __init__(
        self,
        engine: Engine,
        stage: Stage,
        *,
        jobs: int = 1,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._engine = engine
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
        rollout = play.rollout
        session = f"{self._stage.conditions.policy} {task.name}"
        try:
            while rollout.prompt is not None:
                if stopped.is_set():
                    return None
                began = self._clock()
                try:
                    decided = self._engine.decide(rollout.prompt, session=session)
                except PromptTooLong:
                    # The policy's own limit, as steps are: no fault of the phone's.
                    rollout.ending, rollout.prompt = RanOut("context"), None
                    break
                except EngineError as error:
                    told = f"{type(error).__name__}: {error}"
                    rollout.ending, rollout.prompt = EnvironmentFault(told), None
                    break
                rollout.take(decided.decision)
                play.seconds.append(self._clock() - began)
        finally:
            self._engine.end_session(session)
        return self._stage.finish(play)
