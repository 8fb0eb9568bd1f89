"""`phoneworld apps`."""

from __future__ import annotations

import argparse
import json

from phoneworld.tasks.registry import templates
from phoneworld.workshop import find_apps


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    counts: dict[str, int] = {}
    for template in templates().values():
        for label in set(template.apps):
            counts[label] = counts.get(label, 0) + 1
    rows = [
        {
            "label": app.label,
            "package": app.package,
            "screens": list(app.screens),
            "tasks": counts.get(app.label, 0),
        }
        for app in sorted(find_apps().values(), key=lambda app: app.label)
        if app.in_launcher
    ]
    if arguments.json:
        print(json.dumps(rows, indent=2))
        return 0
    print(f"{'app':<12} {'package':<28} tasks  screens")
    for row in rows:
        screens = row["screens"]
        told = ", ".join(screens) if isinstance(screens, list) else ""
        print(f"{row['label']:<12} {row['package']:<28} {row['tasks']:>5}  {told}")
    print(f"\n{len(rows)} apps")
    return 0
