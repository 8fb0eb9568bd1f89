"""`phoneworld fidelity`: of a rebuilt app, or (`--authored`) of PhoneWorld's own apps rebuilt."""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from phoneworld.catalogue import open_catalogue
from phoneworld.commands.record import guarded
from phoneworld.errors import PhoneWorldError
from phoneworld.reconstruction.authored import (
    Authored,
    RecordingPlan,
    desk_in_process,
    desk_over_adb,
    measure_authored,
    record_app,
    tasks_of_app,
)
from phoneworld.reconstruction.fidelity import Fidelity, measure, measure_app, with_held_out
from phoneworld.reconstruction.rebuild import Rebuilt
from phoneworld.reconstruction.replayer import Replayer
from phoneworld.reconstruction.report import write_report
from phoneworld.reconstruction.spec_files import lean, load_app
from phoneworld.reconstruction.survey import format_survey, survey
from phoneworld.recording.sources import import_all


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("app", nargs="?", type=Path, help="the folder of a rebuilt app")
    parser.add_argument("recordings", nargs="*", type=Path, help="recordings to compare it with")
    parser.add_argument(
        "--held-out",
        action="store_true",
        help="the app was built from none of these recordings",
    )
    parser.add_argument(
        "--folds",
        type=int,
        default=4,
        help="without --held-out: build so many apps, each without a part of the episodes",
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument(
        "--report", type=Path, metavar="FILE", help="also write the figures of an app as HTML"
    )
    parser.add_argument(
        "--authored",
        nargs="+",
        metavar="APP",
        help="record PhoneWorld's own apps (by their labels), rebuild and measure them",
    )
    parser.add_argument(
        "--each",
        nargs="+",
        type=Path,
        metavar="FOLDER",
        help="rebuild and measure every recording in these folders for itself; a table",
    )
    parser.add_argument(
        "--keep", type=Path, help="--authored: keep the recordings here, and use those that are"
    )
    parser.add_argument(
        "--explorations", type=int, default=1, help="--authored: how many (default: 1)"
    )
    parser.add_argument(
        "--steps", type=int, default=40, help="--authored: steps of an exploration (default: 40)"
    )
    parser.add_argument(
        "--in-process",
        action="store_true",
        help="--authored: record without adb and without pictures, which is quicker",
    )
    parser.add_argument(
        "--unseen",
        action="store_true",
        help="--authored: also try each oracle on an app built without it, and with another seed",
    )


def run(arguments: argparse.Namespace) -> int:
    if arguments.authored:
        return _run_authored(arguments)
    if arguments.each:
        surveyed = survey(arguments.each, folds=arguments.folds)
        print(json.dumps(lean(surveyed), indent=1) if arguments.json else format_survey(surveyed))
        return 0
    if arguments.app is None or not arguments.recordings:
        raise PhoneWorldError(
            "give the folder of an app and recordings, or --authored APP, or --each FOLDER"
        )
    spec, images = load_app(arguments.app)
    rebuilt = Rebuilt(spec, images)
    recording = import_all(arguments.recordings)
    if arguments.held_out:
        replayer = Replayer(spec, images)
        held = [one for episode in recording.episodes for one in replayer.replay(episode)]
        figures = with_held_out(measure_app(rebuilt, recording), held)
    else:
        figures = measure(recording, folds=arguments.folds, rebuilt=rebuilt)
    if arguments.report is not None:
        write_report(arguments.report, rebuilt, recording, figures)
    print(json.dumps(lean(figures), indent=1) if arguments.json else format_figures(figures))
    return 0


def _run_authored(arguments: argparse.Namespace) -> int:
    catalogue = open_catalogue()
    workshop = catalogue.workshop()
    look = not arguments.in_process
    plan = RecordingPlan(arguments.explorations, arguments.steps, screenshots=look)
    desk = desk_in_process if arguments.in_process else desk_over_adb
    tasks = {
        label: tasks_of_app(catalogue.templates.values(), label) for label in arguments.authored
    }
    done: list[Authored] = []
    with _folder(arguments.keep) as folder:
        with desk(workshop) as phone:
            for label in arguments.authored:
                record_app(
                    phone,
                    workshop,
                    label,
                    folder / label,
                    plan,
                    guarded(None),
                    tasks=tasks[label],
                )
        for label in arguments.authored:
            measured = measure_authored(
                workshop,
                label,
                folder / label,
                tasks=tasks[label],
                folds=arguments.folds,
                look=look,
                unseen=guarded(None) if arguments.unseen else None,
            )
            done.append(measured)
            if not arguments.json:
                print(format_figures(measured.figures))
                print(format_oracles(measured), flush=True)
    if arguments.json:
        print(json.dumps([lean(one) for one in done], indent=1))
        return 0
    solved = sum(one.solved for app in done for one in app.solved)
    total = sum(len(app.solved) for app in done)
    held = [app.figures.held_out for app in done]
    right, steps = sum(one.right for one in held), sum(one.total for one in held)
    print(
        f"all {len(done)} apps: oracles {solved} of {total} ({100 * solved / max(1, total):.1f} %), "
        f"held out {right}/{steps} ({100 * right / max(1, steps):.1f} %)"
    )
    return 0


@contextmanager
def _folder(kept: Path | None) -> Generator[Path]:
    if kept is not None:
        yield kept
        return
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def format_oracles(measured: Authored) -> str:
    """How the app's own oracles fared, those that did not with the reason."""
    solved = sum(one.solved for one in measured.solved)
    lines = [f"own oracles              {solved} of {len(measured.solved)}"]
    lines += [f"  {one.name}: {one.why[:160]}" for one in measured.solved if not one.solved]
    if measured.splits is not None:
        for name, results in measured.splits.named():
            right = sum(one.solved for one in results)
            lines.append(f"  {name:22} {right} of {len(results)}")
    return "\n".join(lines)


def named_modules(figures: Fidelity) -> str:
    """The modules that were recognised, each with the number of its screens."""
    return ", ".join(f"{name} {count}" for name, count in figures.modules) or "none"


def format_figures(figures: Fidelity) -> str:
    """The figures in words, one to a line."""
    known = figures.knowledge
    look = "-" if figures.look is None else f"{figures.look:.3f} ({figures.pictures} pictures)"
    return "\n".join(
        (
            (
                f"{figures.app}: {figures.screens} screens, {figures.states} contents, "
                f"{figures.steps} steps"
            ),
            f"replay, built from       {figures.built}",
            f"  with the same texts    {figures.texts}",
            f"replay, held out         {figures.held_out}",
            f"  of parts never touched {figures.held_out_new}",
            f"  whatever the target    {figures.held_out_all}",
            f"screens rendered         {figures.rendered}",
            f"transitions working      {figures.transitions}",
            (
                f"parts live               {100 * known.live:.1f} % ({known.recorded} recorded, "
                f"{known.inferred} inferred, {known.dead} dead)"
            ),
            f"look (SSIM)              {look}",
            f"modules                  {named_modules(figures)}",
            f"screens as recorded only {figures.recorded_only}",
            f"reachable, cold start    {figures.use.reachable}",
            f"  of all screens         {figures.use.reachable_all}",
            f"  by the ways of tasks   {figures.use.walked}",
            f"closed loop              {figures.use.loop}",
            f"  with the same texts    {figures.use.loop_content}",
            f"  whole episodes         {figures.use.loop_episodes}",
            f"held out, with content   {figures.use.held_out_content}",
            f"held out, moving         {figures.use.held_out_moving}",
            f"doing nothing            {figures.use.idle}",
            f"  with the same texts    {figures.use.idle_content}",
            f"left-out demonstrations  {figures.use.demonstrations}",
            f"other values             {figures.use.other_values}",
            f"saved, loaded and run    {figures.use.fault or 'yes'}",
        )
    )
