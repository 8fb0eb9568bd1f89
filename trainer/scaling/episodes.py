"""One try at a task, step by step, by whoever answers prompts of tokens: for other people's rollout loops.

What `trainer.rl.lockstep` does for many tries at once, one at a time and without blocking.
"""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from runtime.actions import Finish
from runtime.engine import Decided
from runtime.episode import Episode, RanOut, Unparsed
from runtime.turn.start import AT_ONCE, Opening
from trainer.data.environments import Environment
from trainer.data.trial_turns import RolloutTerms, open_rollout
from trainer.rl.language import Language
from trainer.rl.lockstep import PHONE_FAULTS
from trainer.rl.rewards import Rewards, reward_of
from trainer.rl.trajectories import RolloutFault
from trainer.vision.pictures import SeenTokens

if TYPE_CHECKING:
    from PIL import Image

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class TokenPrompt:
    """A prompt as servers take it: plain tokens, one of them standing for each part of a picture."""

    tokens: list[int]
    images: list[Image.Image]


@dataclass(frozen=True, slots=True)
class ScoredReply:
    """A reply's tokens, and their log-probabilities if they are known."""

    tokens: list[int]
    log_probs: list[float] | None = None


@dataclass(frozen=True, slots=True)
class RemoteStep:
    """One step: what was asked, and what was said."""

    question: TokenPrompt
    reply: ScoredReply


@dataclass(frozen=True, slots=True)
class Played:
    """A try that came to its end."""

    exchanges: tuple[RemoteStep, ...]
    reward: float
    success: bool
    false_done: bool
    unreadable: int


Ask = Callable[[TokenPrompt], Awaitable[ScoredReply]]


@dataclass(slots=True)
class EnvironmentPool:
    """Phones, with as many tries at once as there are of them."""

    environment: Environment
    opening: Opening = AT_ONCE
    """How the policy begins."""
    _gate: asyncio.Semaphore | None = field(init=False, default=None)
    _door: asyncio.Lock = field(init=False, default_factory=asyncio.Lock)
    """Phones are given out and taken back one at a time."""

    def __post_init__(self) -> None:
        if self.environment.capacity is not None:
            self._gate = asyncio.Semaphore(self.environment.capacity)

    async def play(
        self,
        task: str,
        language: Language,
        ask: Ask,
        *,
        rewards: Rewards,
        longest_prompt: int,
        image_token: int = -1,
    ) -> Played | RolloutFault:
        """Try a task. A prompt that is too long ends it, as does all that ends a rollout."""
        if self._gate is None:
            return await self._play(task, language, ask, rewards, longest_prompt, image_token)
        async with self._gate:
            return await self._play(task, language, ask, rewards, longest_prompt, image_token)

    async def _play(
        self,
        task: str,
        language: Language,
        ask: Ask,
        rewards: Rewards,
        longest_prompt: int,
        image_token: int,
    ) -> Played | RolloutFault:
        name, limit = self.environment.name, self.environment.limit(task)
        exchanges: list[RemoteStep] = []
        try:
            async with self._door:
                attempt = await self._do(lambda: self.environment.reset(task))
        except PHONE_FAULTS as error:
            return RolloutFault(name, task, f"{type(error).__name__}: {error}")
        try:
            clock = time.monotonic if self.environment.waits else None
            rollout = open_rollout(attempt, limit, RolloutTerms(self.opening, clock=clock))
            machine = rollout.machine
            while (prompt := await self._do(machine.advance)) is not None:
                tokens = language.ask(prompt)
                if len(tokens) > longest_prompt:
                    machine.end(RanOut("context"))
                    break
                question = TokenPrompt(plain_tokens(tokens, image_token), pictures_of(tokens))
                reply = await ask(question)
                decision = language.understand(tuple(reply.tokens), prompt)
                # What only says what the goal means is the runtime's own step.
                if not prompt.restating or isinstance(decision.action, Finish):
                    exchanges.append(RemoteStep(question, reply))
                await self._do(partial(machine.take, Decided(decision)))
            episode = await self._do(lambda: rollout.episode("policy"))
        except PHONE_FAULTS as error:
            return RolloutFault(name, task, f"{type(error).__name__}: {error}")
        finally:
            async with self._door:
                await self._do(lambda: self.environment.release(attempt))
        return _judged(name, task, episode, exchanges, limit, rewards)

    async def _do(self, what: Callable[[], T]) -> T:
        """Phones that wait do so in a thread; others are quick, and not to be touched by several."""
        return await asyncio.to_thread(what) if self.environment.waits else what()


def plain_tokens(tokens: Sequence[int], image_token: int) -> list[int]:
    """The tokens with those that name pictures replaced by the one that stands for any."""
    return [image_token if token < 0 else token for token in tokens]


def pictures_of(tokens: Sequence[int]) -> list[Image.Image]:
    """The pictures of a prompt, in the order in which it shows them."""
    if not isinstance(tokens, SeenTokens):
        return []
    from PIL import Image

    shown = [
        token
        for place, token in enumerate(tokens)
        if token < 0 and (place == 0 or tokens[place - 1] != token)
    ]
    return [Image.open(io.BytesIO(tokens.pictures[key])).convert("RGB") for key in shown]


def _judged(
    name: str,
    task: str,
    episode: Episode,
    exchanges: Sequence[RemoteStep],
    limit: int,
    rewards: Rewards,
) -> Played | RolloutFault:
    outcome = episode.outcome
    reward = reward_of(outcome, steps=len(exchanges), limit=limit, rewards=rewards)
    if outcome is None or reward is None:
        return RolloutFault(
            name, task, "nobody judged it" if outcome is None else str(outcome.ending)
        )
    return Played(
        tuple(exchanges),
        reward,
        success=bool(outcome.success),
        false_done=outcome.false_done,
        unreadable=sum(isinstance(step.decision.action, Unparsed) for step in episode.steps),
    )
