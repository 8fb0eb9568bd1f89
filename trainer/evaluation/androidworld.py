"""Tasks of an AndroidWorld server by a policy, as AndroidWorld runs them.

Every task is set up, tried for 50 steps at most, scored by the server and torn down. It counts as
solved where the score is 1 and the policy has said that it is done, as in AndroidWorld's own runner.
The interface shows screenshots only: a policy that reads elements needs eyes of its own, a `Device`
that looks at the same phone (adb). All actions go through the interface.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import count

from phoneworld import Catalogue
from runtime.actions import Finish
from runtime.device import Device, Performed
from runtime.engine import Engine, Prompt
from runtime.episode import Actor, Step, Unparsed
from runtime.errors import ActionError, DeviceError, EngineError, PromptTooLong
from runtime.observation import Observation
from trainer.data.choosing import ALL, KINDS
from trainer.errors import EvaluationError
from trainer.evaluation.androidworld_actions import Speech, write_json_actions
from trainer.evaluation.androidworld_client import (
    AndroidWorldClient,
    AndroidWorldError,
    CallFailed,
)
from trainer.evaluation.result import TaskResult

STEPS = 50
SEED = 30
KIND = "androidworld"
FAMILY = "android_world"


@dataclass(frozen=True, slots=True)
class Instance:
    """A task of the server's suite."""

    type: str
    number: int

    @property
    def name(self) -> str:
        return f"{self.type}#{self.number}"


@dataclass(slots=True)
class Attempt:
    """What is counted while a task is tried."""

    steps: list[Step]
    seconds: list[float]
    ending: str = "ran out: steps"
    fault: str = ""

    @property
    def finished(self) -> bool:
        return self.ending.startswith("finished")


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
        self._looks = count(1)

    def suite(self, suite: str = ALL, *, instances: int = 1, seed: int = SEED) -> list[Instance]:
        """Make the server's suite, and list its tasks: all, those of a kind that a PhoneWorld server
        knows, or those whose type fits a pattern.
        """
        self._client.health()
        family = suite if suite in KINDS else FAMILY
        pattern = "*" if suite == ALL or suite in KINDS else suite
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
        attempt = Attempt([], [])
        score = 0.0
        try:
            self._client.initialize(task.type, task.number)
            try:
                self._client.reset(go_home=True)
                self._try(task, attempt)
                score = self._client.score(task.type, task.number)
            finally:
                # What comes after the score does not change it.
                with suppress(AndroidWorldError):
                    self._client.tear_down(task.type, task.number)
        except (AndroidWorldError, DeviceError, EngineError) as error:
            attempt.fault = f"{type(error).__name__}: {error}"
        finally:
            self._engine.end_session(task.name)
        return _result(task, attempt, score, self._catalogue)

    def _try(self, task: Instance, attempt: Attempt) -> None:
        goal = self._client.goal(task.type, task.number)
        speech = Speech()
        while len(attempt.steps) < self._most and not attempt.finished:
            began = self._clock()
            prompt = Prompt(goal, self._look(), tuple(attempt.steps))
            try:
                decision = self._engine.decide(prompt, session=task.name).decision
            except PromptTooLong:
                attempt.ending = "ran out: context"
                return
            action = decision.action
            performed, error = None, ""
            if isinstance(action, Unparsed):
                error = f"the reply could not be read: {action.reason}"
            else:
                try:
                    for call in write_json_actions(action, prompt.observation, speech):
                        self._client.execute(call)
                    performed = Performed(action)
                except (ActionError, CallFailed) as problem:
                    error = str(problem)
            attempt.steps.append(
                Step(prompt.observation, decision, Actor.POLICY, performed=performed, error=error)
            )
            attempt.seconds.append(self._clock() - began)
            if isinstance(action, Finish):
                attempt.ending = f"finished: {action.status.value}"

    def _look(self) -> Observation:
        if self._eyes is not None:
            return self._eyes.observe(screenshot=self._engine.wants_screenshot)
        shot = self._client.screenshot()
        return Observation(
            id=f"shot-{next(self._looks)}",
            package="",
            activity="",
            width_px=shot.width_px,
            height_px=shot.height_px,
            rotation=0,
            elements=(),
            keyboard_shown=False,
            focused=None,
            secure=False,
            notices=(),
            screenshot=shot,
            time_s=0.0,
        )


def _result(task: Instance, attempt: Attempt, score: float, catalogue: Catalogue) -> TaskResult:
    known = catalogue.templates.get(task.type)
    solved = score >= 1
    success = None if attempt.fault else solved and attempt.finished
    unreadable = sum(isinstance(step.decision.action, Unparsed) for step in attempt.steps)
    reasons: tuple[str, ...] = ()
    if success is False:
        reasons = ("solved, but not said to be",) if solved else (f"the score is {score:g}",)
    return TaskResult(
        task=task.name,
        template=task.type,
        kind=known.kind.value if known is not None else KIND,
        level=known.level.value if known is not None else "unknown",
        seen=known is not None and not catalogue.holds_out(task.type),
        success=success,
        ending="fault" if attempt.fault else attempt.ending,
        false_done=success is False and attempt.ending == "finished: done",
        fault=attempt.fault,
        steps=len(attempt.steps),
        unreadable=unreadable,
        impossible=sum(bool(step.error) for step in attempt.steps) - unreadable,
        reasons=reasons,
        seconds=tuple(round(value, 4) for value in attempt.seconds),
    )
