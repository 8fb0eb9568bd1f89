"""A task as it was carried out: what was seen, decided, allowed and done, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from runtime.actions import Action, FinishStatus
from runtime.device import DeviceInfo, Performed
from runtime.observation import Observation


@dataclass(frozen=True, slots=True)
class Unparsed:
    """A reply that could not be read as an action. Recorded, shown to the policy, never guessed."""

    reply: str
    reason: str


@dataclass(frozen=True, slots=True)
class Decision:
    """What the policy replied: its thought, the action it chose, and the reply as it came."""

    action: Action | Unparsed
    thought: str = ""
    reply: str = ""


class Actor(StrEnum):
    """Who acted in a step."""

    POLICY = "policy"
    PERSON = "person"
    ORACLE = "oracle"
    REPLAY = "replay"
    """The recording of another run, done again."""
    RUNTIME = "runtime"
    """The runtime itself, before the policy is asked: it takes the phone to where that can begin."""


class Verdict(StrEnum):
    """What the guard says of an action."""

    ALLOW = "allow"
    CONFIRM = "confirm"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class GuardVerdict:
    """The guard's word on a step, the rule behind it, and the person's answer where asked.

    `unanswered`: nobody was there to answer, which counts as a no.
    """

    verdict: Verdict
    rule: str = ""
    approved: bool | None = None
    unanswered: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One turn. `error` is why the action was not performed; `answer` the user's reply to AskUser.

    `timings_ms` are the parts of the step (observe, decide, perform ...), in milliseconds.
    """

    observation: Observation
    decision: Decision
    actor: Actor
    performed: Performed | None = None
    guard: GuardVerdict | None = None
    error: str = ""
    answer: str = ""
    timings_ms: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Finished:
    """The policy itself ended the episode. `answer` is JSON that fits the schema, where one was given."""

    status: FinishStatus
    text: str = ""
    answer: str = ""


@dataclass(frozen=True, slots=True)
class FinishedUnsure:
    """The policy says done, and was not sure enough of a step on the way for that to be believed, or was not
    let do the last thing that it wanted to.

    `doubt` is that step in words, `answer` as in `Finished`.
    """

    text: str = ""
    doubt: str = ""
    answer: str = ""


@dataclass(frozen=True, slots=True)
class RanOut:
    """A limit was reached: steps, seconds, tokens, or the policy's own context."""

    limit: str


@dataclass(frozen=True, slots=True)
class StoppedByPerson:
    """A person ended it."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class RefusedByGuard:
    """The guard ended it under a rule: the policy insisted, or nobody was there to help.

    `reason` is that in words.
    """

    rule: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class EnvironmentFault:
    """The phone or the way to it failed: neither success nor failure."""

    error: str


Ending = Finished | FinishedUnsure | RanOut | StoppedByPerson | RefusedByGuard | EnvironmentFault


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verifier's word: whether the task is solved, and what speaks against it."""

    success: bool
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an episode ended, and the verifier's judgement where there is one.

    `changes` is what it left different on the phone, a line each; None where the phone cannot tell.
    """

    ending: Ending
    judgement: Judgement | None = None
    changes: tuple[str, ...] | None = None

    @property
    def success(self) -> bool | None:
        """The verifier's verdict; None where there is none or the environment failed."""
        if isinstance(self.ending, EnvironmentFault) or self.judgement is None:
            return None
        return self.judgement.success

    @property
    def false_done(self) -> bool:
        """The policy said done and the verifier says it is not."""
        return (
            isinstance(self.ending, Finished)
            and self.ending.status is FinishStatus.DONE
            and self.success is False
        )


@dataclass(frozen=True, slots=True)
class Episode:
    """One task on one device by one policy. `task` names a PhoneWorld task and seed, if it is one."""

    id: str
    goal: str
    device: DeviceInfo
    policy: str
    steps: tuple[Step, ...]
    outcome: Outcome | None
    task: str = ""
    started_s: float = 0.0
