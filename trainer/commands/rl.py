"""`trainer rl`: train a policy by trial and reward, on real phones, virtual ones or both.

`--real` takes `phoneworld:LEVEL` (in this process, at a level of realism), `adb+phoneworld:LEVEL*COUNT`
(the same behind adb) or the address of a device, whose goals and judge the configuration names.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from phoneworld import Start, WordingSet, open_catalogue
from phoneworld.commands.catalogue_options import add_split_options, catalogue_of
from trainer.errors import InvalidDataRequest

if TYPE_CHECKING:
    from phoneworld import Catalogue
    from runtime.engine import Engine
    from trainer.data.trials import Trials
    from trainer.process_group import ProcessGroup
    from trainer.rl.config import RlConfig
    from trainer.rl.held_out import HeldOutTasks
    from trainer.rl.journal import Line
    from trainer.rl.model_policy import ModelPolicy
    from trainer.rl.policy_update import Rehearsal
    from trainer.rl.recipe import Training
    from trainer.scaling.ray_workers import RayRolloutWorkers


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--init", type=Path, required=True, metavar="CHECKPOINT")
    parser.add_argument("--config", type=Path, required=True, metavar="FILE")
    parser.add_argument("--real", nargs="+", default=[], metavar="URL", help="phones to reward on")
    parser.add_argument("--mock", action="store_true", help="virtual phones in this process")
    parser.add_argument(
        "--mix", type=float, default=0.5, help="the share of real phones, with both"
    )
    parser.add_argument(
        "--wordings",
        nargs="+",
        type=WordingSet,
        choices=list(WordingSet),
        metavar="SET",
        help=f"the sentences that goals are drawn from, instead of the file's: {', '.join(WordingSet)}",
    )
    add_split_options(parser)
    parser.add_argument(
        "--mock-with",
        type=Path,
        action="append",
        default=[],
        metavar="FOLDER",
        help="with --mock: its phones have the rebuilt apps of this folder, and their tasks alone "
        "(repeatable); real phones are as without",
    )
    parser.add_argument(
        "--mock-templates",
        nargs="+",
        default=[],
        metavar="GLOB",
        help="with --mock-with: only these of its tasks, instead of the file's [mock_tasks]",
    )
    parser.add_argument(
        "--beside",
        type=Path,
        metavar="DATA",
        help="a data set to imitate beside each update, as [beside] of the configuration has it",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--resume", action="store_true", help="go on from the last checkpoint")
    parser.add_argument("--iterations", type=int, metavar="N", help="instead of the file's")
    parser.add_argument("--seed", type=int, metavar="N", help="instead of the file's")
    parser.add_argument(
        "--shuffle-rewards",
        action="store_true",
        help="the control: tries get each other's rewards, and nothing can be learnt",
    )
    parser.add_argument(
        "--start",
        choices=tuple(Start),
        metavar="START",
        help=f"where PhoneWorld's tasks begin, instead of the file's: {', '.join(Start)}",
    )
    parser.add_argument(
        "--engine",
        type=Path,
        metavar="BUNDLE",
        help="let this policy bundle, an export of --init, make the rollouts; it stays as it is, so "
        "that they grow stale",
    )
    parser.add_argument(
        "--rollout-workers",
        metavar="ray:COUNT[@ADDRESS]",
        help="let so many Ray workers make the rollouts",
    )
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="of torch")


def run(given: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    if not 0 <= given.mix <= 1:
        raise InvalidDataRequest(
            f"--mix is {given.mix}: it is a share, from 0 (all mock) to 1 (all real)"
        )
    if given.engine is not None and given.rollout_workers is not None:
        raise InvalidDataRequest(
            "--engine and --rollout-workers both make the rollouts: give one of them"
        )
    if given.mock_with and not given.mock:
        raise InvalidDataRequest("--mock-with says which apps mock phones have: give --mock too")
    if given.mock_templates and not given.mock_with:
        raise InvalidDataRequest(
            "--mock-templates chooses among the tasks of --mock-with: give it too"
        )
    import torch

    from trainer.interrupt import leaving_on_sigterm
    from trainer.scaling.accelerated import join_launched

    torch.set_num_threads(given.threads)
    with leaving_on_sigterm(), join_launched(os.environ) as process_group:
        if process_group.sharding is not None:
            raise InvalidDataRequest(
                "fsdp divides weights, and rollouts need them whole: launch `trainer rl` without it"
            )
        if process_group.size > 1 and (
            given.engine is not None or given.rollout_workers is not None
        ):
            raise InvalidDataRequest(
                "several processes share the rollouts between them: leave --engine and "
                "--rollout-workers out, or launch one process"
            )
        return _train(given, process_group)


def _train(given: argparse.Namespace, process_group: ProcessGroup) -> int:
    from trainer.comparison.runner import SLOT
    from trainer.export.checkpoint_card import complete_checkpoint
    from trainer.rl import journal
    from trainer.rl.recipe import MODEL

    config = config_of(given).in_slot(os.environ.get(SLOT, "0"))
    _check_sampling(given, config, process_group)
    for line in _lines(given, config, process_group):
        if process_group.leads:
            print(journal.told(line, config.iterations), file=sys.stderr, flush=True)
    if process_group.leads:
        complete_checkpoint(given.out / MODEL)
        where = _where(given, config)
        print(f"{given.out / MODEL}: trained for {config.iterations} iterations on {where}")
    return 0


def _check_sampling(
    given: argparse.Namespace, config: RlConfig, process_group: ProcessGroup
) -> None:
    """Refuse to sample in two ways, and LoRA where whole weights go from process to process."""
    elsewhere = given.engine is not None or given.rollout_workers is not None
    if config.sampler is not None and (elsewhere or process_group.size > 1):
        raise InvalidDataRequest(
            "[sampler] of the configuration makes the replies, for one process: leave --engine and "
            "--rollout-workers out, and launch one process"
        )
    if config.lora is not None and given.rollout_workers is not None:
        raise InvalidDataRequest(
            "rollout workers are sent whole weights, and [lora] trains additions: leave one of them out"
        )


def _where(given: argparse.Namespace, config: RlConfig) -> str:
    """The phones that are trained on, in words."""
    where = " + ".join([*given.real, *(["mock"] if given.mock else [])])
    return where if config.tasks.start == Start.HOME else f"{where}, from {config.tasks.start}"


def _lines(
    given: argparse.Namespace, config: RlConfig, process_group: ProcessGroup
) -> Iterator[Line]:
    """The log's lines of the training that was asked for, as it goes on."""
    from trainer.data.trials import Trials
    from trainer.facts import read_opening
    from trainer.rl.deciders import engine_decider
    from trainer.rl.model_policy import open_policy
    from trainer.rl.places import for_policy, open_all
    from trainer.rl.recipe import Training, train
    from trainer.rl.served_decider import open_served_decider
    from trainer.rl.streams import seed_of
    from trainer.scaling.devices import lend

    config = for_policy(config, given.init)
    trials = Trials(catalogue_of(given))
    catalogue = trials.catalogue.facts()
    mock_trials = Trials(open_catalogue(given.mock_with)) if given.mock_with else None
    mock_catalogue = mock_trials.catalogue.facts() if mock_trials is not None else None
    environments, real, mock = open_all(
        given.real, config, trials, mock=given.mock, mock_trials=mock_trials
    )
    rollouts = config.rollouts
    where = _where(given, config)
    policy = open_policy(
        given.init,
        temperature=rollouts.temperature,
        longest_reply=rollouts.longest_reply,
        recipe=f"RL: {config.iterations} iterations of {rollouts.groups} x {rollouts.tries} on {where}",
        catalogues=(catalogue,) if mock_catalogue is None else (catalogue, mock_catalogue),
        lora=config.lora,
        half=config.half,
        half_replies=rollouts.half,
        seed=seed_of(config.seed, "lora"),
    )
    lend(policy.model, process_group.device)
    reference = None
    # Rollouts of an engine are those of the policy that training begins with.
    if config.lora is not None:
        reference = policy.start()
    elif config.update.kl > 0 or given.engine is not None:
        reference = open_policy(given.init, temperature=rollouts.temperature)
        lend(reference.model, process_group.device)
    training = Training(
        policy=policy,
        language=policy.language(),
        environments=environments,
        real=real,
        mock=mock,
        mix=given.mix,
        folder=given.out,
        config=config,
        reference=reference,
        process_group=process_group,
        init=str(given.init),
        opening=read_opening(given.init),
        catalogue=catalogue,
        mock_catalogue=mock_catalogue,
        rehearsal=_rehearsal(given, config, policy, process_group),
        held_out=_held_out(given, config, policy, trials),
    )
    with ExitStack() as closing:
        for environment in environments.values():
            closing.callback(environment.close)
        if given.engine is not None:
            engine = _start_engine(given.engine, config)
            closing.callback(engine.close)
            asked = engine_decider(engine, training.language, threads=rollouts.threads)
            training = replace(training, decider=lambda _: asked)
        if config.sampler is not None:
            served = open_served_decider(config.sampler, config, policy, given.out)
            closing.callback(served.server.close)
            training = replace(training, decider=served.at)
        if given.rollout_workers is not None:
            workers = _ray_workers(given, training, trials.catalogue)
            closing.callback(workers.close)
            workers.start()
            training = replace(training, workers=workers)
        yield from train(training, resume=given.resume)


