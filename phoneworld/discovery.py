"""Lists PhoneWorld's phone among the devices: one can always be opened."""

from __future__ import annotations

from runtime.discovery import DiscoveredDevice


def find_phones() -> list[DiscoveredDevice]:
    """The virtual phone, which is created when it is opened."""
    return [DiscoveredDevice("phoneworld://", "phoneworld")]
