"""Finds a phone and gets it into the state `device`: starts the adb server, connects, waits.

What keeps it from that state is an error of its own: not there, not allowed, not answering.
"""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from runtime.backends.adb.address import AdbAddress
from runtime.backends.adb.announced import CONNECT, AnnouncedService, parse_announced
from runtime.backends.adb.calls import AdbCalls, ServerAddress, ask_server
from runtime.backends.adb.deadlines import Deadline, Interruption
from runtime.backends.adb.errors import (
    AdbServerDown,
    Offline,
    ServiceRefused,
    Unauthorized,
    refusal,
    usb_refused,
)
from runtime.errors import AddressError, DeviceError, DeviceGone, DeviceTimeout

READY = "device"
POLL_S = 0.05
START_S = 20.0
FIND_S = 10.0
CONNECT_S = 6.0
"""adb itself waits 10 s for a phone that takes the connection and says nothing."""
GRACE_S = 3.0
_LISTED = re.compile(
    r"(.*?\S)\s+(no permissions|device|offline|unauthorized|authorizing|connecting|bootloader|"
    r"recovery|rescue|sideload|host|detached)(?:\s+(.*)|$)"
)
"""The first word that is a state ends the serial."""
_LOCAL = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True, slots=True)
class Listed:
    """A line of `adb devices -l`."""

    serial: str
    state: str
    details: str = ""

    @property
    def steadiness(self) -> int:
        """How well a way holds, 0 the best: a cable, an address, a name on the network, its double."""
        if CONNECT in self.serial:
            return 3 if " (" in self.serial else 2
        return 1 if ":" in self.serial else 0


@dataclass(frozen=True, slots=True)
class PhoneWays:
    """One phone, and the ways by which adb is connected to it: the steadiest first."""

    ways: tuple[Listed, ...]

    @property
    def best(self) -> Listed:
        return self.ways[0]


