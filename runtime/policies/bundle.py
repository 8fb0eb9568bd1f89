"""A policy bundle: a folder with `policy.json` and the files it names, each with its sha256.

`trainer export` writes it; the runtime loads none that does not verify.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from runtime.engines.remote.model import RemoteModel
from runtime.engines.sampling import TokenSampling
from runtime.prompts.format import ChatMarkup, ObservationKind
from runtime.turn.start import PolicyStart

FILE = "policy.json"
FORMAT_VERSION = 1


class EngineKind(StrEnum):
    """The engines that come with the runtime; a bundle may name any other that is installed."""

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


@dataclass(frozen=True, slots=True)
class PolicyManifest:
    """What `policy.json` says.

    `engine` is the name of an entry point of the group `phonebuddy.engines`, `prompt_format` that of
    one of `phonebuddy.prompt_formats`. `coordinates` is the largest coordinate of the policy's points (1000: PhoneBuddy's own).
    `weights`, `projector` (the vision part, mmproj), `adapter` (LoRA), `tokenizer`, `rules` (the
    prompt file), `requests`, `restating_weights` and `reader` are paths of files in the bundle. `context_tokens` 0 means the model's own.
    """

    name: str
    engine: str
    prompt_format: str
    format_version: int = FORMAT_VERSION
    base: str = ""
    description: str = ""
    observation: ObservationKind = ObservationKind.ELEMENTS
    coordinates: int = 1000
    history_steps: int = 0
    starts: PolicyStart = PolicyStart.HOME
    """Where the policy may begin a task; a bundle that does not say may begin at home only."""
    requests: str = ""
    """The requests that it knows: it is asked first which of them a goal means."""
    least_confidence: float = 0.0
    """If it is less sure of that, it declines the task."""
    sure_confidence: float = 0.0
    """If it is less sure of that, it asks whether that is meant, where somebody is there."""
    done_confidence: float = 0.0
    """If it was less sure of any step, a run that it calls done is told as perhaps done."""
    restating_weights: str = ""
    """Weights that answer only what a goal means; empty: those that decide do."""
    reader: str = ""
    """What a reader knows, which answers that instead (`runtime.engines.reader`)."""
    context_tokens: int = 0
    weights: str = ""
    projector: str = ""
    adapter: str = ""
    tokenizer: str = ""
    rules: str = ""
    chat: ChatMarkup | None = None
    """None: read from the model's own chat template."""
    sampling: TokenSampling = field(default_factory=TokenSampling)
    remote: RemoteModel | None = None
    files: tuple[BundleFile, ...] = ()
    figures: tuple[Figure, ...] = ()
    created: str = ""

    def __post_init__(self) -> None:
        # As policy.json has it: a name, whether or not it is one of ours.
        object.__setattr__(self, "engine", str(self.engine))
