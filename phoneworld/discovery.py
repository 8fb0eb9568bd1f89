"""PhoneWorld's phones in lists of devices: one is always there to be opened."""

from __future__ import annotations

from runtime.discovery import DiscoveredDevice


def find_phones() -> list[DiscoveredDevice]:
    """The phone that is made up when it is opened."""
    return [DiscoveredDevice("phoneworld://", "phoneworld")]
