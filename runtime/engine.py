"""The contract of what decides: a prompt in, a decision out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from runtime.episode import Decision, Step
from runtime.observation import Observation


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a decision is made from: the goal, the newest look, and what was done before it."""

    goal: str
    observation: Observation
    history: tuple[Step, ...] = ()


class Engine(Protocol):
    """A policy that can be asked."""

    def decide(self, prompt: Prompt) -> Decision:
        """The next action. A reply that cannot be read is a decision too: `Unparsed`."""
        ...
