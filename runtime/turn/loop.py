"""Driving a machine with a decider, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator

from runtime.turn.decider import Decider
from runtime.turn.machine import TurnMachine


def turns(machine: TurnMachine, decider: Decider, session: str) -> Iterator[None]:
    """Go on to the episode's end. Comes back after each turn; whoever has seen enough just leaves."""
    try:
        while (prompt := machine.advance()) is not None:
            (answer,) = decider.decide([prompt], [session])
            machine.take(answer)
            machine.advance()
            yield
    finally:
        decider.end(session)
