"""Anthropic's Messages API, as documented, for a newer model or an older one."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping

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
    *("model", "max_tokens", "messages", "system", "stream", "tools", "tool_choice", "metadata"),
    *("temperature", "top_p", "top_k", "stop_sequences", "thinking", "output_config"),
}
_LARGEST_PICTURE = 5 * 1024 * 1024


class AnthropicStandIn:
    """`always_thinks`: as the newest models, which take neither forced tools nor a temperature.

    `most_tokens` is the model's largest reply.
    """

    kind = EVENTS

    def __init__(
        self,
        answer: Answering,
        *,
        key: str = "sk-ant-test",
        always_thinks: bool = True,
        most_tokens: int = 128_000,
    ) -> None:
        self.answer = answer
        self._key = key
        self._always_thinks = always_thinks
        self._most_tokens = most_tokens

    def read(self, path: str, headers: Mapping[str, str], body: JsonObject) -> AskedModel:
        if path != "/v1/messages":
            raise _refused("Not found", status=404, kind="not_found_error")
        if headers.get("x-api-key") != self._key:
            raise _refused("invalid x-api-key", status=401, kind="authentication_error")
        if "anthropic-version" not in headers:
            raise _refused("anthropic-version: header is required")
        known_fields(
            body, _FIELDS, lambda name: _refused(f"{name}: Extra inputs are not permitted")
        )
        self._check_numbers(body)
        self._check_choice(body)
        for number, tool in enumerate(objects(body.get("tools"))):
            schema = tool.get("input_schema")
            if not isinstance(schema, dict) or schema.get("type") != "object":
                raise _refused(f"tools.{number}.custom.input_schema.type: Input should be 'object'")
            if {"oneOf", "allOf", "anyOf"} & set(schema):
                raise _refused(
                    f"tools.{number}.custom.input_schema: input_schema does not support oneOf, allOf, or "
                    "anyOf at the top level"
                )
        return _asked(body, self._key)

    def _check_numbers(self, body: JsonObject) -> None:
        tokens = body.get("max_tokens")
        if not isinstance(tokens, int):
            raise _refused("max_tokens: Field required")
        if tokens > self._most_tokens:
            raise _refused(
                f"max_tokens: {tokens} > {self._most_tokens}, which is the maximum allowed number of "
                f"output tokens for {body.get('model')}"
            )
        if {"temperature", "top_p"} <= set(body):
            raise _refused("`temperature` and `top_p` cannot both be specified for this model.")
        for name in ("temperature", "top_p", "top_k"):
            if self._always_thinks and name in body:
                raise _refused(f"`{name}` is not supported by this model.")

    def _check_choice(self, body: JsonObject) -> None:
        choice = body.get("tool_choice")
        forced = isinstance(choice, dict) and choice.get("type") in {"any", "tool"}
        if forced and self._always_thinks:
            raise _refused("tool_choice: forced tool use is not supported by this model")
        if forced and "thinking" in body:
            raise _refused("Thinking may not be enabled when tool_choice forces tool use.")

    def busy(self, retry_after_s: int) -> ProviderRefusal:
        error: JsonObject = {
            "type": "error",
            "error": {"type": "overloaded_error", "message": "Overloaded"},
        }
        return ProviderRefusal(529, error, {"retry-after": str(retry_after_s)})

    def stream(self, answer: ModelAnswer, asked: AskedModel) -> Iterator[str]:  # noqa: ARG002 - as in `StandIn`
        usage: JsonObject = {
            "input_tokens": answer.prompt_tokens - answer.cached_tokens - answer.cache_written,
            "cache_read_input_tokens": answer.cached_tokens,
            "cache_creation_input_tokens": answer.cache_written,
            "output_tokens": 1,
        }
        yield event({"type": "message_start", "message": {"role": "assistant", "usage": usage}})
        yield event({"type": "ping"})
        place = 0
        for kind, field, text in (
            ("thinking", "thinking", answer.thought),
            ("text", "text", answer.text),
        ):
            if text:
                block: JsonObject = {"type": kind, field: ""}
                yield from _block(place, block, f"{kind}_delta", field, text)
                place += 1
        for name, arguments in answer.calls:
            block = {"type": "tool_use", "id": f"toolu_{place}", "name": name, "input": {}}
            written = json.dumps(arguments)
            yield from _block(place, block, "input_json_delta", "partial_json", written)
            place += 1
        reason = "max_tokens" if answer.cut_off else "tool_use" if answer.calls else "end_turn"
        delta: JsonObject = {"stop_reason": "refusal" if answer.refusal else reason}
        if answer.refusal:
            delta["stop_details"] = {"type": "refusal", "explanation": answer.refusal}
        out: JsonObject = {"output_tokens": answer.reply_tokens}
        yield event({"type": "message_delta", "delta": delta, "usage": out})
        yield event({"type": "message_stop"})


def _block(place: int, block: JsonObject, kind: str, field: str, text: str) -> Iterator[str]:
    yield event({"type": "content_block_start", "index": place, "content_block": block})
    for piece in halves(text):
        delta: JsonObject = {"type": kind, field: piece}
        yield event({"type": "content_block_delta", "index": place, "delta": delta})
    yield event({"type": "content_block_stop", "index": place})


def _asked(body: JsonObject, key: str) -> AskedModel:
    texts: list[str] = []
    pictures: list[str] = []
    messages = objects(body.get("messages"))
    if not messages or messages[0].get("role") != "user":
        raise _refused('messages: first message must use the "user" role')
    for message in messages:
        for part in objects(message.get("content")):
            source = part.get("source")
            if part.get("type") == "text":
                text = text_of(part.get("text"))
                if not text.strip():
                    raise _refused("messages: text content blocks must contain non-whitespace text")
                texts.append(text)
            elif isinstance(source, dict):
                data = text_of(source.get("data"))
                if len(base64.b64decode(data)) > _LARGEST_PICTURE:
                    raise _refused("image exceeds 5 MB maximum")
                pictures.append(data)
    system = "".join(text_of(part.get("text")) for part in objects(body.get("system")))
    tools = tuple(text_of(tool.get("name")) for tool in objects(body.get("tools")))
    model = text_of(body.get("model"))
    return AskedModel(model, system, "".join(texts), tuple(pictures), tools, body, key)


def _refused(
    message: str, *, status: int = 400, kind: str = "invalid_request_error"
) -> ProviderRefusal:
    return ProviderRefusal(status, {"type": "error", "error": {"type": kind, "message": message}})
