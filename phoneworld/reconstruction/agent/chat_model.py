"""A model behind an OpenAI-compatible server, by the same names as `phonebuddy run --model`.

    http://127.0.0.1:8000/v1#NAME     openai:NAME     anthropic:NAME     gemini:NAME     ollama:NAME

All are asked by chat completions, which these providers offer as well. Keys are in the same environment
variables (PHONEBUDDY_KEY_OPENAI, and PHONEBUDDY_KEY_ with the host for other servers). What is sent holds
texts of the recorded screens, so that anything but loopback must be https.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlsplit

import httpx2

from phoneworld.errors import PhoneWorldError

TIMEOUT_S = 300.0
MOST_REPLY_BYTES = 1 << 20
_KEYS = "PHONEBUDDY_KEY_"
_PROVIDERS = {
    "openai": "https://api.openai.com/v1",
    "anthropic": "https://api.anthropic.com/v1",
    "gemini": "https://generativelanguage.googleapis.com/v1beta/openai",
    "ollama": "http://127.0.0.1:11434/v1",
}


class NoChatReply(PhoneWorldError):
    """The model's server did not answer with a message."""


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message: `role` is system, user or assistant."""

    role: str
    text: str


class ChatModel(Protocol):
    """What is asked: messages in, a message out; `NoChatReply` where there is none."""

    def reply(self, messages: Sequence[ChatMessage]) -> str: ...


@dataclass(frozen=True, slots=True)
class ServedChatModel:
    """A model of a server."""

    url: str
    name: str
    key: str = ""

    def reply(self, messages: Sequence[ChatMessage]) -> str:
        body = {
            "model": self.name,
            "messages": [{"role": one.role, "content": one.text} for one in messages],
        }
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        try:
            with httpx2.Client(timeout=TIMEOUT_S) as client:
                answer = client.post(f"{self.url}/chat/completions", json=body, headers=headers)
            answer.raise_for_status()
            if len(answer.content) > MOST_REPLY_BYTES:
                raise NoChatReply(f"{self.url} answered with more than {MOST_REPLY_BYTES} bytes")
            found: Any = answer.json()["choices"][0]["message"]["content"]
        except (httpx2.HTTPError, ValueError, KeyError, IndexError, TypeError) as error:
            raise NoChatReply(f"{self.url} gave no reply of {self.name}: {error}") from error
        return str(found or "")


def chat_model(name: str, environ: Mapping[str, str]) -> ServedChatModel:
    """The model of that name."""
    scheme, _, rest = name.partition(":")
    if scheme in _PROVIDERS:
        url, model, variable = _PROVIDERS[scheme], rest, f"{_KEYS}{scheme.upper()}"
    else:
        url, _, model = name.partition("#")
        host = re.sub(r"[^A-Z0-9]+", "_", (urlsplit(url).hostname or "").upper())
        variable = f"{_KEYS}{host}"
    address = urlsplit(url)
    if address.scheme not in ("http", "https") or not address.hostname or not model:
        raise PhoneWorldError(
            f"{name!r} names no model: write http://HOST:PORT/v1#NAME, or {', '.join(_PROVIDERS)}:NAME"
        )
    if address.scheme == "http" and not _is_loopback(address.hostname):
        raise PhoneWorldError(
            f"{url} is not this computer: texts of screens go there by https only"
        )
    return ServedChatModel(url.rstrip("/"), model, environ.get(variable, ""))


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
