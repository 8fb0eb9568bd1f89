"""Tasks through a served runtime, as users have it: a server process, gRPC, a phone behind adb.

A PhoneWorld address cannot carry a task's set-up, so the task's phone is served over adb and the
server is given that address. The person of these runs approves everything and answers what the task
knows; what is said to them is passed on to the verifier afterwards.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from phonebuddy.v1 import run_pb2
from phonebuddy.v1.client import Client
from phonebuddy.v1.errors import BuddyError

from phoneworld import Task, Trial
from phoneworld.adb.proof.host_adb import HostAdb
from phoneworld.adb.proof.oracles import private_adb
from phoneworld.adb.proof.served import ServedPhone
from runtime.actions import AskUser, Finish, Output
from runtime.device import DeviceInfo
from runtime.episode import EnvironmentFault, Episode, Outcome, Step
from runtime.server.codec.devices import read_device_info
from runtime.server.codec.steps import read_outcome, read_step
from trainer.data.trials import Trials
from trainer.evaluation.result import GuardCount, TaskResult, fault_of, result_of
from trainer.evaluation.runtime_child import RuntimeChild
from trainer.evaluation.stage import SET_UP_FAULTS, Conditions

SECONDS_A_STEP = 120.0
"""What a run gets at most, so that a server that hangs is a fault and not the end of all."""


class ServerRunner:
    """Plays one task after the other through a runtime that it starts."""

    def __init__(self, bundle: Path, conditions: Conditions, trials: Trials) -> None:
        self._bundle = bundle
        self._given = conditions
        self._trials = trials

    def run(self, tasks: Sequence[Task]) -> Iterator[TaskResult]:
        with (
            tempfile.TemporaryDirectory() as folder,
            private_adb() as host,
            RuntimeChild(Path(folder), self._bundle) as server,
            Client(server.address) as buddy,
        ):
            for task in tasks:
                try:
                    result = self._play(server, buddy, host, task)
                # A phone that cannot be served or asked in time is an OSError.
                except (BuddyError, OSError, *SET_UP_FAULTS) as error:
                    problem = f"{type(error).__name__}: {error}"
                    result = fault_of(
                        task.name, task.template, problem, self._trials, realism=self._given.realism
                    )
                yield result

    def _play(self, server: RuntimeChild, buddy: Client, host: HostAdb, task: Task) -> TaskResult:
        trial = self._trials.open(task, self._given.realism)
        limit = self._given.limit
        if limit is None:
            limit = self._trials.step_limit(task.name)
        # From here on the loop of its server owns the phone.
        served = ServedPhone.start(trial.phone)
        try:
            run, count = self._follow(buddy, served.address, trial, limit)
            steps = tuple(
                read_step(step, f"step {number}") for number, step in enumerate(buddy.steps(run.id))
            )
            episode = served.run(lambda: _judged(trial, run, steps, self._given.policy))
            seconds = [sum(ms for _, ms in step.timings_ms) / 1000 for step in steps]
            return result_of(
                episode,
                task.template,
                self._trials,
                realism=self._given.realism,
                seconds=seconds,
                guard=count,
                resident_mb=server.resident_mb(),
            )
        finally:
            let_go(host, served)

    def _follow(
        self, buddy: Client, address: str, trial: Trial, limit: int
    ) -> tuple[run_pb2.Run, GuardCount]:
        """The run once it has ended, and how often the guard spoke."""
        count = GuardCount()
        run = buddy.start(
            trial.goal,
            device=address,
            policy=self._given.policy,
            steps=limit,
            seconds=SECONDS_A_STEP * limit,
            screenshots=self._given.screenshots,
            task=trial.task.name,
        )
        for event in buddy.watch(run.id):
            match event.WhichOneof("happening"):
                case "asked":
                    _respond(buddy, run.id, event.asked.question, trial, count)
                case "step_done":
                    verdict = event.step_done.record.guard.verdict
                    count.refusals += verdict == run_pb2.VERDICT_NEVER
                case _:
                    pass
        return buddy.get(run.id), count


def let_go(host: HostAdb, served: ServedPhone) -> None:
    """Stop serving a phone. What goes wrong with that changes nothing of what its task came to."""
    with suppress(OSError):
        asyncio.run(host.run("disconnect", served.server.address))
    with suppress(OSError):
        served.close()


def _respond(
    buddy: Client, run_id: str, question: run_pb2.Question, trial: Trial, count: GuardCount
) -> None:
    if question.kind == run_pb2.QUESTION_KIND_ANSWER:
        reply = trial.drawn.reply(question.text)
        buddy.answer(run_id, question.id, reply)
        return
    count.questions += 1
    # Nobody is there to handle a screen by hand: said once, it would be asked again for ever.
    handed_over = question.kind == run_pb2.QUESTION_KIND_HAND_OVER
    buddy.approve(run_id, question.id, for_run=handed_over)


def _judged(trial: Trial, run: run_pb2.Run, steps: tuple[Step, ...], policy: str) -> Episode:
    """The run as an episode, with the verifier's word on the phone as it is now."""
    if run.HasField("device_info"):
        info: DeviceInfo = read_device_info(run.device_info)
    else:
        info = trial.device.info
    ending = (
        read_outcome(run.outcome, "outcome").ending
        if run.HasField("outcome")
        else EnvironmentFault(f"the run ended without an outcome: {run.reason}")
    )
    look = trial.observe()
    for step in steps:
        # What is said to the person never reaches the phone.
        if isinstance(step.decision.action, Output | AskUser | Finish) and not trial.finished:
            trial.act(step.decision.action, look)
    fault = isinstance(ending, EnvironmentFault)
    return Episode(
        id=run.id,
        goal=trial.goal,
        device=info,
        policy=policy,
        steps=steps,
        outcome=Outcome(ending) if fault else Outcome(ending, trial.judge()),
        task=trial.task.name,
    )
