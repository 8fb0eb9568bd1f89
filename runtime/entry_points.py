"""What installed packages offer the runtime by entry points: devices, engines, prompt formats.

A package names its object under a group, and the runtime finds it by the entry's name: so it uses
packages that it never imports by name. Looked up once for each search path; nothing is loaded by that.
"""

from __future__ import annotations

import sys
import threading
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_LOADING = threading.Lock()


def find_offers(group: str) -> dict[str, EntryPoint]:
    """The entry points of a group by name."""
    return dict(_found(group, tuple(sys.path)))


def load_offer(offer: EntryPoint) -> Any:  # noqa: ANN401 - another package's object
    """What an entry point names; `ImportError` or `AttributeError` where it is not there."""
    # Two threads that import the modules of one package at once may find them half made.
    with _LOADING:
        return offer.load()


@cache
def _found(
    group: str,
    path: tuple[str, ...],  # noqa: ARG001 - only remembered: another path is searched anew
) -> dict[str, EntryPoint]:
    # Slow to import, and needed by few.
    from importlib.metadata import entry_points

    return {offer.name: offer for offer in entry_points(group=group)}
