"""`trainer sft --dry-run`: a few steps of a training, and from them how long all of it will take."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from trainer.progress import LOG, duration
from trainer.sft.config import SftConfig
from trainer.sft.tokens import TokenSet

STEPS = 40
_EACH = 8
"""A speed is taken over so many steps; the last counts: the first ones wait for the compiler."""


def probe(config: SftConfig) -> SftConfig:
    """The same training, all of it decisions, with nothing in between."""
    return replace(
        config,
        copying=replace(config.copying, steps=0, every=0),
        packed=replace(config.packed, steps=0),
        planning=replace(config.planning, steps=0, every=0),
        choosing=replace(config.choosing, steps=0, every=0),
        decisions=replace(config.decisions, steps=STEPS + 1, abridged_from=0, abridged_until=0),
        validation=replace(config.validation, every=STEPS + 2),
        run=replace(config.run, log_every=_EACH, checkpoint_every=STEPS + 2),
    )


def planned_tokens(config: SftConfig) -> int:
    """About as many tokens as the whole training reads."""
    phases = (config.copying, config.packed, config.planning, config.choosing, config.decisions)
    return sum(phase.steps * phase.batch_tokens for phase in phases)


def describe(config: SftConfig, training: TokenSet, folder: Path) -> str:
    """What was found out by a training with `probe`'s configuration in this folder."""
    logged = [json.loads(line) for line in (folder / LOG).read_text("utf-8").splitlines()]
    speed = [line["tokens_per_s"] for line in logged if "tokens_per_s" in line][-1]
    samples = len(training)
    mean = sum(map(training.length, range(samples))) / samples
    read = config.decisions.steps * config.decisions.batch_tokens / mean
    share = f"decisions read {read:,.0f} of them, {read / samples:.2f} passes"
    lines = (
        f"{samples:,} samples of {mean:,.0f} tokens; {share}",
        f"{speed:,.0f} tokens a second in {config.run.processes} processes",
        f"{config.steps:,} steps will take about {duration(planned_tokens(config) / speed)}",
    )
    return "\n".join(lines)
