"""Tasks by a checkpoint in torch: all phones that are under way are decided for in one batch."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence

from phoneworld import Task
from runtime.turn.decider import Decider
from trainer.data.lockstep import LockstepRound, RolloutMember, play_in_lockstep
from trainer.evaluation.result import TaskResult
from trainer.evaluation.stage import Play, Stage

_PlayedTask = RolloutMember[Play | TaskResult]
"""A task that was opened: a play, or a result at once where it could not be set up."""


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

        def open_next(live: Sequence[_PlayedTask]) -> _PlayedTask | None:
            return self._open(waiting.popleft()) if waiting and len(live) < self._jobs else None

        over = play_in_lockstep(self._decider, open_next, on_round=_share, clock=self._clock)
        for one in over:
            yield self._stage.finish(one.opened) if isinstance(one.opened, Play) else one.opened

    def _open(self, task: Task) -> _PlayedTask:
        opened = self._stage.open(task)
        if isinstance(opened, TaskResult):
            return RolloutMember(task.name, opened, None)
        opened.rollout.machine.advance()
        return RolloutMember(task.name, opened, opened.rollout)


def _share(played: LockstepRound[_PlayedTask]) -> None:
    """A step's seconds are its share of the batch's."""
    share = (played.deciding_s + played.acting_s) / len(played.members)
    for one in played.members:
        if isinstance(one.opened, Play):
            one.opened.seconds.append(share)
