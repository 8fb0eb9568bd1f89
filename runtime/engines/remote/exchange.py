"""One question to a model server and its answer, over HTTP: bounded in time, size and attempts.

Asked again only while nothing has been answered: where the server could not be reached, or says that
it is busy. Redirects, proxies of the environment and compressed answers are not taken. What a refusal
teaches, and asking differently, is `learning_exchange`'s.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

import httpx2

from runtime.engines.remote.answer import RemoteReply
from runtime.engines.remote.dialect import Dialect, JsonObject, field_of
from runtime.engines.remote.events import EventReader, LineReader
from runtime.engines.remote.failures import (
    BUSY,
    PASSING,
    asked_wait_s,
    error_text,
    is_final,
    refusal,
    stream_failure,
)
from runtime.engines.remote.lessons import TEACHING
from runtime.engines.remote.model import RemoteModel
from runtime.errors import EngineError, EngineOverloaded, PromptTooLong, RemoteError
from runtime.lenient_json import JsonValue


@dataclass(frozen=True, slots=True)
class RemoteLimits:
    """How long and how much of a server is put up with."""

    connect_s: float = 10.0
    silence_s: float = 120.0
    """The longest time without a byte, such as before the first token."""
    whole_s: float = 600.0
    attempts: int = 3
    backoff_s: float = 0.5
    most_wait_s: float = 90.0
    """A server that asks for more patience than this is not waited for."""
    most_answer_bytes: int = 16_000_000
    most_event_bytes: int = 1_000_000
    most_reply_chars: int = 1_000_000
    most_error_bytes: int = 64_000
    connections: int = 64


class Exchange:
    """A server and how it is spoken to. Used on one event loop only."""

    def __init__(
        self, dialect: Dialect, remote: RemoteModel, key: str, limits: RemoteLimits
    ) -> None:
        url = dialect.url(remote)
        self._dialect = dialect
        self._url = url
        self._remote = remote
        self._key = key
        self._limits = limits
        headers = {
            "Accept": "text/event-stream, application/x-ndjson, application/json",
            "Accept-Encoding": "identity",
            **dialect.headers(key),
        }
        self._client = httpx2.AsyncClient(
            headers=headers,
            timeout=httpx2.Timeout(limits.silence_s, connect=limits.connect_s),
            limits=httpx2.Limits(max_connections=limits.connections),
            follow_redirects=False,
            trust_env=False,
            # Made only where it is needed: it takes a while. Nothing else is ever trusted.
            verify=httpx2.create_ssl_context() if url.startswith("https:") else False,
        )

    async def ask(
        self, body: JsonObject, on_piece: Callable[[str], None]
    ) -> tuple[RemoteReply, float]:
        """The answer, whose pieces were `heard` as they came, and the ms waited to be served.

        Raises `RequestRefused` where the server says that the request itself is wrong.
        """
        content = json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
        started = time.monotonic()
        try:
            async with asyncio.timeout(self._limits.whole_s):
                for attempt in range(1, self._limits.attempts):
                    waited_ms = 1000 * (time.monotonic() - started)
                    try:
                        return await self._attempt(content, on_piece), waited_ms
                    except _TryAgain as again:
                        await asyncio.sleep(again.after_s or self._limits.backoff_s * attempt)
                waited_ms = 1000 * (time.monotonic() - started)
                try:
                    return await self._attempt(content, on_piece), waited_ms
                except _TryAgain as again:
                    raise again.error from again.error.__cause__
        except TimeoutError as error:
            raise RemoteError(
                f"{self._url} did not finish its answer in {self._limits.whole_s:g} s"
            ) from error

    async def close(self) -> None:
        await self._client.aclose()

    async def _attempt(self, content: bytes, on_piece: Callable[[str], None]) -> RemoteReply:
        answered = False
        try:
            async with self._client.stream(
                "POST", self._url, content=content, headers={"Content-Type": "application/json"}
            ) as response:
                answered = True
                if response.status_code != 200:
                    raise await self._refusal(response)
                return await self._read(response, on_piece)
        except httpx2.PoolTimeout as error:
            raise EngineOverloaded(
                f"{self._limits.connections} questions to {self._url} are under way: ask again later"
            ) from error
        except httpx2.ReadTimeout as error:
            raise RemoteError(
                f"{self._url} was silent for {self._limits.silence_s:g} s; is it overloaded, or the "
                "prompt too long for it?"
            ) from error
        except httpx2.TransportError as error:
            if answered:
                raise RemoteError(
                    f"{self._url} broke off in the middle of its answer: {self._without_key(error)}"
                ) from None
            failure = RemoteError(
                f"{self._url} cannot be reached: {self._without_key(error)}; is the server running, "
                "and is its address right?"
            )
            raise _TryAgain(failure, None) from None

    async def _refusal(self, response: httpx2.Response) -> Exception:
        text = await self._read_bounded(response, self._limits.most_error_bytes)
        error = refusal(
            response.status_code,
            self._redacted(text),
            url=self._url,
            model=self._remote.model,
            key_variable=self._remote.key_variable,
            location=self._redacted(response.headers.get("Location", "")),
        )
        if response.status_code in TEACHING and isinstance(error, RemoteError):
            if response.status_code not in PASSING:
                return RequestRefused(error, response.status_code, text)
            return _TryAgain(RequestRefused(error, response.status_code, text), None)
        if response.status_code not in BUSY | PASSING or is_final(text):
            return error
        if isinstance(error, PromptTooLong):
            return error
        after_s = asked_wait_s(dict(response.headers), text, now_s=time.time())
        if after_s is not None and after_s > self._limits.most_wait_s:
            return error
        return _TryAgain(error, after_s)

    async def _read(
        self, response: httpx2.Response, on_piece: Callable[[str], None]
    ) -> RemoteReply:
        encoding = response.headers.get("Content-Encoding", "identity")
        if encoding != "identity":
            raise RemoteError(f"{self._url} sent a compressed answer ({encoding}), unasked")
        answer = RemoteReply(most_chars=self._limits.most_reply_chars)
        kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        if kind == "text/event-stream":
            events = EventReader(most_bytes=self._limits.most_event_bytes)
            await self._read_stream(response, events, answer, on_piece)
        elif kind == "application/x-ndjson":
            lines = LineReader(most_bytes=self._limits.most_event_bytes)
            await self._read_stream(response, lines, answer, on_piece)
        else:
            await self._read_whole(response, answer, on_piece)
        for piece in answer.end():
            on_piece(piece)
        return answer

    async def _read_stream(
        self,
        response: httpx2.Response,
        events: EventReader | LineReader,
        answer: RemoteReply,
        on_piece: Callable[[str], None],
    ) -> None:
        size = 0
        async for data in response.aiter_raw():
            size += len(data)
            if size > self._limits.most_answer_bytes:
                raise self._too_large()
            for text in events.feed(data):
                if text.strip() == "[DONE]":
                    return
                self._take(text, answer, on_piece)
        for text in events.end():
            if text.strip() != "[DONE]":
                self._take(text, answer, on_piece)
        if not answer.finish_reason:
            raise RemoteError(
                f"{self._url} ended its stream in the middle of the answer; "
                f"{len(answer.reply)} characters had come; its log may say why"
            )

    async def _read_whole(
        self, response: httpx2.Response, answer: RemoteReply, on_piece: Callable[[str], None]
    ) -> None:
        """A server that does not stream answers at once."""
        text = await self._read_bounded(response, self._limits.most_answer_bytes)
        try:
            value = cast("JsonValue", json.loads(text))
        except (ValueError, RecursionError):
            message = self._redacted(error_text(text))
            raise RemoteError(f"{self._url} sent what is no answer: {message}") from None
        if not isinstance(value, dict) or not ({"choices", "error", "message"} & set(value)):
            raise RemoteError(f"{self._url} sent JSON without choices: it is no chat completion")
        self._take(text, answer, on_piece)

    def _take(self, text: str, answer: RemoteReply, on_piece: Callable[[str], None]) -> None:
        if '"error"' in text:
            self._check_error(text)
        try:
            value = cast("JsonValue", json.loads(text))
        except (ValueError, RecursionError) as error:
            raise RemoteError(f"the model server sent what is no JSON: {text[:80]!r}") from error
        if not isinstance(value, dict):
            raise RemoteError(f"the model server sent what is no answer: {text[:80]!r}")
        for piece in self._dialect.read(value, answer):
            on_piece(piece)

    def _check_error(self, text: str) -> None:
        try:
            value = cast("JsonValue", json.loads(self._redacted(text)))
        except (ValueError, RecursionError):
            return
        if not isinstance(value, dict):
            return
        # The Responses API tells it of the whole response.
        failed = value.get("error") or field_of(value, "response", "error")
        if failed:
            raise stream_failure(failed, url=self._url, model=self._remote.model)

    async def _read_bounded(self, response: httpx2.Response, most_bytes: int) -> str:
        data = bytearray()
        async for piece in response.aiter_raw():
            data += piece
            if len(data) > most_bytes:
                if response.is_success:
                    raise self._too_large()
                break
        return bytes(data[:most_bytes]).decode("utf-8", "replace")

    def _too_large(self) -> RemoteError:
        return RemoteError(
            f"{self._url} sent more than {self._limits.most_answer_bytes:,} bytes in one answer"
        )

    def _without_key(self, error: Exception) -> str:
        return self._redacted(str(error) or type(error).__name__)

    def _redacted(self, text: str) -> str:
        return text.replace(self._key, "***") if self._key else text


class RequestRefused(Exception):
    """The server says what is wrong with the request. `error` is what to tell if that teaches nothing."""

    def __init__(self, error: RemoteError, status: int, text: str) -> None:
        super().__init__(str(error))
        self.error = error
        self.status = status
        self.text = text


class _TryAgain(Exception):
    """Nothing was answered yet; after a while it may be."""

    def __init__(self, error: EngineError | RequestRefused, after_s: float | None) -> None:
        super().__init__(str(error))
        self.error = error
        self.after_s = after_s
