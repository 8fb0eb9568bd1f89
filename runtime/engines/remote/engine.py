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
from runtime.cancellation import Cancellation
from runtime.engine import Decided, Prompt, TextListener
from runtime.engines.remote.address import completions_url
from runtime.engines.remote.answer import RemoteReply
from runtime.engines.remote.exchange import Exchange, RemoteLimits
from runtime.engines.remote.model import RemoteModel
from runtime.engines.remote.request import JsonObject, needs_grammar, request_body
from runtime.engines.sampling import TokenSampling
from runtime.episode import Decision, Unparsed
from runtime.errors import EngineClosed, UnsupportedPolicy
from runtime.observation import Observation
from runtime.prompts.format import PromptFormat


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
        self._url = completions_url(remote)
        self._remote = remote
        self._format = prompt_format
        self._sampling = TokenSampling() if sampling is None else sampling
        self._lock = threading.Lock()
        self._closed = False
        self._asked: set[Future[tuple[RemoteReply, float]]] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._loop.run_forever, name=f"remote {remote.model}", daemon=True
        )
        self._thread.start()
        self._exchange = asyncio.run_coroutine_threadsafe(
            _open(self._url, remote, key, RemoteLimits() if limits is None else limits), self._loop
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
        body = self._body(prompt)
        prompt_ms = 1000 * (time.monotonic() - started)
        audience = _Hearing(on_text, cancel)
        with self._lock:
            if self._closed:
                raise EngineClosed("this remote policy was closed: load it again")
            future = asyncio.run_coroutine_threadsafe(
                self._exchange.ask(body, audience.on_piece), self._loop
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

    def _body(self, prompt: Prompt) -> JsonObject:
        constraint = self._remote.constraint
        grammar = self._format.grammar(prompt.observation) if needs_grammar(constraint) else ""
        parts = self._format.render(prompt).parts
        return request_body(parts, self._remote, self._sampling, grammar=grammar)

    def _read(self, answer: RemoteReply, observation: Observation) -> Decision:
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


async def _open(url: str, remote: RemoteModel, key: str, limits: RemoteLimits) -> Exchange:
    return Exchange(url, remote, key, limits)


async def _shut(exchange: Exchange) -> None:
    """Let every question come to its end, then the connections."""
    others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await exchange.close()


def _end(future: Future[tuple[RemoteReply, float]]) -> None:
    future.cancel()
