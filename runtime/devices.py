"""Opens a device by its address, through what is installed for the address's scheme.

A package offers devices by an entry point in the group `phonebuddy.devices`: its name is the scheme,
its object a callable that takes the whole address and gives a `Device`. So the runtime drives phones
whose packages it never names.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from runtime.device import Device
from runtime.entry_points import find_offers, load_offer
from runtime.errors import AddressError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "phonebuddy.devices"

Opener = Callable[[str], Device]


def open_device(address: str) -> Device:
    """The device at `address`, such as `phoneworld://?seed=7`; `AddressError` if there is none."""
    scheme, colon, _ = address.partition(":")
    offers = find_offers(GROUP)
    if not colon or scheme not in offers:
        known = ", ".join(f"{name}:" for name in sorted(offers)) or "none: install a device package"
        raise AddressError(f"no kind of device answers to {address!r}; known are {known}")
    return _opener(offers[scheme])(address)


def known_schemes() -> tuple[str, ...]:
    """The schemes that addresses can have, sorted."""
    return tuple(sorted(find_offers(GROUP)))


def _opener(offer: EntryPoint) -> Opener:
    try:
        return cast("Opener", load_offer(offer))
    except (ImportError, AttributeError) as error:
        raise AddressError(
            f"{offer.name}: devices are offered by {offer.value}, which cannot be loaded "
            f"({error}): install that package again"
        ) from error
