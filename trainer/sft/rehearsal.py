"""A batch of imitation beside each step of a training by reward, so that what is rarely tried is kept.

It only adds gradients: whoever trains clips and steps.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from trainer.models.head_loss import head_loss
from trainer.models.trainable_model import Model
from trainer.process_group import ProcessGroup
from trainer.sft.config import read_config
from trainer.sft.preparation import prepare_tokens
from trainer.sft.samples import DecisionSamples, SampleStream, collate
from trainer.token_scorer import TokenScorer
from trainer.tokenizer.policy_tokenizer import PolicyTokenizer


class SftRehearsal:
    """Decisions to imitate, a batch for each step; their loss counts `weight`."""

    def __init__(
        self,
        model: Model,
        samples: SampleStream,
        *,
        pad: int,
        weight: float = 1.0,
        process_group: ProcessGroup | None = None,
    ) -> None:
        self._reader = TokenScorer(model)
        self._samples = samples
        self._pad = pad
        self._weight = weight
        self._process_group = process_group or ProcessGroup()

    def add_gradients(self, step: int) -> float:
        """Add the gradients of the batch of a step (from 0); the mean loss of this process's replies."""
        total, counted_places = 0.0, 0
        for rows, share in self._process_group.shares(self._samples.rows(step)):
            batch = collate(rows, pad=self._pad)
            states = self._reader.states(batch.ids, batch.wanted)
            targets, weights, counted = (
                each.to(states.device) for each in (batch.targets, batch.weights, batch.counted)
            )
            loss, losses = head_loss(
                states, self._reader.head, targets, weights * (self._weight * share)
            )
            loss.backward()
            total += float(losses[counted].sum())
            counted_places += int(counted.sum())
        return total / max(counted_places, 1)


def open_rehearsal(
    model: Model,
    tokenizer: PolicyTokenizer,
    data: Path,
    out: Path,
    *,
    config: Path,
    weight: float,
    seed: int,
    process_group: ProcessGroup,
) -> SftRehearsal:
    """Decisions of a data set, written and batched as an SFT configuration has them.

    Tokens are made once, in `out`, by the process that leads.
    """
    recipe = read_config(config)
    if process_group.leads:
        prepare_tokens(recipe, data, tokenizer, out)
    process_group.wait()
    tokens, _ = prepare_tokens(recipe, data, tokenizer, out, made=True)
    terms = replace(recipe.decisions, resample_batches=0)
    return SftRehearsal(
        model,
        DecisionSamples(tokens, terms, seed=seed),
        pad=tokenizer.pad,
        weight=weight,
        process_group=process_group,
    )
