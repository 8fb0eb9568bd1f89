"""A client of the control service that knows nothing but the wire: for tests and measurements."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING, TypeVar

import grpc
import grpc.aio
from google.protobuf.empty_pb2 import Empty
from google.protobuf.message import Message

from phoneworld.emulator.methods import CONTROLLER, SNAPSHOTS
from phoneworld.emulator.stubs import emulator_pb2 as pb

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

Answer = TypeVar("Answer", bound=Message)
Point = tuple[int, int]


class ControlClient:
    """One connection. `local`: with the credentials that android_env uses, instead of none."""

    def __init__(self, address: str, *, local: bool = False) -> None:
        options = [("grpc.max_receive_message_length", -1)]
        if local:
            credentials = grpc.local_channel_credentials()
            self._channel = grpc.aio.secure_channel(address, credentials, options)
        else:
            self._channel = grpc.aio.insecure_channel(address, options)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self._channel.close()

    async def call(
        self, method: str, request: Message, answer: type[Answer], *, service: str = CONTROLLER
    ) -> Answer:
        """Call a method by name."""
        call = self._channel.unary_unary(
            f"/{service}/{method}",
            request_serializer=_serialize,
            response_deserializer=answer.FromString,
        )
        return await call(request)

    async def screenshot(self, wanted: pb.ImageFormat | None = None) -> pb.Image:
        return await self.call("getScreenshot", wanted or pb.ImageFormat(), pb.Image)

    async def screenshots(self, wanted: pb.ImageFormat | None = None) -> AsyncGenerator[pb.Image]:
        """The stream of screenshots, until it is left."""
        method = self._channel.unary_stream(
            f"/{CONTROLLER}/streamScreenshot",
            request_serializer=_serialize,
            response_deserializer=pb.Image.FromString,
        )
        call = method(wanted or pb.ImageFormat())
        try:
            async for image in call:
                yield image
        finally:
            call.cancel()

    async def touch(self, *touches: pb.Touch) -> None:
        await self.call("sendTouch", pb.TouchEvent(touches=touches), Empty)

    async def press(self, at: Point, *, finger: int = 0) -> None:
        """Put a finger somewhere, or move it there."""
        await self.touch(pb.Touch(x=at[0], y=at[1], identifier=finger, pressure=1))

    async def lift(self, at: Point = (0, 0), *, finger: int = 0) -> None:
        await self.touch(pb.Touch(x=at[0], y=at[1], identifier=finger, pressure=0))

    async def tap(self, at: Point) -> None:
        await self.press(at)
        await self.lift(at)

    async def key(self, event: pb.KeyboardEvent) -> None:
        await self.call("sendKey", event, Empty)

    async def snapshot(self, method: str, name: str) -> pb.SnapshotPackage:
        """Save, load or delete a snapshot: `SaveSnapshot` and so on."""
        request = pb.SnapshotPackage(snapshot_id=name)
        return await self.call(method, request, pb.SnapshotPackage, service=SNAPSHOTS)


def _serialize(message: Message) -> bytes:
    return message.SerializeToString()
