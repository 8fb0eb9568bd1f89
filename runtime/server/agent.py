"""`AgentService`: runs, over gRPC. Reads requests, asks the desk or the archive, writes answers."""

# ruff: noqa: N802, ARG002 - methods have the names and arguments that the wire gives them

from __future__ import annotations

import shutil
import tempfile
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

import grpc
from phonebuddy.v1 import agent_service_pb2 as pb
from phonebuddy.v1 import agent_service_pb2_grpc

from runtime.errors import NoScreenshot
from runtime.observation import Observation
from runtime.runs.model import Limits, Looked
from runtime.runs.queries import RunQuery
from runtime.server.codec.actions import read_action
from runtime.server.codec.fields import TEXT, read_count, read_name, read_text, wire_text
from runtime.server.codec.observations import write_observation, write_screenshot
from runtime.server.codec.replays import write_replay_check
from runtime.server.codec.runs import (
    RUN_STATES,
    read_replay_values,
    read_response,
    read_run_request,
    read_when_busy,
    write_event,
    write_run,
)
from runtime.server.codec.steps import write_performed, write_step
from runtime.server.feeds import RunFeeds, Written
from runtime.server.ports import RunArchive, RunControlPort
from runtime.server.workers import WorkerThreads

MOST_RUNS_A_PAGE = 1_000
MOST_STEPS_A_PAGE = 200
_RUNS_A_PAGE = 50
_STEPS_A_PAGE = 50
_LARGEST_PAGE = 16 * 1024 * 1024
_PIECE = 1024 * 1024
# So far back lies the look that an action in the middle of a step was chosen on, at most.
_EVENTS_OF_A_STEP = 20

T = TypeVar("T")
# What comes in and goes out is each method's own.
Context = grpc.aio.ServicerContext[Any, Any]


class _OfRun(Protocol):
    @property
    def run_id(self) -> str: ...


@dataclass(frozen=True, slots=True)
class AgentParts:
    """What the service works with."""

    desk: RunControlPort
    archive: RunArchive
    feeds: RunFeeds
    steering: WorkerThreads
    acting: WorkerThreads
    reading: WorkerThreads
    limits: Limits


