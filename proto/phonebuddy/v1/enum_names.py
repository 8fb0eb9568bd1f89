"""Names of enum values without what the wire puts before them: `running` for `RUN_STATE_RUNNING`."""

from __future__ import annotations

import re
from typing import Any, Protocol


class WireEnum(Protocol):
    """An enum of the contract: the names of its numbers."""

    @property
    def DESCRIPTOR(self) -> Any: ...  # noqa: ANN401, N802 - protobuf's, which types it in several ways

    def Name(self, number: int, /) -> str: ...  # noqa: N802 - protobuf's


def prefix_of(enum: WireEnum) -> str:
    """What all names of an enum begin with: `RUN_STATE_` for `RunState`."""
    words = re.findall(r"[A-Z][a-z0-9]*", str(enum.DESCRIPTOR.name))
    return "".join(f"{word.upper()}_" for word in words)


def short_name(enum: WireEnum, number: int) -> str:
    """The name of a value in small letters; the number of one that a newer server has added."""
    try:
        return enum.Name(number).removeprefix(prefix_of(enum)).lower()
    except ValueError:
        return str(number)
