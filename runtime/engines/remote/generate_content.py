"""Gemini's API, streamed as server-sent events.

Its function declarations take a part of OpenAPI's schemas only: what is not among it is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from runtime.engines.remote.address import endpoint_url
from runtime.engines.remote.answer import RemoteReply, TokenCounts, count
from runtime.engines.remote.dialect import (
    JsonObject,
    ModelQuestion,
    base64_of,
    field_of,
    joined_text,
    objects_in,
    text_at,
)
from runtime.engines.remote.lessons import Lessons
from runtime.engines.remote.model import RemoteModel
from runtime.engines.sampling import TokenSampling
from runtime.errors import UnsupportedPolicy
from runtime.lenient_json import JsonValue
from runtime.prompts.format import ImagePart, Part, TextPart

SCHEMA_FIELDS = frozenset(
    {"type", "description", "enum", "properties", "required", "items", "minItems", "maxItems"}
    | {"minimum", "maximum", "anyOf", "format", "nullable", "title"}
)
"""What a schema of a function declaration may hold, of what JSON schema has."""
_ENDINGS = frozenset({"STOP", "MAX_TOKENS", "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL"})


class GenerateContent:
    """See `dialect.Dialect`."""

    def url(self, remote: RemoteModel) -> str:
        name = remote.model.removeprefix("models/")
        if not name.replace("-", "").replace(".", "").replace("_", "").isalnum():
            raise UnsupportedPolicy(f"{name!r} cannot be a model of Gemini's")
        return f"{endpoint_url(remote, f'/models/{name}:streamGenerateContent')}?alt=sse"

    def headers(self, key: str) -> dict[str, str]:
        return {"x-goog-api-key": key} if key else {}

    def body(
        self,
        question: ModelQuestion,
        remote: RemoteModel,
        sampling: TokenSampling,
        lessons: Lessons,
    ) -> JsonObject:
        thinking: JsonObject = {"includeThoughts": True}
        if remote.effort:
            thinking["thinkingLevel"] = remote.effort
        config: JsonObject = {
            "maxOutputTokens": lessons.reply_tokens or sampling.max_reply_tokens,
            "thinkingConfig": thinking,
        }
        if sampling.temperature:
            config["temperature"] = sampling.temperature
        body: JsonObject = {
            "contents": [{"role": "user", "parts": _parts(question.shown)}],
            "generationConfig": config,
        }
        if question.rules:
            body["systemInstruction"] = {"parts": [{"text": question.rules}]}
        if question.tools:
            declarations: list[JsonValue] = [
                {
                    "name": tool.name,
                    "description": tool.description,
                    **({"parameters": _schema(tool.parameters)} if tool.takes_any else {}),
                }
                for tool in question.tools
            ]
            body["tools"] = [{"functionDeclarations": declarations}]
            mode = "AUTO" if lessons.free_choice else "ANY"
            body["toolConfig"] = {"functionCallingConfig": {"mode": mode}}
        return body

    def read(self, event: JsonObject, reply: RemoteReply) -> Iterator[str]:
        _read_usage(event.get("usageMetadata"), reply)
        blocked = text_at(event, "promptFeedback", "blockReason")
        if blocked:
            reply.finish_reason = blocked
            reply.refusal = f"the provider blocks the prompt ({blocked})"
        for candidate in objects_in(event.get("candidates"))[:1]:
            for part in objects_in(field_of(candidate, "content", "parts")):
                yield from _read_part(part, reply)
            reason = text_at(candidate, "finishReason")
            if reason:
                reply.finish_reason = reason
            if reason and reason not in _ENDINGS:
                why = text_at(candidate, "finishMessage") or reason
                reply.refusal = f"the provider stopped the reply ({why})"


def _read_part(part: JsonObject, reply: RemoteReply) -> Iterator[str]:
    text = text_at(part, "text")
    yield from (reply.think(text) if part.get("thought") is True else reply.say(text))
    call = part.get("functionCall")
    if isinstance(call, dict):
        yield from reply.begin_call(text_at(call, "name"))
        yield from reply.add_arguments(json.dumps(call.get("args") or {}, ensure_ascii=False))
        yield from reply.end()


def _read_usage(usage: JsonValue, reply: RemoteReply) -> None:
    if isinstance(usage, dict):
        thought = count(usage.get("thoughtsTokenCount"))
        reply.counts = TokenCounts(
            prompt=count(usage.get("promptTokenCount")),
            cached=count(usage.get("cachedContentTokenCount")),
            # Unlike elsewhere, thoughts are not part of what was answered.
            reply=count(usage.get("candidatesTokenCount")) + thought,
            reasoning=thought,
        )


def _parts(parts: tuple[Part, ...]) -> list[JsonValue]:
    content: list[JsonValue] = []
    for part in joined_text(parts):
        match part:
            case TextPart(text):
                content.append({"text": text})
            case ImagePart():
                data: JsonObject = {"mimeType": part.screenshot.mime, "data": base64_of(part)}
                content.append({"inlineData": data})
    return content


def _schema(schema: JsonValue) -> JsonValue:
    if isinstance(schema, list):
        return [_schema(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made: JsonObject = {}
    for name, value in schema.items():
        if name == "properties" and isinstance(value, dict):
            made[name] = {key: _schema(one) for key, one in value.items()}
        elif name in SCHEMA_FIELDS:
            made[name] = _schema(value)
    return made
