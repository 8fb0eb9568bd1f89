"""`phoneworld reconstruct`."""

from __future__ import annotations

import argparse
from pathlib import Path

from phoneworld.catalogue.folder_tasks import check_folder
from phoneworld.catalogue.folders import MANIFEST
from phoneworld.reconstruction.knowledge import knowledge_of
from phoneworld.reconstruction.model_namer import model_namer
from phoneworld.reconstruction.rebuild import rebuild
from phoneworld.reconstruction.spec_files import save_app
from phoneworld.recording.sources import import_all


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "recordings",
        nargs="+",
        type=Path,
        help="episodes, DroidBot output, AppAgent logs, uiautomator dumps; or folders of them",
    )
    parser.add_argument("--out", type=Path, required=True, help="the folder of the app")
    parser.add_argument("--package", default="", help="the app to rebuild, where several were used")
    parser.add_argument("--label", default="", help="its name on the phone")
    parser.add_argument("--no-look", action="store_true", help="do not look at the screenshots")
    parser.add_argument("--report", action="store_true", help="write report.html into the folder")
    parser.add_argument(
        "--no-tasks",
        action="store_true",
        help="do not check its tasks: then the folder brings the app and no tasks",
    )
    parser.add_argument(
        "--namer", default="", metavar="URL", help="an OpenAI-compatible server that names screens"
    )
    parser.add_argument("--model", default="", help="the model of that server")


def run(arguments: argparse.Namespace) -> int:
    recording = import_all(arguments.recordings)
    for refusal in recording.refusals:
        print(f"not used: {refusal}")
    rebuilt = rebuild(
        recording,
        package=arguments.package,
        label=arguments.label,
        look=not arguments.no_look,
        namer=model_namer(arguments.namer, arguments.model) if arguments.namer else None,
    )
    save_app(arguments.out, rebuilt.spec, rebuilt.images)
    spec, known = rebuilt.spec, knowledge_of(rebuilt.spec)
    states = sum(len(screen.states) for screen in spec.screens)
    print(
        f"{arguments.out}: {spec.label} ({spec.package}): {len(spec.screens)} screens, "
        f"{states} contents, {len(spec.transitions)} transitions from {spec.steps} steps, "
        f"{len(spec.tables)} tables, {len(spec.forms)} forms, {len(spec.settings)} settings"
    )
    print(
        f"of what can be tapped, {known.recorded} recorded, {known.inferred} inferred, "
        f"{known.dead} dead; {len(recording.refusals)} files or steps not used"
    )
    if not arguments.no_tasks:
        checked = check_folder(arguments.out)
        for template in checked.sound:
            print(f"task {template.name}: {template.goals[0]}")
        for finding in checked.wrong:
            print(f"not sound: {finding}")
        print(f"{arguments.out / MANIFEST}: {len(checked.sound)} sound tasks")
    if arguments.report:
        from phoneworld.reconstruction.fidelity import measure
        from phoneworld.reconstruction.report import write_report

        figures = measure(recording, rebuilt=rebuilt)
        write_report(arguments.out / "report.html", rebuilt, recording, figures)
        print(f"{arguments.out / 'report.html'}: written")
    return 0
