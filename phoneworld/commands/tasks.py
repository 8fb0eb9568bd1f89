"""`phoneworld tasks`."""

from __future__ import annotations

import argparse
import json
from collections import Counter

from phoneworld.commands.catalogue_options import add_catalogue_options, catalogue_of
from phoneworld.tasks.template import Kind, Level
from phoneworld.tasks.trial import Task, Trial


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("word", nargs="?", default="", help="only names that contain this")
    parser.add_argument("--kind", choices=[kind.value for kind in Kind])
    parser.add_argument("--level", choices=[level.value for level in Level])
    parser.add_argument("--seed", type=int, help="show each task's goal for a seed")
    add_catalogue_options(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    seed: int | None = arguments.seed
    catalogue = catalogue_of(arguments)
    workshop = catalogue.workshop()
    rows: list[dict[str, object]] = []
    match arguments.kind:
        case Kind.INJECTION.value:
            known = catalogue.injections
        case Kind.NAVIGATION.value:
            known = catalogue.navigation
        case _:
            known = catalogue.templates
    for template in known.values():
        if arguments.word not in template.name:
            continue
        if arguments.kind not in (None, template.kind.value):
            continue
        if arguments.level not in (None, template.level.value):
            continue
        goal = template.goals[0]
        if seed is not None:
            goal = Trial(workshop, Task(template, seed)).goal
        rows.append(
            {
                "name": template.name,
                "kind": template.kind.value,
                "level": template.level.value,
                "apps": list(template.apps),
                "goal": goal,
            }
        )
    if arguments.json:
        print(json.dumps(rows, indent=2))
        return 0
    for row in rows:
        print(f"{row['name']:<34} {row['kind']:<11} {row['level']:<7} {row['goal']}")
    kinds = Counter(str(row["kind"]) for row in rows)
    counts = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    print(f"\n{len(rows)} templates{': ' + counts if counts else ''}")
    return 0
