"""What a gguf engine is made from. Nothing is loaded or checked here."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from runtime.engines.sampling import TokenSampling
from runtime.prompts.format import ChatMarkup, PromptFormat


@dataclass(frozen=True, slots=True, kw_only=True)
class GgufSettings:
    """A policy's files and how it is asked, and what it may use of this machine.

    `projector` (mmproj) is its vision part, `adapter` a LoRA for exactly these weights.
    """

    weights: Path
    prompt_format: PromptFormat
    projector: Path | None = None
    adapter: Path | None = None
    adapter_scale: float = 1.0
    chat: ChatMarkup = field(default_factory=ChatMarkup)
    sampling: TokenSampling = field(default_factory=TokenSampling)
    context_tokens: int = 0
    """The longest prompt with its reply; 0 for what the model was trained with."""
    sessions: int = 8
    """How many sessions are kept between their questions, if the memory allows it."""
    parallel: int = 8
    """How many questions are answered together."""
    threads: int = 0
    """For single tokens; 0 chooses by the model's size."""
    threads_batch: int = 0
    """For prompts and several tokens at once; 0 for all cores."""
    batch_tokens: int = 256
    """The most tokens that are evaluated in one go."""
    kv_bytes: int = 512 << 20
    """What the evaluated tokens of all sessions may take. Set aside on loading."""
    flash_attention: bool = True
    """An eighth to a third quicker with prompts, a tenth slower with replies to long ones; but near
    ties between tokens may then be decided by what else is being evaluated. Off, decisions repeat as
    far as the weights' precision allows."""
    queue: int = 64
    """How many questions may wait."""
