"""Whether a regular expression that somebody else wrote can take for ever; it is not run for that."""

from __future__ import annotations

import re

_PIECES = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{\d*,?\d*\}|.", re.DOTALL)


def pieces_of(pattern: str) -> list[str]:
    """A pattern divided into what stands for one thing: a letter, a class, a sign, how often."""
    return _PIECES.findall(pattern)


def runs_away(pattern: str) -> bool:
    """Whether a group that holds an endless repetition is itself repeated without end."""
    holds = [False]
    closed = False
    for piece in pieces_of(pattern):
        endless = piece in {"*", "+"} or (piece.startswith("{") and piece.endswith(",}"))
        if endless and closed:
            return True
        closed = False
        if endless:
            holds[-1] = True
        elif piece == "(":
            holds.append(False)
        elif piece == ")" and len(holds) > 1:
            closed = holds.pop()
            holds[-1] |= closed
    return False
