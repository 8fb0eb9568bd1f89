"""`trainer sft`: train a policy to decide as the episodes of a data set do.

`--data FOLDER` holds `train` and `validation`, as `trainer collect` made them, or is a data set itself;
then one of twenty episodes is held out.
"""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from trainer.errors import BadConfig
from trainer.sft.config import SftConfig, read_config
from trainer.sft.folder import MODEL, refuse_overwriting
from trainer.sft.launcher import is_launched, launch

if TYPE_CHECKING:
    from trainer.process_group import ProcessGroup
    from trainer.sft.preparation import RestatingData
    from trainer.sft.tokens import TokenSet
    from trainer.tokenizer.policy_tokenizer import PolicyTokenizer


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--config", type=Path, required=True, metavar="FILE")
    parser.add_argument("--data", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--tokenizer", type=Path, metavar="DIR", help="made if it is left out")
    parser.add_argument("--resume", action="store_true", help="go on from the last checkpoint")
    parser.add_argument(
        "--dry-run",
        action="store_true",
        help="make the tokens, train a few steps into nothing, and say how long it will take",
    )
    parser.add_argument("--steps", type=int, metavar="N", help="as many in all, every phase scaled")


def run(given: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    config = read_config(given.config)
    if given.steps is not None:
        config = scaled(config, given.steps)
    if not is_launched(os.environ):
        if not given.dry_run:
            refuse_overwriting(given.out, resume=given.resume)
        # Tokens are made once, before there are several processes to make them.
        tokenizer, *_ = _prepare(given, config)
        _restated(given, config, tokenizer)
        _findings(given, config, tokenizer)
        return launch(_words(given), processes=config.run.processes, threads=config.run.threads)
    return _train(given, config)


def scaled(config: SftConfig, steps: int) -> SftConfig:
    """The same training in another number of steps."""
    if steps < 1:
        raise BadConfig(f"--steps is {steps}: it must be at least 1")

    def share(count: int) -> int:
        return count * steps // config.steps

    copying = replace(config.copying, steps=share(config.copying.steps))
    packed = replace(config.packed, steps=share(config.packed.steps))
    planning, choosing = (
        replace(phase, begin=share(phase.begin), steps=share(phase.steps))
        for phase in (config.planning, config.choosing)
    )
    decided, schedule = config.decisions, config.schedule
    taken = copying.steps + packed.steps + planning.steps + choosing.steps
    if not decided.steps:
        packed = replace(packed, steps=packed.steps + steps - taken)
    return replace(
        config,
        copying=copying,
        packed=packed,
        planning=planning,
        choosing=choosing,
        decisions=replace(
            decided,
            steps=steps - taken if decided.steps else 0,
            abridged_from=share(decided.abridged_from),
            abridged_until=share(decided.abridged_until),
        ),
        schedule=replace(
            schedule,
            warmup_steps=share(schedule.warmup_steps),
            lower_from=share(schedule.lower_from),
        ),
    )


def _words(given: argparse.Namespace) -> list[str]:
    """The command line again."""
    words = ["sft", "--config", given.config, "--data", given.data, "--out", given.out]
    if given.tokenizer is not None:
        words += ["--tokenizer", given.tokenizer]
    if given.steps is not None:
        words += ["--steps", given.steps]
    for flag in ("resume", "dry_run"):
        if getattr(given, flag):
            words.append(f"--{flag.replace('_', '-')}")
    return [str(word) for word in words]


def _train(given: argparse.Namespace, config: SftConfig) -> int:
    from trainer.data.description import describe_data
    from trainer.interrupt import catching_stops
    from trainer.scaling.accelerated import join_launched
    from trainer.sft.preparation import training_part
    from trainer.sft.recipe import train

    with join_launched(os.environ) as process_group:
        # Tokens that nobody has made yet are made by one process, not by all at once.
        if process_group.leads:
            made_for = _prepare(given, config)[0]
            _restated(given, config, made_for)
            _findings(given, config, made_for)
        process_group.wait()
        tokenizer, training, held_out = _prepare(given, config, made=True)
        with catching_stops() as stops:
            if given.dry_run:
                return _try_out(config, training, held_out, tokenizer, process_group)
            scores = train(
                config,
                training,
                held_out,
                tokenizer,
                given.out,
                resume=given.resume,
                process_group=process_group,
                should_stop=lambda: stops.asked is not None,
                data=describe_data(training_part(given.data)),
                restated=_restated(given, config, tokenizer),
                findings=_findings(given, config, tokenizer),
            )
    if stops.asked is not None:
        if process_group.leads:
            print("stopped, with a checkpoint: go on with --resume", file=sys.stderr)
        return stops.exit_code
    if process_group.leads:
        from trainer.export.checkpoint_card import complete_checkpoint

        complete_checkpoint(given.out / MODEL)
        print(f"{given.out / MODEL}: {len(training):,} samples, {config.steps:,} steps")
        if scores is not None:
            print(", ".join(f"{name} {value:.4f}" for name, value in scores.flat().items()))
    return 0


def _try_out(
    config: SftConfig,
    training: TokenSet,
    held_out: TokenSet,
    tokenizer: PolicyTokenizer,
    process_group: ProcessGroup,
) -> int:
    from trainer.sft.dry_run import STEPS, describe, probe
    from trainer.sft.recipe import train

    with TemporaryDirectory(prefix="phonebuddy-dry-run-") as made:
        folder = Path(made)
        train(
            probe(config),
            training,
            held_out,
            tokenizer,
            folder,
            process_group=process_group,
            stop_after=STEPS,
        )
        if process_group.leads:
            print(describe(config, training, folder))
    return 0


def _prepare(
    given: argparse.Namespace, config: SftConfig, *, made: bool = False
) -> tuple[PolicyTokenizer, TokenSet, TokenSet]:
    from trainer.sft.preparation import prepare_tokenizer, prepare_tokens

    tokenizer = prepare_tokenizer(config, given.tokenizer, given.data, given.out)
    training, held_out = prepare_tokens(config, given.data, tokenizer, given.out, made=made)
    return tokenizer, training, held_out


def _findings(
    given: argparse.Namespace, config: SftConfig, tokenizer: PolicyTokenizer
) -> TokenSet | None:
    from trainer.sft.preparation import prepare_findings

    return prepare_findings(config, given.data, tokenizer, given.out)


def _restated(
    given: argparse.Namespace, config: SftConfig, tokenizer: PolicyTokenizer
) -> RestatingData | None:
    from trainer.sft.preparation import prepare_restatements

    return prepare_restatements(config, tokenizer, given.out)
