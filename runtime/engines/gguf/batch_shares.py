"""Who gets how much of a batch. Pure arithmetic: one long prompt must not keep the others waiting.

A batch holds replies or prompts, never both: on a CPU a reply's token costs three times as much beside
a prompt as beside other replies. Prompts have two batches of three, so that replies come together and
are continued together. Of prompts the shortest goes first, which is soon done, and every third time
the oldest, so that none waits for ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_CYCLE = 3
_OLDEST, _REPLIES = 1, 2
"""Whose turn it is, at which lap of a cycle; at the other one the shortest prompt is first."""


@dataclass(frozen=True, slots=True)
class EvaluationDemand:
    """What a question could have evaluated now, and whether that is of its reply or its prompt."""

    tokens: int
    replying: bool


def share(needs: Sequence[EvaluationDemand], *, batch: int, lap: int, prompts: int) -> list[int]:
    """How many tokens of each are evaluated next.

    `needs` are in the order of asking, `lap` counts the batches. At most so many `prompts` share one.
    """
    replying = [index for index, need in enumerate(needs) if need.tokens and need.replying]
    asked = [index for index, need in enumerate(needs) if need.tokens and not need.replying]
    if replying and (not asked or lap % _CYCLE == _REPLIES):
        chosen = replying
    else:
        chosen = sorted(asked, key=lambda index: needs[index].tokens)
        if asked and lap % _CYCLE == _OLDEST:
            chosen.remove(asked[0])
            chosen.insert(0, asked[0])
        chosen = chosen[:prompts]
    shares = [0] * len(needs)
    room = batch
    for index in chosen:
        shares[index] = min(needs[index].tokens, room)
        room -= shares[index]
    return shares
