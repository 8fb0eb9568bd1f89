"""`RemoteEngine`: a policy on a model server, asked over HTTP from an event loop of its own.

Cancelling a question closes its connection, which is how servers learn to stop decoding.
"""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import CancelledError, Future
from dataclasses import replace

from runtime.action_text import parse_reply as parse_tool_call
from runtime.actions import Finish, FinishStatus
from runtime.cancellation import Cancellation
from runtime.engine import Decided, Prompt, TextListener
from runtime.engines.remote.answer import RemoteReply
from runtime.engines.remote.chat_completions import needs_grammar
from runtime.engines.remote.dialect import Dialect, ModelQuestion
from runtime.engines.remote.dialects import dialect_of
from runtime.engines.remote.exchange import Exchange, RemoteLimits
from runtime.engines.remote.learning_exchange import LearningExchange
from runtime.engines.remote.model import RemoteModel
from runtime.engines.sampling import TokenSampling
from runtime.episode import Decision, Unparsed
from runtime.errors import EngineClosed, UnsupportedPolicy
from runtime.observation import Observation
from runtime.prompts.format import PromptFormat
from runtime.prompts.tools import ToolsFormat


class RemoteEngine:
    """Keeps nothing of a session: the server's own prefix cache sees what prompts share."""

    def __init__(
        self,
        remote: RemoteModel,
        prompt_format: PromptFormat,
        *,
        key: str = "",
        sampling: TokenSampling | None = None,
        limits: RemoteLimits | None = None,
    ) -> None:
        """`key` is the content of the variable that `remote` names, never written anywhere."""
        if key and not (key.isascii() and key.isprintable() and " " not in key):
            raise UnsupportedPolicy(
                f"what {remote.key_variable} holds cannot be a key: it has spaces or strange characters"
            )
        dialect = dialect_of(remote.dialect)
        dialect.url(remote)  # refused here, before there is a thread
        self._remote = remote
        self._format = prompt_format
        self._lock = threading.Lock()
        self._closed = False
        self._asked: set[Future[tuple[RemoteReply, float]]] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._loop.run_forever, name=f"remote {remote.model}", daemon=True
        )
        self._thread.start()
        self._exchange = asyncio.run_coroutine_threadsafe(
            _open(
                dialect,
                remote,
                key,
                RemoteLimits() if limits is None else limits,
                TokenSampling() if sampling is None else sampling,
            ),
            self._loop,
        ).result()

    @property
    def wants_screenshot(self) -> bool:
        return self._format.observation.has_screenshot

    def decide(
        self,
        prompt: Prompt,
        *,
        session: str = "",  # noqa: ARG002 - nothing is kept for one
        on_text: TextListener | None = None,
        cancel: Cancellation | None = None,
    ) -> Decided:
        if cancel is not None:
            cancel.check()
        started = time.monotonic()
        question = self._question(prompt)
        prompt_ms = 1000 * (time.monotonic() - started)
        audience = _Hearing(on_text, cancel)
        with self._lock:
            if self._closed:
                raise EngineClosed("this remote policy was closed: load it again")
            future = asyncio.run_coroutine_threadsafe(
                self._exchange.ask(question, audience.on_piece), self._loop
            )
            self._asked.add(future)
        forget = (lambda: None) if cancel is None else cancel.listen(lambda: _end(future))
        asked = time.monotonic()
        try:
            answer, queue_ms = future.result()
        except CancelledError:
            if cancel is not None:
                cancel.check()
            raise EngineClosed("this remote policy was closed while it was asked") from None
        finally:
            audience.end()
            forget()
            with self._lock:
                self._asked.discard(future)
        ended = time.monotonic()
        first = ended if audience.first_s is None else audience.first_s
        usage = replace(
            answer.usage,
            prompt_ms=prompt_ms,
            queue_ms=queue_ms,
            first_token_ms=max(0.0, 1000 * (first - asked) - queue_ms),
            decode_ms=1000 * (ended - first),
            cost_dollars=answer.all_counts.cost(self._remote.price),
        )
        return Decided(self._read(answer, prompt.observation), usage)

    def end_session(self, session: str) -> None:
        """Nothing is kept for any."""

    def close(self) -> None:
        with self._lock:
            if self._closed:
                return
            self._closed = True
            asked = list(self._asked)
        for future in asked:
            _end(future)
        asyncio.run_coroutine_threadsafe(_shut(self._exchange), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _question(self, prompt: Prompt) -> ModelQuestion:
        constraint = self._remote.constraint
        grammar = self._format.grammar(prompt.observation) if needs_grammar(constraint) else ""
        rendered = self._format.render(prompt)
        tools = self._format.tools if isinstance(self._format, ToolsFormat) else ()
        system = rendered.system if tools else 0
        return ModelQuestion(rendered.parts, system, tools, grammar)

    def _read(self, answer: RemoteReply, observation: Observation) -> Decision:
        if isinstance(self._format, ToolsFormat):
            return _read_tools(self._format, answer, observation)
        decision = self._format.parse_reply(answer.reply, observation)
        if not isinstance(decision.action, Unparsed):
            return decision
        # The format knows neither the server's calls nor its reasoning: those are read for it.
        if answer.calls:
            called = parse_tool_call(answer.reply)
            return decision if isinstance(called.action, Unparsed) else called
        if answer.reasoning:
            parsed = self._format.parse_reply(answer.content, observation)
            if not isinstance(parsed.action, Unparsed):
                return Decision(parsed.action, parsed.thought or answer.reasoning, answer.reply)
        return decision


def _read_tools(form: ToolsFormat, answer: RemoteReply, observation: Observation) -> Decision:
    """What a general model decided. Of several calls the first counts: the others were made blindly."""
    thought = "\n".join(text for text in (answer.reasoning, answer.content.strip()) if text)
    if answer.calls:
        call = answer.calls[0]
        return form.read_call(call.name, call.arguments, thought=thought, reply=answer.reply)
    if answer.refusal:
        return Decision(Finish(answer.refusal, FinishStatus.REFUSED), thought, answer.reply)
    if answer.cut_off:
        reason = "the reply was cut off before it called a tool: think less, call one tool"
        return Decision(Unparsed(answer.reply, reason), thought, answer.reply)
    return form.parse_reply(answer.reply, observation)


class _Hearing:
    """Hands pieces on until the question has ended, for whatever reason."""

    def __init__(self, listener: TextListener | None, cancel: Cancellation | None) -> None:
        self._listener = listener
        self._cancel = cancel
        self._lock = threading.Lock()
        self.first_s: float | None = None

    def on_piece(self, piece: str) -> None:
        if self._cancel is not None:
            self._cancel.check()
        with self._lock:
            if self.first_s is None:
                self.first_s = time.monotonic()
            if self._listener is not None:
                self._listener(piece)

    def end(self) -> None:
        with self._lock:
            self._listener = None


async def _open(
    dialect: Dialect, remote: RemoteModel, key: str, limits: RemoteLimits, sampling: TokenSampling
) -> LearningExchange:
    exchange = Exchange(dialect, remote, key, limits)
    return LearningExchange(exchange, dialect, remote, sampling)


async def _shut(exchange: LearningExchange) -> None:
    """Let every question come to its end, then the connections."""
    others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await exchange.close()


def _end(future: Future[tuple[RemoteReply, float]]) -> None:
    future.cancel()
