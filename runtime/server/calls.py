"""What every call goes through: the token, time limits, errors as statuses, counting.

Messages are read and written here rather than by gRPC, because what cannot be read must be an
`INVALID_ARGUMENT` like any other wrong request. A service raises our errors and knows no status.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, Self, cast

import grpc
from google.protobuf.message import DecodeError

from runtime.errors import InvalidRequest, TooSlow, Unauthenticated
from runtime.server.codec.fields import wire_text
from runtime.server.status import CallStatus, status_of

if TYPE_CHECKING:
    # One kind of message in and one out, known to each method only. Generic for type checkers.
    Context = grpc.aio.ServicerContext[Any, Any]
    Handler = grpc.RpcMethodHandler[Any, Any]
    Continuation = Callable[[grpc.HandlerCallDetails], Awaitable[Handler | None]]
    Answer = Callable[[Any, Context], Awaitable[Any]]
    Stream = Callable[[Any, Context], AsyncGenerator[Any]]

Counter = Callable[[str, str, float], None]
"""Told of each call's method, status code and seconds."""

TIME_LIMIT_S = 60.0
PATIENCE_S = 120.0
"""How long a client may leave a message of a stream unread."""
OPEN_TO_ALL = "/grpc.health.v1.Health/"
"""Methods that need no token."""


class CallGate(grpc.aio.ServerInterceptor):
    """Lets calls in, and answers for those that fail.

    `time_limits_s` are those of single methods, by their full name; streams have none. Without
    `token`, every call is let in.
    """

    def __init__(
        self,
        *,
        token: str = "",
        time_limits_s: Mapping[str, float] | None = None,
        count: Counter | None = None,
    ) -> None:
        self._token = token.encode()
        self._time_limits_s = dict(time_limits_s or {})
        self._count = count

    async def intercept_service(
        self, continuation: Continuation, handler_call_details: grpc.HandlerCallDetails
    ) -> Handler | None:
        """The method's own handler, behind the gate."""
        handler = await continuation(handler_call_details)
        if handler is None:
            return None
        method = handler_call_details.method
        if not self._may_enter(method, handler_call_details):
            return _refusing(handler)
        if handler.request_streaming or handler.response_streaming:
            return self._streaming(handler, method)
        return self._answering(handler, method)

    def _may_enter(self, method: str, call: grpc.HandlerCallDetails) -> bool:
        if not self._token or method.startswith(OPEN_TO_ALL):
            return True
        for key, value in call.invocation_metadata:
            if key == "authorization":
                given = value if isinstance(value, bytes) else value.encode()
                return hmac.compare_digest(given, b"Bearer " + self._token)
        return False

    def _answering(self, handler: Handler, method: str) -> Handler:
        answer = cast("Answer", handler.unary_unary)
        limit_s = self._time_limits_s.get(method, TIME_LIMIT_S)

        async def behave(data: bytes, context: Context) -> bytes:
            with _Counted(method, self._count) as counted:
                try:
                    async with asyncio.timeout(limit_s):
                        reply = await answer(_read(handler, data), context)
                    return _written(handler, reply)
                except TimeoutError:
                    status = status_of(TooSlow(f"{method} took longer than {limit_s:g} s"))
                except grpc.aio.AbortError:
                    counted.code = context.code().name
                    raise
                except Exception as error:  # noqa: BLE001 - every failure becomes a status here
                    status = status_of(error)
                counted.code = status.code.name
                return await _abort(context, status)

        return grpc.unary_unary_rpc_method_handler(cast("Any", behave))

    def _streaming(self, handler: Handler, method: str) -> Handler:
        stream = cast("Stream", handler.unary_stream or handler.stream_stream)

        async def behave(incoming: Any, context: Context) -> None:  # noqa: ANN401 - bytes, or a stream of them
            with _Counted(method, self._count) as counted:
                try:
                    if handler.request_streaming:
                        request = _read_each(handler, incoming)
                    else:
                        request = _read(handler, incoming)
                    async with aclosing(stream(request, context)) as replies:
                        async for reply in replies:
                            await _send(context, _written(handler, reply))
                    return
                except grpc.aio.AbortError:
                    counted.code = context.code().name
                    raise
                except Exception as error:  # noqa: BLE001 - every failure becomes a status here
                    status = status_of(error)
                counted.code = status.code.name
                await _abort(context, status)

        if handler.request_streaming:
            return grpc.stream_stream_rpc_method_handler(cast("Any", behave))
        return grpc.unary_stream_rpc_method_handler(cast("Any", behave))


class _Counted:
    """Counts a call when it is over, however that came about."""

    def __init__(self, method: str, count: Counter | None) -> None:
        self._method = method
        self._count = count
        self._begun_s = asyncio.get_running_loop().time()
        self.code = "OK"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None and issubclass(kind, asyncio.CancelledError | GeneratorExit):
            self.code = "CANCELLED"
        if self._count is not None:
            seconds = asyncio.get_running_loop().time() - self._begun_s
            self._count(self._method, self.code, seconds)


def _refusing(handler: Handler) -> Handler:
    """A handler that lets nobody in, of the same kind."""
    status = status_of(
        Unauthenticated(
            "this server wants its token: send the metadata 'authorization: Bearer TOKEN'"
        )
    )

    async def refuse(_request: object, context: Context) -> None:
        await _abort(context, status)

    match (handler.request_streaming, handler.response_streaming):
        case (False, False):
            return grpc.unary_unary_rpc_method_handler(cast("Any", refuse))
        case (False, True):
            return grpc.unary_stream_rpc_method_handler(cast("Any", refuse))
        case (True, False):
            return grpc.stream_unary_rpc_method_handler(cast("Any", refuse))
        case _:
            return grpc.stream_stream_rpc_method_handler(cast("Any", refuse))


async def _send(context: Context, data: bytes) -> None:
    """Send a message of a stream, to a client that reads."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            await context.write(data)
    except TimeoutError as error:
        raise TooSlow(f"nothing was read for {PATIENCE_S:g} s: call again to go on") from error


async def _abort(context: Context, status: CallStatus) -> Any:  # noqa: ANN401 - it never returns
    await context.abort(status.code, wire_text(status.message), status.trailers)


def _read(handler: Handler, data: bytes) -> Any:  # noqa: ANN401 - the method's own message
    try:
        return handler.request_deserializer(data) if handler.request_deserializer else data
    except DecodeError as error:
        raise InvalidRequest("request", "these bytes are no message of this method") from error


async def _read_each(handler: Handler, incoming: AsyncIterator[bytes]) -> AsyncIterator[Any]:
    async for data in incoming:
        yield _read(handler, data)


def _written(handler: Handler, reply: Any) -> bytes:  # noqa: ANN401 - the method's own message
    return handler.response_serializer(reply) if handler.response_serializer else reply
