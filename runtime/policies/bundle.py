"""A policy bundle: a folder with `policy.json` and the files it names, each with its sha256.

`trainer export` writes it; the runtime loads none that does not verify.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from runtime.prompts.format import ChatMarkup, ObservationKind
from runtime.turn.start import PolicyStart

FILE = "policy.json"
FORMAT_VERSION = 1


class EngineKind(StrEnum):
    """What a bundle's weights run on."""

    GGUF = "gguf"
    ONNX = "onnx"
    REMOTE = "remote"
    SCRIPTED = "scripted"


@dataclass(frozen=True, slots=True)
class BundleFile:
    """A file of a bundle: its path inside the folder, its size and its sha256 in hexadecimal."""

    path: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Figure:
    """An evaluation figure and how it was obtained."""

    name: str
    value: float
    unit: str = ""
    how: str = ""


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


@dataclass(frozen=True, slots=True)
class TokenSampling:
    """How tokens are chosen: greedily at temperature 0."""

    temperature: float = 0.0
    top_p: float = 1.0
    seed: int = 0
    max_reply_tokens: int = 512


@dataclass(frozen=True, slots=True)
class PolicyManifest:
    """What `policy.json` says.

    `coordinates` is the largest coordinate of the policy's points (1000: PhoneBuddy's own).
    `weights`, `projector` (the vision part, mmproj), `adapter` (LoRA), `tokenizer` and `rules` (the
    prompt file) are paths of files in the bundle. `context_tokens` 0 means the model's own.
    """

    name: str
    engine: EngineKind
    prompt_format: str
    format_version: int = FORMAT_VERSION
    base: str = ""
    description: str = ""
    observation: ObservationKind = ObservationKind.ELEMENTS
    coordinates: int = 1000
    history_steps: int = 0
    starts: PolicyStart = PolicyStart.HOME
    """Where the policy may begin a task; a bundle that does not say may begin at home only."""
    context_tokens: int = 0
    weights: str = ""
    projector: str = ""
    adapter: str = ""
    tokenizer: str = ""
    rules: str = ""
    chat: ChatMarkup | None = None
    """None: read from the model's own chat template."""
    sampling: TokenSampling = TokenSampling()
    remote: RemoteModel | None = None
    files: tuple[BundleFile, ...] = ()
    figures: tuple[Figure, ...] = ()
    created: str = ""
