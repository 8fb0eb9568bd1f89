"""What an ONNX policy is loaded with, and what it may use of this machine."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from runtime.engines.sampling import TokenSampling
from runtime.errors import UnsupportedPolicy
from runtime.prompts.format import ChatMarkup, PromptFormat


@dataclass(frozen=True, slots=True, kw_only=True)
class OnnxSettings:
    """A policy's files and how it is asked, and what it may use.

    `weights` is the .onnx file, with its external data beside it, `tokenizer` a tokenizer.json.
    """

    weights: Path
    tokenizer: Path
    prompt_format: PromptFormat
    chat: ChatMarkup = field(default_factory=ChatMarkup)
    sampling: TokenSampling = field(default_factory=TokenSampling)
    context_tokens: int = 0
    """The longest prompt with its reply; 0 for what the graph has positions for."""
    sessions: int = 8
    """How many sessions are kept between their questions and answered together."""
    threads: int = 0
    """0 for all cores."""
    batch_tokens: int = 128
    """The most tokens of one prompt that are evaluated before the others have their turn."""
    kv_bytes: int = 512 << 20
    """What the evaluated tokens of all sessions may take. Taken as they come."""
    queue: int = 64
    """How many questions may wait."""
    constrained: bool = True
    """Whether replies are kept to the format's grammar; only measurements want it off."""

    def check(self) -> None:
        """Refuse what cannot work whatever the files hold."""
        if self.prompt_format.observation.has_screenshot:
            raise UnsupportedPolicy(
                f"{self.weights.name} wants screenshots, and ONNX policies are served as text only: "
                "serve it as GGUF with its projector (mmproj), or show it elements"
            )
        least = {"sessions": 1, "batch_tokens": 1, "context_tokens": 0, "queue": 0, "threads": 0}
        for name, number in least.items():
            if getattr(self, name) < number:
                raise UnsupportedPolicy(
                    f"{self.weights.name} cannot be served with {name} {getattr(self, name)}: it "
                    f"must be at least {number}"
                )
        if self.sampling.max_reply_tokens < 1:
            raise UnsupportedPolicy(f"{self.weights.name} may not reply: raise max_reply_tokens")
