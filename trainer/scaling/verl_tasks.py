"""The tasks of a training as verl's data: `python -m trainer.scaling.verl_tasks --config FILE --mock --out FILE`.

A JSON object a line, which verl's own data set reads. A row names a task and an environment; the prompts
come from the phone. verl tries each row `rollout.n` times and compares these tries.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

from phoneworld import Split
from phoneworld.commands.catalogue_options import add_split_options, catalogue_of
from runtime.errors import PhoneBuddyError
from trainer.data.environments import Environment, PhoneWorldPhones
from trainer.data.task_selection import choose_tasks
from trainer.data.trials import Trials
from trainer.errors import InvalidDataRequest
from trainer.rl.config import RlConfig, read_config
from trainer.rl.curriculum import places
from trainer.rl.places import MOCK, open_all

LOOP = "phonebuddy"
VALIDATION_SEEDS = 4


def rows(
    environments: Mapping[str, Environment], real: Sequence[str], mock: str, mix: float, count: int
) -> Iterator[dict[str, Any]]:
    """So many rows, a share `mix` of them on real phones."""
    tasks = {name: cycle(each.tasks) for name, each in environments.items()}
    for index, name in enumerate(places(count, mix, 0, real, mock)):
        task = next(tasks[name])
        yield {
            "data_source": LOOP,
            "agent_name": LOOP,
            "environment": name,
            "task": task,
            "prompt": [{"role": "user", "content": task}],
            "reward_model": {"style": "rule", "ground_truth": ""},
            "extra_info": {"index": index},
        }


def _validation(config: RlConfig, trials: Trials) -> dict[str, Environment]:
    """The virtual phones, with the tasks of the validation split that the configuration's patterns leave."""
    catalogue, wanted = trials.catalogue, config.tasks
    tasks = choose_tasks(
        catalogue,
        seeds=catalogue.splits.seeds(Split.VALIDATION, VALIDATION_SEEDS),
        patterns=wanted.templates,
        kinds=wanted.kinds,
        split=Split.VALIDATION.value,
        start=wanted.start,
    )
    if not tasks:
        raise InvalidDataRequest("[tasks] leaves no task of the validation split")
    return {MOCK: PhoneWorldPhones(MOCK, tuple(task.name for task in tasks), trials)}


def main(argv: Sequence[str] | None = None) -> int:
    """Write the file; the exit code."""
    parser = argparse.ArgumentParser(prog="verl_tasks", description="Tasks as verl's data.")
    parser.add_argument("--config", type=Path, required=True, metavar="FILE")
    parser.add_argument("--real", nargs="+", default=[], metavar="URL")
    parser.add_argument("--mock", action="store_true")
    add_split_options(parser)
    parser.add_argument("--mix", type=float, default=0.5)
    parser.add_argument(
        "--count", type=int, metavar="N", help="of rows; as many as there are tasks"
    )
    parser.add_argument(
        "--validation",
        action="store_true",
        help="tasks of the validation split, on virtual phones, instead of those to train on",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.jsonl")
    given = parser.parse_args(argv)
    try:
        config, trials = read_config(given.config), Trials(catalogue_of(given))
        environments, real, mock = open_all(given.real, config, trials, mock=given.mock)
        if given.validation:
            environments, real, mock = _validation(config, trials), (), MOCK
    except PhoneBuddyError as error:
        sys.stderr.write(f"verl_tasks: {error}\n")
        return 2
    count = given.count or max(len(each.tasks) for each in environments.values())
    mix = 0.0 if given.validation else given.mix
    lines = [json.dumps(row) for row in rows(environments, real, mock, mix, count)]
    given.out.parent.mkdir(parents=True, exist_ok=True)
    given.out.write_text("\n".join([*lines, ""]), encoding="utf-8")
    sys.stdout.write(f"{given.out}: {count} tasks\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
