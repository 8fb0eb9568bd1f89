"""OpenAI's Responses API. Nothing is stored there, and each question stands for itself.

Function tools default to strict schemas in this API, which must require every property; ours have
optional ones, so strictness is declined.
"""

from __future__ import annotations

from collections.abc import Iterator

from runtime.engines.remote.address import endpoint_url
from runtime.engines.remote.answer import RemoteReply, TokenCounts, count
from runtime.engines.remote.dialect import (
    JsonObject,
    ModelQuestion,
    data_url,
    field_of,
    joined_text,
    text_at,
)
from runtime.engines.remote.lessons import Lessons
from runtime.engines.remote.model import RemoteModel
from runtime.engines.sampling import TokenSampling
from runtime.lenient_json import JsonValue
from runtime.prompts.format import ImagePart, Part, TextPart


class Responses:
    """See `dialect.Dialect`."""

    def url(self, remote: RemoteModel) -> str:
        return endpoint_url(remote, "/responses")

    def headers(self, key: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {key}"} if key else {}

    def body(
        self,
        question: ModelQuestion,
        remote: RemoteModel,
        sampling: TokenSampling,
        lessons: Lessons,
    ) -> JsonObject:
        body: JsonObject = {
            "model": remote.model,
            "instructions": question.rules,
            "input": [{"role": "user", "content": _content(question.shown)}],
            "max_output_tokens": lessons.reply_tokens or sampling.max_reply_tokens,
            "stream": True,
            "store": False,
            # Reasoning models only; refused by others, which teaches to leave it out.
            "reasoning": {
                "summary": "auto",
                **({"effort": remote.effort} if remote.effort else {}),
            },
        }
        if sampling.temperature:
            body["temperature"] = sampling.temperature
        if question.tools:
            body["tools"] = [
                {
                    "type": "function",
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": tool.parameters,
                    "strict": False,
                }
                for tool in question.tools
            ]
            body["tool_choice"] = "auto" if lessons.free_choice else "required"
            body["parallel_tool_calls"] = False
        return body

    def read(self, event: JsonObject, reply: RemoteReply) -> Iterator[str]:
        place = event.get("output_index")
        match text_at(event, "type"):
            case "response.reasoning_summary_text.delta" | "response.reasoning_text.delta":
                yield from reply.think(text_at(event, "delta"))
            case "response.output_text.delta":
                yield from reply.say(text_at(event, "delta"))
            case "response.refusal.delta":
                reply.refusal += text_at(event, "delta")
            case "response.output_item.added":
                item = event.get("item")
                if text_at(item, "type") == "function_call":
                    yield from reply.begin_call(text_at(item, "name"), place=place)
                    yield from reply.add_arguments(text_at(item, "arguments"))
            case "response.function_call_arguments.delta":
                yield from reply.add_arguments(text_at(event, "delta"))
            case "response.completed" | "response.incomplete":
                _read_end(event.get("response"), reply)
            case _:
                pass


def _content(parts: tuple[Part, ...]) -> list[JsonValue]:
    content: list[JsonValue] = []
    for part in joined_text(parts):
        match part:
            case TextPart(text):
                content.append({"type": "input_text", "text": text})
            case ImagePart():
                content.append({"type": "input_image", "image_url": data_url(part)})
    return content


def _read_end(response: JsonValue, reply: RemoteReply) -> None:
    reason = text_at(response, "incomplete_details", "reason")
    reply.finish_reason = reason or text_at(response, "status") or "completed"
    if reason == "content_filter" and not reply.refusal:
        reply.refusal = "the provider's content filter stopped the reply"
    usage = field_of(response, "usage")
    reply.counts = TokenCounts(
        prompt=count(field_of(usage, "input_tokens")),
        cached=count(field_of(usage, "input_tokens_details", "cached_tokens")),
        reply=count(field_of(usage, "output_tokens")),
        reasoning=count(field_of(usage, "output_tokens_details", "reasoning_tokens")),
    )
