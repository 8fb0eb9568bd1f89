"""Tries at tasks in lock step, many phones at once, and what is learnt from each.

A phone that fails ends its own try as a fault; the others go on.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from phoneworld.errors import PhoneWorldError
from runtime.actions import Finish
from runtime.engine import Decided, Prompt, TokenTrace
from runtime.episode import EnvironmentFault, Episode, Unparsed
from runtime.errors import DeviceError
from runtime.turn.decider import Answer, Decider
from runtime.turn.start import AT_ONCE, Opening
from trainer.data.environments import Environment
from trainer.data.lockstep import LockstepRound, play_in_lockstep
from trainer.data.trial_turns import RolloutTerms, TaskAttempt, TrialRollout, open_rollout
from trainer.rl.rewards import Rewards, reward_of
from trainer.rl.trajectories import RolloutFault, Trajectory, TrajectoryGroup

PHONE_FAULTS = (DeviceError, PhoneWorldError)


@dataclass(slots=True)
class RolloutTimes:
    """Where the time went, apart: the phones' and the policy's."""

    steps: int = 0
    reply_tokens: int = 0
    rounds: int = 0
    phones_s: float = 0.0
    policy_s: float = 0.0

    def take_in(self, other: RolloutTimes) -> None:
        """Count what went on elsewhere at the same time."""
        self.steps += other.steps
        self.reply_tokens += other.reply_tokens
        self.rounds = max(self.rounds, other.rounds)
        self.phones_s = max(self.phones_s, other.phones_s)
        self.policy_s = max(self.policy_s, other.policy_s)

    def count(self, played: LockstepRound[_Try]) -> None:
        """Count a round of this process."""
        self.rounds += 1
        self.steps += len(played.answers)
        self.policy_s += played.deciding_s
        self.reply_tokens += sum(
            len(_trace(each).reply) for each in played.answers if isinstance(each, Decided)
        )


@dataclass(slots=True, eq=False)
class _Try:
    """One try at a task: a member of the lock step."""

    environment: Environment
    task: str
    group: int
    session: str
    attempt: TaskAttempt | None = None
    rollout: TrialRollout | None = None
    traces: list[TokenTrace] = field(default_factory=list)
    result: Trajectory | RolloutFault | None = None

    @property
    def waits(self) -> bool:
        return self.environment.waits

    @property
    def prompt(self) -> Prompt | None:
        return None if self.rollout is None else self.rollout.machine.prompt

    def begin(self, opening: Opening) -> None:
        """Open the phone and look; what cannot begin is a fault at once."""
        try:
            self.attempt = self.environment.reset(self.task)
            # Where time passes by itself, a look grows old while others are decided for.
            clock = time.monotonic if self.waits else None
            terms = RolloutTerms(opening, clock=clock)
            self.rollout = open_rollout(self.attempt, self.environment.limit(self.task), terms)
            self.rollout.machine.advance()
        except PHONE_FAULTS as error:
            self.result = RolloutFault(
                self.environment.name, self.task, f"{type(error).__name__}: {error}"
            )

    def take(self, answer: Answer) -> None:
        """Act on the answer and look again; what it was made of is learnt from."""
        if self.rollout is None:
            raise RuntimeError("a try that did not begin was decided for")
        if isinstance(answer, Decided) and not self._is_opening(answer):
            self.traces.append(_trace(answer))
        self.rollout.machine.take(answer)
        self.rollout.machine.advance()

    def _is_opening(self, decided: Decided) -> bool:
        """Whether it only says what the goal means, which is the runtime's own step."""
        asked = self.prompt is not None and self.prompt.restating
        return asked and not isinstance(decided.decision.action, Finish)


def roll_out(
    groups: Sequence[tuple[str, str]],
    environments: Mapping[str, Environment],
    decider: Decider,
    *,
    tries: int,
    rewards: Rewards,
    iteration: int = 0,
    numbers: Sequence[int] | None = None,
    most_live: int = 256,
    opening: Opening = AT_ONCE,
    pace: RolloutTimes | None = None,
    on_episode: Callable[[str, Episode], None] | None = None,
) -> list[TrajectoryGroup]:
    """Try each (environment, task) so many times, from the same beginning; the groups in order.

    `numbers` are the groups' places in the iteration, where these are only some of them; `opening` is
    how the policy begins.
    """
    pace = pace or RolloutTimes()
    named = range(len(groups)) if numbers is None else numbers
    tried = [
        _Try(environments[name], task, place, f"{iteration}/{number}/{attempt}")
        for place, ((name, task), number) in enumerate(zip(groups, named, strict=True))
        for attempt in range(tries)
    ]
    waiting = list(tried)

    def open_next(live: Sequence[_Try]) -> _Try | None:
        one = _next_with_a_phone(waiting, live, most_live)
        if one is not None:
            waiting.remove(one)
            one.begin(opening)
        return one

    started, decided_s = time.perf_counter(), pace.policy_s
    for one in play_in_lockstep(decider, open_next, on_round=pace.count):
        _finish(one, iteration, rewards, on_episode)
    pace.phones_s += time.perf_counter() - started - (pace.policy_s - decided_s)
    return [_group(number, name, task, tried) for number, (name, task) in enumerate(groups)]


def _next_with_a_phone(
    waiting: Sequence[_Try], live: Sequence[_Try], most_live: int
) -> _Try | None:
    """The first that there is a phone for."""
    if len(live) >= most_live:
        return None
    taken = Counter(id(one.environment) for one in live)
    for one in waiting:
        capacity = one.environment.capacity
        if capacity is None or taken[id(one.environment)] < capacity:
            return one
    return None


def _trace(decided: Decided) -> TokenTrace:
    if decided.trace is None:
        raise TypeError("a decider in training must return the tokens behind its decisions")
    return decided.trace


def _finish(
    one: _Try,
    iteration: int,
    rewards: Rewards,
    on_episode: Callable[[str, Episode], None] | None,
) -> None:
    name, task = one.environment.name, one.task
    if one.rollout is not None:
        try:
            episode = one.rollout.episode("policy", one.session)
            if on_episode is not None:
                on_episode(name, episode)
            one.result = _judged(one, episode, iteration, rewards)
        except PHONE_FAULTS as error:
            one.result = RolloutFault(name, task, f"{type(error).__name__}: {error}")
    if one.attempt is not None:
        one.environment.release(one.attempt)
        one.attempt = None


def _judged(
    one: _Try, episode: Episode, iteration: int, rewards: Rewards
) -> Trajectory | RolloutFault:
    outcome = episode.outcome
    limit = one.environment.limit(one.task)
    reward = reward_of(outcome, steps=len(one.traces), limit=limit, rewards=rewards)
    if outcome is None or reward is None:
        ending = None if outcome is None else outcome.ending
        why = ending.error if isinstance(ending, EnvironmentFault) else "nobody judged it"
        return RolloutFault(one.environment.name, one.task, why)
    return Trajectory(
        environment=one.environment.name,
        task=one.task,
        kind=one.environment.kind(one.task),
        turns=tuple(one.traces),
        reward=reward,
        success=bool(outcome.success),
        iteration=iteration,
        unreadable=sum(isinstance(step.decision.action, Unparsed) for step in episode.steps),
        false_done=outcome.false_done,
    )


def _group(number: int, name: str, task: str, done: Sequence[_Try]) -> TrajectoryGroup:
    results = [one.result for one in done if one.group == number]
    return TrajectoryGroup(
        name,
        task,
        tuple(result for result in results if isinstance(result, Trajectory)),
        tuple(result for result in results if isinstance(result, RolloutFault)),
    )
