"""`phoneworld reconstruct`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from phoneworld.catalogue.folder_tasks import check_folder
from phoneworld.catalogue.folders import MANIFEST
from phoneworld.errors import PhoneWorldError
from phoneworld.reconstruction.agent.chat_model import chat_model
from phoneworld.reconstruction.agent.judgement import LimitedJudge
from phoneworld.reconstruction.agent.rounds import ROUNDS, AgentRound, finish_app
from phoneworld.reconstruction.app_draft import CannotRebuild
from phoneworld.reconstruction.demonstrations import add_demonstrations
from phoneworld.reconstruction.knowledge import knowledge_of
from phoneworld.reconstruction.model_namer import model_namer
from phoneworld.reconstruction.rebuild import rebuild
from phoneworld.reconstruction.spec_files import save_app
from phoneworld.reconstruction.specification import AppSpec
from phoneworld.recording.model import Recording
from phoneworld.recording.sources import import_all, import_apps


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "recordings",
        nargs="+",
        type=Path,
        help="episodes, DroidBot output, AppAgent logs, uiautomator dumps; or folders of them",
    )
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        help="the folder of the app; of several, a folder of folders",
    )
    parser.add_argument("--package", default="", help="rebuild this app alone")
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
    parser.add_argument(
        "--agent",
        default="",
        metavar="MODEL",
        help="a model that edits the app in rounds, each kept only if it becomes truer: "
        "http://HOST:PORT/v1#NAME, openai:NAME, anthropic:NAME, gemini:NAME, ollama:NAME",
    )
    parser.add_argument(
        "--rounds",
        type=int,
        default=ROUNDS,
        help="how many rounds --agent has (default: %(default)s)",
    )


def run(arguments: argparse.Namespace) -> int:
    if arguments.package:
        apps = {arguments.package: import_all(arguments.recordings)}
    else:
        apps = import_apps(arguments.recordings)
    for recording in apps.values():
        for refusal in recording.refusals:
            print(f"not used: {refusal}")
    several = len(apps) > 1
    if several and arguments.label:
        raise PhoneWorldError(
            f"{len(apps)} apps were recorded, and --label names one: say which with --package"
        )
    for package, recording in apps.items():
        folder = arguments.out / package if several else arguments.out
        try:
            _rebuild(arguments, recording, package, folder, others=apps.keys() - {package})
        except CannotRebuild as error:
            if not several:
                raise
            print(f"not rebuilt: {error}")
    return 0


def _finished(spec: AppSpec, recording: Recording, arguments: argparse.Namespace) -> AppSpec:
    """The app after the rounds of a model. Texts of the recorded screens go to its server."""
    model = chat_model(arguments.agent, os.environ)
    print(f"{model.url} is shown the texts of {spec.label}; pictures stay here")

    def report(one: AgentRound) -> None:
        print(f"{'kept' if one.kept else 'not kept'}: {one.told}", flush=True)

    return finish_app(spec, model, LimitedJudge(recording), rounds=arguments.rounds, report=report)


def _rebuild(
    arguments: argparse.Namespace,
    recording: Recording,
    package: str,
    folder: Path,
    *,
    others: Collection[str],
) -> None:
    rebuilt = rebuild(
        recording,
        package=package,
        label=arguments.label,
        look=not arguments.no_look,
        namer=model_namer(arguments.namer, arguments.model) if arguments.namer else None,
        others=others,
    )
    if arguments.agent:
        rebuilt = replace(rebuilt, spec=_finished(rebuilt.spec, recording, arguments))
    spec, refused = add_demonstrations(rebuilt.spec, recording)
    rebuilt = replace(rebuilt, spec=spec)
    for why in refused:
        print(f"no task of its own: {why}")
    save_app(folder, rebuilt.spec, rebuilt.images)
    spec, known = rebuilt.spec, knowledge_of(rebuilt.spec)
    states = sum(len(screen.states) for screen in spec.screens)
    print(
        f"{folder}: {spec.label} ({spec.package}): {len(spec.screens)} screens, "
        f"{states} contents, {len(spec.transitions)} transitions from {spec.steps} steps, "
        f"{len(spec.tables)} tables, {len(spec.forms)} forms, {len(spec.settings)} settings"
    )
    print(
        f"of what can be tapped, {known.recorded} recorded, {known.inferred} inferred, "
        f"{known.dead} dead; {len(recording.refusals)} files or steps not used"
    )
    if not arguments.no_tasks:
        checked = check_folder(folder)
        for template in checked.sound:
            print(f"task {template.name}: {template.goals[0]}")
        for finding in checked.wrong:
            print(f"not sound: {finding}")
        print(f"{folder / MANIFEST}: {len(checked.sound)} sound tasks")
    if arguments.report:
        from phoneworld.reconstruction.fidelity import measure
        from phoneworld.reconstruction.report import write_report

        figures = measure(recording, rebuilt=rebuilt)
        write_report(folder / "report.html", rebuilt, recording, figures)
        print(f"{folder / 'report.html'}: written")
