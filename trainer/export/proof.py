"""Whether an export decides as its checkpoint does, and how fast: measured by the runtime's engines.

Every figure is taken on the finished files. Three questions: does the file's own tokenizer make the
same tokens (it must); are the odds the same, token by token along torch's reply; and does the engine,
with its grammar and its schedule, come to the same action.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from runtime.bench_report import processor
from runtime.engine import Decided
from runtime.engines.constraint import Logits
from runtime.engines.limits import EngineLimits
from runtime.errors import PhoneBuddyError
from runtime.policies.bundle import Figure, PolicyManifest
from runtime.policies.engine_loader import load_engine
from trainer.errors import ExportError
from trainer.export.heldout import HeldOut, HeldOutPrompts
from trainer.export.reference import Reference, Trace
from trainer.export.scorers import Scorer, open_scorer
from trainer.export.success import SolvedCount
from trainer.export.token_parity import check_tokens


@dataclass(frozen=True, slots=True)
class Proof:
    """What was measured. Shares are of 1; speeds count tokens in a second of one question."""

    prompts: int
    source: str
    equal_decisions: float
    first_tokens: float
    tokens: float
    divergence: float
    right: float
    torch_right: float
    prefill_per_s: float
    decode_per_s: float
    bytes: int
    types: str
    solved: SolvedCount | None = None
    """On a sample of tasks, where some were played."""

    @property
    def solves_as_many(self) -> bool:
        """Whether nothing says that the export solves fewer tasks."""
        return self.solved is None or self.solved.agrees

    @property
    def how(self) -> str:
        """How all of it was obtained."""
        return (
            f"against the checkpoint in torch, float32, greedy, on {self.prompts} held-out prompts "
            f"({self.source}), {processor()}"
        )

    def measured(self) -> tuple[Figure, ...]:
        """The figures, each with what is particular to it."""
        alone = "one question at a time, wall clock"
        return (
            Figure("equal decisions", self.equal_decisions * 100, "%", "the same action"),
            Figure("equal first tokens", self.first_tokens * 100, "%", "the likeliest one"),
            Figure("equal tokens", self.tokens * 100, "%", "likeliest ones along torch's replies"),
            Figure("divergence", self.divergence, "nats", "mean KL of tokens' odds"),
            Figure("right decisions", self.right * 100, "%", "the recorded action"),
            Figure("right decisions in torch", self.torch_right * 100, "%", "the recorded action"),
            Figure("prompt tokens", self.prefill_per_s, "1/s", alone),
            Figure("reply tokens", self.decode_per_s, "1/s", alone),
            Figure("size", float(self.bytes), "bytes", self.types or "all files"),
            *self._solved(),
        )

    def _solved(self) -> tuple[Figure, ...]:
        if self.solved is None or not self.solved.tasks:
            return ()
        tasks = self.solved.tasks
        how = f"of {tasks} tasks of the validation split, spread over all templates"
        return (
            Figure("solved tasks", self.solved.by_export / tasks * 100, "%", how),
            Figure("solved tasks in torch", self.solved.in_torch / tasks * 100, "%", how),
        )

    def figures(self) -> tuple[Figure, ...]:
        """As policy.json keeps them: each with all of how it was obtained."""
        return tuple(replace(one, how=f"{one.how}; {self.how}") for one in self.measured())


def prove(
    folder: Path,
    manifest: PolicyManifest,
    *,
    held_out: HeldOutPrompts,
    reference: Reference,
    traces: Sequence[Trace],
    types: str = "",
    threads: int = 0,
) -> Proof:
    """Measure a bundle whose files are all there. `ExportError` where it cannot even be asked."""
    try:
        with closing(_open_scorer(folder, manifest, traces)) as scorer:
            check_tokens(scorer, reference, held_out.items)
            odds = [_compare(trace, scorer) for trace in traces]
        decided = _ask(folder, manifest, held_out.items, threads)
    except ExportError:
        raise
    except PhoneBuddyError as error:
        raise ExportError(f"the runtime cannot serve {manifest.weights}: {error}") from error
    return _sum_up(folder, held_out, reference, traces, odds, decided, types)


@dataclass(frozen=True, slots=True)
class _Odds:
    """Along one reply: whether the likeliest tokens are torch's, and how far the odds are apart."""

    equal: tuple[bool, ...]
    divergence: tuple[float, ...]


def _open_scorer(folder: Path, manifest: PolicyManifest, traces: Sequence[Trace]) -> Scorer:
    longest = max(sum(len(turn.tokens) for turn in trace.turns) for trace in traces)
    return open_scorer(
        folder / manifest.weights,
        manifest.engine,
        context_tokens=-(-longest // 256) * 256,
        projector=folder / manifest.projector if manifest.projector else None,
    )


def _compare(trace: Trace, scorer: Scorer) -> _Odds:
    equal: list[bool] = []
    divergence: list[float] = []
    for number, turn in enumerate(trace.turns):
        found = scorer.go_on(turn.tokens) if number else scorer.begin(turn.tokens)
        if not np.isfinite(found).all():
            raise ExportError("the exported file gives odds that are no numbers")
        equal.append(int(found.argmax()) == int(turn.logits.argmax()))
        divergence.append(_divergence(turn.logits, found))
    return _Odds(tuple(equal), tuple(divergence))


def _divergence(wanted: Logits, found: Logits) -> float:
    one, other = _log_odds(wanted), _log_odds(found)
    return float((np.exp(one) * (one - other)).sum())


def _log_odds(logits: Logits) -> np.ndarray:
    wide = logits.astype(np.float64)
    wide -= wide.max()
    return wide - np.log(np.exp(wide).sum())


def _ask(
    folder: Path, manifest: PolicyManifest, items: Sequence[HeldOut], threads: int
) -> list[Decided]:
    limits = EngineLimits(sessions=1, threads=threads, threads_batch=threads)
    with closing(load_engine(folder, manifest, limits)) as engine:
        return [engine.decide(held.prompt) for held in items]


def _sum_up(
    folder: Path,
    held_out: HeldOutPrompts,
    reference: Reference,
    traces: Sequence[Trace],
    odds: Sequence[_Odds],
    decided: Sequence[Decided],
    types: str,
) -> Proof:
    actions = [one.decision.action for one in decided]
    torchs = [trace.decision.action for trace in traces]
    recorded = [reference.said(held) for held in held_out.items]
    usages = [one.usage for one in decided]
    read = sum(usage.prompt_tokens - usage.cached_tokens for usage in usages)
    return Proof(
        prompts=len(decided),
        source=held_out.source,
        equal_decisions=_share(a == b for a, b in zip(actions, torchs, strict=True)),
        first_tokens=_share(one.equal[0] for one in odds),
        tokens=_share(equal for one in odds for equal in one.equal),
        divergence=float(np.mean([value for one in odds for value in one.divergence])),
        right=_share(a == b for a, b in zip(actions, recorded, strict=True)),
        torch_right=_share(a == b for a, b in zip(torchs, recorded, strict=True)),
        prefill_per_s=_per_s(read, sum(usage.first_token_ms for usage in usages)),
        decode_per_s=_per_s(
            sum(usage.reply_tokens for usage in usages), sum(usage.decode_ms for usage in usages)
        ),
        bytes=sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()),
        types=types,
    )


def _share(answers: Iterable[bool]) -> float:
    listed = list(answers)
    return sum(listed) / len(listed)


def _per_s(tokens: int, spent_ms: float) -> float:
    return tokens / spent_ms * 1e3 if spent_ms > 0 else 0.0