@dataclass(frozen=True, slots=True)
class Finder:
    """Finds phones through one adb server."""

    server: ServerAddress
    interruption: Interruption

    def list(self, *, timeout_s: float = 5.0) -> tuple[Listed, ...]:
        """All phones that adb knows, whatever their state."""
        deadline = Deadline.after(timeout_s, "listing the phones")
        text = ask_server(self.server, "host:devices-l", deadline, self.interruption)
        return tuple(parse_listed(line) for line in text.splitlines() if line.strip())

    def announced(self, *, timeout_s: float = 5.0) -> tuple[AnnouncedService, ...]:
        """The phones that announce themselves on the network; none where adb does not listen for them."""
        deadline = Deadline.after(timeout_s, "listing the phones on the network")
        try:
            text = ask_server(self.server, "host:mdns:services", deadline, self.interruption)
        except ServiceRefused:
            return ()
        return parse_announced(text)

    def serial_number(self, serial: str, *, timeout_s: float = 5.0) -> str:
        """What a phone calls itself, however it is connected; nothing where it does not tell."""
        calls = AdbCalls(self.server, serial, self.interruption)
        try:
            told = calls.shell("getprop", "ro.serialno", timeout_s=timeout_s, checked=False)
        except DeviceError:
            return ""
        return told.text.strip()

    def each_once(self, phones: Sequence[Listed]) -> tuple[PhoneWays, ...]:
        """The phones, each with all ways by which it is connected: the best one first."""
        ready = [phone for phone in phones if phone.state == READY]
        ways: dict[str, list[Listed]] = {}
        for phone in phones:
            asked = phone.state == READY and len(ready) > 1
            told = self.serial_number(phone.serial) if asked else ""
            ways.setdefault(told or f"\0{phone.serial}", []).append(phone)
        return tuple(
            PhoneWays(tuple(sorted(each, key=lambda way: way.steadiness))) for each in ways.values()
        )

    def version(self, *, timeout_s: float = 5.0) -> int:
        """The protocol version of the adb server: 41 for 1.0.41."""
        deadline = Deadline.after(timeout_s, "asking the adb server for its version")
        return int(ask_server(self.server, "host:version", deadline, self.interruption), 16)

    def start_server(self) -> None:
        """Start the adb server, unless one answers."""
        try:
            self.version()
        except AdbServerDown as error:
            if self.server.host not in _LOCAL:
                raise AdbServerDown(f"{error}; it is on another machine: start it there") from error
        else:
            return
        self._launch_server()
        self.version()

    def _launch_server(self) -> None:
        program = adb_program()
        command = [program, "-P", str(self.server.port), "start-server"]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=START_S)
        except (OSError, subprocess.SubprocessError) as error:
            raise AdbServerDown(
                f"'{' '.join(command)}' failed ({error}): run it by hand"
            ) from error

    def find(self, address: AdbAddress, *, timeout_s: float = FIND_S) -> str:
        """The serial of the phone that is meant, once it is ready to be used."""
        deadline = Deadline.after(timeout_s, f"connecting to {address}")
        self.start_server()
        if not address.serial:
            return self._only()
        if address.connectable and self.state(address.serial) != READY:
            self._connect(address.serial, deadline)
        try:
            self._await_ready(address, deadline)
        except Offline:
            # adb may hold on to a connection that is dead, and then says "already connected".
            if not address.connectable or deadline.at_s - time.monotonic() < GRACE_S:
                raise
            limit = Deadline.after(GRACE_S, deadline.what)
            ask_server(self.server, f"host:disconnect:{address.serial}", limit, self.interruption)
            self._connect(address.serial, deadline)
            self._await_ready(address, deadline)
        return address.serial

    def forget(self, serial: str) -> None:
        """Have adb let go of a phone on the network; one that it does not know is forgotten already."""
        limit = Deadline.after(GRACE_S, f"disconnecting {serial}")
        with suppress(DeviceError):
            ask_server(self.server, f"host:disconnect:{serial}", limit, self.interruption)

    def state(self, serial: str) -> str:
        """A phone's state in adb's words; nothing where adb does not know it."""
        return next((found.state for found in self.list() if found.serial == serial), "")

    def _only(self) -> str:
        phones = self.list()
        ready = self.each_once([phone for phone in phones if phone.state == READY])
        if len(ready) == 1:
            return ready[0].best.serial
        if ready:
            names = ", ".join(f"adb://{phone.best.serial}" for phone in ready)
            raise AddressError(f"several phones are connected; choose one of {names}")
        for phone in phones:
            raise state_error(phone.serial, phone.state)
        raise DeviceGone(
            "no phone is connected: plug one in with USB debugging on, or run 'adb connect'"
        )

    def _connect(self, serial: str, deadline: Deadline) -> None:
        """`adb connect`; what it says is only believed where no state follows from it."""
        limit = Deadline.after(min(CONNECT_S, deadline.left_s()), deadline.what)
        try:
            answer = ask_server(self.server, f"host:connect:{serial}", limit, self.interruption)
        except DeviceTimeout:
            # It goes on trying; the state tells what became of it.
            return
        problem = connect_error(answer, serial)
        if problem is not None and not self.state(serial):
            raise problem

    def _await_ready(self, address: AdbAddress, deadline: Deadline) -> None:
        """Wait for `device`: after a key was accepted or a cable moved, that takes a moment."""
        grace = Deadline.after(min(GRACE_S, deadline.left_s()), deadline.what)
        while (state := self.state(address.serial)) != READY:
            transient = state in ("connecting", "authorizing", "offline", "unauthorized")
            if grace.passed or not transient:
                raise state_error(address.serial, state)
            self.interruption.pause(POLL_S)


def connect_error(answer: str, serial: str) -> DeviceError | None:
    """What the answer to `adb connect` means; None where the phone is connected."""
    lower = answer.lower()
    if lower.startswith(("connected", "already connected")):
        return None
    if "authenticate" in lower:
        return refusal(answer, serial)
    return DeviceGone(f"{serial} cannot be reached ({answer.strip()}): is it on the network?")


def state_error(serial: str, state: str) -> DeviceError:
    """Why a phone in that state cannot be used."""
    match state:
        case "unauthorized" | "authorizing":
            return Unauthorized(
                f"{serial} has not allowed this computer: unlock it and accept "
                "'Allow USB debugging'"
            )
        case "":
            return DeviceGone(f"{serial} is not connected: plug it in, or run 'adb connect'")
        case "no permissions":
            return usb_refused(serial)
        case _:
            return Offline(
                f"{serial} is {state}: check the cable or the network, then run "
                f"'adb reconnect' or restart the phone"
            )


def adb_program() -> str:
    """The adb to start: the one on PATH, else the one that adbutils brings."""
    # Imported here: loads requests and Pillow.
    from adbutils import AdbError, adb_path  # pyright: ignore[reportMissingTypeStubs]

    try:
        return adb_path()
    except AdbError as error:
        raise AdbServerDown("there is no adb program: install platform-tools") from error


def parse_listed(line: str) -> Listed:
    """A line of `adb devices -l`. Serials may hold blanks, also at the beginning."""
    match = _LISTED.match(line) or re.match(r"(\S+)\s+(\S+)\s*(.*)", line)
    if match is None:
        return Listed(line.strip(), "")
    return Listed(match[1], match[2], match[3] or "")
