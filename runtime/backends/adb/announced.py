"""Phones that announce themselves on the network (mDNS), as the adb server hears them."""

from __future__ import annotations

from dataclasses import dataclass

CONNECT = "_adb-tls-connect._tcp"
PAIRING = "_adb-tls-pairing._tcp"


@dataclass(frozen=True, slots=True)
class AnnouncedService:
    """Something that a phone offers. `name` is the phone's, or what stands in the code it has scanned."""

    name: str
    kind: str
    address: str

    @property
    def serial(self) -> str:
        """The serial under which adb lists the phone once it is connected."""
        return f"{self.name}.{self.kind}"


def parse_announced(text: str) -> tuple[AnnouncedService, ...]:
    """The services that `adb mdns services` lists: name, kind and address, apart by tabs."""
    found: list[AnnouncedService] = []
    for line in text.splitlines():
        parts = [part.strip() for part in line.split("\t") if part.strip()]
        if len(parts) == 3:
            name, kind, address = parts
            found.append(AnnouncedService(name, kind.rstrip("."), address))
    return tuple(found)
