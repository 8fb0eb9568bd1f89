"""Tasks by a checkpoint in torch: all phones that are under way are decided for in one batch."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence

from phoneworld import Task
from runtime.turn.decider import Decider
from trainer.evaluation.result import TaskResult
from trainer.evaluation.stage import Play, Stage


class LockstepRunner:
    """Keeps `jobs` phones under way. A step's seconds are its share of the batch's."""

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
        waiting = deque(tasks)
        live: list[Play] = []
        while waiting or live:
            while waiting and len(live) < self._jobs:
                opened = self._stage.open(waiting.popleft())
                if isinstance(opened, TaskResult):
                    yield opened
                else:
                    opened.rollout.machine.advance()
                    live.append(opened)
            self._step(live)
            over = [play for play in live if play.rollout.machine.is_over]
            live = [play for play in live if not play.rollout.machine.is_over]
            for play in over:
                self._decider.end(play.task.name)
                yield self._stage.finish(play)

    def _step(self, plays: Sequence[Play]) -> None:
        asked = [(play, prompt) for play in plays if (prompt := play.rollout.machine.prompt)]
        if not asked:
            return
        began = self._clock()
        answers = self._decider.decide(
            [prompt for _, prompt in asked], [play.task.name for play, _ in asked]
        )
        for (play, _), answer in zip(asked, answers, strict=True):
            play.rollout.machine.take(answer)
            play.rollout.machine.advance()
        share = (self._clock() - began) / len(asked)
        for play, _ in asked:
            play.seconds.append(share)
