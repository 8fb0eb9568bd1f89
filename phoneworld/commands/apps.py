"""`phoneworld apps`."""

from __future__ import annotations

import argparse
import json

from phoneworld.commands.catalogue_options import add_catalogue_options, catalogue_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_catalogue_options(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    catalogue = catalogue_of(arguments)
    counts: dict[str, int] = {}
    for template in catalogue.templates.values():
        for label in set(template.apps):
            counts[label] = counts.get(label, 0) + 1
    rows = [
        {
            "label": app.label,
            "package": app.package,
            "screens": list(app.screens),
            "tasks": counts.get(app.label, 0),
        }
        for app in sorted(catalogue.apps.values(), key=lambda app: app.label)
        if app.in_launcher
    ]
    if arguments.json:
        print(json.dumps(rows, indent=2))
        return 0
    label_width = max(len(str(row["label"])) for row in rows)
    package_width = max(len(str(row["package"])) for row in rows)
    print(f"{'app':<{label_width}} {'package':<{package_width}} tasks  screens")
    for row in rows:
        screens = row["screens"]
        listed = ", ".join(screens) if isinstance(screens, list) else ""
        start = f"{row['label']:<{label_width}} {row['package']:<{package_width}}"
        print(f"{start} {row['tasks']:>5}  {listed}")
    print(f"\n{len(rows)} apps")
    return 0
