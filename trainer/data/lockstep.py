"""Many phones in lock step: every live one is asked at once, in one batch, then every one acts.

The one driver of tasks that are played side by side: RL, evaluation and collection say what is opened
next and what becomes of what ended. It judges nothing and keeps nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from runtime.engine import Prompt
from runtime.turn.decider import Answer, Decider
from trainer.data.trial_turns import TrialRollout

_THREADS = 16


class LockstepMember(Protocol):
    """A task that is played among others."""

    @property
    def session(self) -> str:
        """What the decider tells its prompts from those of others by."""
        ...

    @property
    def waits(self) -> bool:
        """Whether its phone takes time to act, so that others should act meanwhile."""
        ...

    @property
    def prompt(self) -> Prompt | None:
        """What is to be decided; None once it is over, or where it could not begin."""
        ...

    def take(self, answer: Answer) -> None:
        """Act on the answer and look again."""
        ...


Member = TypeVar("Member", bound=LockstepMember)
Opened = TypeVar("Opened")


@dataclass(frozen=True, slots=True)
class RolloutMember(Generic[Opened]):
    """A trial on a phone that answers at once. `opened` is what its owner knows it by.

    Without a rollout it could not begin.
    """

    session: str
    opened: Opened
    rollout: TrialRollout | None
    waits: bool = False

    @property
    def prompt(self) -> Prompt | None:
        return None if self.rollout is None else self.rollout.machine.prompt

    def take(self, answer: Answer) -> None:
        """Act on the answer and look again."""
        if self.rollout is None:
            raise RuntimeError(f"{self.session} did not begin, and was decided for")
        self.rollout.machine.take(answer)
        self.rollout.machine.advance()


@dataclass(frozen=True, slots=True)
class LockstepRound(Generic[Member]):
    """One batch: who was asked, what was answered, and how long deciding and acting took."""

    members: Sequence[Member]
    answers: Sequence[Answer]
    deciding_s: float
    acting_s: float


def play_in_lockstep(
    decider: Decider,
    open_next: Callable[[Sequence[Member]], Member | None],
    *,
    on_round: Callable[[LockstepRound[Member]], None] = lambda _round: None,
    clock: Callable[[], float] = time.perf_counter,
) -> Iterator[Member]:
    """Give each member when it is over.

    `open_next` is told who is live, and opens one more for as long as there is room and work: None
    means not now. With nobody live, None means that all is done.
    """
    live: list[Member] = []
    with ThreadPoolExecutor(max_workers=_THREADS) as threads:
        while True:
            opened = _fill(live, open_next)
            yield from _ended(live, decider)
            if live:
                on_round(_play_round(live, decider, threads, clock))
                yield from _ended(live, decider)
            elif not opened:
                return


def _fill(
    live: list[Member], open_next: Callable[[Sequence[Member]], Member | None]
) -> list[Member]:
    opened: list[Member] = []
    while (member := open_next(live)) is not None:
        live.append(member)
        opened.append(member)
    return opened


def _ended(live: list[Member], decider: Decider) -> Iterator[Member]:
    over = [member for member in live if member.prompt is None]
    live[:] = [member for member in live if member.prompt is not None]
    for member in over:
        decider.end(member.session)
        yield member


def _play_round(
    live: Sequence[Member],
    decider: Decider,
    threads: ThreadPoolExecutor,
    clock: Callable[[], float],
) -> LockstepRound[Member]:
    members = tuple(live)
    began = clock()
    prompts = [prompt for member in members if (prompt := member.prompt) is not None]
    answers = decider.decide(prompts, [member.session for member in members])
    decided = clock()
    waited = [
        threads.submit(member.take, answer)
        for member, answer in zip(members, answers, strict=True)
        if member.waits
    ]
    for member, answer in zip(members, answers, strict=True):
        if not member.waits:
            member.take(answer)
    for each in waited:
        each.result()
    return LockstepRound(members, answers, decided - began, clock() - decided)
