"""The run on the screen: begun or joined, followed to its end, steered by the person.

Holds the conversation and tells whoever listens when it has changed. Knows nothing of widgets.
Failures of calls are raised as `BuddyError`; a lost connection is waited out where that is safe.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import aclosing, suppress
from dataclasses import replace

from phonebuddy.v1 import action_pb2, agent_service_pb2, observation_pb2, run_pb2
from phonebuddy.v1.errors import (
    BuddyError,
    NotStill,
    StaleObservation,
    UnknownQuestion,
    WrongState,
)

from tui.conversation import Conversation, begin, heard, interrupted_stream, wrote
from tui.link import RuntimeLink
from tui.manual_input import ActionQueue, QueuedAction, Wish, meant

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


class RunController:
    """At most one run at a time; the last one stays to be read."""

    def __init__(self, link: RuntimeLink, on_change: Callable[[], None]) -> None:
        self._link = link
        self._on_change = on_change
        self.talk: Conversation | None = None
        self.starting = ""
        """The task that is being begun."""
        self.stopping = False
        self.hand = ActionQueue()
        self.look: observation_pb2.Observation | None = None
        """The newest look at the phone, which the person's touches refer to."""
        self._past: set[str] = set()
        """Looks that came before one that the person's own touches led to."""
        self._acting = False

    @property
    def live(self) -> bool:
        """Whether there is something to stop."""
        return bool(self.starting) or (self.talk is not None and self.talk.state in STEERABLE)

    @property
    def taken_over(self) -> bool:
        return self.talk is not None and self.talk.state == TAKEN

    def shows(self, run_id: str) -> bool:
        """Whether that run is the one on the screen."""
        return self.talk is not None and self.talk.run_id == run_id

    async def begin(self, goal: str, device: str, policy: str, **options: str) -> None:
        """Start a run and follow it to its end."""
        self.starting, self.stopping = goal, False
        self._on_change()
        try:
            run = await self._link.start(goal, device, policy, **options)
        finally:
            self.starting = ""
            self._on_change()
        self._take_up(run)
        if self.stopping:
            # Stopped before it was known by name.
            try:
                await self._cancel(run.id)
            except NotStill:
                pass  # it ends as soon as the phone is still
            except BuddyError:
                self.stopping = False  # it goes on, and is seen to: the key can be pressed again
        await self._follow(run.id, 0)

    async def attach(self, run: run_pb2.Run) -> None:
        """Follow a run from its first event to its end."""
        self._take_up(run)
        await self._follow(run.id, 0)

    def _take_up(self, run: run_pb2.Run) -> None:
        self.talk = begin(run)
        self._drop()
        self.stopping = self.stopping and not self.talk.ended
        self._on_change()

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
                        self._drop()
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
        self._drop()
        self._on_change()
        if self.talk is not None and not self.talk.ended and not self.starting:
            await self._cancel(self.talk.run_id)

    async def _cancel(self, run_id: str) -> None:
        # It may have ended by itself meanwhile.
        with suppress(WrongState):
            await self._link.ask(lambda: self._link.client.cancel(run_id, "stopped by the person"))

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

    async def undo(self) -> None:
        """Take back what the run on the screen did; told in its conversation."""
        talk = self.talk
        if talk is None or not talk.ended:
            return
        await self._link.tell(lambda: self._link.client.undo(talk.run_id))
        await self._follow(talk.run_id, talk.sequence)

    async def take_over(self) -> None:
        """From now on the person acts."""
        if self.talk is not None and self.live:
            run_id = self.talk.run_id
            await self._link.tell(lambda: self._link.client.take_over(run_id))

    async def hand_back(self) -> None:
        """From now on the policy acts."""
        if self.talk is not None and self.taken_over:
            self._drop()
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

    # The phone that was taken over

    def saw(self, frame: observation_pb2.Observation) -> bool:
        """A mirrored look; false if it was on its way while the person's touches led to a newer one."""
        if frame.id in self._past:
            return False
        self.look = frame
        return True

    async def act(self, wish: Wish) -> None:
        """Do something on the phone that was taken over, after what waits already.

        Where that fails, what waits is let go: it was meant for the screen that would have come.
        """
        if not self.taken_over:
            return
        self.hand.add(wish)
        if self._acting:
            return
        self._acting = True
        try:
            while self.taken_over and (waiting := self.hand.next_wish()) is not None:
                await self._perform(waiting)
        except BuddyError:
            self._drop()
            raise
        finally:
            self._acting = False

    def _drop(self) -> None:
        """Let go what waits. The phone is no longer ours, or may be another: its looks count anew."""
        self.hand.clear()
        self._past.clear()

    async def _perform(self, wish: Wish) -> None:
        talk = self.talk
        if talk is None:
            return
        seen = self.look or await self._look(talk.device)
        if (action := meant(wish, seen)) is None:
            return
        try:
            done = await self._act(talk.run_id, action, seen)
        except StaleObservation:
            # The run may have looked since; what was aimed at counts if it is still there.
            now = await self._look(talk.device)
            if isinstance(wish, QueuedAction):
                wish = QueuedAction(wish.action, chosen_on=seen)
            if (action := meant(wish, now)) is None:
                return
            done = await self._act(talk.run_id, action, now)
        self._is_newest(done.after)
        self._on_change()

    async def _act(
        self, run_id: str, action: action_pb2.Action, look: observation_pb2.Observation
    ) -> agent_service_pb2.ActResponse:
        return await self._link.tell(lambda: self._link.client.act(run_id, action, look.id))

    async def _look(self, device: str) -> observation_pb2.Observation:
        look = await self._link.tell(lambda: self._link.client.observe(device, screenshot=True))
        self._is_newest(look)
        return look

    def _is_newest(self, look: observation_pb2.Observation) -> None:
        if self.look is not None and self.look.id != look.id:
            self._past.add(self.look.id)
        self.look = look
