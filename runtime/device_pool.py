"""The phones a runtime has open: one holder at a time, and looks for those who only watch.

A device is opened when it is first needed and stays open. Whoever holds it (a run) is the only one
to touch it. Others see the holder's newest look: a look of their own would make the holder's stale.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from runtime.actions import Action
from runtime.device import Device, DeviceInfo, Performed, SnapshotDevice
from runtime.devices import Opener, open_device
from runtime.discovery import DiscoveredDevice, find_devices
from runtime.errors import DeviceBusy, DeviceError, DeviceGone, StaleObservation
from runtime.observation import Observation

Finder = Callable[[], list[DiscoveredDevice]]
T = TypeVar("T")

MOST_SAME = 10_000
FIRST_LOOK_S = 5.0
"""How long a watcher waits for the first look of whoever holds a device."""


class Availability(StrEnum):
    """What can be done with a device now."""

    AVAILABLE = "available"
    OPEN = "open"
    BUSY = "busy"
    UNUSABLE = "unusable"


@dataclass(frozen=True, slots=True)
class KnownDevice:
    """A device that is open or could be. `advice` is for people, on one that cannot be used."""

    address: str
    kind: str
    availability: Availability
    holder: str = ""
    advice: str = ""
    info: DeviceInfo | None = None


class HeldDevice:
    """A device in the hands of one holder, as a `Device`; what it sees, others may see too."""

    def __init__(self, entry: _Entry) -> None:
        self._entry = entry

    @property
    def info(self) -> DeviceInfo:
        return self._entry.opened().info

    def observe(self, *, screenshot: bool = False) -> Observation:
        look = self._entry.opened().observe(screenshot=screenshot)
        self._entry.saw(look)
        return look

    def perform(self, action: Action, observation: Observation) -> Performed:
        return self._entry.opened().perform(action, observation)

    @property
    def snapshots(self) -> SnapshotDevice | None:
        """The device as one that tells what changed and goes back, if it is one."""
        device = self._entry.opened()
        return device if isinstance(device, SnapshotDevice) else None

    def interrupt(self) -> None:
        """End the call in progress, from another thread."""
        self._entry.opened().interrupt()

    def reopen(self) -> None:
        """Let the device go and open it again: the last thing to try on a device that fails."""
        self._entry.reopen()

    def close(self) -> None:
        """Nothing: the pool closes devices."""


class _Entry:
    """One address: its device once it is open, who holds it, and the newest look."""

    def __init__(self, address: str, opener: Opener) -> None:
        self.address = address
        # Held while a device is opened or used by someone who does not hold it.
        self.use = threading.Lock()
        self.holder = ""
        self.device: Device | None = None
        self.info: DeviceInfo | None = None
        self._opener = opener
        self._seen = threading.Condition()
        self._look: Observation | None = None
        self._looks = 0
        # The looks in a row that showed what the newest one shows.
        self._same: set[str] = set()
        # Calls that work with this entry: it stays while there are any.
        self.users = 0
        self.used = 0

    def opened(self) -> Device:
        if self.device is None:
            raise DeviceGone(f"{self.address} is not open")
        return self.device

    def open(self) -> Device:
        if self.device is None:
            self.device = self._opener(self.address)
            self.info = self.device.info
        return self.device

    def reopen(self) -> None:
        self.shut()
        self.open()

    def shut(self) -> None:
        device, self.device = self.device, None
        if device is not None:
            device.close()

    def saw(self, look: Observation) -> None:
        with self._seen:
            if self._look is None or not _shows_the_same(self._look, look):
                self._same.clear()
            if len(self._same) < MOST_SAME:
                self._same.add(look.id)
            self._look = look
            self._looks += 1
            self._seen.notify_all()

    def look_like(self, look_id: str) -> Observation | None:
        """The newest look, if the one of that id shows the same: a mirror may have looked since."""
        with self._seen:
            newest = self._look
            if newest is None or (look_id != newest.id and look_id not in self._same):
                return None
            return newest

    def newest(self) -> tuple[int, Observation | None]:
        """The newest look and its number."""
        with self._seen:
            return self._looks, self._look

    def next_look(self, after: int, timeout_s: float) -> tuple[int, Observation | None]:
        """The newest look once it is another than number `after`, or when time is up."""
        with self._seen:
            self._seen.wait_for(lambda: self._looks != after, timeout_s)
            return self._looks, self._look


class DevicePool:
    """All devices of a runtime. Safe from any thread."""

    def __init__(
        self,
        *,
        opener: Opener = open_device,
        finder: Finder = find_devices,
        most_idle: int = 16,
    ) -> None:
        """`most_idle` devices stay open while nobody uses them."""
        self._most_idle = most_idle
        self._uses = 0
        self._opener = opener
        self._finder = finder
        self._lock = threading.Lock()
        self._entries: dict[str, _Entry] = {}
        self._closed = False

    def list(self) -> list[KnownDevice]:
        """Every device that is open, then those that could be."""
        with self._lock:
            entries = list(self._entries.values())
        known = {
            entry.address: KnownDevice(
                entry.address,
                entry.info.kind,
                Availability.BUSY if entry.holder else Availability.OPEN,
                entry.holder,
                info=entry.info,
            )
            for entry in entries
            if entry.device is not None and entry.info is not None
        }
        open_as = {entry.info.address for entry in entries if entry.info is not None}
        for found in self._finder():
            if found.address in known or found.address in open_as:
                continue
            usable = Availability.UNUSABLE if found.advice else Availability.AVAILABLE
            known[found.address] = KnownDevice(
                found.address, found.kind, usable, advice=found.advice
            )
        return list(known.values())

    def holder_of(self, address: str) -> str:
        """Who holds the device; empty if nobody does."""
        with self._lock:
            entry = self._entries.get(address)
            return entry.holder if entry is not None else ""

    @contextmanager
    def hold(self, address: str, holder: str) -> Generator[HeldDevice]:
        """Have a device alone, opened if need be; `DeviceBusy` while another holds it."""
        with self._using(address) as entry:
            with self._lock:
                if entry.holder:
                    raise DeviceBusy(f"{address} is held by {entry.holder}", run_id=entry.holder)
                entry.holder = holder
            try:
                with entry.use:
                    entry.open()
                yield HeldDevice(entry)
            finally:
                with self._lock:
                    entry.holder = ""

    def observe(self, address: str, *, screenshot: bool = False) -> Observation:
        """A look at a device. While it is held: the holder's newest one."""
        with self._using(address) as entry:
            return self._look(entry, screenshot=screenshot)

    def next_look(
        self, address: str, *, after: int, timeout_s: float, screenshot: bool = False
    ) -> tuple[int, Observation | None]:
        """For mirrors: the holder's look after number `after`, or a look of our own.

        Comes back when time is up, then with the look that was there already.
        """
        with self._using(address) as entry:
            if entry.holder:
                return entry.next_look(after, timeout_s)
            self._look(entry, screenshot=screenshot)
            return entry.newest()

    def perform(self, address: str, action: Action, observation_id: str) -> Performed:
        """Act on a device that nobody holds, on the newest look at it."""
        with self._using(address) as entry, entry.use:
            if entry.holder:
                raise DeviceBusy(
                    f"{address} is held by {entry.holder}: take that run over to act",
                    run_id=entry.holder,
                )
            look = entry.look_like(observation_id)
            if look is None:
                raise StaleObservation(
                    f"{observation_id!r} is not the newest look at {address}: look again"
                )
            return _called(entry, lambda device: device.perform(action, look))

    def close_device(self, address: str) -> None:
        """Let a device go that nobody holds."""
        with self._lock:
            if address not in self._entries:
                return
        with self._using(address) as entry, entry.use:
            if entry.holder:
                raise DeviceBusy(
                    f"{address} is held by {entry.holder}: it cannot be let go",
                    run_id=entry.holder,
                )
            entry.shut()

    def close(self) -> None:
        """Let all devices go; what their holders are doing is interrupted."""
        with self._lock:
            self._closed = True
            entries = list(self._entries.values())
            self._entries.clear()
        for entry in entries:
            if entry.device is not None:
                entry.device.interrupt()
            entry.shut()

    def _look(self, entry: _Entry, *, screenshot: bool) -> Observation:
        if not entry.holder:
            with entry.use:
                # Whoever came to hold it meanwhile waits for `use` before the first touch.
                if not entry.holder:
                    look = _called(entry, lambda device: device.observe(screenshot=screenshot))
                    entry.saw(look)
                    return look
        _, look = entry.next_look(0, FIRST_LOOK_S)
        if look is None:
            raise DeviceBusy(
                f"{entry.address} is held by {entry.holder}, which has not looked yet",
                run_id=entry.holder,
            )
        return look if screenshot else replace(look, screenshot=None)

    @contextmanager
    def _using(self, address: str) -> Generator[_Entry]:
        """Work with an address. Afterwards, what nobody needs any more is let go."""
        with self._lock:
            if self._closed:
                raise DeviceGone("the runtime is ending: its devices are closed")
            entry = self._entries.setdefault(address, _Entry(address, self._opener))
            entry.users += 1
        try:
            yield entry
        finally:
            with self._lock:
                entry.users -= 1
                self._uses += 1
                entry.used = self._uses
                unwanted = self._take_unwanted()
            for other in unwanted:
                other.shut()

    def _take_unwanted(self) -> list[_Entry]:
        """Entries that never opened, and the open ones beyond `most_idle`, unused for longest."""
        unused = [entry for entry in self._entries.values() if not entry.users]
        idle = sorted(
            (entry for entry in unused if entry.device is not None), key=lambda entry: entry.used
        )
        surplus = idle[: max(0, len(idle) - self._most_idle)]
        unwanted = [*(entry for entry in unused if entry.device is None), *surplus]
        for entry in unwanted:
            del self._entries[entry.address]
        return unwanted


def _shows_the_same(one: Observation, other: Observation) -> bool:
    """Whether whoever chose on one look would have found the same on the other."""
    return replace(one, id="", time_s=0.0, screenshot=None, notices=()) == replace(
        other, id="", time_s=0.0, screenshot=None, notices=()
    )


def _called(entry: _Entry, call: Callable[[Device], T]) -> T:
    """Call a device that nobody holds; one that fails is opened anew next time."""
    device = entry.open()
    try:
        return call(device)
    except DeviceError:
        entry.shut()
        raise
