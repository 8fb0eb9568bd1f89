"""Pairs this computer with a phone over Wi-Fi (Android 11 and newer), by a code or a QR code.

Pairing is the adb server's work; this asks it to, says what came of it, and waits until the phone can be
used. The QR code tells the phone under which name to announce itself and which password to expect.
"""

from __future__ import annotations

import re
import secrets
import string
from collections.abc import Callable
from dataclasses import dataclass

from runtime.backends.adb.announced import CONNECT, PAIRING, AnnouncedService
from runtime.backends.adb.calls import ask_server
from runtime.backends.adb.connection import READY, Finder
from runtime.backends.adb.deadlines import Deadline
from runtime.backends.adb.errors import PairingFailed, ServiceRefused
from runtime.errors import DeviceError, DeviceTimeout

PAIR_S = 20.0
READY_S = 15.0
SCAN_S = 120.0
POLL_S = 0.25
_GUID = re.compile(r"^Successfully paired to \S+ \[guid=(\S+)\]")
_LETTERS = string.ascii_letters + string.digits
WRONG_CODE = (
    "the code was wrong or its time is over, or the port is not the one shown beside the code: on the "
    "phone, open 'Pair device with pairing code' again and take both from there"
)


@dataclass(frozen=True, slots=True)
class QrInvitation:
    """What a QR code asks of the phone that scans it."""

    name: str
    password: str

    @classmethod
    def made(cls, choose: Callable[[str], str] = secrets.choice) -> QrInvitation:
        """One that nobody can guess."""
        letters = "".join(choose(_LETTERS) for _ in range(22))
        return cls(f"phonebuddy-{letters[:10]}", letters[10:])

    @property
    def text(self) -> str:
        """What the QR code holds, in the form that Android scans."""
        return f"WIFI:T:ADB;S:{self.name};P:{self.password};;"


@dataclass(frozen=True, slots=True)
class Pairing:
    """Pairs phones through one adb server."""

    finder: Finder

    def pair(self, address: str, code: str) -> str:
        """Pair with the phone at HOST:PORT; the name by which it announces itself."""
        deadline = Deadline.after(PAIR_S, f"pairing with {address}")
        try:
            said = ask_server(
                self.finder.server,
                f"host:pair:{code}:{address}",
                deadline,
                self.finder.interruption,
            )
        except ServiceRefused as error:
            raise PairingFailed(f"{address} was not paired with: {error}") from error
        return paired_guid(said, address)

    def waiting(self) -> tuple[AnnouncedService, ...]:
        """The phones that show a pairing code now."""
        return tuple(one for one in self.finder.announced() if one.kind == PAIRING)

    def only_waiting(self) -> AnnouncedService:
        """The one phone that shows a pairing code."""
        found = self.waiting()
        if len(found) == 1:
            return found[0]
        if found:
            places = ", ".join(one.address for one in found)
            raise PairingFailed(f"several phones show a code ({places}): give the address too")
        raise PairingFailed(
            "no phone on the network shows a pairing code: on the phone, open developer options, "
            "Wireless debugging, 'Pair device with pairing code', or give its address and port"
        )

    def await_scan(
        self, invitation: QrInvitation, *, timeout_s: float = SCAN_S
    ) -> AnnouncedService:
        """Wait until a phone has scanned the QR code; where it waits to be paired with."""
        deadline = Deadline.after(timeout_s, "waiting for the QR code to be scanned")
        while not deadline.passed:
            for service in self.waiting():
                if service.name == invitation.name:
                    return service
            self.finder.interruption.pause(POLL_S)
        raise PairingFailed(
            "no phone has scanned the QR code: phone and computer must be in the same Wi-Fi, which must "
            "let them see each other; else pair by code"
        )

    def connect(self, guid: str, *, timeout_s: float = READY_S) -> str:
        """Connect to a phone that was paired with; its serial, once it can be used."""
        deadline = Deadline.after(timeout_s, f"connecting to {guid}")
        tried: set[str] = set()
        while not deadline.passed:
            for phone in self.finder.list():
                if phone.state == READY and phone.serial.startswith(guid):
                    return phone.serial
            for service in self.finder.announced():
                if service.kind == CONNECT and service.name.startswith(guid):
                    if self.finder.state(service.address) == READY:
                        return service.address
                    if service.address not in tried:
                        tried.add(service.address)
                        self._try(service.address)
            self.finder.interruption.pause(POLL_S)
        raise DeviceTimeout(
            f"{guid} is paired but did not connect within {timeout_s:g} s: turn Wireless debugging off "
            "and on, then run 'adb connect' with the address shown there"
        )

    def _try(self, address: str) -> None:
        limit = Deadline.after(PAIR_S, f"connecting to {address}")
        try:
            ask_server(
                self.finder.server, f"host:connect:{address}", limit, self.finder.interruption
            )
        except DeviceError:
            # Whether it is connected is asked again anyway.
            return


def paired_guid(said: str, address: str) -> str:
    """The name of the phone that adb says it has paired with; `PairingFailed` otherwise."""
    match = _GUID.match(said.strip())
    if match is not None:
        return match[1]
    text = " ".join(said.split())
    if "wrong password" in text.lower() or "unable to start pairing" in text.lower():
        raise PairingFailed(f"{address} was not paired with: {WRONG_CODE} (adb says: {text})")
    raise PairingFailed(f"{address} was not paired with (adb says: {text or 'nothing'})")
