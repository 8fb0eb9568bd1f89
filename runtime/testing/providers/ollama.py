"""Ollama's chat API: models that lack tools, thinking or eyes say so, and short contexts cut prompts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from runtime.testing.providers.stand_in import (
    LINES,
    Answering,
    AskedModel,
    JsonObject,
    ModelAnswer,
    ProviderRefusal,
    halves,
    objects,
    text_of,
)

DEFAULT_CONTEXT = 4096


class OllamaStandIn:
    """`able` are the model's capabilities: tools, thinking, vision. `models` are pulled."""

    kind = LINES

    def __init__(
        self,
        answer: Answering,
        *,
        able: frozenset[str] = frozenset({"tools", "thinking"}),
        models: tuple[str, ...] = ("qwen3",),
    ) -> None:
        self.answer = answer
        self._able = able
        self._models = models

    def read(self, path: str, headers: Mapping[str, str], body: JsonObject) -> AskedModel:
        del headers
        if path != "/api/chat":
            raise ProviderRefusal(404, {"error": "404 page not found"})
        model = text_of(body.get("model"))
        if model not in self._models:
            raise ProviderRefusal(404, {"error": f"model '{model}' not found"})
        asked = _asked(body, model)
        if asked.tools and "tools" not in self._able:
            raise _refused(f"registry.ollama.ai/library/{model} does not support tools")
        if body.get("think") and "thinking" not in self._able:
            raise _refused(f'"{model}" does not support thinking')
        if asked.pictures and "vision" not in self._able:
            error = "this model is missing data required for image input"
            raise ProviderRefusal(500, {"error": error})
        return asked

    def busy(self, retry_after_s: int) -> ProviderRefusal:
        del retry_after_s  # it names none
        return ProviderRefusal(
            503, {"error": "server busy, please try again. maximum pending requests"}
        )

    def stream(self, answer: ModelAnswer, asked: AskedModel) -> Iterator[str]:
        for piece in halves(answer.thought):
            yield _line({"role": "assistant", "content": "", "thinking": piece})
        for piece in halves(answer.text) or [""]:
            yield _line({"role": "assistant", "content": piece})
        for name, arguments in answer.calls:
            call: JsonObject = {"function": {"name": name, "arguments": arguments}}
            yield _line({"role": "assistant", "content": "", "tool_calls": [call]})
        last: JsonObject = {
            "model": asked.model,
            "message": {"role": "assistant", "content": ""},
            "done": True,
            "done_reason": "length" if answer.cut_off else "stop",
            "prompt_eval_count": answer.prompt_tokens,
            "eval_count": answer.reply_tokens,
        }
        yield json.dumps(last) + "\n"


def _line(message: JsonObject) -> str:
    return json.dumps({"message": message, "done": False}) + "\n"


def _asked(body: JsonObject, model: str) -> AskedModel:
    system = text = ""
    pictures: list[str] = []
    for message in objects(body.get("messages")):
        if message.get("role") == "system":
            system += text_of(message.get("content"))
            continue
        text += text_of(message.get("content"))
        images = message.get("images")
        pictures += map(text_of, images if isinstance(images, list) else [])
    names = (tool.get("function") for tool in objects(body.get("tools")))
    tools = tuple(text_of(one.get("name")) for one in names if isinstance(one, dict))
    return AskedModel(model, system, text, tuple(pictures), tools, body)


def _refused(message: str) -> ProviderRefusal:
    return ProviderRefusal(400, {"error": message})
