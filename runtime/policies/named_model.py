"""Models that need no bundle: their name says where they answer, and in which dialect.

    openai:gpt-5.4            anthropic:claude-opus-5-5          gemini:gemini-3.8-flash
    ollama:qwen3-vl           http://127.0.0.1:8000/v1#NAME      (any OpenAI-compatible server)

`@URL` after a name asks another server in the provider's dialect (a gateway), and `?see=elements`,
`screenshot` or `both` says what of the screen it is shown, `?effort=low` how much it shall reason. Keys
are in environment variables: PHONEBUDDY_KEY_OPENAI and so on, for other servers PHONEBUDDY_KEY_ and
their host (PHONEBUDDY_KEY_OPENROUTER_AI), sent only where it is set.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from runtime.engines.remote.address import endpoint_url, is_loopback
from runtime.engines.remote.model import ModelPrice, RemoteDialect, RemoteModel
from runtime.engines.remote.offer import KEY_PREFIX
from runtime.engines.sampling import TokenSampling
from runtime.errors import UnsupportedPolicy
from runtime.policies.bundle import EngineKind, PolicyManifest
from runtime.policies.prices import Prices, price_of
from runtime.prompts.format import ObservationKind
from runtime.turn.start import PolicyStart

HISTORY_STEPS = 40
REPLY_TOKENS = 8192
"""Enough for a call after a long thought; a limit, not a cost."""

_FREE = ModelPrice(0.0, 0.0, 0.0, 0.0)
_MODEL = re.compile(r"[A-Za-z0-9][\w.:/+-]{0,149}")
_EFFORT = re.compile(r"[a-z]{1,12}")
_NOT_IN_VARIABLES = re.compile(r"[^A-Z0-9]+")


@dataclass(frozen=True, slots=True)
class _Provider:
    url: str
    dialect: RemoteDialect
    sees: ObservationKind
    key: str


_PROVIDERS = {
    "openai": _Provider(
        "https://api.openai.com/v1",
        RemoteDialect.RESPONSES,
        ObservationKind.BOTH,
        f"{KEY_PREFIX}OPENAI",
    ),
    "anthropic": _Provider(
        "https://api.anthropic.com",
        RemoteDialect.MESSAGES,
        ObservationKind.BOTH,
        f"{KEY_PREFIX}ANTHROPIC",
    ),
    "gemini": _Provider(
        "https://generativelanguage.googleapis.com/v1beta",
        RemoteDialect.GENERATE_CONTENT,
        ObservationKind.BOTH,
        f"{KEY_PREFIX}GEMINI",
    ),
    # What runs on one's own machine is mostly small, and many see nothing: pictures on request.
    "ollama": _Provider(
        "http://127.0.0.1:11434", RemoteDialect.OLLAMA_CHAT, ObservationKind.ELEMENTS, ""
    ),
}
_SERVER = _Provider("", RemoteDialect.CHAT_COMPLETIONS, ObservationKind.ELEMENTS, "")


def is_model_name(name: str) -> bool:
    """Whether a policy's name is that of a model, rather than of a bundle."""
    scheme, colon, _ = name.partition(":")
    return bool(colon) and (scheme in _PROVIDERS or scheme in {"http", "https"})


def model_manifest(name: str, *, environ: Mapping[str, str], prices: Prices) -> PolicyManifest:
    """The manifest that a model's name stands for; `UnsupportedPolicy` with what is wrong with it."""
    words, _, query = name.partition("?")
    scheme, _, rest = words.partition(":")
    if scheme in _PROVIDERS:
        provider = _PROVIDERS[scheme]
        at = re.search(r"@(?=https?://)", rest)
        model, url = (rest, provider.url) if at is None else (rest[: at.start()], rest[at.end() :])
    else:
        provider = _SERVER
        url, _, model = words.partition("#")
        if not model:
            raise UnsupportedPolicy(
                f"{name!r} does not say which model: put it after a #, as in {url}#NAME"
            )
    if not _MODEL.fullmatch(model):
        raise UnsupportedPolicy(f"{model!r} cannot be the name of a model")
    sees, effort = _options(name, query, provider.sees)
    remote = RemoteModel(
        url=url,
        model=model,
        key_variable=_key(provider, url, environ),
        dialect=provider.dialect,
        effort=effort,
        price=_FREE if scheme == "ollama" else price_of(prices, scheme, model),
    )
    endpoint_url(remote, "")  # refuses an address before anybody is asked to agree to it
    return PolicyManifest(
        name=name,
        engine=EngineKind.REMOTE,
        prompt_format="tools",
        base=model,
        description=f"a general model, asked at {urlsplit(url).hostname or url}",
        observation=sees,
        history_steps=HISTORY_STEPS,
        starts=PolicyStart.ANYWHERE,
        sampling=TokenSampling(max_reply_tokens=REPLY_TOKENS),
        remote=remote,
    )


def _options(name: str, query: str, sees: ObservationKind) -> tuple[ObservationKind, str]:
    effort = ""
    for option, value in parse_qsl(query, keep_blank_values=True):
        if option == "see" and value in set(ObservationKind):
            sees = ObservationKind(value)
        elif option == "effort" and _EFFORT.fullmatch(value):
            effort = value
        else:
            raise UnsupportedPolicy(
                f"{option}={value} in {name!r} makes no sense: there are see=elements, "
                "see=screenshot, see=both and effort=low and the like"
            )
    return sees, effort


def _key(provider: _Provider, url: str, environ: Mapping[str, str]) -> str:
    """The variable with the key: a provider's must be there, a server's may."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        host = ""
    if provider.key:
        return provider.key if provider.key in environ or not is_loopback(host) else ""
    variable = KEY_PREFIX + _NOT_IN_VARIABLES.sub("_", host.upper()).strip("_")
    return variable if variable in environ else ""
