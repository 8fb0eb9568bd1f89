"""What the control service does to a phone, method by method. Knows messages, but no gRPC."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable

from google.protobuf.empty_pb2 import Empty

from phoneworld.adb.handset import lock
from phoneworld.adb.handset.display import rotation_of
from phoneworld.adb.handset.keys import CODES, UNKNOWN
from phoneworld.adb.session import AdbSession
from phoneworld.emulator import codec
from phoneworld.emulator.console import AVD_NAME
from phoneworld.emulator.errors import NotOffered
from phoneworld.emulator.fingers import ClientClock, MultiTouch
from phoneworld.emulator.keys import HostKeyboard
from phoneworld.emulator.pictures import ScreenshotImage, ScreenshotSource
from phoneworld.emulator.stubs import emulator_pb2 as pb

VERSION = "PhoneWorld"
LEFT_BUTTON = 1
RIGHT_BUTTON = 2
MOUSE = -1
"""The finger that a mouse is: no touch has this identifier."""
DEFAULT_BATTERY_PERCENT = 82


class EmulatorService:
    """One phone behind the control service."""

    def __init__(
        self,
        session: AdbSession,
        *,
        clock: Callable[[], float] = time.monotonic,
        wall_clock: Callable[[], float] = time.time,
    ) -> None:
        self._session = session
        self._clock = clock
        self._wall_clock = wall_clock
        self._started_s = clock()
        self._client_clock = ClientClock(clock)
        self._fingers = MultiTouch(session, self._client_clock)
        self._keyboard = HostKeyboard(session)
        self._pictures = ScreenshotSource(session)
        self._right_is_down = False

    # The machine

    async def get_status(self, request: Empty) -> pb.EmulatorStatus:
        del request
        display = self._session.phone.realism.display
        return codec.status_of(
            version=VERSION,
            uptime_ms=int((self._clock() - self._started_s) * 1000),
            hardware={
                "avd.name": AVD_NAME,
                "hw.lcd.width": str(display.width_px),
                "hw.lcd.height": str(display.height_px),
                "hw.lcd.density": str(display.density_dpi),
            },
        )

    async def get_vm_state(self, request: Empty) -> pb.VmRunState:
        del request
        return pb.VmRunState(state=pb.VmRunState.RUNNING)

    async def set_vm_state(self, request: pb.VmRunState) -> Empty:
        match request.state:
            case pb.VmRunState.RUNNING:
                pass
            case pb.VmRunState.RESET:
                self._restart()
            case state:
                raise NotOffered(
                    f"a PhoneWorld phone cannot go to state {codec.state_words(state)}: "
                    "it runs, and can be RESET; it ends with `phoneworld serve`"
                )
        return Empty()

    def _restart(self) -> None:
        phone = self._session.phone
        phone.tasks.clear()
        phone.clipboard = ""
        phone.toast_text = ""
        phone.go_home()
        lock.wake(self._session)

    async def get_display_configurations(self, request: Empty) -> pb.DisplayConfigurations:
        del request
        display = self._session.phone.realism.display
        return codec.display_of(display.width_px, display.height_px, display.density_dpi)

    async def get_battery(self, request: Empty) -> pb.BatteryState:
        del request
        level = self._session.phone.settings.get("global", "battery_level", "")
        return codec.battery_of(int(level) if level.isdecimal() else DEFAULT_BATTERY_PERCENT)

    async def set_battery(self, request: pb.BatteryState) -> Empty:
        """Only the level is taken: these phones have no charger and always a battery."""
        phone = self._session.phone
        phone.settings.put("global", "battery_level", str(codec.level_of(request)))
        phone.touch()
        return Empty()

    # The screen

    async def get_screenshot(self, request: pb.ImageFormat) -> codec.ImageAnswer:
        wanted = codec.wanted_of(request)
        self._fingers.settle()
        with self._client_clock.at_work():
            picture = await self._pictures.take(wanted)
        return self._image(picture, number=0)

    async def stream_screenshot(self, request: pb.ImageFormat) -> AsyncIterator[codec.ImageAnswer]:
        wanted = codec.wanted_of(request)
        async for number, picture in self._pictures.stream(wanted):
            yield self._image(picture, number=number)

    def _image(self, picture: ScreenshotImage, *, number: int) -> codec.ImageAnswer:
        turns, time_us = rotation_of(self._session), int(self._wall_clock() * 1e6)
        return codec.image_of(picture, turns=turns, number=number, time_us=time_us)

    # Touching and typing

    async def send_touch(self, request: pb.TouchEvent) -> Empty:
        codec.check_display(request.display)
        for touch in request.touches:
            if touch.identifier < 0:
                # Identifiers are never negative; the emulator drops such touches too.
                continue
            if touch.pressure:
                self._fingers.press(touch.identifier, touch.x, touch.y)
            else:
                self._fingers.lift(touch.identifier)
        return Empty()

    async def send_mouse(self, request: pb.MouseEvent) -> Empty:
        """The left button is a finger; the right one goes back, as Android has it."""
        codec.check_display(request.display)
        if request.buttons & LEFT_BUTTON:
            self._fingers.press(MOUSE, request.x, request.y)
        else:
            self._fingers.lift(MOUSE)
        right_is_down = bool(request.buttons & RIGHT_BUTTON)
        if right_is_down and not self._right_is_down:
            self._keyboard.down(CODES["BACK"])
        self._right_is_down = right_is_down
        return Empty()

    async def send_key(self, request: pb.KeyboardEvent) -> Empty:
        if request.text:
            self._keyboard.type(request.text)
            return Empty()
        if len(request.key) == 1:
            if request.eventType != pb.KeyboardEvent.keyup:
                self._keyboard.type(request.key)
            return Empty()
        code = codec.key_of(request)
        if code == UNKNOWN:
            # As on the emulator, a key that means nothing does nothing; but the gap shows.
            self._session.journal.miss(f"emulator key {codec.key_words(request)}")
            return Empty()
        if request.eventType != pb.KeyboardEvent.keyup:
            self._keyboard.down(code)
        if request.eventType != pb.KeyboardEvent.keydown:
            self._keyboard.up(code)
        return Empty()

    # The clipboard

    async def get_clipboard(self, request: Empty) -> pb.ClipData:
        del request
        return pb.ClipData(text=self._session.phone.clipboard)

    async def set_clipboard(self, request: pb.ClipData) -> Empty:
        self._session.phone.clipboard = request.text
        return Empty()
