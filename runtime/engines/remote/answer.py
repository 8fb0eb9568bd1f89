"""An answer in the making: deltas of a stream, or a whole message, as one reply in pieces.

What a server has taken apart is put together as the model wrote it: its reasoning between `<think>`
tags, its calls of tools in `<tool_call>` blocks, so that prompt formats read one kind of text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from runtime.engine import Usage
from runtime.errors import RemoteError
from runtime.lenient_json import JsonValue

_THINK, _THINK_END = "<think>\n", "\n</think>\n"
_CALL_END = "}\n</tool_call>"


class RemoteReply:
    """`reply` is what the pieces make; `content` is its text without reasoning and calls."""

    def __init__(self, *, most_chars: int) -> None:
        self._most_chars = most_chars
        self._pieces: list[str] = []
        self._content: list[str] = []
        self._reasoning: list[str] = []
        self._chars = 0
        self._thinking = False
        self._call: JsonValue = None
        self._in_call = False
        self._has_arguments = False
        self._usage: dict[str, JsonValue] = {}
        self._cached = 0
        self.calls = 0
        self.finish_reason = ""

    @property
    def reply(self) -> str:
        return "".join(self._pieces)

    @property
    def content(self) -> str:
        return "".join(self._content)

    @property
    def reasoning(self) -> str:
        return "".join(self._reasoning)

    @property
    def usage(self) -> Usage:
        """The server's own count; where it gives none, a piece counts as a token of the reply."""
        prompt = _count(self._usage.get("prompt_tokens"))
        details = self._usage.get("prompt_tokens_details")
        cached = _count(details.get("cached_tokens")) if isinstance(details, dict) else 0
        return Usage(
            prompt_tokens=prompt,
            cached_tokens=min(prompt, max(cached, self._cached)),
            reply_tokens=_count(self._usage.get("completion_tokens")) or len(self._pieces),
        )

    def take(self, text: str) -> Iterator[str]:
        """The new pieces of an event or of a whole answer, as JSON."""
        try:
            value: JsonValue = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise RemoteError(f"the model server sent what is no JSON: {text[:80]!r}") from error
        if not isinstance(value, dict):
            raise RemoteError(f"the model server sent what is no answer: {text[:80]!r}")
        self._take_usage(value)
        choices = value.get("choices")
        first = choices[0] if isinstance(choices, list) and choices else None
        if not isinstance(first, dict):
            return
        delta = first.get("delta", first.get("message"))
        if isinstance(delta, dict):
            yield from self._take_delta(delta)
        reason = first.get("finish_reason")
        if isinstance(reason, str) and reason:
            self.finish_reason = reason

    def end(self) -> Iterator[str]:
        """What closes the reply."""
        yield from self._close()

    def _take_usage(self, value: dict[str, JsonValue]) -> None:
        usage, timings = value.get("usage"), value.get("timings")
        if isinstance(usage, dict):
            self._usage = usage
        if isinstance(timings, dict):  # llama-server's own
            self._cached = _count(timings.get("cache_n"))

    def _take_delta(self, delta: dict[str, JsonValue]) -> Iterator[str]:
        thought = delta.get("reasoning_content") or delta.get("reasoning")
        if isinstance(thought, str) and thought:
            if not self._thinking:
                yield from self._close()
                self._thinking = True
                yield self._record(_THINK)
            self._reasoning.append(thought)
            yield self._record(thought)
        content = delta.get("content")
        if isinstance(content, str) and content:
            yield from self._close()
            self._content.append(content)
            yield self._record(content)
        calls = delta.get("tool_calls")
        for call in calls if isinstance(calls, list) else []:
            if isinstance(call, dict):
                yield from self._take_call(call)

    def _take_call(self, call: dict[str, JsonValue]) -> Iterator[str]:
        function = call.get("function")
        if not isinstance(function, dict):
            return
        name, arguments = function.get("name"), function.get("arguments")
        # A whole message numbers none of its calls; there, each has a name.
        place = call.get("index", self.calls if name else self._call)
        if not self._in_call or place != self._call:
            yield from self._close()
            self._in_call, self._call, self._has_arguments = True, place, False
            self.calls += 1
            written = json.dumps(name if isinstance(name, str) else "", ensure_ascii=False)
            yield self._record(f'<tool_call>\n{{"name": {written}, "arguments": ')
        if isinstance(arguments, dict):
            arguments = json.dumps(arguments, ensure_ascii=False)
        if isinstance(arguments, str) and arguments:
            self._has_arguments = True
            yield self._record(arguments)

    def _close(self) -> Iterator[str]:
        if self._thinking:
            self._thinking = False
            yield self._record(_THINK_END)
        if self._in_call:
            self._in_call = False
            yield self._record(_CALL_END if self._has_arguments else "{}" + _CALL_END)

    def _record(self, piece: str) -> str:
        self._chars += len(piece)
        if self._chars > self._most_chars:
            raise RemoteError(
                f"the model server's reply is longer than {self._most_chars:,} characters"
            )
        self._pieces.append(piece)
        return piece


def _count(value: JsonValue) -> int:
    return value if type(value) is int and 0 <= value < 1 << 53 else 0
