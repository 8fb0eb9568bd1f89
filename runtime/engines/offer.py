"""What a package offers with an engine: how a policy is loaded, and what that needs.

An entry point of the group `phonebuddy.engines` names an `EngineOffer`. The module it stands in is
imported whenever a bundle names the engine, so it must be light: heavy libraries belong into `load`.
`runtime.testing.check_engine` tests what `load` gives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from runtime.engine import Engine
from runtime.engines.limits import EngineLimits
from runtime.engines.remote.model import RemoteModel
from runtime.engines.sampling import TokenSampling
from runtime.prompts.format import ChatMarkup, PromptFormat


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadRequest:
    """A policy whose bundle was verified, as an engine gets it.

    `files` are the files of its bundle: what is not among them was not verified. `environ` holds the
    keys of model servers.
    """

    name: str
    prompt_format: PromptFormat
    limits: EngineLimits
    weights: Path | None = None
    projector: Path | None = None
    adapter: Path | None = None
    tokenizer: Path | None = None
    files: frozenset[Path] = frozenset()
    chat: ChatMarkup | None = None
    """None: read from the model's own chat template."""
    sampling: TokenSampling
    context_tokens: int = 0
    """What the bundle asks for; 0 means the model's own."""
    remote: RemoteModel | None = None
    environ: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineOffer:
    """An engine. `load` raises `BadBundle` or `UnsupportedPolicy` and leaves nothing behind then."""

    load: Callable[[LoadRequest], Engine]
    libraries: tuple[str, ...] = ()
    """The modules it imports; it is not asked to load anything where one is missing."""
    install: str = ""
    """The command that installs them."""
    in_memory: bool = True
    """Whether this machine's memory holds the weights: then it must have room for them."""
    is_remote: bool = False
    """Whether the model runs elsewhere: then bundles say where, and have no weights."""
    needs_projector: bool = False
    """Whether a policy that is shown screenshots needs a projector (mmproj)."""
