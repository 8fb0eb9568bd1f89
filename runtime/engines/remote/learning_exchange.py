"""Asks a server, and asks again differently where its refusal says how: see `lessons`.

A reply that used up its tokens before it called a tool is asked for once more with more room: models
that reason need it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

from runtime.engines.remote.answer import RemoteReply, TokenCounts
from runtime.engines.remote.dialect import Dialect, JsonObject, ModelQuestion
from runtime.engines.remote.exchange import Exchange, RequestRefused
from runtime.engines.remote.lessons import Lessons, Refused, learn
from runtime.engines.remote.model import RemoteModel
from runtime.engines.sampling import TokenSampling
from runtime.errors import RemoteError
from runtime.prompts.format import ImagePart, TextPart
from runtime.prompts.tool_declarations import ToolDeclaration

MOST_LESSONS = 8
MOST_REPLY_TOKENS = 32_768
_MORE_ROOM = 4


class LearningExchange:
    """An `Exchange` with what was learnt of its server so far. Used on one event loop only."""

    def __init__(
        self, exchange: Exchange, dialect: Dialect, remote: RemoteModel, sampling: TokenSampling
    ) -> None:
        self._exchange = exchange
        self._dialect = dialect
        self._remote = remote
        self._sampling = sampling
        self.lessons = Lessons()

    async def ask(
        self, question: ModelQuestion, on_piece: Callable[[str], None]
    ) -> tuple[RemoteReply, float]:
        """As `Exchange.ask`, in the way that this server wants it."""
        earlier = TokenCounts()
        for _ in range(MOST_LESSONS):
            asked = question
            if self.lessons.without_pictures:
                asked = _without_pictures(asked)
            if self.lessons.without_tools:
                asked = _told_in_text(asked)
            body = self._body(asked)
            try:
                reply, waited_ms = await self._exchange.ask(body, on_piece)
            except RequestRefused as refused:
                self._learn(refused, body, asked)
                continue
            reply.earlier = earlier
            if not (question.tools and reply.cut_off and not reply.calls):
                return reply, waited_ms
            if not self._give_more_room():
                return reply, waited_ms
            earlier = reply.all_counts
        raise RemoteError(
            f"{self._remote.url} refused the request {MOST_LESSONS} times, each time for another reason"
        )

    async def close(self) -> None:
        await self._exchange.close()

    def _body(self, question: ModelQuestion) -> JsonObject:
        body = self._dialect.body(question, self._remote, self._sampling, self.lessons)
        return self.lessons.applied(body)

    def _learn(self, refused: RequestRefused, body: JsonObject, asked: ModelQuestion) -> None:
        known = Refused(refused.status, refused.text, body, asked.has_pictures)
        lessons = learn(known, self.lessons)
        if lessons is None:
            raise refused.error from None
        if lessons.without_pictures and not self.lessons.without_pictures:
            _check_seeing(asked, refused.error)
        self.lessons = lessons

    def _give_more_room(self) -> bool:
        now = self.lessons.reply_tokens or self._sampling.max_reply_tokens
        if self.lessons.reply_tokens or now >= MOST_REPLY_TOKENS:
            return False
        more = min(MOST_REPLY_TOKENS, _MORE_ROOM * now)
        self.lessons = replace(self.lessons, reply_tokens=more)
        return True


def _check_seeing(question: ModelQuestion, error: RemoteError) -> None:
    """A policy that is shown nothing but pictures cannot go on without them."""
    if not any(tool.names_elements for tool in question.tools):
        raise RemoteError(f"the model sees no pictures, and is shown nothing else: {error}")


def _without_pictures(question: ModelQuestion) -> ModelQuestion:
    return replace(
        question, parts=tuple(part for part in question.parts if not isinstance(part, ImagePart))
    )


def _told_in_text(question: ModelQuestion) -> ModelQuestion:
    """The question with its tools in words, for models without native calls."""
    told = "\n".join(_as_json(tool) for tool in question.tools)
    text = (
        f"\n# Tools\n{told}\n\nReply with one call, in this form:\n<tool_call>\n"
        '{"name": "the tool", "arguments": {"its": "arguments"}}\n</tool_call>\n'
    )
    rules = TextPart(question.rules + text)
    return replace(question, parts=(rules, *question.shown), system=1, tools=())


def _as_json(tool: ToolDeclaration) -> str:
    return json.dumps(
        {"name": tool.name, "description": tool.description, "parameters": tool.parameters},
        ensure_ascii=False,
    )