def config_of(given: argparse.Namespace) -> RlConfig:
    """The configuration of the file, with what the command line says instead."""
    from trainer.rl.config import Tasks, read_config

    config = read_config(given.config)
    if given.iterations is not None:
        config = replace(config, iterations=given.iterations)
    if given.seed is not None:
        config = replace(config, seed=given.seed)
    if given.shuffle_rewards:
        config = replace(config, shuffle_rewards=True)
    if (config.beside is None) != (given.beside is None):
        raise InvalidDataRequest(
            "imitation beside updates takes both --beside DATA and [beside] in the configuration"
        )
    if given.wordings:
        config = replace(config, tasks=replace(config.tasks, wordings=tuple(given.wordings)))
    if given.start is not None:
        config = replace(config, tasks=replace(config.tasks, start=given.start))
    if given.mock_templates:
        mock_tasks = config.mock_tasks or Tasks(seeds=config.tasks.seeds, start=config.tasks.start)
        chosen = replace(mock_tasks, templates=tuple(given.mock_templates))
        config = replace(config, mock_tasks=chosen)
    return config


def probe(words: Sequence[str], init: Path, *, groups: int) -> Line:
    """One iteration of so many groups with the options of a training, kept nowhere: what it tells is how
    long tries take. Neither held-out tasks nor imitation are part of it.
    """
    import torch

    from trainer.process_group import ProcessGroup

    parser = argparse.ArgumentParser()
    add_arguments(parser)
    given = parser.parse_args(words)
    torch.set_num_threads(given.threads)
    with TemporaryDirectory(prefix="phonebuddy-probe-") as folder:
        given.out, given.init, given.resume = Path(folder), init, False
        config = config_of(given).in_slot("0")
        config = replace(
            config,
            iterations=1,
            rollouts=replace(config.rollouts, groups=groups),
            held_out=replace(config.held_out, every=0),
            beside=None,
        )
        (line,) = _lines(given, config, ProcessGroup())
    return line


