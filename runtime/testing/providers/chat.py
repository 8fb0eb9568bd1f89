"""An OpenAI-compatible server, as strict as the strictest: reasoning models' limits, no top-level `anyOf`."""

from __future__ import annotations

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
    objects,
    text_of,
)


class ChatStandIn:
    """`reasons`: as OpenAI's reasoning models. `sees`: whether pictures are taken."""

    kind = EVENTS

    def __init__(
        self, answer: Answering, *, key: str = "", reasons: bool = True, sees: bool = True
    ) -> None:
        self.answer = answer
        self._key = key
        self._reasons = reasons
        self._sees = sees

    def read(self, path: str, headers: Mapping[str, str], body: JsonObject) -> AskedModel:
        if not path.endswith("/chat/completions"):
            raise ProviderRefusal(404, {"error": {"message": f"no route {path}"}})
        if self._key and headers.get("authorization") != f"Bearer {self._key}":
            raise ProviderRefusal(401, {"error": {"message": "Incorrect API key provided."}})
        if self._reasons:
            _check_reasoning(body)
        for tool in objects(body.get("tools")):
            function = tool.get("function")
            schema = function.get("parameters") if isinstance(function, dict) else None
            if isinstance(schema, dict) and {"anyOf", "oneOf", "allOf"} & set(schema):
                raise _refused("schema must not have 'anyOf' at the top level.", "tools")
        asked = _asked(body, self._key)
        if asked.pictures and not self._sees:
            raise _refused("this model does not support image input", "messages")
        return asked

    def busy(self, retry_after_s: int) -> ProviderRefusal:
        return ProviderRefusal(429, _error("slow down", None), {"Retry-After": str(retry_after_s)})

    def stream(self, answer: ModelAnswer, asked: AskedModel) -> Iterator[str]:
        yield _delta({"role": "assistant", "content": ""})
        for piece in halves(answer.thought):
            yield _delta({"reasoning_content": piece})
        for piece in halves(answer.text):
            yield _delta({"content": piece})
        for piece in halves(answer.refusal):
            yield _delta({"refusal": piece})
        for place, (name, arguments) in enumerate(answer.calls):
            yield _delta({"tool_calls": [{"index": place, "id": "c", "function": {"name": name}}]})
            for piece in halves(json.dumps(arguments)):
                yield _delta({"tool_calls": [{"index": place, "function": {"arguments": piece}}]})
        reason = "length" if answer.cut_off else "tool_calls" if answer.calls else "stop"
        yield _delta({}, reason)
        if "stream_options" in asked.body:
            usage: JsonObject = {
                "prompt_tokens": answer.prompt_tokens,
                "prompt_tokens_details": {"cached_tokens": answer.cached_tokens},
                "completion_tokens": answer.reply_tokens,
                "completion_tokens_details": {"reasoning_tokens": answer.reasoning_tokens},
            }
            yield event({"choices": [], "usage": usage})
        yield "data: [DONE]\n\n"


def _check_reasoning(body: JsonObject) -> None:
    if "max_tokens" in body:
        raise _refused(
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use "
            "'max_completion_tokens' instead.",
            "max_tokens",
        )
    for name in ("temperature", "top_p"):
        if body.get(name, 1) != 1:
            raise _refused(
                f"Unsupported value: '{name}' does not support {body[name]} with this model. Only the "
                "default (1) value is supported.",
                name,
            )


def _asked(body: JsonObject, key: str) -> AskedModel:
    system, texts, pictures = "", list[str](), list[str]()
    for message in objects(body.get("messages")):
        content = message.get("content")
        if message.get("role") == "system":
            system += text_of(content)
            continue
        if message.get("role") == "tool" and not isinstance(content, str):
            raise _refused("a tool's result takes text only", "messages")
        texts.append(text_of(content))
        for part in objects(content):
            texts.append(text_of(part.get("text")))
            image = part.get("image_url")
            if isinstance(image, dict):
                pictures.append(text_of(image.get("url")).partition(";base64,")[2])
    names = (tool.get("function") for tool in objects(body.get("tools")))
    tools = tuple(text_of(one.get("name")) for one in names if isinstance(one, dict))
    model = text_of(body.get("model"))
    return AskedModel(model, system, "".join(texts), tuple(pictures), tools, body, key)


def _delta(delta: JsonObject, reason: str | None = None) -> str:
    return event({"choices": [{"index": 0, "delta": delta, "finish_reason": reason}]})


def _refused(message: str, param: str) -> ProviderRefusal:
    return ProviderRefusal(400, _error(message, param))


def _error(message: str, param: str | None) -> JsonObject:
    return {"error": {"message": message, "type": "invalid_request_error", "param": param}}
