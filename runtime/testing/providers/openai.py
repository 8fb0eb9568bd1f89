"""OpenAI's Responses API, as documented: reasoning models take no temperature, others no `reasoning`."""

from __future__ import annotations

import json
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

_FIELDS = {
    *("model", "input", "instructions", "max_output_tokens", "stream", "store", "reasoning"),
    *("temperature", "top_p", "tools", "tool_choice", "parallel_tool_calls", "metadata", "text"),
}
_LEAST_OUTPUT = 16


class OpenAiStandIn:
    """`reasons` says whether the model is a reasoning one."""

    kind = EVENTS

    def __init__(self, answer: Answering, *, key: str = "sk-test", reasons: bool = True) -> None:
        self.answer = answer
        self._key = key
        self._reasons = reasons

    def read(self, path: str, headers: Mapping[str, str], body: JsonObject) -> AskedModel:
        if path.endswith("/chat/completions"):
            raise _refused(
                "Function tools with reasoning_effort are not supported for this model in "
                "/v1/chat/completions. To use function tools, use /v1/responses or set "
                "reasoning_effort to 'none'.",
                "reasoning_effort",
            )
        if not path.endswith("/responses"):
            raise ProviderRefusal(404, {"error": {"message": f"Invalid URL (POST {path})"}})
        if headers.get("authorization") != f"Bearer {self._key}":
            raise ProviderRefusal(
                401, _error("Incorrect API key provided.", None, "invalid_api_key")
            )
        known_fields(
            body,
            _FIELDS,
            lambda name: _refused(f"Unknown parameter: '{name}'.", name, code="unknown_parameter"),
        )
        self._check_model(body)
        for number, tool in enumerate(objects(body.get("tools"))):
            _check_tool(tool, number)
        return _asked(body, self._key)

    def _check_model(self, body: JsonObject) -> None:
        if self._reasons:
            for name in ("temperature", "top_p"):
                if name in body:
                    raise _refused(
                        f"Unsupported parameter: '{name}' is not supported with this model.", name
                    )
        elif "reasoning" in body:
            raise _refused(
                "Unsupported parameter: 'reasoning.summary' is not supported with this model.",
                "reasoning.summary" if "summary" in str(body["reasoning"]) else "reasoning.effort",
            )
        tokens = body.get("max_output_tokens")
        if isinstance(tokens, int) and tokens < _LEAST_OUTPUT:
            raise _refused(
                f"Invalid 'max_output_tokens': integer below minimum value. Expected a value >= "
                f"{_LEAST_OUTPUT}, but got {tokens} instead.",
                "max_output_tokens",
            )

    def busy(self, retry_after_s: int) -> ProviderRefusal:
        error = _error(
            f"Rate limit reached. Please try again in {retry_after_s}s.",
            None,
            "rate_limit_exceeded",
        )
        return ProviderRefusal(429, error, {"Retry-After": str(retry_after_s)})

    def stream(self, answer: ModelAnswer, asked: AskedModel) -> Iterator[str]:  # noqa: ARG002 - as in `StandIn`
        yield event({"type": "response.created", "response": {"status": "in_progress"}})
        for piece in halves(answer.thought):
            yield event({"type": "response.reasoning_summary_text.delta", "delta": piece})
        for piece in halves(answer.text):
            yield event({"type": "response.output_text.delta", "delta": piece})
        for piece in halves(answer.refusal):
            yield event({"type": "response.refusal.delta", "delta": piece})
        for place, (name, arguments) in enumerate(answer.calls):
            item: JsonObject = {
                "type": "function_call",
                "name": name,
                "call_id": "c",
                "arguments": "",
            }
            yield event({"type": "response.output_item.added", "output_index": place, "item": item})
            for piece in halves(json.dumps(arguments)):
                kind = "response.function_call_arguments.delta"
                yield event({"type": kind, "output_index": place, "delta": piece})
        yield event(_ending(answer))


def _ending(answer: ModelAnswer) -> JsonObject:
    usage: JsonObject = {
        "input_tokens": answer.prompt_tokens,
        "input_tokens_details": {"cached_tokens": answer.cached_tokens},
        "output_tokens": answer.reply_tokens,
        "output_tokens_details": {"reasoning_tokens": answer.reasoning_tokens},
    }
    if answer.cut_off:
        details: JsonObject = {"reason": "max_output_tokens"}
        response: JsonObject = {
            "status": "incomplete",
            "incomplete_details": details,
            "usage": usage,
            "error": None,
        }
        return {"type": "response.incomplete", "response": response}
    done: JsonObject = {"status": "completed", "usage": usage, "error": None}
    return {"type": "response.completed", "response": done}


def _check_tool(tool: JsonObject, number: int) -> None:
    name = f"tools[{number}].parameters"
    schema = tool.get("parameters")
    if tool.get("type") != "function" or not isinstance(schema, dict):
        raise _refused(f"Missing required parameter: '{name}'.", name)
    for word in ("anyOf", "oneOf", "allOf", "enum", "not"):
        if word in schema:
            raise _refused(
                f"Invalid schema for function '{tool.get('name')}': schema must have type 'object' and "
                f"not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.",
                name,
                code="invalid_function_parameters",
            )
    # Strict unless it is declined: then every property is required.
    properties, required = schema.get("properties"), schema.get("required")
    if tool.get("strict", True) and isinstance(properties, dict):
        missing = set(properties) - set(map(str, required if isinstance(required, list) else []))
        if missing:
            raise _refused(
                f"Invalid schema for function '{tool.get('name')}': In context=(), 'required' is required "
                f"to be supplied and to be an array including every key in properties. Missing "
                f"'{min(missing)}'.",
                name,
                code="invalid_function_parameters",
            )


def _asked(body: JsonObject, key: str) -> AskedModel:
    texts: list[str] = []
    pictures: list[str] = []
    for message in objects(body.get("input")):
        for part in objects(message.get("content")):
            match part.get("type"):
                case "input_text":
                    texts.append(text_of(part.get("text")))
                case "input_image":
                    pictures.append(text_of(part.get("image_url")).partition(";base64,")[2])
                case kind:
                    raise _refused(f"Invalid value: '{kind}'.", "input[0].content[0].type")
    tools = tuple(text_of(tool.get("name")) for tool in objects(body.get("tools")))
    model, system = text_of(body.get("model")), text_of(body.get("instructions"))
    return AskedModel(model, system, "".join(texts), tuple(pictures), tools, body, key)


def _refused(message: str, param: str, *, code: str = "unsupported_parameter") -> ProviderRefusal:
    return ProviderRefusal(400, _error(message, param, code))


def _error(message: str, param: JsonValue, code: str) -> JsonObject:
    return {
        "error": {
            "message": message,
            "type": "invalid_request_error",
            "param": param,
            "code": code,
        }
    }
