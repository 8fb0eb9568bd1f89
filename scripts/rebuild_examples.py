"""Record six of PhoneWorld's own apps over adb, rebuild them, and check their tasks: examples/rebuilt.

.venv/bin/python scripts/rebuild_examples.py --recordings /tmp/recordings [APP ...]

Each app is recorded by the oracles of its own tasks on a training seed and by three explorations; a
recording that lies in the folder already is used. The figures go into README.md beside the apps.
`--figures-only` measures the apps that are there, `--tasks-only` only checks their tasks again.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from phoneworld import open_catalogue
from phoneworld.catalogue import Catalogue
from phoneworld.catalogue.folder_tasks import check_folders
from phoneworld.catalogue.folders import read_manifest
from phoneworld.commands.record import guarded
from phoneworld.reconstruction.authored import (
    RecordingPlan,
    desk_over_adb,
    record_app,
    tasks_of_app,
)
from phoneworld.reconstruction.fidelity import measure
from phoneworld.reconstruction.oracle_results import solve_templates
from phoneworld.reconstruction.rebuild import Rebuilt, rebuild
from phoneworld.reconstruction.spec_files import lean, load_app, save_app
from phoneworld.recording.sources import import_all

APPS = ("Notes", "Tasks", "Contacts", "Recipes", "Expenses", "Clock")
PLAN = RecordingPlan(explorations=3, steps=120, seed=0)
OUT = Path("examples/rebuilt")
FIGURES = "figures.json"
COLUMNS = (
    ("steps", "steps"),
    ("screens", "screens"),
    ("built from", "built"),
    ("held out", "held_out"),
    ("reachable", "reachable"),
    ("closed loop", "loop"),
    ("held out, content", "held_out_content"),
    ("doing nothing", "idle"),
    ("own oracles", "oracles"),
)
INTRODUCTION = """# Six rebuilt apps

Six of PhoneWorld's own apps, recorded over adb ({explorations} explorations of {steps} steps, and the
oracles of their own tasks on seed {seed}, a training seed), and rebuilt from these recordings alone by
`scripts/rebuild_examples.py`. Nothing in them was edited by hand. Use them as mock phones:

```sh
phoneworld tasks --with examples/rebuilt
trainer collect --with examples/rebuilt --out data/train --seeds 10:12
trainer eval --policy policies/buddy-int8 --with examples/rebuilt
```

They take the places of the built-in apps of the same packages. [The figures are explained
here](../../docs/fidelity.md); "own oracles" are the built-in app's, run on the rebuilt one.

"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("apps", nargs="*", default=APPS)
    parser.add_argument("--recordings", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--figures-only", action="store_true")
    parser.add_argument("--tasks-only", action="store_true")
    arguments = parser.parse_args()
    catalogue = open_catalogue()
    if not arguments.figures_only and not arguments.tasks_only:
        record(catalogue, arguments.apps, arguments.recordings)
        for label in arguments.apps:
            build(catalogue, label, arguments.recordings / label, arguments.out / label.lower())
    if not arguments.figures_only:
        checked = check_folders(arguments.out)
        for finding in checked.wrong:
            print(f"not sound: {finding}")
        print(f"{len(checked.sound)} sound tasks")
    if not arguments.tasks_only:
        for label in arguments.apps:
            folder = arguments.out / label.lower()
            figures = measured(catalogue, label, arguments.recordings / label, folder)
            text = json.dumps(figures, indent=1, ensure_ascii=False)
            (folder / FIGURES).write_text(f"{text}\n", encoding="utf-8")
            print(f"{folder / FIGURES}: written", flush=True)
    write_table(arguments.out)


def record(catalogue: Catalogue, labels: list[str], folder: Path) -> None:
    """What is not recorded yet."""
    workshop, templates = catalogue.workshop(), catalogue.templates.values()
    with desk_over_adb(workshop) as desk:
        for label in labels:
            tasks = tasks_of_app(templates, label)
            record_app(desk, workshop, label, folder / label, PLAN, guarded(None), tasks=tasks)
            print(f"{label}: recorded", flush=True)


def build(catalogue: Catalogue, label: str, recordings: Path, out: Path) -> None:
    """Rebuild one app from its recordings."""
    package = next(app.package for app in catalogue.apps.values() if app.label == label)
    rebuilt = rebuild(import_all([recordings]), package=package, label=label)
    save_app(out, rebuilt.spec, rebuilt.images)
    print(f"{out}: {len(rebuilt.spec.screens)} screens", flush=True)


def measured(catalogue: Catalogue, label: str, recordings: Path, folder: Path) -> dict[str, Any]:
    """The figures of a rebuilt app, as JSON."""
    rebuilt = Rebuilt(*load_app(folder))
    found = lean(measure(import_all([recordings]), rebuilt=rebuilt))
    found.get("use", {}).pop("breaks", None)
    tasks = tasks_of_app(catalogue.templates.values(), label)
    solved = solve_templates(rebuilt, tasks, catalogue.workshop(), seed=PLAN.seed)
    found["oracles"] = {"right": sum(one.solved for one in solved), "total": len(solved)}
    return found


def write_table(out: Path) -> None:
    """README.md: the figures of all apps that were measured, and how many tasks they have."""
    lines = [
        f"| app | {' | '.join(name for name, _ in COLUMNS)} | sound tasks |",
        f"|{'---|' * (len(COLUMNS) + 2)}",
    ]
    for path in sorted(out.glob(f"*/{FIGURES}")):
        figures = json.loads(path.read_text(encoding="utf-8"))
        use = figures.get("use", {})
        manifest = read_manifest(path.parent)
        cells = [shown(figures.get(key, use.get(key))) for _, key in COLUMNS]
        tasks = len(manifest.tasks) if manifest is not None else 0
        lines.append(f"| {' | '.join([path.parent.name, *cells, str(tasks)])} |")
    head = INTRODUCTION.format(explorations=PLAN.explorations, steps=PLAN.steps, seed=PLAN.seed)
    (out / "README.md").write_text(head + "\n".join(lines) + "\n", encoding="utf-8")


def shown(value: object) -> str:
    """A figure as a cell: a count, or a share with what it is a share of."""
    match value:
        case {"right": int(right), "total": int(total)} if total:
            return f"{100 * right / total:.0f} % ({right}/{total})"
        case int():
            return str(value)
        case _:
            return "-"


if __name__ == "__main__":
    main()
