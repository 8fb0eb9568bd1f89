"""Gemini's API, as documented: schemas hold only what its own schema type has."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from runtime.lenient_json import JsonValue
from runtime.testing.providers.stand_in import (
    EVENTS,
    Answering,
    AskedModel,
    JsonObject,
    ModelAnswer,
    ProviderRefusal,
    event,
    halves,
    known_fields,
    objects,
    text_of,
)

_PATH = re.compile(r"/(?:v1beta|v1)/models/([\w.-]+):streamGenerateContent\?alt=sse")
_FIELDS = {
    "contents",
    "systemInstruction",
    "tools",
    "toolConfig",
    "generationConfig",
    "safetySettings",
}
_SCHEMA = {
    *("type", "format", "title", "description", "nullable", "enum", "maxItems", "minItems"),
    *("properties", "required", "minProperties", "maxProperties", "minLength", "maxLength"),
    *("pattern", "example", "anyOf", "propertyOrdering", "default", "items", "minimum", "maximum"),
}
_NAME = re.compile(r"[A-Za-z_][\w.:-]{0,63}")


class GeminiStandIn:
    """`thinks`: whether the model takes a `thinkingConfig`."""

    kind = EVENTS

    def __init__(self, answer: Answering, *, key: str = "AIza-test", thinks: bool = True) -> None:
        self.answer = answer
        self._key = key
        self._thinks = thinks

    def read(self, path: str, headers: Mapping[str, str], body: JsonObject) -> AskedModel:
        found = _PATH.fullmatch(path)
        if found is None:
            raise _refused(f"models are not found at {path}", status=404)
        if headers.get("x-goog-api-key") != self._key:
            raise _refused("API key not valid. Please pass a valid API key.")
        known_fields(body, _FIELDS, lambda name: _unknown(name, "the request"))
        config = body.get("generationConfig")
        if isinstance(config, dict) and "thinkingConfig" in config and not self._thinks:
            raise _refused("Thinking is not enabled for this model: remove thinkingConfig.")
        for tool in objects(body.get("tools")):
            for number, declared in enumerate(objects(tool.get("functionDeclarations"))):
                _check_declaration(declared, f"tools[0].function_declarations[{number}]")
        return _asked(found[1], body, self._key)

    def busy(self, retry_after_s: int) -> ProviderRefusal:
        details: list[JsonValue] = [
            {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": f"{retry_after_s}s"}
        ]
        error: JsonObject = {
            "code": 429,
            "message": "You exceeded your current quota.",
            "status": "RESOURCE_EXHAUSTED",
            "details": details,
        }
        return ProviderRefusal(429, {"error": error})

    def stream(self, answer: ModelAnswer, asked: AskedModel) -> Iterator[str]:  # noqa: ARG002 - as in `StandIn`
        if answer.refusal:
            yield event({"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}})
            return
        yield _candidate([])
        for piece in halves(answer.thought):
            yield _candidate([{"text": piece, "thought": True}])
        for piece in halves(answer.text):
            yield _candidate([{"text": piece}])
        for name, arguments in answer.calls:
            yield _candidate([{"functionCall": {"name": name, "args": arguments}}])
        usage: JsonObject = {
            "promptTokenCount": answer.prompt_tokens,
            "cachedContentTokenCount": answer.cached_tokens,
            "candidatesTokenCount": answer.reply_tokens - answer.reasoning_tokens,
            "thoughtsTokenCount": answer.reasoning_tokens,
        }
        yield _candidate([], reason="MAX_TOKENS" if answer.cut_off else "STOP", usage=usage)


def _candidate(parts: list[JsonValue], *, reason: str = "", usage: JsonObject | None = None) -> str:
    candidate: JsonObject = {"index": 0, "content": {"role": "model", "parts": parts}}
    if reason:
        candidate["finishReason"] = reason
    return event({"candidates": [candidate], **({} if usage is None else {"usageMetadata": usage})})


def _check_declaration(declared: JsonObject, where: str) -> None:
    if not _NAME.fullmatch(text_of(declared.get("name"))):
        raise _refused(f"{where}.name: [FIELD_INVALID] Invalid function name.")
    parameters = declared.get("parameters")
    if isinstance(parameters, dict):
        _check_schema(parameters, f"{where}.parameters")
        if parameters.get("type") == "object" and not parameters.get("properties"):
            raise _refused(f"{where}.parameters.properties: should be non-empty for OBJECT type")


def _check_schema(schema: JsonObject, where: str) -> None:
    for name, value in schema.items():
        if name not in _SCHEMA:
            raise _unknown(name, where)
        if name == "type" and not isinstance(value, str):
            raise _refused(f"Unknown name \"type\" at '{where}': Proto field is not repeating.")
        if name == "properties" and isinstance(value, dict):
            for key, one in value.items():
                if isinstance(one, dict):
                    _check_schema(one, f"{where}.properties[{key}]")
        elif isinstance(value, dict):
            _check_schema(value, f"{where}.{name}")


def _asked(model: str, body: JsonObject, key: str) -> AskedModel:
    texts: list[str] = []
    pictures: list[str] = []
    for content in objects(body.get("contents")):
        for part in objects(content.get("parts")):
            texts.append(text_of(part.get("text")))
            data = part.get("inlineData")
            if isinstance(data, dict):
                pictures.append(text_of(data.get("data")))
    instruction = body.get("systemInstruction")
    rules = objects(instruction.get("parts")) if isinstance(instruction, dict) else []
    system = "".join(text_of(part.get("text")) for part in rules)
    tools = tuple(
        text_of(declared.get("name"))
        for tool in objects(body.get("tools"))
        for declared in objects(tool.get("functionDeclarations"))
    )
    return AskedModel(model, system, "".join(texts), tuple(pictures), tools, body, key)


def _unknown(name: str, where: str) -> ProviderRefusal:
    return _refused(
        f"Invalid JSON payload received. Unknown name \"{name}\" at '{where}': Cannot find field."
    )


def _refused(message: str, *, status: int = 400) -> ProviderRefusal:
    state = "NOT_FOUND" if status == 404 else "INVALID_ARGUMENT"
    return ProviderRefusal(status, {"error": {"code": status, "message": message, "status": state}})
