"""PhoneWorld tasks through a server: set up on a phone behind adb, played by script, judged there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from built_in import find_template
from e2e_rehearsal import line_of
from e2e_runs import follow
from phonebuddy.v1 import run_pb2
from phonebuddy.v1.client import Client
from runtime_process import write_script

from phoneworld import Task, Trial, Workshop
from phoneworld.adb.proof.served import ServedPhone
from phoneworld.tasks.pilot import run_oracle
from runtime.actions import AskUser, Finish, Output
from runtime.episode import Judgement
from runtime.server.codec.actions import read_action


@dataclass(frozen=True, slots=True)
class StagedTask:
    """A task on a phone that is set up for it, and a policy that plays what solves it."""

    phone: ServedPhone
    trial: Trial
    policy: str

    @classmethod
    def stage(
        cls, name: str, phone: ServedPhone, workshop: Workshop, policies: Path, *, seed: int = 5
    ) -> StagedTask:
        """Set the phone up, and write the policy `name` if it is not there."""
        task = Task(find_template(name), seed)
        if not (policies / name).exists():
            oracle = run_oracle(Trial(workshop, task))
            write_script(policies, name, *map(line_of, oracle.actions))
        trial = phone.run(lambda: Trial(workshop, task, phone=phone.phone))
        return cls(phone, trial, name)

    def run(self, buddy: Client, guard: Callable[[str, run_pb2.Question], object]) -> str:
        """Have it played to its end; the run's id. `guard` responds to what the guard asks."""
        run = buddy.start(
            self.trial.goal,
            device=self.phone.address,
            policy=self.policy,
            task=self.trial.task.name,
            screenshots=False,
        )

        def person(question: run_pb2.Question) -> None:
            if question.kind == run_pb2.QUESTION_KIND_ANSWER:
                reply = self.trial.drawn.reply(question.text)
                buddy.answer(run.id, question.id, reply)
            else:
                assert question.kind == run_pb2.QUESTION_KIND_APPROVAL, question
                guard(run.id, question)

        follow(buddy, run.id, person)
        return run.id

    def judge(self, buddy: Client, run_id: str) -> Judgement:
        """The verifier's word. What is said to a person never reaches the phone: it is told here."""
        screen = self.trial.observe()
        for step in buddy.steps(run_id):
            action = read_action(step.decision.action, "action")
            if isinstance(action, Output | AskUser | Finish):
                self.trial.act(action, screen)
        return self.phone.run(self.trial.judge)
