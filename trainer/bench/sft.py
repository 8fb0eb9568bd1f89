"""Training steps: ours against trl's `SFTTrainer`, on the same model, rows, order and optimizer.

Both read the same batches, padded to their longest row, with loss on the replies alone, in fp32 and
with the same threads. They take turns, so that whoever else uses the machine slows both.
"""

from __future__ import annotations

import resource
from dataclasses import dataclass, field, replace
from pathlib import Path

from runtime.bench_report import Figures
from trainer.bench.material import Material
from trainer.bench.resource_usage import ResourceUsage
from trainer.models.head_loss import head_loss
from trainer.optimizers import Optimizer, OptimizerConfig
from trainer.sft.samples import DecisionSamples, collate
from trainer.token_scorer import TokenScorer

RATE = 1e-4


@dataclass(slots=True)
class OurSteps:
    """Our training step. `loading` is what choosing rows and putting them together took."""

    material: Material
    optimizer_kind: str
    compiled: bool = True
    spent: ResourceUsage = field(default_factory=ResourceUsage)
    loading: ResourceUsage = field(default_factory=ResourceUsage)
    tokens: int = 0
    _reader: TokenScorer = field(init=False)
    _optimizer: Optimizer = field(init=False)

    def __post_init__(self) -> None:
        model = self.material.model()
        model.train()
        self._reader = TokenScorer(model, compiled=self.compiled)
        config = OptimizerConfig(kind=self.optimizer_kind, adamw_rate=RATE, muon_rate=RATE)
        self._optimizer = Optimizer(model, config)

    def run(self, samples: DecisionSamples, steps: range) -> float:
        """The steps of these numbers; the mean of their losses."""
        losses: list[float] = []
        with self.spent.counting():
            for step in steps:
                with self.loading.counting():
                    batch = collate(samples.rows(step), pad=self.material.tokenizer.pad)
                states = self._reader.states(batch.ids, batch.wanted)
                loss, _ = head_loss(states, self._reader.head, batch.targets, batch.weights)
                loss.backward()
                self._optimizer.step(1.0)
                losses.append(float(loss.detach()))
                self.tokens += batch.tokens
        return sum(losses) / len(losses)

    def forget(self) -> None:
        """Count from here on."""
        self.spent, self.loading, self.tokens = ResourceUsage(), ResourceUsage(), 0


def decision_samples(material: Material) -> DecisionSamples:
    """The batches that both read: those of a training, with loss on the replies alone."""
    config = replace(material.config.decisions, observation_weight=0.0)
    return DecisionSamples(material.tokens, config, seed=0)


def measure_sft(material: Material, folder: Path, *, rounds: int, steps: int) -> Figures:
    """Tokens a second of both, the share of loading, and the memory of ours."""
    samples = decision_samples(material)
    ours, muon = OurSteps(material, "adamw"), OurSteps(material, "muon")
    # The first steps compile.
    for one in (ours, muon):
        one.run(samples, range(2))
        one.forget()
    muon.run(samples, range(steps))
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    figures = {
        "ours_muon_tokens_per_s": muon.tokens / muon.spent.wall_s,
        "ours_peak_mb": peak_mb,
    }
    from trainer.bench.rival import TrlSteps, available

    if not available():
        ours.run(samples, range(rounds * steps))
        return figures | _of_ours(ours)
    theirs = TrlSteps(material, folder)
    theirs.run([samples.rows(step) for step in range(2)])
    theirs.forget()
    for number in range(rounds):
        turn = range(number * steps, (number + 1) * steps)
        ours.run(samples, turn)
        theirs.run([samples.rows(step) for step in turn])
    return (
        figures
        | _of_ours(ours)
        | {
            "trl_tokens_per_s": theirs.tokens / theirs.spent.wall_s,
            "trl_processor_share": theirs.spent.processor_share,
            "over_trl": (ours.tokens / ours.spent.wall_s) / (theirs.tokens / theirs.spent.wall_s),
            "over_trl_cpu": (ours.tokens / ours.spent.cpu_s) / (theirs.tokens / theirs.spent.cpu_s),
        }
    )


def _of_ours(ours: OurSteps) -> Figures:
    return {
        "ours_tokens_per_s": ours.tokens / ours.spent.wall_s,
        "loading_share": ours.loading.wall_s / ours.spent.wall_s,
        "processor_share": ours.spent.processor_share,
    }
