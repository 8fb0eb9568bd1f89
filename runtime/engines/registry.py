"""The engines there are, by name: those of the runtime and of whoever else offers one.

A package offers an engine by an entry point in the group `phonebuddy.engines`: its name is what bundles
call it, its object an `EngineOffer`.
"""

from __future__ import annotations

from runtime.engines.offer import EngineOffer
from runtime.entry_points import find_offers, load_offer
from runtime.errors import UnsupportedPolicy

GROUP = "phonebuddy.engines"


def known_engines() -> tuple[str, ...]:
    """The names that `find_engine` knows."""
    return tuple(sorted(find_offers(GROUP)))


def find_engine(name: str) -> EngineOffer:
    """The engine of that name; `UnsupportedPolicy` if there is none."""
    offer = find_offers(GROUP).get(name)
    if offer is None:
        raise UnsupportedPolicy(
            f"there is no engine {name!r}: name one of {', '.join(known_engines())} in policy.json, "
            "or install the package that offers it"
        )
    try:
        engine = load_offer(offer)
    except (ImportError, AttributeError) as error:
        raise UnsupportedPolicy(
            f"the engine {name!r} is offered by {offer.value}, which cannot be loaded ({error}): "
            "install that package again"
        ) from error
    if not isinstance(engine, EngineOffer):
        raise UnsupportedPolicy(
            f"the engine {name!r} is offered by {offer.value}, which is no EngineOffer: "
            "update that package"
        )
    return engine
