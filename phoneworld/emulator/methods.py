"""The two services as gRPC finds them: methods by name, and a status for each refusal.

Declared by name, because the stubs live in a package of their own (see emulator.proto).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, TypeAlias, TypeVar

import grpc
import grpc.aio
from google.protobuf.empty_pb2 import Empty
from google.protobuf.message import Message

from phoneworld.adb.session import AdbSession
from phoneworld.emulator.errors import EmulatorError, InvalidEmulatorRequest
from phoneworld.emulator.service import EmulatorService
from phoneworld.emulator.snapshot_service import SnapshotService
from phoneworld.emulator.stubs import emulator_pb2 as pb

CONTROLLER = "android.emulation.control.EmulatorController"
SNAPSHOTS = "android.emulation.control.SnapshotService"

Request = TypeVar("Request", bound=Message)


class Answer(Protocol):
    """A message, or what is written as one."""

    def SerializeToString(self) -> bytes:  # noqa: N802  # as messages call it
        """What is sent."""
        ...


if TYPE_CHECKING:
    # Generic in the messages of one method, for type checkers only; these stand for all methods.
    _Handler: TypeAlias = grpc.RpcMethodHandler[Any, Any]
    _Context: TypeAlias = grpc.aio.ServicerContext[Any, Any]


class Methods(grpc.GenericRpcHandler):
    """Answers all calls to both services, also those that a phone does not offer."""

    def __init__(
        self, session: AdbSession, service: EmulatorService, snapshots: SnapshotService
    ) -> None:
        self._session = session
        self._handlers = _controller(service) | _snapshots(snapshots)

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> _Handler | None:
        path = handler_call_details.method
        handler = self._handlers.get(path)
        if handler is None and path.startswith((f"/{CONTROLLER}/", f"/{SNAPSHOTS}/")):
            name = path.rpartition("/")[2]
            self._session.journal.miss(f"emulator {name}")
            return _refusal(name, sorted(known.rpartition("/")[2] for known in self._handlers))
        return handler


def _controller(service: EmulatorService) -> dict[str, _Handler]:
    return _at(
        CONTROLLER,
        {
            "getStatus": _unary(service.get_status, Empty),
            "getVmState": _unary(service.get_vm_state, Empty),
            "setVmState": _unary(service.set_vm_state, pb.VmRunState),
            "getDisplayConfigurations": _unary(service.get_display_configurations, Empty),
            "getBattery": _unary(service.get_battery, Empty),
            "setBattery": _unary(service.set_battery, pb.BatteryState),
            "getScreenshot": _unary(service.get_screenshot, pb.ImageFormat),
            "streamScreenshot": _stream(service.stream_screenshot, pb.ImageFormat),
            "sendTouch": _unary(service.send_touch, pb.TouchEvent),
            "sendMouse": _unary(service.send_mouse, pb.MouseEvent),
            "sendKey": _unary(service.send_key, pb.KeyboardEvent),
            "getClipboard": _unary(service.get_clipboard, Empty),
            "setClipboard": _unary(service.set_clipboard, pb.ClipData),
        },
    )


def _snapshots(service: SnapshotService) -> dict[str, _Handler]:
    return _at(
        SNAPSHOTS,
        {
            "ListSnapshots": _unary(service.list_snapshots, pb.SnapshotFilter),
            "SaveSnapshot": _unary(service.save_snapshot, pb.SnapshotPackage),
            "LoadSnapshot": _unary(service.load_snapshot, pb.SnapshotPackage),
            "DeleteSnapshot": _unary(service.delete_snapshot, pb.SnapshotPackage),
        },
    )


def _at(service: str, handlers: Mapping[str, _Handler]) -> dict[str, _Handler]:
    return {f"/{service}/{name}": handler for name, handler in handlers.items()}


def _unary(method: Callable[[Request], Awaitable[Answer]], kind: type[Request]) -> _Handler:
    async def answer(request: Request, context: _Context) -> Answer:
        try:
            return await method(request)
        except EmulatorError as error:
            await _refuse(context, error)

    return grpc.unary_unary_rpc_method_handler(
        answer,  # pyright: ignore[reportArgumentType]  # the types know threads only, no coroutines
        request_deserializer=kind.FromString,
        response_serializer=_serialize,
    )


def _stream(method: Callable[[Request], AsyncIterator[Answer]], kind: type[Request]) -> _Handler:
    async def answer(request: Request, context: _Context) -> AsyncIterator[Answer]:
        try:
            async for message in method(request):
                yield message
        except EmulatorError as error:
            await _refuse(context, error)

    return grpc.unary_stream_rpc_method_handler(
        answer,  # pyright: ignore[reportArgumentType]  # as above
        request_deserializer=kind.FromString,
        response_serializer=_serialize,
    )


def _serialize(message: Answer) -> bytes:
    return message.SerializeToString()


def _refusal(name: str, offered: list[str]) -> _Handler:
    async def answer(request: bytes, context: _Context) -> NoReturn:
        del request
        await context.abort(
            grpc.StatusCode.UNIMPLEMENTED,
            f"a PhoneWorld phone does not offer {name}; it offers {', '.join(offered)}",
        )

    return grpc.unary_unary_rpc_method_handler(answer)  # pyright: ignore[reportArgumentType]  # as above


async def _refuse(context: _Context, error: EmulatorError) -> NoReturn:
    code = grpc.StatusCode.UNIMPLEMENTED
    if isinstance(error, InvalidEmulatorRequest):
        code = grpc.StatusCode.INVALID_ARGUMENT
    await context.abort(code, str(error))
