"""The prompt formats there are, by name."""

from __future__ import annotations

from runtime.errors import UnknownFormat
from runtime.prompts.compact import CompactFormat
from runtime.prompts.format import FormatOptions, PromptFormat
from runtime.prompts.phonebuddy import PhoneBuddyFormat

_FORMATS = {kind.name: kind for kind in (CompactFormat, PhoneBuddyFormat)}


def known_formats() -> tuple[str, ...]:
    """The names that `find_format` knows."""
    return tuple(sorted(_FORMATS))


def find_format(name: str, options: FormatOptions | None = None) -> PromptFormat:
    """The format of that name, as a bundle wants it; `UnknownFormat` if there is none."""
    kind = _FORMATS.get(name)
    if kind is None:
        raise UnknownFormat(
            f"there is no prompt format {name!r}: name one of {', '.join(known_formats())} "
            "in policy.json, or update the runtime"
        )
    return kind(options or FormatOptions())
