"""Many phones in step: every live one is asked at once, in one batch, then every one acts.

A phone that fails ends its own try as a fault; the others go on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

from phoneworld.errors import PhoneWorldError
from runtime.actions import Finish
from runtime.engine import Decided, Prompt, TokenTrace
from runtime.episode import EnvironmentFault, Episode, Unparsed
from runtime.errors import DeviceError
from runtime.turn.decider import Answer, Decider
from runtime.turn.start import AT_ONCE, Opening
from trainer.data.environments import Environment
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


@dataclass(slots=True)
class _Try:
    environment: Environment
    task: str
    group: int
    session: str
    attempt: TaskAttempt | None = None
    rollout: TrialRollout | None = None
    traces: list[TokenTrace] = field(default_factory=list)
    result: Trajectory | RolloutFault | None = None

    @property
    def prompt(self) -> Prompt | None:
        return None if self.rollout is None else self.rollout.machine.prompt


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
    waiting = [
        _Try(environments[name], task, place, f"{iteration}/{number}/{attempt}")
        for place, ((name, task), number) in enumerate(zip(groups, named, strict=True))
        for attempt in range(tries)
    ]
    done, live = list(waiting), list[_Try]()
    with ThreadPoolExecutor(max_workers=16) as threads:
        while waiting or live:
            started = time.perf_counter()
            live += _begin(waiting, live, most_live, opening)
            for ended in [one for one in live if one.prompt is None]:
                _finish(ended, iteration, rewards, decider, on_episode)
                live.remove(ended)
            asked = [(one, one.rollout) for one in live if one.rollout is not None]
            pace.phones_s += time.perf_counter() - started
            if not asked:
                continue
            started = time.perf_counter()
            prompts = [one.prompt for one, _ in asked if one.prompt is not None]
            answers = decider.decide(prompts, [one.session for one, _ in asked])
            pace.policy_s += time.perf_counter() - started
            started = time.perf_counter()
            _act(asked, answers, threads)
            pace.phones_s += time.perf_counter() - started
            pace.rounds += 1
            pace.steps += len(answers)
            pace.reply_tokens += sum(
                len(_trace(each).reply) for each in answers if isinstance(each, Decided)
            )
    return [_group(number, name, task, done) for number, (name, task) in enumerate(groups)]


def _begin(
    waiting: list[_Try], live: Sequence[_Try], most_live: int, opening: Opening
) -> list[_Try]:
    """Begin what there are phones for; what cannot begin is a fault at once."""
    begun: list[_Try] = []
    for one in list(waiting):
        open_now = [other for other in (*live, *begun) if other.attempt is not None]
        if len(open_now) >= most_live:
            break
        capacity = one.environment.capacity
        taken = sum(other.environment is one.environment for other in open_now)
        if capacity is not None and taken >= capacity:
            continue
        waiting.remove(one)
        try:
            one.attempt = one.environment.reset(one.task)
            # Where time passes by itself, a look grows old while others are decided for.
            clock = time.monotonic if one.environment.waits else None
            terms = RolloutTerms(opening, clock=clock)
            one.rollout = open_rollout(one.attempt, one.environment.limit(one.task), terms)
            one.rollout.machine.advance()
        except PHONE_FAULTS as error:
            one.result = RolloutFault(
                one.environment.name, one.task, f"{type(error).__name__}: {error}"
            )
        begun.append(one)
    return begun


def _act(
    asked: Sequence[tuple[_Try, TrialRollout]],
    answers: Sequence[Answer],
    threads: ThreadPoolExecutor,
) -> None:
    """Let every phone do what was decided; those that wait for something do so side by side."""
    waited: list[Future[None]] = []
    for (one, rollout), answer in zip(asked, answers, strict=True):
        if isinstance(answer, Decided) and not _is_opening(one, answer):
            one.traces.append(_trace(answer))
        if one.environment.waits:
            waited.append(threads.submit(_take, rollout, answer))
        else:
            _take(rollout, answer)
    for each in waited:
        each.result()


def _is_opening(one: _Try, decided: Decided) -> bool:
    """Whether it only says what the goal means, which is the runtime's own step."""
    asked = one.prompt is not None and one.prompt.restating
    return asked and not isinstance(decided.decision.action, Finish)


def _take(rollout: TrialRollout, answer: Answer) -> None:
    rollout.machine.take(answer)
    rollout.machine.advance()


def _trace(decided: Decided) -> TokenTrace:
    if decided.trace is None:
        raise TypeError("a decider in training must return the tokens behind its decisions")
    return decided.trace


def _finish(
    one: _Try,
    iteration: int,
    rewards: Rewards,
    decider: Decider,
    on_episode: Callable[[str, Episode], None] | None,
) -> None:
    decider.end(one.session)
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