def _rehearsal(
    given: argparse.Namespace, config: RlConfig, policy: ModelPolicy, process_group: ProcessGroup
) -> Rehearsal | None:
    if config.beside is None:
        return None
    from trainer.sft.rehearsal import open_rehearsal

    return open_rehearsal(
        policy.model,
        policy.tokenizer,
        given.beside,
        given.out,
        config=config.beside.config,
        weight=config.beside.weight,
        seed=config.seed,
        process_group=process_group,
    )


def _held_out(
    given: argparse.Namespace, config: RlConfig, policy: ModelPolicy, trials: Trials
) -> HeldOutTasks | None:
    wanted = config.held_out
    if not wanted.every:
        return None
    from trainer.evaluation.held_out_sets import open_held_out_sets
    from trainer.facts import read_opening

    return open_held_out_sets(
        trials,
        given.init,
        policy.model,
        templates=config.tasks.templates,
        kinds=config.tasks.kinds,
        tasks=wanted.tasks,
        realism=wanted.realism,
        jobs=wanted.jobs,
        opening=read_opening(given.init),
    )


def _ray_workers(
    given: argparse.Namespace, training: Training, catalogue: Catalogue
) -> RayRolloutWorkers:
    from trainer.rl.rollout_workers import RolloutConditions
    from trainer.scaling.ray_workers import RayRolloutWorkers, read_address
    from trainer.scaling.rollout_worker import ModelOutfit

    config = training.config
    return RayRolloutWorkers(
        read_address(given.rollout_workers),
        config.workers,
        ModelOutfit(
            given.init.resolve(),
            tuple(given.real),
            given.mock,
            config,
            catalogue,
            open_catalogue(given.mock_with) if given.mock_with else None,
        ),
        RolloutConditions(
            config.rollouts.tries, config.rewards, config.rollouts.most_live, training.opening
        ),
        training.policy.model.state_dict,
        seed=config.seed,
        longest_prompt=config.rollouts.longest_prompt,
        scarce=frozenset(
            name for name, each in training.environments.items() if each.capacity is not None
        ),
    )


def _start_engine(folder: Path, config: RlConfig) -> Engine:
    from trainer.evaluation.bundle import open_bundle, start_drawing_engine
    from trainer.rl.streams import seed_of

    return start_drawing_engine(
        open_bundle(folder),
        jobs=config.rollouts.threads,
        temperature=config.rollouts.temperature,
        seed=seed_of(config.seed, "engine"),
    )
