"""Which model of which server a remote policy asks, as its bundle says it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class RemoteConstraint(StrEnum):
    """How a model server is asked to keep replies to their grammar; named as its request field is."""

    NONE = "none"
    """Not at all: replies are read tolerantly. Every server takes this."""
    TOOLS = "tools"
    """By the tools as OpenAI describes them, one call required."""
    GRAMMAR = "grammar"
    """llama-server, built with llguidance."""
    EBNF = "ebnf"
    """SGLang, started with the llguidance backend."""
    STRUCTURED_OUTPUTS = "structured_outputs"
    """vLLM, with the guidance backend."""
    GUIDED_GRAMMAR = "guided_grammar"
    """vLLM before 0.11, with the guidance backend."""


@dataclass(frozen=True, slots=True)
class RemoteModel:
    """Where a remote policy answers. The key is read from the environment variable named here.

    Prompts hold what is on the phone's screen, so anything but loopback must be https, unless
    `allow_plain_http` says that the network is trusted.
    """

    url: str
    model: str
    key_variable: str = ""
    constraint: RemoteConstraint = RemoteConstraint.NONE
    allow_plain_http: bool = False
