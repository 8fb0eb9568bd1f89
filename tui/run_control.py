"""The run on the screen: begun or joined, followed to its end, steered by the person.

Holds the conversation and tells whoever listens when it has changed. Knows nothing of widgets.
Failures of calls are raised as `BuddyError`; a lost connection is waited out where that is safe.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import aclosing, suppress
from dataclasses import replace

from phonebuddy.v1 import action_pb2, agent_service_pb2, observation_pb2, run_pb2
from phonebuddy.v1.errors import StaleObservation, UnknownQuestion, WrongState

from tui.conversation import Conversation, begin, heard, interrupted_stream, wrote
from tui.hand import Hand
from tui.link import Link

TAKEN = run_pb2.RUN_STATE_TAKEN_OVER
STEERABLE = frozenset(
    {
        run_pb2.RUN_STATE_QUEUED,
        run_pb2.RUN_STATE_RUNNING,
        run_pb2.RUN_STATE_WAITING,
        run_pb2.RUN_STATE_PAUSED,
        run_pb2.RUN_STATE_TAKEN_OVER,
    }
)


class RunControl:
    """At most one run at a time; the last one stays to be read."""

    def __init__(self, link: Link, on_change: Callable[[], None]) -> None:
        self._link = link
        self._on_change = on_change
        self.talk: Conversation | None = None
        self.starting = ""
        """The task that is being begun."""
        self.stopping = False
        self.hand = Hand()
        self.look: observation_pb2.Observation | None = None
        """The newest look at the phone, which the person's touches refer to."""
        self._acting = False

    @property
    def live(self) -> bool:
        """Whether there is something to stop."""
        return bool(self.starting) or (self.talk is not None and self.talk.state in STEERABLE)

    @property
    def taken_over(self) -> bool:
        return self.talk is not None and self.talk.state == TAKEN

    async def begin(self, goal: str, device: str, policy: str, **options: str) -> None:
        """Start a run and follow it to its end."""
        self.starting, self.stopping = goal, False
        self._on_change()
        try:
            run = await self._link.start(goal, device, policy, **options)
        finally:
            self.starting = ""
            self._on_change()
        if self.stopping:
            # Stopped before it was known by name.
            await self._link.ask(lambda: self._link.client.cancel(run.id, "stopped by the person"))
        await self.attach(run)

    async def attach(self, run: run_pb2.Run) -> None:
        """Follow a run from its first event to its end."""
        self.talk = begin(run)
        self.hand.clear()
        self.stopping = self.stopping and not self.talk.ended
        self._on_change()
        await self._follow(run.id, 0)

    async def _follow(self, run_id: str, after: int) -> None:
        items = self._link.follow(run_id, after)
        async with aclosing(items):
            async for item in items:
                talk = self.talk
                if talk is None or talk.run_id != run_id:
                    return
                if item is None:
                    self.talk = interrupted_stream(talk)
                elif isinstance(item, run_pb2.Event):
                    self.talk = heard(talk, item)
                    if not self.taken_over:
                        self.hand.clear()
                else:
                    self.talk = wrote(talk, item)
                self._on_change()
        self.stopping = False
        self._on_change()

    # What the person wants

    async def stop(self) -> None:
        """End the run; tried until the runtime has heard it."""
        if not self.live:
            return
        self.stopping = True
        self.hand.clear()
        self._on_change()
        if self.talk is not None and not self.talk.ended and not self.starting:
            run_id = self.talk.run_id
            # It may have ended by itself meanwhile.
            with suppress(WrongState):
                await self._link.ask(
                    lambda: self._link.client.cancel(run_id, "stopped by the person")
                )

    async def pause_or_resume(self) -> None:
        """Pause what runs, go on with what is paused, continue what was interrupted."""
        talk, client = self.talk, self._link.client
        if talk is None:
            return
        match talk.state:
            case run_pb2.RUN_STATE_RUNNING | run_pb2.RUN_STATE_WAITING:
                await self._link.tell(lambda: client.pause(talk.run_id))
            case run_pb2.RUN_STATE_PAUSED:
                await self._link.tell(lambda: client.resume(talk.run_id))
            case run_pb2.RUN_STATE_TAKEN_OVER:
                await self.hand_back()
            case run_pb2.RUN_STATE_INTERRUPTED:
                await self._link.tell(lambda: client.continue_run(talk.run_id))
                self.talk = replace(talk, state=run_pb2.RUN_STATE_QUEUED)
                self._on_change()
                await self._follow(talk.run_id, talk.sequence)
            case _:
                pass

    async def take_over(self) -> None:
        """From now on the person acts."""
        if self.talk is not None and self.live:
            run_id = self.talk.run_id
            await self._link.tell(lambda: self._link.client.take_over(run_id))

    async def hand_back(self) -> None:
        """From now on the policy acts."""
        if self.talk is not None and self.taken_over:
            self.hand.clear()
            run_id = self.talk.run_id
            await self._link.tell(lambda: self._link.client.resume(run_id))

    async def respond(self, question_id: str, choice: run_pb2.Choice, text: str = "") -> None:
        """The person's word on a question. One that is no longer asked is let go."""
        if self.talk is None:
            return
        run_id = self.talk.run_id
        with suppress(UnknownQuestion):
            await self._link.tell(
                lambda: self._link.client.respond(run_id, question_id, choice, text)
            )

    async def act(self, action: action_pb2.Action) -> None:
        """Do something on the phone that was taken over, after what waits already."""
        if not self.taken_over:
            return
        self.hand.add(action)
        if self._acting:
            return
        self._acting = True
        try:
            while self.taken_over and (waiting := self.hand.next_action()) is not None:
                await self._perform(waiting)
        finally:
            self._acting = False

    async def _perform(self, action: action_pb2.Action) -> None:
        talk = self.talk
        if talk is None:
            return
        seen = self.look or await self._look(talk.device)
        try:
            done = await self._act(talk.run_id, action, seen)
        except StaleObservation:
            # The run may have looked since; what was aimed at counts if it is still there.
            now = await self._look(talk.device)
            if not _same_screen(seen, now):
                self.hand.clear()
                raise
            done = await self._act(talk.run_id, action, now)
        self.look = done.after
        self._on_change()

    async def _act(
        self, run_id: str, action: action_pb2.Action, look: observation_pb2.Observation
    ) -> agent_service_pb2.ActResponse:
        return await self._link.tell(lambda: self._link.client.act(run_id, action, look.id))

    async def _look(self, device: str) -> observation_pb2.Observation:
        self.look = await self._link.tell(
            lambda: self._link.client.observe(device, screenshot=True)
        )
        return self.look


def _same_screen(one: observation_pb2.Observation, other: observation_pb2.Observation) -> bool:
    """Whether a target means the same on both."""
    return one.package == other.package and list(one.elements) == list(other.elements)
