"""A run as others see it: what was asked for, the state it is in, and what has happened so far.

What happens to a run is a sequence of `Event`s, numbered from 1 without gaps. An event is stored
before anyone is notified of it; whoever watches can begin at any number and misses nothing. Text that a
policy is still writing is not an event: it is shown and forgotten.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from runtime.actions import Action
from runtime.answer_schema import AnswerSchema
from runtime.device import DeviceInfo
from runtime.engine import Usage
from runtime.episode import Actor, Decision, Outcome, Step
from runtime.guard.ruling import Risk
from runtime.observation import Observation
from runtime.runs.replay_values import ReplayValue


class RunState(StrEnum):
    """Where a run stands. The last four are final, but an interrupted run can be continued."""

    QUEUED = "queued"
    RUNNING = "running"
    WAITING = "waiting"
    """For the person: an approval, an answer, or a screen that only a person may handle."""
    PAUSED = "paused"
    TAKEN_OVER = "taken_over"
    """The person acts; what they do through us is recorded."""
    FINISHED = "finished"
    FAILED = "failed"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"
    """The process died while the run was alive."""

    @property
    def alive(self) -> bool:
        return self in {
            RunState.QUEUED,
            RunState.RUNNING,
            RunState.WAITING,
            RunState.PAUSED,
            RunState.TAKEN_OVER,
        }


class WhenBusy(StrEnum):
    """What to do when another run has the device."""

    QUEUE = "queue"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True)
class Limits:
    """When a run ends unfinished. Waiting for the person and pauses do not count as seconds."""

    steps: int = 50
    seconds: float = 1800.0
    tokens: int = 500_000
    dollars: float = 0.0
    """0: no limit. Only for policies whose price is known."""


@dataclass(frozen=True, slots=True)
class RunRequest:
    """What is asked for. `approved_rules` are guard rules whose questions are answered with yes."""

    goal: str
    device: str
    policy: str
    limits: Limits = field(default_factory=Limits)
    when_busy: WhenBusy = WhenBusy.QUEUE
    approved_rules: tuple[str, ...] = ()
    record_screenshots: bool = True
    task: str = ""
    """The PhoneWorld task and seed, where it is one: kept with the record, unknown to the policy."""
    replay_of: str = ""
    """The run whose steps are done again first, as far as the screens are as recorded."""
    replay_values: tuple[ReplayValue, ...] = ()
    """What stands for values of that run."""
    answer_schema: AnswerSchema | None = None
    """What the answer must fit, where it is for a program."""


class QuestionKind(StrEnum):
    """What the person is asked for."""

    APPROVAL = "approval"
    """The guard wants a word on an action."""
    ANSWER = "answer"
    """The policy asks."""
    HAND_OVER = "hand_over"
    """Only a person may handle this screen: they take over, or say go on (for the rest of the run:
    the policy may handle such screens too), or end the run."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a waiting run wants to know. `action` is in plain words; the rest is as in `Ruling`."""

    id: str
    kind: QuestionKind
    text: str
    rule: str = ""
    risk: Risk | None = None
    action: str = ""
    effect: str = ""
    concerns: str = ""
    app: str = ""
    amount: str = ""


class Choice(StrEnum):
    """A person's word on a question."""

    APPROVE = "approve"
    APPROVE_FOR_RUN = "approve_for_run"
    """This rule in this app, to this recipient and for no more than this amount, for the rest of the run."""
    DENY = "deny"
    ANSWER = "answer"
    """With a text, to a question of the policy's."""
    NOBODY = "nobody"
    """Nobody is there to answer, which counts as a no."""


@dataclass(frozen=True, slots=True)
class Response:
    """A person's response to a question."""

    choice: Choice
    text: str = ""


@dataclass(frozen=True, slots=True)
class StateChanged:
    """The run is in another state now, and why."""

    state: RunState
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Opened:
    """The run has its device."""

    device: DeviceInfo


@dataclass(frozen=True, slots=True)
class Looked:
    """A step begins with a look at the phone (its screenshot is stored apart, see `screen`)."""

    step: int
    observation: Observation
    screen: str = ""
    """The name of the stored screenshot, if one was made."""


@dataclass(frozen=True, slots=True)
class PolicyDecided:
    """The policy has replied, or a recording goes on, as `actor` says."""

    step: int
    decision: Decision
    usage: Usage
    actor: Actor = Actor.POLICY


@dataclass(frozen=True, slots=True)
class Asked:
    """The run waits for the person."""

    step: int
    question: Question


@dataclass(frozen=True, slots=True)
class Answered:
    """The person has responded."""

    step: int
    question_id: str
    response: Response


@dataclass(frozen=True, slots=True)
class Acting:
    """The action is about to be sent to the phone. Stored first: after a crash, this step may have
    been done or not, and it is never sent again.
    """

    step: int
    action: Action


@dataclass(frozen=True, slots=True)
class StepDone:
    """A step is over and on record."""

    step: int
    record: Step


@dataclass(frozen=True, slots=True)
class Ended:
    """How the run ended, which decides its state. Nothing follows but `Undone`."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Undone:
    """What the run did was taken back: its phone is as before it."""


Happening = (
    StateChanged
    | Opened
    | Looked
    | PolicyDecided
    | Asked
    | Answered
    | Acting
    | StepDone
    | Ended
    | Undone
)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to a run: number `sequence` of that run, at `time_s` since 1970."""

    sequence: int
    time_s: float
    happening: Happening


@dataclass(frozen=True, slots=True)
class Run:
    """A run as it stands after its last event, `sequence`."""

    id: str
    request: RunRequest
    state: RunState
    created_s: float
    updated_s: float
    sequence: int = 0
    steps: int = 0
    tokens: int = 0
    question: Question | None = None
    outcome: Outcome | None = None
    device: DeviceInfo | None = None
    """Once it was opened."""
    reason: str = ""
    """Why it is in this state, in words for the person."""
    undone: bool = False
    """It was taken back."""
    cost_dollars: float | None = None
    """Of its decisions; None where nobody bills them, or the price is not known."""
