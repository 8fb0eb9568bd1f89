"""Which model of which server a remote policy asks, as its bundle or its name says it."""

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


class RemoteDialect(StrEnum):
    """The API that a server speaks."""

    CHAT_COMPLETIONS = "chat_completions"
    """OpenAI's older one, which vLLM, SGLang, llama-server and most gateways speak."""
    RESPONSES = "responses"
    """OpenAI's own: the only one that lets its newer reasoning models call tools."""
    MESSAGES = "messages"
    """Anthropic's."""
    GENERATE_CONTENT = "generate_content"
    """Gemini's."""
    OLLAMA_CHAT = "ollama_chat"
    """Ollama's own: the only one in which the size of the context can be asked for."""


@dataclass(frozen=True, slots=True)
class ModelPrice:
    """Dollars for a million tokens. Reasoning is billed as output; cached input as documented."""

    input: float
    output: float
    cached_input: float
    cache_write: float


@dataclass(frozen=True, slots=True)
class RemoteModel:
    """Where a remote policy answers. The key is read from the environment variable named here.

    Prompts hold what is on the phone's screen, so anything but loopback must be https, unless
    `allow_plain_http` says that the network is trusted. `effort` is how much a reasoning model is told to
    think, in its provider's words; empty: as it does by itself. Without a `price`, costs are unknown.
    """

    url: str
    model: str
    key_variable: str = ""
    constraint: RemoteConstraint = RemoteConstraint.NONE
    allow_plain_http: bool = False
    dialect: RemoteDialect = RemoteDialect.CHAT_COMPLETIONS
    effort: str = ""
    price: ModelPrice | None = None
