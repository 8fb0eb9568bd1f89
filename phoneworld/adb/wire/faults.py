"""What goes wrong with real phones and cables, on purpose and seeded: off unless asked for.

Chances are between 0 and 1, for each occasion. The same seed and the same requests give the same
faults.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

from phoneworld.adb.errors import ServeError
from phoneworld.world import stream


@dataclass(frozen=True, slots=True)
class Faults:
    """The switches."""

    seed: int = 0
    drop: float = 0.0
    """The connection is cut instead of opening a service."""
    mute: float = 0.0
    """A connection is never answered: the host sees a phone that is offline."""
    delay_ms: float = 0.0
    """Every packet is held back by about so long."""
    unauthorized_s: float = 0.0
    """How long the owner takes to accept a host's key; 0: none is asked for; inf: for ever."""
    hang: float = 0.0
    """A connection to one of the phone's ports (an RPC) is taken and never answered."""
    die: float = 0.0
    """The connection is cut in mid-command, before or after the command took effect."""
    black_frames: float = 0.0
    """The next picture of the screen is black."""
    lock_screen: float = 0.0
    """The screen locks itself."""


NONE = Faults()
CHANCES = ("drop", "mute", "hang", "die", "black_frames", "lock_screen")


def read_faults(words: Sequence[str], *, seed: int = 0) -> Faults:
    """Faults as they are given on a command line: `drop=0.1`, `delay_ms=200`."""
    faults = replace(NONE, seed=seed)
    names = [field.name for field in fields(Faults) if field.name != "seed"]
    for word in words:
        name, _, text = word.partition("=")
        if name not in names:
            raise ServeError(f"there is no fault {name!r}: choose from {', '.join(names)}")
        try:
            value = float(text)
        except ValueError as error:
            raise ServeError(f"{word!r}: give a number, as in {name}=0.1") from error
        if math.isnan(value) or value < 0 or (name in CHANCES and value > 1):
            limits = "between 0 and 1" if name in CHANCES else "of at least 0"
            raise ServeError(f"{word!r}: give a number {limits}")
        faults = replace(faults, **{name: value})
    return faults


class Dice:
    """Draws for one phone: a stream of its own for each kind of fault."""

    def __init__(self, faults: Faults) -> None:
        self.faults = faults
        self._counts: dict[str, int] = {}

    def happens(self, kind: str) -> bool:
        """Whether a fault strikes this time."""
        chance: float = getattr(self.faults, kind)
        return chance > 0 and self._draw(kind) < chance

    def coin(self, kind: str) -> bool:
        """Heads or tails, for faults that come in two forms."""
        return self._draw(f"{kind} form") < 0.5

    def delay_s(self) -> float:
        """How long the next packet is held back."""
        if not self.faults.delay_ms:
            return 0.0
        return self.faults.delay_ms / 1000 * (0.5 + self._draw("delay"))

    def _draw(self, kind: str) -> float:
        count = self._counts.get(kind, 0)
        self._counts[kind] = count + 1
        return stream("adb fault", self.faults.seed, kind, count).random()
