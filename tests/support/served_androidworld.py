"""AndroidWorld's interface on a phone, in a thread: for clients that wait for their answers."""

from __future__ import annotations

import asyncio
import threading

from built_in import CATALOGUE

from phoneworld import PhoneDevice, Workshop
from phoneworld.androidworld.environment import AndroidWorldEnvironment
from phoneworld.androidworld.http_server import AndroidWorldServer
from phoneworld.realism import Realism, ScreenSize
from runtime.actions import Action
from runtime.device import DeviceInfo, Performed
from runtime.observation import Observation


class ServedAndroidWorld:
    """A server until `close`. Its loop owns the phone."""

    def __init__(self, workshop: Workshop, *, presses_enter: bool = True) -> None:
        # Small, because pictures are sent as text.
        phone = workshop.phone(0, realism=Realism(display=ScreenSize(360, 800, 140)))
        self.environment = AndroidWorldEnvironment(
            CATALOGUE, workshop, phone, presses_enter=presses_enter
        )
        self.server = AndroidWorldServer(self.environment)
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self.server.start(), self.loop).result(10)

    @property
    def url(self) -> str:
        return self.server.address

    def close(self) -> None:
        asyncio.run_coroutine_threadsafe(self.server.close(), self.loop).result(10)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(120)
        self.loop.close()


class LoopEyes:
    """Looks at a served phone, in the loop that owns it. Acts on nothing."""

    def __init__(self, served: ServedAndroidWorld) -> None:
        self._served = served
        self._device = PhoneDevice(served.environment.phone)

    @property
    def info(self) -> DeviceInfo:
        return self._device.info

    def observe(self, *, screenshot: bool = False) -> Observation:
        async def look() -> Observation:
            return self._device.observe(screenshot=screenshot)

        return asyncio.run_coroutine_threadsafe(look(), self._served.loop).result(10)

    def perform(self, action: Action, observation: Observation) -> Performed:
        raise AssertionError("all actions go through the interface")

    def interrupt(self) -> None:
        """Nothing waits."""

    def close(self) -> None:
        """The phone is the server's."""
