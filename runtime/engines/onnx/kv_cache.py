"""What a decoder remembers of each session: tokens evaluated, and the arrays that stand for them.

A memory has a fixed number of slots, one for each session. Two kinds: `Arena` keeps keys and values
where they are and evaluates several slots at once; `GrowingKvCache` serves graphs that hand back a longer
array every time, one slot at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from runtime.engines.onnx.graph import Graph
from runtime.engines.onnx.session import Array


@dataclass(slots=True)
class Slot:
    """The tokens that a slot holds, and its recurrent states as they were after some of them."""

    tokens: list[int] = field(default_factory=list[int])
    reached: int = 0
    """The most tokens it has had since it was cleared, which is what it takes of memory."""
    marks: dict[int, tuple[Array, ...]] = field(default_factory=dict[int, tuple[Array, ...]])

    def extend(self, tokens: Sequence[int]) -> None:
        self.tokens.extend(tokens)
        self.reached = max(self.reached, len(self.tokens))

    def mark(self, states: tuple[Array, ...]) -> None:
        """Keep the states as they are here, and those at the first mark: states can be large."""
        kept = dict(sorted(self.marks.items())[:1])
        self.marks = kept | {len(self.tokens): states}

    def begin_as(self, other: Slot, count: int) -> None:
        """Have the first tokens of another slot."""
        marks = {place: state for place, state in other.marks.items() if place <= count}
        self.tokens, self.marks = other.tokens[:count], marks
        self.reached = max(self.reached, count)

    def reusable(self, prompt: Sequence[int], *, recurrent: bool) -> int:
        """How many tokens of a prompt are here already. Never all: the last one gives the reply."""
        most = min(len(self.tokens), len(prompt) - 1)
        shared = next((n for n in range(most) if self.tokens[n] != prompt[n]), most)
        if not recurrent:
            return shared
        return max((count for count in self.marks if count <= shared), default=0)


class KvCache(Protocol):
    """Slots, numbered from 0."""

    @property
    def slots(self) -> Sequence[Slot]: ...

    @property
    def recurrent(self) -> bool:
        """Whether a slot can only be cut back to where it was marked."""
        ...

    @property
    def together(self) -> bool:
        """Whether several slots are evaluated in less time than one by one."""
        ...

    def cut(self, slot: int, count: int) -> None:
        """Keep the first `count` tokens, as `Slot.reusable` returned."""
        ...

    def copy(self, source: int, target: int, count: int) -> None:
        """Have `target` begin as `source` does; `count` as `Slot.reusable` returned."""
        ...

    def mark(self, slot: int) -> None:
        """Remember where this slot is, so that it can be cut back to here."""
        ...

    def evaluate(self, slot: int, tokens: Sequence[int]) -> Array:
        """Go on with tokens; the scores of what follows the last one."""
        ...

    def evaluate_together(self, slots: Sequence[int], tokens: Sequence[int]) -> list[Array]:
        """Go on with one token in each of several slots."""
        ...

    def clear(self, slot: int) -> None:
        """Forget, and give the pages back."""
        ...


def make_memory(graph: Graph, *, slots: int, context_tokens: int) -> KvCache:
    """The memory that suits a graph."""
    from runtime.engines.onnx.arena import Arena
    from runtime.engines.onnx.growing_cache import GrowingKvCache

    if graph.in_place:
        return Arena(graph, slots=slots, context_tokens=context_tokens)
    return GrowingKvCache(graph, slots=slots)
