"""The proof of what says what goals mean in a bundle: the export against its own weights, and against what was meant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from runtime.policies.bundle import Figure
from trainer.evaluation.understanding import Understood


@dataclass(frozen=True, slots=True)
class UnderstandingProof:
    """The answers of an export and of its weights to the same requests, of which some are nobody's."""

    exported: Sequence[Understood]
    weights: Sequence[Understood]
    least_confidence: float
    """Below it an answer is not acted on."""

    @property
    def alike(self) -> float:
        """The share of requests on which both act alike."""
        least = self.least_confidence
        pairs = zip(self.exported, self.weights, strict=True)
        return _share([one.acted_on(least) == other.acted_on(least) for one, other in pairs])

    def figures(self, prefix: str, *, alike: str) -> tuple[Figure, ...]:
        """For the bundle: `alike` is what the first figure is called."""
        how = f"{len(self.exported)} requests in wordings it was not trained on, validation seeds"
        return (
            Figure(f"{prefix}{alike}", 100 * self.alike, "%", how),
            Figure(f"{prefix}as meant", 100 * self._right(served=True), "%", how),
            Figure(f"{prefix}declined rightly", 100 * self._right(served=False), "%", how),
        )

    def _right(self, *, served: bool) -> float:
        return _share([one.is_right for one in self.exported if one.is_served is served])


def _share(claims: Sequence[bool]) -> float:
    return sum(claims) / len(claims) if claims else 0.0
