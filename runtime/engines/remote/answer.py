"""A reply in the making, whatever API it comes through: reasoning, text, calls, and what they cost.

What a server has taken apart is put together as the model wrote it: its reasoning between `<think>`
tags, its calls of tools in `<tool_call>` blocks, so that prompt formats read one kind of text. Calls
are kept apart too, for formats that offer tools natively.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace

from runtime.engine import Usage
from runtime.engines.remote.model import ModelPrice
from runtime.errors import RemoteError
from runtime.lenient_json import JsonValue

_THINK, _THINK_END = "<think>\n", "\n</think>\n"
_CALL_END = "}\n</tool_call>"
_MILLION = 1_000_000
_CUT_OFF = frozenset({"length", "max_tokens", "max_output_tokens"})


@dataclass(frozen=True, slots=True)
class TokenCounts:
    """What a provider bills. `cached` and `cache_written` are part of `prompt`, `reasoning` of `reply`."""

    prompt: int = 0
    cached: int = 0
    cache_written: int = 0
    reply: int = 0
    reasoning: int = 0

    def plus(self, other: TokenCounts) -> TokenCounts:
        return TokenCounts(
            self.prompt + other.prompt,
            self.cached + other.cached,
            self.cache_written + other.cache_written,
            self.reply + other.reply,
            self.reasoning + other.reasoning,
        )

    def cost(self, price: ModelPrice | None) -> float | None:
        """In dollars; None where the price is not known."""
        if price is None:
            return None
        fresh = max(0, self.prompt - self.cached - self.cache_written)
        return (
            fresh * price.input
            + self.cached * price.cached_input
            + self.cache_written * price.cache_write
            + self.reply * price.output
        ) / _MILLION


@dataclass(frozen=True, slots=True)
class RemoteCall:
    """A tool that the model called. `arguments` is JSON, as it came."""

    name: str
    arguments: str


class RemoteReply:
    """`reply` is what the pieces make; `content` is its text without reasoning and calls.

    Dialects tell what came by `think`, `say`, `begin_call` and `add_arguments`, each of which gives the
    new pieces of the reply.
    """

    def __init__(self, *, most_chars: int) -> None:
        self._most_chars = most_chars
        self._pieces: list[str] = []
        self._content: list[str] = []
        self._reasoning: list[str] = []
        self._chars = 0
        self._thinking = False
        self._in_call = False
        self._names: list[str] = []
        self._arguments: list[list[str]] = []
        self._place: JsonValue = None
        self.earlier = TokenCounts()
        """What an attempt before cost that this reply replaces."""
        self.counts = TokenCounts()
        self.finish_reason = ""
        self.refusal = ""
        """Why the model, or its provider, declines to answer; only where the API says so itself."""

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
    def calls(self) -> tuple[RemoteCall, ...]:
        return tuple(
            RemoteCall(name, "".join(pieces) or "{}")
            for name, pieces in zip(self._names, self._arguments, strict=True)
        )

    @property
    def cut_off(self) -> bool:
        """Whether the reply ended because it had used up the tokens it was given."""
        return self.finish_reason.lower() in _CUT_OFF

    @property
    def all_counts(self) -> TokenCounts:
        """The server's own count; where it gives none, a piece counts as a token of the reply."""
        counts = self.counts
        if not counts.reply:
            counts = replace(counts, reply=len(self._pieces))
        return self.earlier.plus(replace(counts, cached=min(counts.prompt, counts.cached)))

    @property
    def usage(self) -> Usage:
        counts = self.all_counts
        return Usage(
            prompt_tokens=counts.prompt,
            cached_tokens=counts.cached,
            reply_tokens=counts.reply,
            reasoning_tokens=min(counts.reply, counts.reasoning),
        )

    def think(self, text: str) -> Iterator[str]:
        if not text:
            return
        if not self._thinking:
            yield from self.end()
            self._thinking = True
            yield self._record(_THINK)
        self._reasoning.append(text)
        yield self._record(text)

    def say(self, text: str) -> Iterator[str]:
        if not text:
            return
        yield from self.end()
        self._content.append(text)
        yield self._record(text)

    def is_in_call(self, place: JsonValue) -> bool:
        """Whether what comes for this place belongs to the call that is being written."""
        return self._in_call and place == self._place

    def begin_call(self, name: str, *, place: JsonValue = None) -> Iterator[str]:
        yield from self.end()
        self._in_call, self._place = True, place
        self._names.append(name)
        self._arguments.append([])
        yield self._record(
            f'<tool_call>\n{{"name": {json.dumps(name, ensure_ascii=False)}, "arguments": '
        )

    def add_arguments(self, arguments: str) -> Iterator[str]:
        if arguments and self._in_call:
            self._arguments[-1].append(arguments)
            yield self._record(arguments)

    def end(self) -> Iterator[str]:
        """What closes a thought or a call, or the whole reply."""
        if self._thinking:
            self._thinking = False
            yield self._record(_THINK_END)
        if self._in_call:
            self._in_call = False
            yield self._record(_CALL_END if self._arguments[-1] else "{}" + _CALL_END)

    def _record(self, piece: str) -> str:
        self._chars += len(piece)
        if self._chars > self._most_chars:
            raise RemoteError(
                f"the model server's reply is longer than {self._most_chars:,} characters"
            )
        self._pieces.append(piece)
        return piece


def count(value: JsonValue) -> int:
    """A number of tokens as a server tells it; 0 for what makes no sense."""
    return value if type(value) is int and 0 <= value < 1 << 53 else 0
