"""The contract of what decides: a prompt in, a decision out. `runtime.testing.check_engine` tests it.

An engine is one loaded policy. It may be asked by several threads at once, one question per session
at a time; how it shares the work is its own affair.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from runtime.cancellation import Cancellation
from runtime.episode import Actor, Decision, Step
from runtime.observation import Observation


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a decision is made from: the goal, the newest look, and what was done before it.

    With `restating`, only what the goal means is asked (`runtime.prompts.restating`); `known` are
    requests near it that the policy knows, nearest first, and `reading` the number of the one that the reply
    is kept to (0: any). `answer_schema`, where it is not empty, is the
    JSON schema that the last word must fit.
    """

    goal: str
    observation: Observation
    history: tuple[Step, ...] = ()
    restating: bool = False
    known: tuple[str, ...] = ()
    reading: int = 0
    answer_schema: str = ""


@dataclass(frozen=True, slots=True)
class Usage:
    """What a decision cost. Tokens of prompts and replies are the policy's own.

    `cached_tokens` of the prompt were not evaluated again, `forced_tokens` of the reply had no
    alternative. The times follow each other: waiting for a turn, writing the prompt (with its
    tokens), evaluating it until the first token of the reply, and the rest of the reply. Of both,
    `grammar_ms` went into keeping the reply to its grammar. Of the reply, `reasoning_tokens` were thought.
    `cost_dollars` is None where nobody bills it, or the price is not known.
    """

    prompt_tokens: int = 0
    cached_tokens: int = 0
    reply_tokens: int = 0
    forced_tokens: int = 0
    queue_ms: float = 0.0
    prompt_ms: float = 0.0
    first_token_ms: float = 0.0
    decode_ms: float = 0.0
    grammar_ms: float = 0.0
    reasoning_tokens: int = 0
    cost_dollars: float | None = None


@dataclass(frozen=True, slots=True)
class TokenTrace:
    """A prompt and the reply to it as tokens. `log_probs` are those of the reply's tokens when it was
    said; None where the decider does not return them.
    """

    prompt: tuple[int, ...]
    reply: tuple[int, ...]
    log_probs: tuple[float, ...] | None = None

    def __post_init__(self) -> None:
        if self.log_probs is not None and len(self.log_probs) != len(self.reply):
            raise ValueError(
                f"a reply of {len(self.reply)} tokens has {len(self.log_probs)} log-probabilities"
            )


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision, what it cost, and whose it is: the policy's, or that of a recording.

    `trace` has the tokens behind it, where the decider returns them: training needs them.
    `confidence` is the model's own probability of its reply; None from whoever does not tell. To a question
    what a goal means, `near` are the known requests that are likeliest, where the policy tells them.
    """

    decision: Decision
    usage: Usage = field(default_factory=Usage)
    actor: Actor = Actor.POLICY
    trace: TokenTrace | None = None
    confidence: float | None = None
    near: tuple[str, ...] = ()


TextListener = Callable[[str], None]
"""Called with each new piece of a reply, in some thread of the engine's: quick, never raising."""


class Engine(Protocol):
    """A policy that can be asked."""

    @property
    def wants_screenshot(self) -> bool:
        """Whether prompts must hold an observation with a screenshot."""
        ...

    def decide(
        self,
        prompt: Prompt,
        *,
        session: str = "",
        on_text: TextListener | None = None,
        cancel: Cancellation | None = None,
    ) -> Decided:
        """The next action. A reply that cannot be read is a decision too: `Unparsed`.

        Prompts of one `session` (a run) extend each other: what they share need not be evaluated
        again. Raises `Cancelled` soon after `cancel` is (between tokens), `EngineError` when the
        policy cannot answer; the engine stays usable after both.
        """
        ...

    def end_session(self, session: str) -> None:
        """Let go of what is kept for a session. Unknown ones are nothing to let go of."""
        ...

    def close(self) -> None:
        """Free everything. Later calls raise `EngineClosed`; closing again does nothing."""
        ...