class AgentService(agent_service_pb2_grpc.AgentServiceServicer):
    """See agent_service.proto."""

    def __init__(self, parts: AgentParts) -> None:
        self._parts = parts
        self._desk = parts.desk
        self._archive = parts.archive

    async def StartRun(self, request: pb.StartRunRequest, context: Context) -> pb.StartRunResponse:
        key = read_text(request.idempotency_key, "idempotency_key")
        asked = read_run_request(request, self._parts.limits)
        run = await self._steer(lambda: self._desk.start(asked, key=key))
        return pb.StartRunResponse(run=write_run(run))

    async def ContinueRun(
        self, request: pb.ContinueRunRequest, context: Context
    ) -> pb.ContinueRunResponse:
        run_id, when_busy = _run_id(request), read_when_busy(request.when_busy)
        run = await self._steer(lambda: self._desk.continue_run(run_id, when_busy=when_busy))
        return pb.ContinueRunResponse(run=write_run(run))

    async def WatchRun(
        self, request: pb.WatchRunRequest, context: Context
    ) -> AsyncGenerator[pb.WatchRunResponse]:
        run_id = _run_id(request)
        after = read_count(request.after_sequence, "after_sequence", most=2**62)
        feeds = self._parts.feeds
        async with aclosing(feeds.watch(run_id, after=after, text=request.text)) as items:
            screen = await self._screen_before(run_id, after) if after else None
            async for item in items:
                if isinstance(item, Written):
                    delta = pb.TextDelta(step=item.step, text=wire_text(item.text))
                    yield pb.WatchRunResponse(text=delta)
                    continue
                if isinstance(item.happening, Looked):
                    screen = item.happening.observation
                event = write_event(item, screen)
                if request.screenshots and event.looked.has_screenshot:
                    picture = await self._read(
                        partial(self._archive.screenshot, run_id, event.looked.step)
                    )
                    if picture is not None:
                        event.looked.observation.screenshot.CopyFrom(write_screenshot(picture))
                yield pb.WatchRunResponse(event=event)

    async def Respond(self, request: pb.RespondRequest, context: Context) -> pb.RespondResponse:
        run_id = _run_id(request)
        question_id = read_name(request.question_id, "question_id")
        response = read_response(request.response, "response")
        run = await self._steer(lambda: self._desk.respond(run_id, question_id, response))
        return pb.RespondResponse(run=write_run(run))

    async def PauseRun(self, request: pb.PauseRunRequest, context: Context) -> pb.PauseRunResponse:
        run = await self._steer(lambda: self._desk.pause(_run_id(request)))
        return pb.PauseRunResponse(run=write_run(run))

    async def ResumeRun(
        self, request: pb.ResumeRunRequest, context: Context
    ) -> pb.ResumeRunResponse:
        run = await self._steer(lambda: self._desk.resume(_run_id(request)))
        return pb.ResumeRunResponse(run=write_run(run))

    async def TakeOver(self, request: pb.TakeOverRequest, context: Context) -> pb.TakeOverResponse:
        run = await self._steer(lambda: self._desk.take_over(_run_id(request)))
        return pb.TakeOverResponse(run=write_run(run))

    async def Act(self, request: pb.ActRequest, context: Context) -> pb.ActResponse:
        run_id = _run_id(request)
        action = read_action(request.action, "action")
        look = read_text(request.observation_id, "observation_id")
        acted = await self._parts.acting.run(self._desk.act, run_id, action, look)
        return pb.ActResponse(
            performed=write_performed(acted.performed), after=write_observation(acted.after)
        )

    async def CancelRun(
        self, request: pb.CancelRunRequest, context: Context
    ) -> pb.CancelRunResponse:
        run_id, reason = _run_id(request), read_text(request.reason, "reason", longest=TEXT)
        run = await self._steer(lambda: self._desk.cancel(run_id, reason))
        return pb.CancelRunResponse(run=write_run(run))

    async def UndoRun(self, request: pb.UndoRunRequest, context: Context) -> pb.UndoRunResponse:
        run = await self._steer(lambda: self._desk.undo(_run_id(request)))
        return pb.UndoRunResponse(run=write_run(run))

    async def CheckReplay(
        self, request: pb.CheckReplayRequest, context: Context
    ) -> pb.CheckReplayResponse:
        run_id, device = _run_id(request), read_text(request.device, "device")
        values = read_replay_values(request.replay_values)
        found = await self._parts.acting.run(self._desk.check_replay, run_id, device, values)
        return write_replay_check(found)

    async def GetRun(self, request: pb.GetRunRequest, context: Context) -> pb.GetRunResponse:
        run = await self._read(lambda: self._desk.get(_run_id(request)))
        return pb.GetRunResponse(run=write_run(run))

    async def ListRuns(self, request: pb.ListRunsRequest, context: Context) -> pb.ListRunsResponse:
        query = RunQuery(
            states=frozenset(RUN_STATES.read(state, "states") for state in request.states),
            device=read_text(request.device, "device"),
            search=read_text(request.search, "search"),
            before=read_text(request.page_token, "page_token"),
            limit=_page_size(request.page_size, _RUNS_A_PAGE, MOST_RUNS_A_PAGE),
        )
        page = await self._read(lambda: self._archive.runs(query))
        return pb.ListRunsResponse(
            runs=[write_run(run) for run in page.runs], next_page_token=page.next
        )

    async def ListSteps(
        self, request: pb.ListStepsRequest, context: Context
    ) -> pb.ListStepsResponse:
        run_id = _run_id(request)
        first = read_count(request.first_step, "first_step")
        limit = _page_size(request.page_size, _STEPS_A_PAGE, MOST_STEPS_A_PAGE)
        # One more, to know whether there are more.
        steps = await self._read(lambda: self._archive.steps(run_id, first=first, limit=limit + 1))
        response = pb.ListStepsResponse()
        size = 0
        for number, step in enumerate(steps):
            message = write_step(step)
            size += message.ByteSize()
            if number == limit or (number and size > _LARGEST_PAGE):
                response.next_step = first + number
                break
            response.steps.append(message)
        return response

    async def GetScreenshot(
        self, request: pb.GetScreenshotRequest, context: Context
    ) -> pb.GetScreenshotResponse:
        run_id, step = _run_id(request), read_count(request.step, "step")
        picture = await self._read(lambda: self._archive.screenshot(run_id, step))
        if picture is None:
            raise NoScreenshot(f"no screenshot was recorded in step {step} of run {run_id}")
        return pb.GetScreenshotResponse(screenshot=write_screenshot(picture))

    async def DeleteRun(
        self, request: pb.DeleteRunRequest, context: Context
    ) -> pb.DeleteRunResponse:
        await self._steer(lambda: self._desk.delete(_run_id(request)))
        return pb.DeleteRunResponse()

    async def ExportRun(
        self, request: pb.ExportRunRequest, context: Context
    ) -> AsyncGenerator[pb.ExportRunResponse]:
        run_id = _run_id(request)
        folder = Path(await self._read(lambda: tempfile.mkdtemp(prefix="phonebuddy-export-")))
        try:
            record = folder / "record"
            await self._read(lambda: self._archive.export(run_id, record))
            for file in await self._read(lambda: _files_in(record)):
                name = file.relative_to(record).as_posix()
                at = 0
                while piece := await self._read(partial(_piece_of, file, at)):
                    yield pb.ExportRunResponse(path=name, data=piece)
                    at += len(piece)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    async def _steer(self, call: Callable[[], T]) -> T:
        return await self._parts.steering.run(call)

    async def _read(self, call: Callable[[], T]) -> T:
        return await self._parts.reading.run(call)

    async def _screen_before(self, run_id: str, sequence: int) -> Observation | None:
        """The look that what follows an event refers to, if it is near."""
        begin = max(0, sequence - _EVENTS_OF_A_STEP)
        events = await self._read(
            lambda: self._desk.events(run_id, after=begin, limit=sequence - begin)
        )
        looks = [
            event.happening.observation for event in events if isinstance(event.happening, Looked)
        ]
        return looks[-1] if looks else None


def _run_id(request: _OfRun) -> str:
    return read_name(request.run_id, "run_id")


def _page_size(asked: int, default: int, most: int) -> int:
    return read_count(asked, "page_size", most=most) or default


def _files_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _piece_of(file: Path, at: int) -> bytes:
    with file.open("rb") as opened:
        opened.seek(at)
        return opened.read(_PIECE)
