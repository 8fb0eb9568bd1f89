"""Anthropic's Messages API.

Rules and tools, which every prompt of a run begins with, are marked to be cached. Thinking is left to the
model, for models differ in what they take. No temperature is sent unless the bundle names one: newer
models refuse it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from runtime.engines.remote.address import endpoint_url
from runtime.engines.remote.answer import RemoteReply, TokenCounts, count
from runtime.engines.remote.dialect import (
    JsonObject,
    ModelQuestion,
    base64_of,
    field_of,
    joined_text,
    text_at,
)
from runtime.engines.remote.lessons import Lessons
from runtime.engines.remote.model import RemoteModel
from runtime.engines.sampling import TokenSampling
from runtime.lenient_json import JsonValue
from runtime.prompts.format import ImagePart, Part, TextPart

VERSION = "2023-06-01"
_CACHED: JsonObject = {"type": "ephemeral"}


class Messages:
    """See `dialect.Dialect`."""

    def url(self, remote: RemoteModel) -> str:
        has_version = remote.url.rstrip("/").endswith("/v1")
        return endpoint_url(remote, "/messages" if has_version else "/v1/messages")

    def headers(self, key: str) -> dict[str, str]:
        return {"anthropic-version": VERSION, **({"x-api-key": key} if key else {})}

    def body(
        self,
        question: ModelQuestion,
        remote: RemoteModel,
        sampling: TokenSampling,
        lessons: Lessons,
    ) -> JsonObject:
        body: JsonObject = {
            "model": remote.model,
            "max_tokens": lessons.reply_tokens or sampling.max_reply_tokens,
            "messages": [{"role": "user", "content": _content(question.shown)}],
            "stream": True,
        }
        if question.rules:
            body["system"] = [
                {"type": "text", "text": question.rules, "cache_control": dict(_CACHED)}
            ]
        if sampling.temperature:
            body["temperature"] = sampling.temperature
        if remote.effort:
            body["output_config"] = {"effort": remote.effort}
        if question.tools:
            body["tools"] = [
                {
                    "name": tool.name,
                    "description": tool.description,
                    "input_schema": tool.parameters,
                }
                for tool in question.tools
            ]
            body["tool_choice"] = {
                "type": "auto" if lessons.free_choice else "any",
                "disable_parallel_tool_use": True,
            }
        return body

    def read(self, event: JsonObject, reply: RemoteReply) -> Iterator[str]:
        match text_at(event, "type"):
            case "message_start":
                reply.counts = _counts(field_of(event, "message", "usage"), reply.counts)
            case "content_block_start":
                block = event.get("content_block")
                if text_at(block, "type") == "tool_use":
                    yield from reply.begin_call(text_at(block, "name"), place=event.get("index"))
            case "content_block_delta":
                delta = event.get("delta")
                yield from reply.think(text_at(delta, "thinking"))
                yield from reply.say(text_at(delta, "text"))
                yield from reply.add_arguments(text_at(delta, "partial_json"))
            case "content_block_stop":
                yield from reply.end()
            case "message_delta":
                reply.finish_reason = text_at(event, "delta", "stop_reason") or reply.finish_reason
                reply.counts = _counts(event.get("usage"), reply.counts)
                if reply.finish_reason == "refusal":
                    why = text_at(event, "delta", "stop_details", "explanation")
                    reply.refusal = why or "the model declines this request"
            case _:
                pass


def _content(parts: tuple[Part, ...]) -> list[JsonValue]:
    content: list[JsonValue] = []
    for part in joined_text(parts):
        match part:
            case TextPart(text):
                content.append({"type": "text", "text": text})
            case ImagePart():
                source: JsonObject = {
                    "type": "base64",
                    "media_type": part.screenshot.mime,
                    "data": base64_of(part),
                }
                content.append({"type": "image", "source": source})
    return content


def _counts(usage: JsonValue, before: TokenCounts) -> TokenCounts:
    """Input is told at the start and perhaps again; what came out is told at the end, all of it."""
    read = count(field_of(usage, "cache_read_input_tokens"))
    written = count(field_of(usage, "cache_creation_input_tokens"))
    fresh = count(field_of(usage, "input_tokens"))
    counts = before
    if fresh or read or written:
        counts = replace(counts, prompt=fresh + read + written, cached=read, cache_written=written)
    out = count(field_of(usage, "output_tokens"))
    thought = count(field_of(usage, "output_tokens_details", "thinking_tokens"))
    return replace(counts, reply=out or counts.reply, reasoning=thought or counts.reasoning)
