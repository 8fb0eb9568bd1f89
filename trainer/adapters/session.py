"""A phone on which task after task is tried, a step at a time, by whoever calls: what all adapters share.

The steps are turns of the one machine (`runtime.turn`), so that what an adapter's policy is shown and what its
actions do are those of a served run in which everything is approved. Nothing here raises for what a policy does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from phoneworld import PhoneDevice, open_catalogue
from phoneworld.errors import PhoneWorldError
from phoneworld.tasks.names import TaskName, parse_task_name
from phoneworld.tasks.starts import find_start
from phoneworld.workshop import check_seed
from runtime.action_text import parse_call, parse_reply
from runtime.action_words import describe
from runtime.actions import Action
from runtime.engine import Decided
from runtime.episode import Decision, EnvironmentFault, Episode, RanOut, Step, Unparsed
from runtime.errors import DeviceError
from runtime.lenient_json import JsonValue
from runtime.observation import Observation
from runtime.prompts.screen_lines import write_screen
from runtime.tool_arguments import Unreadable
from trainer.data.trial_turns import RolloutTerms, TrialRollout, open_rollout
from trainer.data.trials import OFF, Trials
from trainer.errors import InvalidDataRequest
from trainer.rl.rewards import Rewards, reward_of

MOST_STEPS = 40
"""More than nearly all tasks take."""


@dataclass(frozen=True, slots=True)
class SessionTurn:
    """What is to be decided on, and what came of the last decision.

    `note` is what the phone or the machine said of the last action: why it failed, an answer. Once it is over,
    `reward` is that of the whole episode and `success` the verifier's word; None: the phone itself failed.
    `terminated` says that the policy ended it, `truncated` that something else did.
    """

    goal: str
    screen: Observation
    note: str = ""
    reward: float = 0.0
    terminated: bool = False
    truncated: bool = False
    success: bool | None = None
    fault: str = ""

    @property
    def over(self) -> bool:
        return self.terminated or self.truncated

    @property
    def text(self) -> str:
        """The screen as lines of numbered elements, as policies of ours read it."""
        return write_screen(self.screen)


class TaskSession:
    """Tries tasks of a catalogue. Sessions of a process share its worlds (`Trials`)."""

    def __init__(
        self, trials: Trials, *, rewards: Rewards | None = None, most_steps: int | None = MOST_STEPS
    ) -> None:
        """`most_steps` None: some more than the task's oracle takes, which is asked once for each task."""
        self.trials = trials
        self._rewards = rewards or Rewards()
        self._most_steps = most_steps
        self._limit = 0
        self._rollout: TrialRollout | None = None

    @property
    def task(self) -> str:
        """The name of the task that is being tried."""
        return self._opened.attempt.task.name

    @property
    def _opened(self) -> TrialRollout:
        if self._rollout is None:
            raise InvalidDataRequest("no task is being tried: reset first")
        return self._rollout

    def reset(
        self,
        task: str,
        *,
        seed: int | None = None,
        start: str = "",
        realism: str = OFF,
        terms: RolloutTerms | None = None,
    ) -> SessionTurn:
        """Begin a task: a template and a seed, or a whole name (`contacts.add#7@app-deep~train`)."""
        self.close()
        attempt = self.trials.open(whole_name(task, seed, start), realism)
        self._limit = self._most_steps or self.trials.step_limit(attempt.task.name)
        self._rollout = open_rollout(attempt, self._limit, terms)
        return self._turn("")

    def act(self, action: Action) -> SessionTurn:
        """Do an action."""
        return self._take(Decision(action))

    def reply(self, text: str) -> SessionTurn:
        """Do what a model's reply says: a tool call in any of the forms that we read."""
        return self._take(parse_reply(text))

    def call(self, name: str, arguments: Mapping[str, JsonValue]) -> SessionTurn:
        """Do a tool call. What it cannot mean is told in the note of the turn."""
        try:
            return self._take(Decision(parse_call(name, arguments)))
        except Unreadable as error:
            return self._take(Decision(Unparsed(f"{name}({dict(arguments)})", str(error))))

    def rgb(self, width_px: int, height_px: int) -> bytes:
        """The screen as raw pixels of a size."""
        device = self._opened.attempt.device
        if not isinstance(device, PhoneDevice):
            raise InvalidDataRequest("only PhoneWorld's own phones give raw pixels")
        return device.rgb(width_px, height_px)

    @property
    def done(self) -> list[str]:
        """What was done so far, a line for each step."""
        return [
            f"{_described(step)} -> {said}" if (said := _said(step)) else _described(step)
            for step in self._opened.journal.steps
        ]

    def episode(self, policy: str = "policy") -> Episode:
        """What was done so far, as our own data are kept."""
        return self._opened.episode(policy)

    def close(self) -> None:
        """Let go of the phone."""
        if self._rollout is not None:
            self._rollout.attempt.device.close()
            self._rollout = None

    def _take(self, decision: Decision) -> SessionTurn:
        rollout = self._opened
        if rollout.machine.prompt is None:
            raise InvalidDataRequest(f"{self.task} is over: reset first")
        rollout.machine.take(Decided(decision))
        return self._turn(_said(rollout.journal.steps[-1]))

    def _turn(self, note: str) -> SessionTurn:
        rollout = self._opened
        machine = rollout.machine
        if machine.advance() is not None:
            return SessionTurn(rollout.attempt.goal, rollout.journal.screen, note)
        ending = machine.ending
        if isinstance(ending, EnvironmentFault):
            return self._over(note, fault=str(ending))
        try:
            outcome = rollout.episode("policy").outcome
        except (DeviceError, PhoneWorldError) as error:
            return self._over(note, fault=f"{type(error).__name__}: {error}")
        steps = len(rollout.journal.steps)
        reward = reward_of(outcome, steps=steps, limit=self._limit, rewards=self._rewards)
        success = outcome.success if outcome is not None else None
        cut_off = isinstance(ending, RanOut)
        return self._over(note, reward=reward or 0.0, success=success, truncated=cut_off)

    def _over(
        self,
        note: str,
        *,
        fault: str = "",
        reward: float = 0.0,
        success: bool | None = None,
        truncated: bool = True,
    ) -> SessionTurn:
        rollout = self._opened
        return SessionTurn(
            rollout.attempt.goal,
            rollout.journal.screen,
            note,
            reward=reward,
            terminated=not truncated,
            truncated=truncated,
            success=success,
            fault=fault,
        )


