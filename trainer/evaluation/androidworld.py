"""Tasks of an AndroidWorld server by a policy, as AndroidWorld runs them.

Every task is set up, tried for 50 steps at most, scored by the server and torn down. It counts as
solved where the score is 1 and the policy has said that it is done, as in AndroidWorld's own runner.
Turns are those of the runtime's own machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fnmatch import fnmatchcase

from phoneworld import Catalogue
from runtime.device import Device
from runtime.engine import Engine
from runtime.episode import (
    EnvironmentFault,
    Episode,
    Finished,
    FinishedUnsure,
    Outcome,
    Step,
    Unparsed,
)
from runtime.errors import DeviceError
from runtime.turn.decider import EngineDecider
from runtime.turn.loop import turns
from trainer.data.task_selection import ALL, KINDS
from trainer.data.trial_turns import RolloutTerms, open_rollout
from trainer.errors import EvaluationError
from trainer.evaluation.androidworld_client import AndroidWorldClient, AndroidWorldError
from trainer.evaluation.androidworld_device import AndroidWorldDevice, AndroidWorldTrial, Instance
from trainer.evaluation.result import TaskResult, ending_words

STEPS = 50
SEED = 30
KIND = "androidworld"
FAMILY = "android_world"


class AndroidWorldRunner:
    """Tries tasks one after the other: a server has one phone."""

    def __init__(
        self,
        client: AndroidWorldClient,
        engine: Engine,
        catalogue: Catalogue,
        *,
        eyes: Device | None = None,
        steps: int = STEPS,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        if eyes is None and not engine.wants_screenshot:
            raise EvaluationError(
                "this policy reads a screen's elements, which AndroidWorld's interface does not show: "
                "name a way to look at the same phone (--eyes adb://SERIAL)"
            )
        self._client = client
        self._engine = engine
        self._catalogue = catalogue
        self._eyes = eyes
        self._most = steps
        self._clock = clock

    def suite(self, suite: str = ALL, *, instances: int = 1, seed: int = SEED) -> list[Instance]:
        """Make the server's suite, and list its tasks: all, those of a family (AndroidWorld's own, or
        a kind that a PhoneWorld server knows), or those whose type fits a pattern.
        """
        self._client.health()
        is_family = suite == FAMILY or suite in KINDS
        family = suite if is_family else ""
        pattern = "*" if suite == ALL or is_family else suite
        self._client.reinitialize(instances=instances, seed=seed, family=family)
        found = [
            Instance(kind, number)
            for kind in self._client.task_types()
            if fnmatchcase(kind, pattern)
            for number in range(self._client.instances(kind))
        ]
        if not found:
            raise EvaluationError(f"{self._client.url} has no task like {suite!r}")
        return found

    def run(self, tasks: Sequence[Instance]) -> Iterator[TaskResult]:
        """The result of each task, in order."""
        for task in tasks:
            yield self._play(task)

    def _play(self, task: Instance) -> TaskResult:
        seconds: list[float] = []
        try:
            self._client.initialize(task.type, task.number)
            try:
                self._client.reset(go_home=True)
                episode = self._try(task, seconds)
            finally:
                # What comes after the score does not change it.
                with suppress(AndroidWorldError):
                    self._client.tear_down(task.type, task.number)
        except (AndroidWorldError, DeviceError) as error:
            outcome = Outcome(EnvironmentFault(f"{type(error).__name__}: {error}"))
            return _result(task, (), outcome, self._catalogue)
        outcome = episode.outcome or Outcome(EnvironmentFault("nobody judged it"))
        return _result(task, episode.steps, outcome, self._catalogue, seconds)

    def _try(self, task: Instance, seconds: list[float]) -> Episode:
        # The server takes the phone home before each task, so nothing here has to.
        phone = AndroidWorldDevice(
            self._client, eyes=self._eyes, screenshots=self._engine.wants_screenshot
        )
        trial = AndroidWorldTrial(task, self._client, phone)
        rollout = open_rollout(trial, self._most, RolloutTerms(clock=time.monotonic))
        began = self._clock()
        for _ in turns(rollout.machine, EngineDecider(self._engine), task.name):
            now = self._clock()
            seconds.append(now - began)
            began = now
        return rollout.episode(FAMILY)


def _result(
    task: Instance,
    steps: Sequence[Step],
    outcome: Outcome,
    catalogue: Catalogue,
    seconds: Sequence[float] = (),
) -> TaskResult:
    known = catalogue.templates.get(task.type)
    ending = outcome.ending
    success = outcome.success
    reasons = () if outcome.judgement is None else outcome.judgement.reasons
    if success and not isinstance(ending, Finished | FinishedUnsure):
        success, reasons = False, ("solved, but not said to be",)
    unreadable = sum(isinstance(step.decision.action, Unparsed) for step in steps)
    return TaskResult(
        task=task.name,
        template=task.type,
        kind=known.kind.value if known is not None else KIND,
        level=known.level.value if known is not None else "unknown",
        seen=known is not None and not catalogue.holds_out(task.type),
        success=success,
        ending=ending_words(ending),
        false_done=outcome.false_done,
        fault=ending.error if isinstance(ending, EnvironmentFault) else "",
        steps=len(steps),
        unreadable=unreadable,
        impossible=sum(bool(step.error) for step in steps) - unreadable,
        reasons=reasons,
        seconds=tuple(round(value, 4) for value in seconds),
    )
