"""`phoneworld tasks`."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Mapping

from phoneworld.catalogue import suite_names
from phoneworld.commands.catalogue_options import add_catalogue_options, catalogue_of
from phoneworld.errors import TaskError
from phoneworld.tasks.template import Kind, Level, Template
from phoneworld.tasks.trial import Task, Trial


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("word", nargs="?", default="", help="only names that contain this")
    parser.add_argument("--kind", choices=[kind.value for kind in Kind])
    parser.add_argument("--level", choices=[level.value for level in Level])
    parser.add_argument(
        "--suite", choices=suite_names(), help="the tasks of a suite, with their goals"
    )
    parser.add_argument("--seed", type=int, help="show each task's goal for a seed")
    add_catalogue_options(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    seed: int | None = arguments.seed
    catalogue = catalogue_of(arguments)
    workshop = catalogue.workshop()
    rows: list[dict[str, object]] = []
    tasks: list[Task] = []
    known: Mapping[str, Template] = {}
    match arguments.kind:
        case _ if arguments.suite is not None:
            tasks = catalogue.suite(arguments.suite)
        case Kind.INJECTION.value:
            known = catalogue.injections
        case Kind.NAVIGATION.value:
            known = catalogue.navigation
        case _:
            known = catalogue.templates
    if seed is not None and arguments.suite is not None:
        raise TaskError("the tasks of a suite have seeds of their own: leave out --seed")
    named = [(task.name, task.template, task) for task in tasks] or [
        (one.name, one, None if seed is None else Task(one, seed)) for one in known.values()
    ]
    for name, template, task in named:
        if arguments.word not in template.name:
            continue
        if arguments.kind not in (None, template.kind.value):
            continue
        if arguments.level not in (None, template.level.value):
            continue
        goal = template.goals[0]
        if task is not None:
            goal = Trial(workshop, task).goal
        rows.append(
            {
                "name": name,
                "kind": template.kind.value,
                "level": template.level.value,
                "apps": list(template.apps),
                "goal": goal,
            }
        )
    if arguments.json:
        print(json.dumps(rows, indent=2))
        return 0
    name_width = max((len(str(row["name"])) for row in rows), default=0)
    for row in rows:
        print(f"{row['name']:<{name_width}} {row['kind']:<11} {row['level']:<7} {row['goal']}")
    kinds = Counter(str(row["kind"]) for row in rows)
    counts = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    what = "templates" if arguments.suite is None else "tasks"
    print(f"\n{len(rows)} {what}{': ' + counts if counts else ''}")
    return 0