def _said(step: Step) -> str:
    """What the phone, the machine or the user said of a step."""
    return step.error or step.answer or (step.performed.note if step.performed else "")


def _described(step: Step) -> str:
    action = step.decision.action
    return "(unreadable)" if isinstance(action, Unparsed) else describe(action, step.observation)


def whole_name(task: str, seed: int | None, start: str) -> str:
    """A task's name, with a seed and a place to start from if they are given apart."""
    named = parse_task_name(task)
    if seed is not None:
        check_seed(seed)
    if named is None:
        if "#" in task:
            raise InvalidDataRequest(
                f"{task!r} is no task's name: those are TEMPLATE#SEED, TEMPLATE#SEED@START and the like"
            )
        if seed is None:
            raise InvalidDataRequest(f"{task!r} names no seed: give one, or name {task}#SEED")
        named = TaskName(task, seed)
    elif seed is not None:
        named = TaskName(named.template, seed, named.start, named.wording, named.sentence)
    if start:
        named = TaskName(
            named.template, named.seed, find_start(start), named.wording, named.sentence
        )
    return str(named)


@cache
def open_trials(folders: tuple[str, ...] = ()) -> Trials:
    """The tasks of the package, and of folders with more of them (`--with`); once for a process."""
    return Trials(open_catalogue([Path(folder) for folder in folders]))
