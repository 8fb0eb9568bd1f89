"""The wire to a runtime, and what is known of it: whether it answers, and since when not.

Whatever may be asked twice is asked again until there is an answer, however long that takes; whoever
waits is told meanwhile. What may not be asked twice fails at once.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from typing import TypeVar, cast

from phonebuddy.v1 import agent_service_pb2, observation_pb2, run_pb2
from phonebuddy.v1.async_client import AsyncClient
from phonebuddy.v1.errors import BuddyError, DeviceBusy, DeviceFailed, may_come_back

from tui.connection import RuntimeConnection

FIRST_WAIT_S = 0.2
LONGEST_WAIT_S = 2.0
BROKEN_PHONE_WAIT_S = 2.0

T = TypeVar("T")


class RuntimeLink:
    """One connection for all screens. `on_change` hears when the runtime goes or comes back."""

    def __init__(self, connection: RuntimeConnection, on_change: Callable[[], None]) -> None:
        self.connection = connection
        # Waiting is done here, where it can be seen.
        self.client: AsyncClient = connection.client(patience_s=0)
        self.problem = ""
        """Why the runtime cannot be reached; empty while it can."""
        self._on_change = on_change

    @property
    def is_up(self) -> bool:
        return not self.problem

    async def close(self) -> None:
        """Let the connection go."""
        await self.client.close()

    async def ask(self, call: Callable[[], Awaitable[T]]) -> T:
        """The answer to what may be asked twice, whenever it comes."""
        wait_s = FIRST_WAIT_S
        while True:
            try:
                answer = await call()
            except BuddyError as error:
                if not may_come_back(error):
                    self.up()
                    raise
                self.down(error)
                await asyncio.sleep(wait_s)
                wait_s = min(wait_s * 1.5, LONGEST_WAIT_S)
            else:
                self.up()
                return answer

    async def tell(self, call: Callable[[], Awaitable[T]]) -> T:
        """The answer to what may not be asked twice."""
        try:
            answer = await call()
        except BuddyError as error:
            if may_come_back(error):
                self.down(error)
            raise
        self.up()
        return answer

    async def start(self, goal: str, device: str, policy: str, **options: str) -> run_pb2.Run:
        """Begin a run, once, whatever happens to the connection."""
        key = secrets.token_urlsafe(16)
        # Which options there are is the client's to say.
        begin = cast("Callable[..., Awaitable[run_pb2.Run]]", self.client.start)
        return await self.ask(
            lambda: begin(goal, device=device, policy=policy, idempotency_key=key, **options)
        )

    async def follow(
        self, run_id: str, after: int = 0
    ) -> AsyncGenerator[run_pb2.Event | agent_service_pb2.TextDelta | None]:
        """What happens to a run until it has ended; None wherever the connection was lost."""
        wait_s = FIRST_WAIT_S
        while True:
            items = cast(
                "AsyncGenerator[run_pb2.Event | agent_service_pb2.TextDelta]",
                self.client.watch_with_text(run_id, after=after),
            )
            try:
                async with aclosing(items):
                    async for item in items:
                        self.up()
                        wait_s = FIRST_WAIT_S
                        if isinstance(item, run_pb2.Event):
                            after = item.sequence
                        yield item
                return
            except BuddyError as error:
                if not may_come_back(error):
                    raise
                self.down(error)
            yield None
            await asyncio.sleep(wait_s)
            wait_s = min(wait_s * 1.5, LONGEST_WAIT_S)

    async def mirror(
        self, device: str, fps: float
    ) -> AsyncIterator[observation_pb2.Observation | str]:
        """The screen of a phone as it changes; where it cannot be seen, why, and then again."""
        while True:
            frames = cast(
                "AsyncGenerator[observation_pb2.Observation]",
                self.client.mirror(device, frames_per_second=fps, screenshots=True),
            )
            try:
                async with aclosing(frames):
                    async for frame in frames:
                        yield frame
            except BuddyError as error:
                yield str(error)
                lasting = not may_come_back(error) and not isinstance(
                    error, DeviceFailed | DeviceBusy
                )
                await asyncio.sleep(BROKEN_PHONE_WAIT_S * (5 if lasting else 1))
            else:
                await asyncio.sleep(FIRST_WAIT_S)

    def up(self) -> None:
        """The runtime answered."""
        if self.problem:
            self.problem = ""
            self._on_change()

    def down(self, error: BuddyError) -> None:
        """The runtime did not answer."""
        before, self.problem = self.problem, str(error) or "no answer"
        if not before:
            self._on_change()
