"""Chat completions: OpenAI's older API, which most other servers and gateways speak.

Without tools of the format's, the prompt is one message of the user's, and replies may be kept to a
grammar in the way the server knows.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from runtime.engines.remote.address import completions_url
from runtime.engines.remote.answer import RemoteReply, TokenCounts, count
from runtime.engines.remote.dialect import (
    JsonObject,
    ModelQuestion,
    data_url,
    field_of,
    joined_text,
    objects_in,
    text_at,
)
from runtime.engines.remote.lessons import Lessons
from runtime.engines.remote.model import RemoteConstraint, RemoteModel
from runtime.engines.sampling import TokenSampling
from runtime.lenient_json import JsonValue
from runtime.prompts.format import ImagePart, Part, TextPart
from runtime.tool_table import tool_schemas

# Tells llama-server and SGLang that the grammar is not in their own language.
_LARK = "%llguidance {}\n"


class ChatCompletions:
    """See `dialect.Dialect`."""

    def url(self, remote: RemoteModel) -> str:
        return completions_url(remote)

    def headers(self, key: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {key}"} if key else {}

    def body(
        self,
        question: ModelQuestion,
        remote: RemoteModel,
        sampling: TokenSampling,
        lessons: Lessons,
    ) -> JsonObject:
        effort: JsonObject = {"reasoning_effort": remote.effort} if remote.effort else {}
        return {
            "model": remote.model,
            "messages": _messages(question),
            "max_tokens": lessons.reply_tokens or sampling.max_reply_tokens,
            "temperature": sampling.temperature,
            "top_p": sampling.top_p,
            "seed": sampling.seed,
            "stream": True,
            "stream_options": {"include_usage": True},
            **effort,
            **_tools(question, lessons),
            **_constraint(remote.constraint, question.grammar),
        }

    def read(self, event: JsonObject, reply: RemoteReply) -> Iterator[str]:
        _read_usage(event, reply)
        choices = objects_in(event.get("choices"))
        if not choices:
            return
        first = choices[0]
        delta = first.get("delta", first.get("message"))
        if isinstance(delta, dict):
            yield from _read_delta(delta, reply)
        reason = text_at(first, "finish_reason")
        if reason:
            reply.finish_reason = reason
        if reason == "content_filter" and not reply.refusal:
            reply.refusal = "the provider's content filter stopped the reply"


def needs_grammar(constraint: RemoteConstraint) -> bool:
    """Whether the server is told the grammar of replies."""
    return constraint not in {RemoteConstraint.NONE, RemoteConstraint.TOOLS}


def _messages(question: ModelQuestion) -> list[JsonValue]:
    if not question.system:
        return [{"role": "user", "content": _content(question.parts)}]
    return [
        {"role": "system", "content": question.rules},
        {"role": "user", "content": _content(question.shown)},
    ]


def _content(parts: tuple[Part, ...]) -> str | list[JsonValue]:
    """Plain text where there is no picture: servers of text models take nothing else."""
    if all(isinstance(part, TextPart) for part in parts):
        return "".join(part.text for part in parts if isinstance(part, TextPart))
    content: list[JsonValue] = []
    for part in joined_text(parts):
        match part:
            case TextPart(text):
                content.append({"type": "text", "text": text})
            case ImagePart():
                content.append({"type": "image_url", "image_url": {"url": data_url(part)}})
    return content


def _tools(question: ModelQuestion, lessons: Lessons) -> JsonObject:
    if not question.tools:
        return {}
    functions: list[JsonValue] = [
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
    return {
        "tools": functions,
        "tool_choice": "auto" if lessons.free_choice else "required",
        "parallel_tool_calls": False,
    }


def _constraint(constraint: RemoteConstraint, grammar: str) -> JsonObject:
    match constraint:
        case RemoteConstraint.NONE:
            return {}
        case RemoteConstraint.TOOLS:
            return {
                "tools": [*tool_schemas()],
                "tool_choice": "required",
                "parallel_tool_calls": False,
            }
        case RemoteConstraint.GRAMMAR | RemoteConstraint.EBNF:
            return {constraint.value: _LARK + grammar}
        case RemoteConstraint.STRUCTURED_OUTPUTS:
            return {"structured_outputs": {"grammar": grammar}}
        case RemoteConstraint.GUIDED_GRAMMAR:
            return {"guided_grammar": grammar, "guided_decoding_backend": "guidance"}
        case _:
            assert_never(constraint)


def _read_usage(event: JsonObject, reply: RemoteReply) -> None:
    usage = event.get("usage")
    if isinstance(usage, dict):
        reply.counts = TokenCounts(
            prompt=count(usage.get("prompt_tokens")),
            cached=count(field_of(usage, "prompt_tokens_details", "cached_tokens")),
            reply=count(usage.get("completion_tokens")),
            reasoning=count(field_of(usage, "completion_tokens_details", "reasoning_tokens")),
        )
    cached = count(field_of(event, "timings", "cache_n"))  # llama-server's own
    if cached:
        reply.counts = replace(reply.counts, cached=max(cached, reply.counts.cached))


def _read_delta(delta: JsonObject, reply: RemoteReply) -> Iterator[str]:
    yield from reply.think(text_at(delta, "reasoning_content") or text_at(delta, "reasoning"))
    yield from reply.say(text_at(delta, "content"))
    reply.refusal += text_at(delta, "refusal")
    for call in objects_in(delta.get("tool_calls")):
        yield from _read_call(call, reply)


def _read_call(call: JsonObject, reply: RemoteReply) -> Iterator[str]:
    function = call.get("function")
    if not isinstance(function, dict):
        return
    name, arguments = function.get("name"), function.get("arguments")
    # A whole message numbers none of its calls; there, each has a name.
    numbered = "index" in call
    if not (reply.is_in_call(call.get("index")) if numbered else not name):
        yield from reply.begin_call(
            name if isinstance(name, str) else "", place=call.get("index") if numbered else None
        )
    if isinstance(arguments, dict):
        arguments = json.dumps(arguments, ensure_ascii=False)
    if isinstance(arguments, str):
        yield from reply.add_arguments(arguments)
