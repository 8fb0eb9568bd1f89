"""`DeviceService`: phones, over gRPC, without a policy."""

# ruff: noqa: N802, ARG002 - methods have the names and arguments that the wire gives them

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import grpc
from phonebuddy.v1 import device_service_pb2 as pb
from phonebuddy.v1 import device_service_pb2_grpc

from runtime.errors import TooManyCalls, WrongState
from runtime.observation import Observation
from runtime.server.codec.actions import read_action
from runtime.server.codec.devices import write_device
from runtime.server.codec.fields import read_name, read_number, read_text, wire_text
from runtime.server.codec.observations import write_observation
from runtime.server.codec.runs import QUESTION
from runtime.server.codec.steps import write_performed
from runtime.server.guarded_phones import GuardedPhones
from runtime.server.ports import DevicePort, RunControlPort
from runtime.server.workers import WorkerThreads

FASTEST_FPS = 10.0
_FPS = 5.0
_SLOWEST_FPS = 0.01
# How long a mirror of a phone that a run holds waits in its thread, which outlives its client.
_LOOK_TIMEOUT_S = 1.0
_RETRY_AFTER_S = 5.0

Context = grpc.aio.ServicerContext[Any, Any]


@dataclass(frozen=True, slots=True)
class DeviceParts:
    """What the service works with. `mirroring` has a thread for each mirror."""

    phones: DevicePort
    desk: RunControlPort
    acting: WorkerThreads
    mirroring: WorkerThreads
    most_mirrors: int
    guarded: GuardedPhones


class DeviceService(device_service_pb2_grpc.DeviceServiceServicer):
    """See device_service.proto."""

    def __init__(self, parts: DeviceParts) -> None:
        self._parts = parts
        self._phones = parts.phones
        self._mirrors = 0
        self._ending = asyncio.Event()

    def close(self) -> None:
        """Let the mirrors end."""
        self._ending.set()

    async def ListDevices(
        self, request: pb.ListDevicesRequest, context: Context
    ) -> pb.ListDevicesResponse:
        devices = await self._parts.acting.run(self._phones.list)
        return pb.ListDevicesResponse(devices=[write_device(device) for device in devices])

    async def Observe(self, request: pb.ObserveRequest, context: Context) -> pb.ObserveResponse:
        address = read_name(request.device, "device")
        look = await self._parts.acting.run(self._look, address, screenshot=request.screenshot)
        if not request.guarded:
            return pb.ObserveResponse(observation=write_observation(look))
        seen = await self._parts.acting.run(self._parts.guarded.seen, address, look)
        return pb.ObserveResponse(
            observation=write_observation(seen.observation), withheld=wire_text(seen.withheld)
        )

    async def Perform(self, request: pb.PerformRequest, context: Context) -> pb.PerformResponse:
        address = read_name(request.device, "device")
        action = read_action(request.action, "action")
        look = read_text(request.observation_id, "observation_id")
        if not request.guarded:
            performed = await self._parts.acting.run(self._phones.perform, address, action, look)
            return pb.PerformResponse(performed=write_performed(performed))
        approved = read_text(request.approved_question, "approved_question")
        act = await self._parts.acting.run(
            self._parts.guarded.perform, address, action, look, approved=approved
        )
        return pb.PerformResponse(
            performed=None if act.performed is None else write_performed(act.performed),
            question=None if act.question is None else QUESTION.write(act.question),
            refusal=wire_text(act.refusal),
        )

    async def Mirror(
        self, request: pb.MirrorRequest, context: Context
    ) -> AsyncGenerator[pb.MirrorResponse]:
        address = read_name(request.device, "device")
        fps = request.frames_per_second or _FPS
        fps = read_number(fps, "frames_per_second", least=_SLOWEST_FPS, most=FASTEST_FPS)
        if self._mirrors >= self._parts.most_mirrors:
            raise TooManyCalls(
                f"{self._mirrors} screens are mirrored already: try again later",
                retry_after_s=_RETRY_AFTER_S,
            )
        self._mirrors += 1
        try:
            number, shown = 0, None
            while not self._ending.is_set():
                due = asyncio.get_running_loop().time() + 1 / fps
                number, look = await self._parts.mirroring.run(
                    self._phones.next_look,
                    address,
                    after=number,
                    timeout_s=_LOOK_TIMEOUT_S,
                    screenshot=request.screenshots,
                )
                if look is not None:
                    frame = look if request.screenshots else replace(look, screenshot=None)
                    if shown is None or not _same_screen(frame, shown):
                        shown = frame
                        yield pb.MirrorResponse(observation=write_observation(frame))
                await self._pause_until(due)
        finally:
            self._mirrors -= 1

    async def CloseDevice(
        self, request: pb.CloseDeviceRequest, context: Context
    ) -> pb.CloseDeviceResponse:
        address = read_name(request.device, "device")
        await self._parts.acting.run(self._phones.close_device, address)
        return pb.CloseDeviceResponse()

    def _look(self, address: str, *, screenshot: bool) -> Observation:
        run_id = self._parts.desk.run_on(address)
        if run_id:
            # A run that stands still can look anew; of one that does not, the newest look must do.
            with suppress(WrongState):
                self._parts.desk.look(run_id)
        return self._phones.observe(address, screenshot=screenshot)

    async def _pause_until(self, due: float) -> None:
        left = due - asyncio.get_running_loop().time()
        if left > 0:
            try:
                async with asyncio.timeout(left):
                    await self._ending.wait()
            except TimeoutError:
                return


def _same_screen(one: Observation, other: Observation) -> bool:
    """Whether two looks show the same, whenever they were taken."""
    return replace(one, id="", time_s=0.0) == replace(other, id="", time_s=0.0)
