"""Randomness by name: each use has a stream of its own, made from the seed and what it is for.

No stream goes on over iterations, so that a training that is taken up again draws what it would have
drawn without the interruption.
"""

from __future__ import annotations

import hashlib
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch


def seed_of(*names: str | int) -> int:
    """A number that only these names give."""
    text = " ".join(map(str, names))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:7])


def stream(*names: str | int) -> Random:
    """Randomness that only these names give."""
    return Random(seed_of(*names))


def generator(*names: str | int) -> torch.Generator:
    """The same for torch."""
    import torch

    return torch.Generator().manual_seed(seed_of(*names))
