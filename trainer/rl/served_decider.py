"""Rollouts by a sampling server: it decides for all tries of a round at once, with the newest adapter."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import torch

from runtime.engine import Decided, Prompt, TokenTrace
from runtime.errors import EngineError, RemoteError
from runtime.turn.decider import Answer
from trainer.rl.adapter_handover import ADAPTERS, AdapterHandover
from trainer.rl.config import RlConfig, Rollouts
from trainer.rl.deciders import Draws, too_long
from trainer.rl.language import Language
from trainer.rl.model_policy import ModelPolicy
from trainer.rl.policy import Said
from trainer.rl.sampling_server import SamplerConfig, SamplerError, SamplingServer
from trainer.rl.trajectories import Tokens

_MOST_SEED = 2**62


@dataclass(frozen=True, slots=True)
class ServedDecider:
    """Asks the server for a reply to each prompt. A reply that cannot be had is a fault of its try."""

    server: SamplingServer
    handover: AdapterHandover
    language: Language
    draws: Draws
    rollouts: Rollouts
    ends: tuple[int, ...]
    requests: int

    def at(self, iteration: int) -> ServedDecider:
        """Who decides in an iteration: the server, once it has the weights of now."""
        del iteration
        self.handover.hand_over()
        return self

    def decide(self, prompts: Sequence[Prompt], sessions: Sequence[str]) -> list[Answer]:
        with ThreadPoolExecutor(max_workers=self.requests) as pool:
            return list(pool.map(self._one, prompts, sessions))

    def end(self, session: str) -> None:
        self.draws.end(session)

    def _one(self, prompt: Prompt, session: str) -> Answer:
        asked, most = self.language.ask(prompt), self.rollouts.longest_prompt
        if len(asked) > most:
            return too_long(len(asked), most)
        try:
            said = self._sample(asked, session)
        except EngineError as error:
            return error
        decision = self.language.understand(said.reply, prompt)
        return Decided(decision, trace=TokenTrace(asked, said.reply, said.log_probs))

    def _sample(self, asked: Tokens, session: str) -> Said:
        seed = int(torch.randint(_MOST_SEED, (), generator=self.draws.of(session)))
        for _ in range(2):
            try:
                return self.server.complete(
                    self.handover.name,
                    asked,
                    most_tokens=self.rollouts.longest_reply,
                    temperature=self.rollouts.temperature,
                    seed=seed,
                    ends=self.ends,
                )
            except KeyError:
                # A server that was started anew meanwhile knows no adapters.
                self.handover.load_again()
        raise RemoteError(f"the sampling server forgets the adapter {self.handover.name} at once")


def open_served_decider(
    sampler: SamplerConfig, config: RlConfig, policy: ModelPolicy, out: Path
) -> ServedDecider:
    """The server that a configuration names, found to be of use for this training."""
    if policy.image_settings is not None:
        raise SamplerError(
            "this policy is shown pictures, and a sampling server is sent tokens alone: leave [sampler] "
            "out, or let it see elements ([prompt] observation of its SFT)"
        )
    server = SamplingServer(sampler)
    try:
        server.check(tokens=config.rollouts.longest_prompt + config.rollouts.longest_reply)
    except BaseException:
        server.close()
        raise
    return ServedDecider(
        server,
        AdapterHandover(server, policy.model, out / ADAPTERS, seen_as=sampler.adapters),
        policy.language(),
        Draws(config.seed),
        config.rollouts,
        policy.tokenizer.ends,
        sampler.requests,
    )
