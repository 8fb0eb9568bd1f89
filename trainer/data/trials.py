"""PhoneWorld trials as the trainer opens them, and the episodes that its oracles make of them.

Collection, rollouts and evaluation open trials here, so that a task at a level of realism is the
same phone for all of them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from phoneworld import Phone, PhoneDevice, Task, Trial, Workshop, at_level, find_template
from phoneworld.errors import PhoneWorldError
from phoneworld.tasks.pilot import run_oracle
from phoneworld.tasks.template import parameter
from runtime.actions import Action, AskUser, Finish, FinishStatus
from runtime.device import Performed
from runtime.episode import Actor, Decision, Episode, Finished, Judgement, Outcome, Step
from runtime.errors import ActionError, DeviceError
from runtime.observation import Observation
from trainer.data.notes import annotate
from trainer.data.reading import folded
from trainer.vision.camera import Camera

ORACLE = "oracle"
OFF = "off"
FOREIGN = (PhoneWorldError, ActionError, DeviceError, LookupError, ValueError)
"""What set-ups and oracles raise."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a task gave no episode: its oracle got lost, or the verifier did not take its word."""

    task: str
    realism: str
    error: str

    @property
    def id(self) -> str:
        """The id that the episode would have had."""
        return episode_id(self.task, self.realism)


def episode_id(task: str, level: str) -> str:
    """What an oracle's episode of a task is called."""
    return f"{task}@{level}"


class FilmedTrial(Trial):
    """A trial whose every look has a screenshot, whoever looks: by a camera, or as the phone has it."""

    camera: Camera | None = None

    def observe(self, *, screenshot: bool = True) -> Observation:
        del screenshot
        if self.camera is None:
            return super().observe(screenshot=True)
        seen = super().observe(screenshot=False)
        return seen if seen.secure else replace(seen, screenshot=self.camera.shoot(self.phone))


def open_trial(
    maker: Workshop, task: Task, level: str = OFF, *, screenshots: bool | Camera = False
) -> Trial:
    """A task on a phone at a level of realism: other looks and mishaps for every task.

    With a camera, its screenshots are of the size that a model sees.
    """
    digest = hashlib.sha256(f"realism {task.name}".encode()).digest()
    realism = at_level(level, int.from_bytes(digest[:4]))
    phone = Phone(maker.apps, realism=realism)
    device = PhoneDevice(phone, address=f"phoneworld://?seed={task.seed}&realism={level}")
    if not screenshots:
        return Trial(maker, task, phone=phone, device=device)
    trial = FilmedTrial(maker, task, phone=phone, device=device)
    trial.camera = screenshots if isinstance(screenshots, Camera) else None
    return trial


def oracle_episode(
    maker: Workshop,
    task: Task,
    level: str = OFF,
    *,
    screenshots: bool | Camera = False,
    notes: bool = True,
) -> Episode | Fault:
    """The task solved by its oracle, with notes in hindsight; or why there is no such episode."""
    try:
        trial = open_trial(maker, task, level, screenshots=screenshots)
    # Set-ups are foreign code here: what they raise is this task's fault, not a crash.
    except FOREIGN as error:
        return Fault(task.name, level, f"{type(error).__name__}: {error}")
    return solved_by_oracle(trial, level, notes=notes)


def solved_by_oracle(
    trial: Trial,
    level: str,
    *,
    judge: Callable[[], Judgement] | None = None,
    notes: bool = True,
) -> Episode | Fault:
    """What the oracle of an open trial does. `judge`: who says that it is solved, if not the trial."""
    task = trial.task
    steps: list[Step] = []

    def record(observation: Observation, action: Action, performed: Performed) -> None:
        steps.append(oracle_step(observation, action, performed))

    try:
        run_oracle(trial, recorder=record)
        judgement = (judge or trial.judge)()
    except FOREIGN as error:
        return Fault(task.name, level, f"{type(error).__name__}: {error}")
    if not judgement.success:
        return Fault(task.name, level, f"judged a failure: {'; '.join(judgement.reasons)}")
    values = [str(parameter(trial.drawn, name)) for name in task.template.hidden]
    given_away = [value for value in values if folded(value) in folded(trial.goal)]
    if given_away:
        return Fault(task.name, level, f"the goal gives away {given_away[0]!r}")
    last = steps[-1].decision.action
    text, status = (last.text, last.status) if isinstance(last, Finish) else ("", FinishStatus.DONE)
    episode = Episode(
        id=episode_id(task.name, level),
        goal=trial.goal,
        device=trial.device.info,
        policy=ORACLE,
        steps=tuple(steps),
        outcome=Outcome(Finished(status, text), judgement),
        task=task.name,
    )
    return annotate(episode, values) if notes else episode


@cache
def workshop() -> Workshop:
    """One for each process: what it has populated once, it copies from then on."""
    return Workshop()


@lru_cache(maxsize=4096)
def oracle_steps(task: str) -> int | None:
    """How many steps the oracle takes for a task (`contacts.add#7`) on a quiet phone; None if lost."""
    template, _, seed = task.rpartition("#")
    made = oracle_episode(workshop(), Task(find_template(template), int(seed)), notes=False)
    return len(made.steps) if isinstance(made, Episode) else None


def oracle_step(observation: Observation, action: Action, performed: Performed) -> Step:
    """A step as the runtime's own loop would have recorded it."""
    asked = isinstance(action, AskUser)
    return Step(
        observation,
        Decision(action),
        Actor.ORACLE,
        performed=None if asked else performed,
        answer=performed.note if asked else "",
    )
