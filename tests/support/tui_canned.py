"""A runtime that is made up: what it lists and tells was written down before. For snapshots."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass, field

from google.protobuf.timestamp_pb2 import Timestamp
from phonebuddy.v1 import (
    action_pb2,
    agent_service_pb2,
    device_service_pb2,
    observation_pb2,
    policy_service_pb2,
    run_pb2,
)
from phonebuddy.v1.errors import NoScreenshot, Unreachable
from tui_events import DONE, Events, click, screen, screenshot

VIRTUAL = device_service_pb2.Device(
    address="phoneworld://", kind="phoneworld", state=device_service_pb2.DEVICE_STATE_AVAILABLE
)
REAL = device_service_pb2.Device(
    address="adb://38A1",
    kind="adb",
    state=device_service_pb2.DEVICE_STATE_OPEN,
    info=run_pb2.DeviceInfo(
        address="adb://38A1",
        model="Pixel 9",
        android_version="15",
        width_px=1080,
        height_px=2400,
        locale="en-GB",
    ),
)
LOCKED_OUT = device_service_pb2.Device(
    address="adb://77B2",
    kind="adb",
    state=device_service_pb2.DEVICE_STATE_UNUSABLE,
    advice="77B2 has not allowed this computer: unlock it, and press Allow in the dialog "
    "'Allow USB debugging?'",
)
BUDDY = policy_service_pb2.Policy(
    name="buddy-4b",
    engine="gguf",
    prompt_format="phonebuddy",
    description="A made-up policy",
    observation="both",
    state=policy_service_pb2.POLICY_STATE_LOADED,
    memory_bytes=3_100_000_000,
    file_bytes=2_600_000_000,
    figures=[
        policy_service_pb2.Figure(name="success", value=0.5, unit="share", how="on ten tasks")
    ],
)
SCRIPT = policy_service_pb2.Policy(
    name="wifi-script",
    engine="scripted",
    observation="elements",
    state=policy_service_pb2.POLICY_STATE_AVAILABLE,
    file_bytes=572,
)
BROKEN = policy_service_pb2.Policy(
    name="broken",
    engine="onnx",
    state=policy_service_pb2.POLICY_STATE_UNUSABLE,
    problem="model.onnx is not the file that policy.json describes: its sha256 differs",
)


def old_run(number: int, goal: str, state: run_pb2.RunState) -> run_pb2.Run:
    run = run_pb2.Run(
        id=f"20260301-0{number}",
        goal=goal,
        device="adb://38A1",
        policy="buddy-4b",
        state=state,
        steps=number + 2,
        tokens=1200 * number,
        created=Timestamp(seconds=1_772_370_000 - 3600 * number),
    )
    if state == run_pb2.RUN_STATE_FINISHED:
        run.outcome.CopyFrom(DONE)
    return run


def ended_run(number: int, goal: str, outcome: run_pb2.Outcome) -> run_pb2.Run:
    run = old_run(number, goal, run_pb2.RUN_STATE_FINISHED)
    run.outcome.CopyFrom(outcome)
    return run


GAVE_UP = run_pb2.Outcome(
    ending=run_pb2.ENDING_KIND_FINISHED,
    status=action_pb2.FINISH_STATUS_IMPOSSIBLE,
    text="#9 hold",
)
REFUSED = run_pb2.Outcome(
    ending=run_pb2.ENDING_KIND_FINISHED,
    status=action_pb2.FINISH_STATUS_REFUSED,
    text="This would harm somebody.",
)
BY_GUARD = run_pb2.Outcome(
    ending=run_pb2.ENDING_KIND_REFUSED_BY_GUARD,
    text="send",
    refusal="the policy insisted on what nobody was there to approve (rule 'send')",
)
RAN_OUT = run_pb2.Outcome(ending=run_pb2.ENDING_KIND_RAN_OUT, text="steps")
STOPPED = run_pb2.Outcome(
    ending=run_pb2.ENDING_KIND_STOPPED_BY_PERSON, text="stopped by the person"
)
FAULT = run_pb2.Outcome(ending=run_pb2.ENDING_KIND_ENVIRONMENT_FAULT, text="adb://38A1 is gone")
CHANGED = run_pb2.Outcome(
    ending=run_pb2.ENDING_KIND_FINISHED,
    status=action_pb2.FINISH_STATUS_DONE,
    text="Wi-Fi is on.",
    changes=run_pb2.Changes(lines=["Wi-Fi: off -> on", "1 message to Ada sent"]),
)
OUTCOMES = {
    "done": DONE,
    "gave up": GAVE_UP,
    "refused": REFUSED,
    "guard": BY_GUARD,
    "ran out": RAN_OUT,
    "stopped": STOPPED,
    "failed": FAULT,
}
RUNS = [
    old_run(1, "turn on wi-fi", run_pb2.RUN_STATE_FINISHED),
    old_run(2, "pay the coffee at Corner Café with the second card", run_pb2.RUN_STATE_CANCELLED),
    old_run(3, "note milk", run_pb2.RUN_STATE_INTERRUPTED),
    ended_run(4, "book a table on the moon", GAVE_UP),
    ended_run(5, "read my sister's messages", REFUSED),
    ended_run(6, "text Ada that I am late", BY_GUARD),
    ended_run(7, "sort all photos", RAN_OUT),
    ended_run(8, "order a taxi", FAULT),
]


def old_steps() -> list[run_pb2.Step]:
    events, look = Events(), screen("Wi-Fi", "Bluetooth", "Display")
    steps = [
        events.done(0, click(0), touches=((450, 1100),)).step_done.record,
        events.done(1, click(1), changed=False).step_done.record,
        events.done(2, click(2), by_person=True).step_done.record,
    ]
    for step in steps:
        step.observation.CopyFrom(look)
    steps[0].decision.thought = "Wi-Fi is the first of the settings."
    return steps


@dataclass
class CannedClient:
    """Answers as a client would. After its events, a run stays as it is."""

    device_list: list[device_service_pb2.Device] = field(default_factory=list)
    policy_list: list[policy_service_pb2.Policy] = field(default_factory=list)
    run_list: list[run_pb2.Run] = field(default_factory=list)
    events: list[run_pb2.Event] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    frame: observation_pb2.Observation | None = None
    away: bool = False
    started: int = 0

    async def devices(self) -> list[device_service_pb2.Device]:
        self._check()
        return self.device_list

    async def policies(self) -> list[policy_service_pb2.Policy]:
        self._check()
        return self.policy_list

    async def runs(self, *, search: str = "") -> AsyncIterator[run_pb2.Run]:
        self._check()
        for run in self.run_list:
            if search in run.goal:
                yield run

    async def steps(self, run_id: str) -> AsyncIterator[run_pb2.Step]:
        for step in old_steps():
            yield step

    async def screenshot(self, run_id: str, step: int) -> observation_pb2.Screenshot:
        if step == 1:
            raise NoScreenshot("none was recorded")
        return screenshot()

    async def observe(
        self, device: str, *, screenshot: bool = False
    ) -> observation_pb2.Observation:
        assert self.frame is not None
        return self.frame

    async def start(self, goal: str, **options: str) -> run_pb2.Run:
        self._check()
        self.started += 1
        name = "new" if self.started == 1 else f"new-{self.started}"
        return run_pb2.Run(id=name, goal=goal, device=options["device"], policy=options["policy"])

    async def check_replay(self, run_id: str) -> agent_service_pb2.CheckReplayResponse:
        return agent_service_pb2.CheckReplayResponse(
            differences=["The phone is not as it was: Wi-Fi: off -> on."], can_undo=True
        )

    async def watch_with_text(
        self, run_id: str, *, after: int = 0
    ) -> AsyncGenerator[run_pb2.Event | agent_service_pb2.TextDelta]:
        for event in self.events:
            if event.sequence > after:
                yield event
        for text in self.texts:
            yield agent_service_pb2.TextDelta(step=1, text=text)
        await asyncio.Event().wait()

    async def mirror(
        self, device: str, *, frames_per_second: float, screenshots: bool
    ) -> AsyncGenerator[observation_pb2.Observation]:
        if self.frame is not None:
            yield self.frame
        await asyncio.Event().wait()

    async def close(self) -> None:
        pass

    def _check(self) -> None:
        if self.away:
            raise Unreachable("connection refused")


@dataclass(frozen=True)
class CannedConnection:
    """Leads to a client that is made up."""

    canned: CannedClient
    address: str = "127.0.0.1:7777"
    local: bool = True
    is_here: bool = True
    name: str = "this computer"

    def client(self, *, patience_s: float = 0) -> CannedClient:
        return self.canned
