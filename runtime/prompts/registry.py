"""The prompt formats there are, by name: those of the runtime and of whoever else offers one.

A package offers a format by an entry point in the group `phonebuddy.prompt_formats`: its name is what
bundles call it, its object makes a `PromptFormat` from `FormatOptions`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from runtime.entry_points import find_offers, load_offer
from runtime.errors import UnknownFormat
from runtime.prompts.format import FormatOptions, PromptFormat

GROUP = "phonebuddy.prompt_formats"

FormatMaker = Callable[[FormatOptions], PromptFormat]


def known_formats() -> tuple[str, ...]:
    """The names that `find_format` knows."""
    return tuple(sorted(find_offers(GROUP)))


def find_format(name: str, options: FormatOptions | None = None) -> PromptFormat:
    """The format of that name, as a bundle wants it; `UnknownFormat` if there is none."""
    offer = find_offers(GROUP).get(name)
    if offer is None:
        raise UnknownFormat(
            f"there is no prompt format {name!r}: name one of {', '.join(known_formats())} "
            "in policy.json, or update the runtime"
        )
    try:
        make = cast("FormatMaker", load_offer(offer))
    except (ImportError, AttributeError) as error:
        raise UnknownFormat(
            f"the prompt format {name!r} is offered by {offer.value}, which cannot be loaded "
            f"({error}): install that package again"
        ) from error
    return make(options or FormatOptions())
