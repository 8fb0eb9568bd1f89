"""Ollama's own chat API, streamed as lines of JSON.

Its OpenAI-compatible API has no field for the size of the context: there, a prompt beyond the default is
cut without a word. Here it is asked for.
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
    objects_in,
    text_at,
)
from runtime.engines.remote.lessons import Lessons
from runtime.engines.remote.model import RemoteModel
from runtime.engines.sampling import TokenSampling
from runtime.lenient_json import JsonValue
from runtime.prompts.format import ImagePart, TextPart

CONTEXT_TOKENS = 16_384
"""Room for rules, tools, a long history, a full screen and a reply with its thoughts."""


class OllamaChat:
    """See `dialect.Dialect`."""

    def url(self, remote: RemoteModel) -> str:
        return endpoint_url(remote, "/api/chat")

    def headers(self, key: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {key}"} if key else {}

    def body(
        self,
        question: ModelQuestion,
        remote: RemoteModel,
        sampling: TokenSampling,
        lessons: Lessons,
    ) -> JsonObject:
        user: JsonObject = {
            "role": "user",
            "content": "".join(p.text for p in question.shown if isinstance(p, TextPart)),
        }
        pictures: list[JsonValue] = [
            base64_of(part) for part in question.shown if isinstance(part, ImagePart)
        ]
        if pictures:
            user["images"] = pictures
        messages: list[JsonValue] = [user]
        if question.rules:
            messages.insert(0, {"role": "system", "content": question.rules})
        body: JsonObject = {
            "model": remote.model,
            "messages": messages,
            "stream": True,
            "options": {
                "num_ctx": CONTEXT_TOKENS,
                "num_predict": lessons.reply_tokens or sampling.max_reply_tokens,
                "temperature": sampling.temperature,
                "seed": sampling.seed,
            },
        }
        if remote.effort:
            body["think"] = remote.effort if remote.effort != "none" else False
        if question.tools:
            body["tools"] = [
                {
                    "type": "function",
                    "function": {
                        "name": tool.name,
                        "description": tool.description,
                        "parameters": tool.parameters,
                    },
                }
                for tool in question.tools
            ]
        return body

    def read(self, event: JsonObject, reply: RemoteReply) -> Iterator[str]:
        message = event.get("message")
        yield from reply.think(text_at(message, "thinking"))
        yield from reply.say(text_at(message, "content"))
        for call in objects_in(field_of(message, "tool_calls")):
            arguments = field_of(call, "function", "arguments")
            yield from reply.begin_call(text_at(call, "function", "name"))
            yield from reply.add_arguments(
                arguments
                if isinstance(arguments, str)
                else json.dumps(arguments or {}, ensure_ascii=False)
            )
            yield from reply.end()
        if event.get("done") is True:
            reply.finish_reason = text_at(event, "done_reason") or "stop"
            reply.counts = TokenCounts(
                prompt=count(event.get("prompt_eval_count")), reply=count(event.get("eval_count"))
            )
