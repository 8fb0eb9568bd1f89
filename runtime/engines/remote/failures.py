"""What a model server's refusal means, as our errors. Its words are quoted short, without the key."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

from runtime.errors import EngineError, EngineOverloaded, PromptTooLong, RemoteError
from runtime.lenient_json import JsonValue

BUSY = frozenset({429, 503, 529})
PASSING = frozenset({408, 500, 502, 504})
"""Faults of the server's own, which mostly pass."""

_QUOTED = 300
_TOO_LONG = re.compile(
    r"context[ _](?:length|size|window)|maximum context|exceed_context|prompt is too long"
    r"|too many tokens|longer than the (?:model|context)",
    re.IGNORECASE,
)
_HTML = re.compile(r"\s*(?:<!doctype|<html|<head|<body)", re.IGNORECASE)


def refusal(
    status: int, body: str, *, url: str, model: str, key_variable: str, location: str = ""
) -> EngineError:
    """The error for a status that is not 200."""
    message = error_text(body)
    if 300 <= status < 400:
        return RemoteError(
            f"{url} redirects to {location[:_QUOTED]!r}, which is not followed: prompts go only "
            "where the policy says; correct its address"
        )
    if status in {401, 403}:
        key = f"the key in {key_variable}" if key_variable else "a call without key"
        return RemoteError(f"{url} refused {key} (status {status}): {message}")
    if status == 404:
        return RemoteError(
            f"{url} answered with status 404: this is not the address of a model server, or it has "
            f"no model {model!r}. It said: {message}"
        )
    if status in BUSY and is_final(body):
        return RemoteError(f"{url} wants to be paid first (status {status}): {message}")
    if status in BUSY:
        return EngineOverloaded(
            f"{url} is overloaded (status {status}): {message}; ask again later"
        )
    # Servers say it with 400, 413, 422 and even 500.
    if _TOO_LONG.search(body):
        return PromptTooLong(f"the prompt does not fit the context of {model!r}: {message}")
    return RemoteError(f"{url} failed with status {status}: {message}")


def stream_failure(value: JsonValue, *, url: str, model: str) -> EngineError:
    """The error that a server sends in the middle of its stream."""
    body = json.dumps(value)
    message = error_text(json.dumps({"error": value}))
    if _TOO_LONG.search(body):
        return PromptTooLong(f"the prompt does not fit the context of {model!r}: {message}")
    return RemoteError(f"{url} failed while it answered: {message}")


_RETRY_DELAY = re.compile(r'"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"')
_FINAL = re.compile(r"insufficient_quota|billing_hard_limit|credit balance", re.IGNORECASE)


def is_final(body: str) -> bool:
    """Whether waiting is no use, whatever the status: what was paid for is used up."""
    return _FINAL.search(body) is not None


def asked_wait_s(headers: Mapping[str, str], body: str, *, now_s: float) -> float | None:
    """How long a busy server wants to be left alone, in a header or, as Gemini says it, in the body."""
    lowered = {name.lower(): value for name, value in headers.items()}
    ms = lowered.get("retry-after-ms", "")
    if ms.replace(".", "", 1).isdigit():
        return float(ms) / 1000
    found = _RETRY_DELAY.search(body)
    return retry_after_s(lowered.get("retry-after", ""), now_s=now_s) or (
        float(found[1]) if found else None
    )


def error_text(body: str) -> str:
    """What an error's body says, in one short line."""
    if _HTML.match(body):
        return "it answered with a web page, so no model server may be at this address"
    try:
        value: JsonValue = json.loads(body)
    except (ValueError, RecursionError):
        value = body
    while isinstance(value, dict):
        value = next(
            (value[key] for key in ("error", "message", "detail", "msg") if value.get(key)), ""
        )
    line = " ".join((value if isinstance(value, str) else json.dumps(value)).split())
    return line[:_QUOTED] + ("…" if len(line) > _QUOTED else "") or "it gave no reason"


def retry_after_s(header: str, *, now_s: float) -> float | None:
    """The seconds that a `Retry-After` asks for; None if it says nothing that can be read."""
    try:
        return max(0.0, float(int(header)))
    except (ValueError, OverflowError):
        pass
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - now_s)
    except (TypeError, ValueError, OverflowError):
        return None
