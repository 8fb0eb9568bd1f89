"""`trainer collect`: episodes from PhoneWorld's oracles, from a policy, or from runs that the runtime
exported.

`--device` says on which phones: `phoneworld:LEVEL` in this process, or `adb+phoneworld:LEVEL*COUNT`, the
same behind adb, where oracles and policies act as on a real phone.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from phoneworld import Split
from phoneworld.commands.catalogue_options import (
    add_split_options,
    add_wording_options,
    catalogue_of,
)
from phoneworld.realism import LEVELS
from trainer.data.collection import Made, collect, missing_tasks
from trainer.data.progress import CollectionProgress
from trainer.data.runs import import_runs
from trainer.data.store import DatasetWriter, open_collection
from trainer.data.task_selection import KINDS, SPLITS, STARTS, choose_tasks, parse_seeds, unworded
from trainer.data.trials import Trials
from trainer.errors import InvalidDataRequest
from trainer.vision.image_settings import ImageSettings
from trainer.vision.screenshots import ScreenshotRenderer

MOST_SHOWN = 10
IMAGE_TOKENS = ImageSettings().most_tokens


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--out", type=Path, required=True, help="the folder of the data set")
    parser.add_argument(
        "--templates", nargs="+", default=[], metavar="GLOB", help="only these: 'mail.*'"
    )
    parser.add_argument("--kinds", nargs="+", default=[], metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--seeds", default="0:32", metavar="A:B", help="A up to B - 1")
    parser.add_argument("--split", default=Split.TRAIN.value, choices=SPLITS)
    add_wording_options(parser)
    add_split_options(parser)
    parser.add_argument(
        "--start",
        default=STARTS[0],
        choices=STARTS,
        metavar="START",
        help=f"where the tasks begin: {', '.join(STARTS)} (default: {STARTS[0]})",
    )
    parser.add_argument("--realism", default="off", metavar="LEVEL", help=", ".join(LEVELS))
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--screenshots", action="store_true", help="keep pictures: slow and large")
    parser.add_argument(
        "--image-tokens",
        type=int,
        default=IMAGE_TOKENS,
        metavar="N",
        help=f"the most that a picture takes of a model, which is its size (default {IMAGE_TOKENS})",
    )
    parser.add_argument(
        "--policy", type=Path, metavar="BUNDLE", help="who plays; without, the tasks' oracles"
    )
    parser.add_argument(
        "--mend",
        action="store_true",
        help="with --policy CHECKPOINT: keep what oracles did to mend its failures, not the failures",
    )
    parser.add_argument(
        "--temperature",
        type=float,
        metavar="T",
        help="with --policy: how freely it plays (default: 1 with --mend, else 0, which is as it is served)",
    )
    parser.add_argument(
        "--tries", type=int, default=1, metavar="N", help="with --policy: how often it plays a task"
    )
    parser.add_argument(
        "--only-successes", action="store_true", help="keep what a policy solved and nothing else"
    )
    parser.add_argument(
        "--device",
        metavar="PHONES",
        help="phoneworld:LEVEL, or adb+phoneworld:LEVEL*COUNT for phones served over adb",
    )
    parser.add_argument(
        "--from-runs",
        nargs="+",
        type=Path,
        default=[],
        metavar="FOLDER",
        help="instead: take over exported runs, of persons and policies",
    )


def run(given: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    if given.workers < 1:
        raise InvalidDataRequest(
            f"--workers is how many processes collect: 1 or more, not {given.workers}"
        )
    trials = Trials(catalogue_of(given))
    if given.from_runs:
        return _import(given, trials)
    tasks = choose_tasks(
        trials.catalogue,
        seeds=parse_seeds(given.seeds),
        patterns=given.templates,
        kinds=given.kinds,
        split=given.split,
        wordings=given.wordings,
        start=given.start,
    )
    if not tasks:
        raise InvalidDataRequest(
            f"no task of the split {given.split} is among these templates, seeds and wordings"
        )
    for kind, count in unworded(trials.catalogue, tasks, given.wordings).items():
        print(f"{count:,} of their templates have no {kind.value} wordings")
    _check_tries(given)
    if given.mend:
        return _mend(given, trials, [task.name for task in tasks])
    if given.policy is not None or given.device is not None:
        return _play(given, trials, [task.name for task in tasks])
    if given.only_successes:
        raise InvalidDataRequest(
            "--only-successes goes with --policy: oracles solve what they play"
        )
    with open_collection(given.out) as collection:
        missing = len(missing_tasks(collection, tasks, given.realism))
        print(f"{len(tasks):,} tasks, {len(tasks) - missing:,} of them collected already")
        collect(
            collection,
            tasks,
            trials,
            split=given.split,
            realism=given.realism,
            screenshots=_camera(given),
            workers=given.workers,
            on_progress=_progress_printer(missing),
        )
        _summarise(collection)
    return 0


def _check_tries(given: argparse.Namespace) -> None:
    """How freely and how often a policy plays, filled in."""
    if given.policy is None and (given.temperature is not None or given.tries != 1):
        raise InvalidDataRequest("--temperature and --tries go with --policy: oracles have one way")
    if given.temperature is None:
        given.temperature = 1.0 if given.mend else 0.0
    if given.tries < 1 or given.temperature < 0:
        raise InvalidDataRequest("--tries is 1 or more, and --temperature 0 or more")
    if given.tries > 1 and not given.temperature:
        raise InvalidDataRequest(
            "without a --temperature above 0 a policy plays every try at a task alike"
        )


def _play(given: argparse.Namespace, trials: Trials, tasks: Sequence[str]) -> int:
    """Have a policy, or oracles behind adb, play the tasks, as often as was asked for."""
    with open_collection(given.out) as collection:
        for attempt in range(given.tries):
            _play_once(given, trials, tasks, collection, attempt)
        solved = sum(item.success is True for item in collection.manifest.items())
        print(f"{solved:,} episodes of the data set were solved")
        _summarise(collection)
    return 0


def _play_once(
    given: argparse.Namespace,
    trials: Trials,
    tasks: Sequence[str],
    collection: DatasetWriter,
    attempt: int,
) -> None:
    from runtime.turn.decider import EngineDecider
    from trainer.data.phones import open_phones
    from trainer.data.players import OraclePlayer, PolicyPlayer, collect_played, unplayed
    from trainer.data.trial_turns import RolloutTerms
    from trainer.evaluation.bundle import (
        fingerprint,
        open_bundle,
        start_drawing_engine,
        start_engine,
    )

    with ExitStack() as stack:
        device = given.device or f"phoneworld:{given.realism}"
        stopped, filmed = threading.Event(), given.screenshots
        player = OraclePlayer()
        label = device
        if given.policy is not None:
            bundle = open_bundle(given.policy)
            freely = given.temperature
            engine = stack.enter_context(
                closing(
                    start_drawing_engine(
                        bundle, jobs=given.workers, temperature=freely, seed=attempt
                    )
                    if freely
                    else start_engine(bundle, jobs=given.workers)
                )
            )
            manifest = bundle.manifest
            from runtime.policies.engine_loader import opening_of

            terms = RolloutTerms(opening_of(given.policy, manifest))
            player = PolicyPlayer(manifest.name, EngineDecider(engine), stopped, terms)
            label = f"{device} {player.name} {fingerprint(given.policy)[:8]}"
            if freely:
                label += f" at {freely:g} try {attempt}"
            filmed = filmed or engine.wants_screenshot
        phones = open_phones(
            device, tuple(tasks), trials, screenshots=filmed, oracles=given.policy is None
        )
        stack.callback(phones.close)
        missing = len(unplayed(collection, tasks, label))
        print(f"{len(tasks):,} tasks, {len(tasks) - missing:,} of them played already")
        collect_played(
            collection,
            tasks,
            phones,
            player,
            catalogue=trials.catalogue,
            label=label,
            split=given.split,
            realism=device,
            jobs=phones.capacity or given.workers,
            only_successes=given.only_successes,
            stopped=stopped,
            on_progress=_progress_printer(missing),
        )


def _mend(given: argparse.Namespace, trials: Trials, tasks: Sequence[str]) -> int:
    """Have a checkpoint play, and oracles mend what it fails."""
    from trainer.data.mended_collection import SlipTerms, collect_mended, unmended
    from trainer.evaluation.bundle import fingerprint
    from trainer.evaluation.torch_policy import load_torch_policy

    if given.policy is None or given.device is not None:
        raise InvalidDataRequest("--mend goes with --policy CHECKPOINT, and without --device")
    name = f"{given.policy.resolve().parent.name} {fingerprint(given.policy)[:8]}"
    with open_collection(given.out) as collection:
        for attempt in range(given.tries):
            policy = load_torch_policy(given.policy, temperature=given.temperature, seed=attempt)
            terms = SlipTerms(f"{name} try {attempt}", given.realism)
            missing = len(unmended(collection, tasks, terms))
            print(f"{len(tasks):,} tasks, {len(tasks) - missing:,} of them played already")
            collect_mended(
                collection,
                tasks,
                trials,
                policy,
                terms,
                split=given.split,
                on_progress=_progress_printer(missing),
            )
        _summarise(collection)
    return 0


def _progress_printer(total: int) -> Callable[[Made], None]:
    progress = CollectionProgress(total)

    def show(made: Made) -> None:
        progress.advance(len(made.entry.items if made.entry else ()) + len(made.faults))
        end = "\r" if sys.stderr.isatty() else "\n"
        print(f"{progress} ", end=end, file=sys.stderr, flush=True)

    return show


def _camera(given: argparse.Namespace) -> ScreenshotRenderer | bool:
    if not given.screenshots:
        return False
    if given.image_tokens < 1:
        raise InvalidDataRequest(
            f"--image-tokens is {given.image_tokens}: a picture takes 1 or more"
        )
    return ScreenshotRenderer(ImageSettings().at_most(given.image_tokens))


def _import(given: argparse.Namespace, trials: Trials) -> int:
    with open_collection(given.out) as collection:
        imported = import_runs(
            collection, given.from_runs, trials.catalogue, screenshots=given.screenshots
        )
    print(f"{imported.episodes:,} episodes with {imported.trainable_steps:,} steps to learn from")
    for path, why in imported.refused:
        print(f"left out: {path}: {why}")
    return 0


def _summarise(collection: DatasetWriter) -> None:
    manifest = collection.manifest
    print(
        f"{collection.folder}: {manifest.episodes:,} episodes, {manifest.steps:,} steps, "
        f"{len(manifest.faults):,} faults"
    )
    for fault in manifest.faults[:MOST_SHOWN]:
        print(f"fault: {fault.id}: {fault.error}")
    if len(manifest.faults) > MOST_SHOWN:
        print(f"... and {len(manifest.faults) - MOST_SHOWN:,} more: see manifest.json")
