"""What a server's refusals teach: a request that it refused is mended by what the refusal names.

Providers refuse with status 400 what another model of theirs takes: a temperature, the older name of a
limit, a forced choice of tools. The refusal names it. So it is left out, renamed or lowered, the
question is asked again, and the engine keeps to that. Nothing is guessed: a refusal that names nothing
which can be mended stays a refusal.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from runtime.lenient_json import JsonValue

TEACHING = frozenset({400, 404, 422, 500, 501})
"""Ollama says with 500 what others say with 400."""

_LIMITS = frozenset(
    {"max_tokens", "max_completion_tokens", "max_output_tokens", "maxOutputTokens", "num_predict"}
)
# Without these there is no question.
_NEEDED = frozenset(
    {"model", "messages", "input", "contents", "content", "parts", "role", "text", "type", "stream"}
    | {"tools", "name", "description", "parameters", "properties", "required", "items", "function"}
    | {"input_schema", "functionDeclarations", "options", "generationConfig", "system"}
    | {"instructions", "systemInstruction", "source", "data", "media_type", "images", "enum"}
)
_CHOICE = frozenset({"tool_choice", "toolConfig", "tool_config", "functionCallingConfig"})
_USE_INSTEAD = re.compile(r"[Uu]se ['\"`]?(\w+)['\"`]? instead")
_NUMBER = re.compile(r"\d[\d,_]*")
_PICTURES = re.compile(
    r"\bimages?\b|image_url|input_image|inline_?data|\bvision\b|multi-?modal", re.IGNORECASE
)
_UNABLE = re.compile(
    r"not support|unsupported|does not (?:have|take|accept)|cannot|can't|only support|not (?:been )?enabled"
    r"|missing|invalid|not allowed|unknown|no support|text[- ]only",
    re.IGNORECASE,
)
_NO_TOOLS = re.compile(
    r"(?:not support|unsupported|no support for)[^.]{0,20}\b(?:tools?|function)", re.IGNORECASE
)
_LEAST_LIMIT = 64


@dataclass(frozen=True, slots=True)
class Lessons:
    """What is known of a server beyond what its dialect says."""

    dropped: frozenset[str] = frozenset()
    """Names of fields that it does not take."""
    renamed: tuple[tuple[str, str], ...] = ()
    reply_tokens: int = 0
    """How many a reply may have; 0: as the sampling says."""
    free_choice: bool = False
    """It does not take an order to call a tool."""
    without_pictures: bool = False
    without_tools: bool = False
    """Its model has no native calls: tools are told in the text, and called there."""

    def applied(self, body: dict[str, JsonValue]) -> dict[str, JsonValue]:
        """A body without what the server does not take."""
        names = dict(self.renamed)
        made: dict[str, JsonValue] = {}
        for name, value in body.items():
            if name in self.dropped:
                continue
            kept = self.applied(value) if isinstance(value, dict) else value
            if kept or not isinstance(value, dict):
                made[names.get(name, name)] = kept
        return made


@dataclass(frozen=True, slots=True)
class Refused:
    """A refusal and what was refused."""

    status: int
    text: str
    sent: dict[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    has_pictures: bool = False


def learn(refused: Refused, known: Lessons) -> Lessons | None:
    """What is known after a refusal; None where it teaches nothing new."""
    if refused.status not in TEACHING:
        return None
    message, named = _said(refused.text)
    for lesson in _lessons(refused, known, message, named):
        if lesson != known:
            return lesson
    return None


def _lessons(refused: Refused, known: Lessons, message: str, named: str) -> Iterator[Lessons]:
    sent = dict(_fields(refused.sent))
    if "tools" in sent and not known.without_tools and _NO_TOOLS.search(message):
        yield replace(known, without_tools=True)
    if refused.has_pictures and _PICTURES.search(message) and _UNABLE.search(message):
        yield replace(known, without_pictures=True)
    if refused.status in {404, 500, 501}:
        return
    words = [named.rpartition(".")[2]] if named else []
    words += [word for word in sent if re.search(rf"\b{re.escape(word)}\b", message)]
    instead = _USE_INSTEAD.search(message)
    for word in words:
        if word not in sent or word in _NEEDED:
            continue
        if word in _CHOICE:
            yield replace(known, free_choice=True)
        elif word in _LIMITS and instead is not None and instead[1] in _LIMITS:
            yield replace(known, renamed=(*known.renamed, (word, instead[1])))
        elif word in _LIMITS:
            limit = _lower_limit(message, sent[word])
            if limit:
                yield replace(known, reply_tokens=limit)
        else:
            yield replace(known, dropped=known.dropped | {word})
    if re.search(r"forces? tool use|forced tool", message) and not known.free_choice:
        yield replace(known, free_choice=True)


def _said(text: str) -> tuple[str, str]:
    """The message of a refusal and the parameter that it names, where it does by a field of its own."""
    try:
        value: JsonValue = json.loads(text)
    except (ValueError, RecursionError):
        return text, ""
    error = value.get("error", value) if isinstance(value, dict) else value
    if not isinstance(error, dict):
        return str(error), ""
    message, named = error.get("message", error.get("detail")), error.get("param")
    written = message if isinstance(message, str) else json.dumps(error)
    return written, named if isinstance(named, str) else ""


def _fields(body: dict[str, JsonValue]) -> Iterator[tuple[str, JsonValue]]:
    """The fields of a body that can be left out: its own, and those of its objects, but not of tools."""
    for name, value in body.items():
        yield name, value
        if isinstance(value, dict):
            yield from _fields(value)


def _lower_limit(message: str, sent: JsonValue) -> int:
    """The largest number of a message that is less than what was sent: the limit that was passed."""
    asked = sent if isinstance(sent, int) else 0
    numbers = [int(re.sub(r"[,_]", "", found)) for found in _NUMBER.findall(message)]
    return max((n for n in numbers if _LEAST_LIMIT <= n < asked), default=0)
