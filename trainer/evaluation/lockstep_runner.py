"""Tasks by a checkpoint in torch: all phones that are under way are decided for in one batch."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from phoneworld import Task
from runtime.engine import Prompt
from runtime.episode import Decision, RanOut
from trainer.evaluation.result import TaskResult
from trainer.evaluation.stage import Play, Stage


class BatchPolicy(Protocol):
    """Decides for several phones at once."""

    def decide(self, prompts: Sequence[Prompt]) -> Sequence[Decision | None]:
        """A decision for each prompt; None for one that is too long for the policy."""
        ...


class LockstepRunner:
    """Keeps `jobs` phones under way. A step's seconds are its share of the batch's."""

    def __init__(
        self,
        policy: BatchPolicy,
        stage: Stage,
        *,
        jobs: int = 1,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._policy = policy
        self._stage = stage
        self._jobs = jobs
        self._clock = clock

    def run(self, tasks: Sequence[Task]) -> Iterator[TaskResult]:
        waiting = deque(tasks)
        live: list[Play] = []
        while waiting or live:
            while waiting and len(live) < self._jobs:
                opened = self._stage.open(waiting.popleft())
                if isinstance(opened, TaskResult):
                    yield opened
                else:
                    live.append(opened)
            self._step([play for play in live if not play.rollout.is_over])
            over = [play for play in live if play.rollout.is_over]
            live = [play for play in live if not play.rollout.is_over]
            for play in over:
                yield self._stage.finish(play)

    def _step(self, plays: Sequence[Play]) -> None:
        asked = [(play, prompt) for play in plays if (prompt := play.rollout.prompt) is not None]
        if not asked:
            return
        began = self._clock()
        decisions = self._policy.decide([prompt for _, prompt in asked])
        for (play, _), decision in zip(asked, decisions, strict=True):
            if decision is None:
                play.rollout.ending, play.rollout.prompt = RanOut("context"), None
            else:
                play.rollout.take(decision)
        share = (self._clock() - began) / len(asked)
        for play, _ in asked:
            play.seconds.append(share)
