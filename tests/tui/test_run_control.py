"""Steering a run that answers late, not at all, or otherwise than it was hoped."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

import pytest
from phonebuddy.v1 import action_pb2, agent_service_pb2, observation_pb2, run_pb2
from phonebuddy.v1.errors import (
    ActionImpossible,
    BuddyError,
    NotStill,
    ServerFailed,
    StaleObservation,
    WrongState,
)
from tui_canned import CannedClient, CannedConnection
from tui_events import Events, screen

from tui import manual_input
from tui.link import RuntimeLink
from tui.manual_input import QueuedAction, RubOut
from tui.run_control import RunController

TAKEN_OVER = Events().state(run_pb2.RUN_STATE_TAKEN_OVER)


@dataclass
class SlowClient(CannedClient):
    """Answers when it is told to; what is done on its phone is kept."""

    may_start: asyncio.Event = field(default_factory=asyncio.Event)
    may_act: asyncio.Event = field(default_factory=asyncio.Event)
    refusals: list[BuddyError] = field(default_factory=list)
    """Of what is to be cancelled or done next."""
    looks: list[observation_pb2.Observation] = field(default_factory=list)
    """What each action leads to."""
    done: list[action_pb2.Action] = field(default_factory=list)
    cancelled: list[str] = field(default_factory=list)

    async def start(self, goal: str, **options: str) -> run_pb2.Run:
        await self.may_start.wait()
        return await super().start(goal, **options)

    async def cancel(self, run_id: str, reason: str) -> None:
        self.cancelled.append(run_id)
        self._refuse()

    async def act(
        self, run_id: str, action: action_pb2.Action, look: str
    ) -> agent_service_pb2.ActResponse:
        await self.may_act.wait()
        self._refuse()
        self.done.append(action)
        return agent_service_pb2.ActResponse(after=self.looks.pop(0))

    def _refuse(self) -> None:
        if self.refusals:
            raise self.refusals.pop(0)


@asynccontextmanager
async def begun(client: SlowClient) -> AsyncGenerator[RunController]:
    """A run that is being begun."""
    link = RuntimeLink(CannedConnection(client), lambda: None)  # type: ignore[arg-type]
    control = RunController(link, lambda: None)
    following = asyncio.create_task(control.begin("note milk", "fake:1", "buddy"))
    await asyncio.sleep(0)
    try:
        yield control
    finally:
        following.cancel()
        with suppress(asyncio.CancelledError):
            await following


@asynccontextmanager
async def taken_over(client: SlowClient) -> AsyncGenerator[RunController]:
    client.events = [TAKEN_OVER]
    client.may_start.set()
    async with begun(client) as control:
        await until(control, run_pb2.RUN_STATE_TAKEN_OVER)
        control.saw(look(1, "Delete", "Keep"))
        yield control


async def until(control: RunController, state: run_pb2.RunState) -> None:
    for _ in range(1000):
        if control.talk is not None and control.talk.state == state:
            return
        await asyncio.sleep(0)
    raise AssertionError("it did not come to that state")


def look(number: int, *labels: str, **more: object) -> observation_pb2.Observation:
    seen = screen(*labels, **more)  # type: ignore[arg-type]
    seen.id = f"look-{number}"
    return seen


def tap(number: int) -> QueuedAction:
    return QueuedAction(manual_input.tap_element(number))


@pytest.mark.parametrize(
    ("refusal", "stops"),
    [(None, True), (NotStill("soon"), True), (WrongState(""), True), (ServerFailed("no"), False)],
)
async def test_a_run_that_was_stopped_before_it_had_a_name_is_followed(
    refusal: BuddyError | None, *, stops: bool
) -> None:
    client = SlowClient(
        events=[Events().state(run_pb2.RUN_STATE_RUNNING)],
        refusals=[] if refusal is None else [refusal],
    )
    async with begun(client) as control:
        await control.stop()
        client.may_start.set()
        await until(control, run_pb2.RUN_STATE_RUNNING)
        assert control.live
        assert control.stopping is stops
        await control.stop()
        assert client.cancelled == ["new", "new"]


async def test_what_waits_behind_a_touch_that_failed_is_let_go() -> None:
    client = SlowClient(refusals=[ActionImpossible("nothing there")], looks=[look(2, "Pay")])
    async with taken_over(client) as control:
        first = asyncio.create_task(control.act(tap(0)))
        await asyncio.sleep(0)
        await control.act(tap(1))
        client.may_act.set()
        with pytest.raises(ActionImpossible):
            await first
        home = QueuedAction(manual_input.button(action_pb2.BUTTON_HOME))
        await control.act(home)
        assert client.done == [home.action]


async def test_a_tap_on_a_screen_that_is_gone_is_refused() -> None:
    client = SlowClient(looks=[look(2, "Pay", "Keep")])
    async with taken_over(client) as control:
        chosen = QueuedAction(manual_input.tap_element(0), chosen_on=control.look)
        first = asyncio.create_task(control.act(chosen))
        await asyncio.sleep(0)
        await control.act(chosen)
        client.may_act.set()
        with pytest.raises(StaleObservation, match="choose again"):
            await first
        assert client.done == [chosen.action]


async def test_each_character_is_rubbed_out_of_what_the_one_before_has_left() -> None:
    client = SlowClient(looks=[look(2, "eggs", focused=0), look(3, "eg", focused=0)])
    async with taken_over(client) as control:
        control.saw(look(1, "egg", focused=0))
        typing = asyncio.create_task(control.act(manual_input.key("s", "s") or RubOut()))
        await asyncio.sleep(0)
        for _ in range(2):
            await control.act(RubOut())
        client.may_act.set()
        await typing
        assert [action.type.text for action in client.done] == ["s", "eg"]


async def test_a_mirrored_look_that_comes_late_is_not_the_newest() -> None:
    client = SlowClient(looks=[look(2, "Pay"), look(3, "Paid")])
    client.may_act.set()
    async with taken_over(client) as control:
        for _ in range(2):
            await control.act(tap(0))
        assert not control.saw(look(2, "Pay"))
        assert not control.saw(look(1, "Delete", "Keep"))
        assert control.look == look(3, "Paid")
        assert control.saw(look(4, "Home"))
        assert control.look == look(4, "Home")
