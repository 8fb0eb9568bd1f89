"""Finds devices that could be opened, through what is installed: phones that are plugged in, and so on.

A package announces its devices by an entry point in the group `phonebuddy.discoveries`: a callable
that gives them. One that fails is logged and hides none of the others.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from runtime.entry_points import find_offers, load_offer

GROUP = "phonebuddy.discoveries"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class DiscoveredDevice:
    """A device that is there. With `advice` it cannot be used before someone follows that."""

    address: str
    kind: str
    advice: str = ""


Discovery = Callable[[], list[DiscoveredDevice]]


def find_devices() -> list[DiscoveredDevice]:
    """All devices that are there now, by kind."""
    found: list[DiscoveredDevice] = []
    for name, offer in sorted(find_offers(GROUP).items()):
        try:
            found += cast("Discovery", load_offer(offer))()
        except Exception:  # noqa: BLE001 - someone else's code; the other kinds still count
            _log.exception("devices of kind %s cannot be listed", name)
    return found
