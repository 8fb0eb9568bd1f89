"""PhoneWorld trials as the trainer opens them, and the episodes that its oracles make of them.

Collection, rollouts and evaluation open trials here, so that a task at a level of realism is the
same phone for all of them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace

from phoneworld import Catalogue, Phone, PhoneDevice, Task, Trial, Workshop, at_level
from phoneworld.errors import PhoneWorldError
from phoneworld.tasks.names import TaskName, parse_task_name
from phoneworld.tasks.template import parameter
from runtime.actions import Finish, FinishStatus
from runtime.episode import Episode, Finished, Judgement, Outcome
from runtime.errors import ActionError, DeviceError
from runtime.observation import Observation
from trainer.data.notes import annotate
from trainer.data.oracle_turns import steer_by_oracle
from trainer.data.screen_text import folded
from trainer.data.sums import with_sums
from trainer.vision.screenshots import ScreenshotRenderer

ORACLE = "oracle"
OFF = "off"
FOREIGN = (PhoneWorldError, ActionError, DeviceError, LookupError, ValueError)
"""What set-ups and oracles raise."""
LIMIT_IF_UNKNOWN = 50


@dataclass(frozen=True, slots=True)
class TrialFault:
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

    camera: ScreenshotRenderer | None = None

    def observe(self, *, screenshot: bool = True) -> Observation:
        del screenshot
        if self.camera is None:
            return super().observe(screenshot=True)
        seen = super().observe(screenshot=False)
        return seen if seen.secure else replace(seen, screenshot=self.camera.shoot(self.phone))


def open_trial(
    maker: Workshop, task: Task, level: str = OFF, *, screenshots: bool | ScreenshotRenderer = False
) -> Trial:
    """A task on a phone at a level of realism: other looks and mishaps for every template and seed.

    With a camera, its screenshots are of the size that a model sees.
    """
    # The same phone, whatever the wording of the goal.
    name = TaskName(task.template.name, task.seed)
    digest = hashlib.sha256(f"realism {name}".encode()).digest()
    realism = at_level(level, int.from_bytes(digest[:4]))
    phone = Phone(maker.apps, realism=realism)
    device = PhoneDevice(phone, address=f"phoneworld://?seed={task.seed}&realism={level}")
    if not screenshots:
        return Trial(maker, task, phone=phone, device=device)
    trial = FilmedTrial(maker, task, phone=phone, device=device)
    trial.camera = screenshots if isinstance(screenshots, ScreenshotRenderer) else None
    return trial


def oracle_episode(
    maker: Workshop,
    task: Task,
    level: str = OFF,
    *,
    screenshots: bool | ScreenshotRenderer = False,
    notes: bool = True,
) -> Episode | TrialFault:
    """The task solved by its oracle, with notes in hindsight; or why there is no such episode."""
    try:
        trial = open_trial(maker, task, level, screenshots=screenshots)
    # Set-ups are foreign code here: what they raise is this task's fault, not a crash.
    except FOREIGN as error:
        return TrialFault(task.name, level, f"{type(error).__name__}: {error}")
    return solved_by_oracle(trial, level, notes=notes)


def solved_by_oracle(
    trial: Trial,
    level: str,
    *,
    judge: Callable[[], Judgement] | None = None,
    notes: bool = True,
) -> Episode | TrialFault:
    """What the oracle of an open trial does. `judge`: who says that it is solved, if not the trial."""
    task = trial.task
    try:
        steps = steer_by_oracle(trial)
        judgement = (judge or trial.judge)()
    except FOREIGN as error:
        return TrialFault(task.name, level, f"{type(error).__name__}: {error}")
    if not judgement.success:
        return TrialFault(task.name, level, f"judged a failure: {'; '.join(judgement.reasons)}")
    values = [str(parameter(trial.drawn, name)) for name in task.template.hidden]
    given_away = [value for value in values if folded(value) in folded(trial.goal)]
    if given_away:
        return TrialFault(task.name, level, f"the goal gives away {given_away[0]!r}")
    last = steps[-1].decision.action
    text, status = (last.text, last.status) if isinstance(last, Finish) else ("", FinishStatus.DONE)
    episode = Episode(
        id=episode_id(task.name, level),
        goal=trial.goal,
        device=trial.device.info,
        policy=ORACLE,
        steps=steps,
        outcome=Outcome(Finished(status, text), judgement),
        task=task.name,
    )
    return with_sums(annotate(episode, values), values) if notes else episode


class Trials:
    """The tasks of a catalogue, on phones of one workshop: what it has populated once, it copies.

    Also remembers how long oracles take. Any thread may ask.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.workshop = catalogue.workshop()
        self._oracle_steps: dict[str, int | None] = {}

    def open(
        self, task: str | Task, level: str = OFF, *, screenshots: bool | ScreenshotRenderer = False
    ) -> Trial:
        """A task, by itself or by its name, on a phone at a level of realism."""
        found = task if isinstance(task, Task) else self.catalogue.task(task)
        return open_trial(self.workshop, found, level, screenshots=screenshots)

    def oracle_steps(self, task: str) -> int | None:
        """How many steps the oracle takes for a task (`contacts.add#7`) on a quiet phone; None if lost."""
        # Whatever the wording of the goal.
        named = parse_task_name(task)
        key = task if named is None else str(TaskName(named.template, named.seed, named.start))
        if key not in self._oracle_steps:
            made = oracle_episode(self.workshop, self.catalogue.task(key), notes=False)
            self._oracle_steps[key] = len(made.steps) if isinstance(made, Episode) else None
        return self._oracle_steps[key]

    def forget_oracle_steps(self) -> None:
        """Ask oracles anew."""
        self._oracle_steps.clear()

    def step_limit(self, task: str) -> int:
        """How many steps a policy gets for a task: some more than the oracle takes."""
        steps = self.oracle_steps(task)
        return LIMIT_IF_UNKNOWN if steps is None else 2 * steps + 5
