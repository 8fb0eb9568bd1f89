"""`phonebuddy runs`: what was run: list, look, take along, go on."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import cast

from phonebuddy.v1 import run_pb2
from phonebuddy.v1.client import Client
from phonebuddy.v1.enum_names import short_name
from phonebuddy.v1.errors import NoScreenshot
from phonebuddy.v1.requests import has_ended

from tui.commands.exit_codes import EXPLAINED
from tui.commands.json_output import DOCUMENTED
from tui.commands.live_run import STOPPED_HERE, add_run_options, follow
from tui.commands.next_words import as_typed
from tui.commands.run_text import row_of, run_json, step_lines, step_object, summary
from tui.commands.runtime_access import add_connection, open_runtime
from tui.commands.tables import columns
from tui.commands.targets import find_run
from tui.errors import Problem
from tui.plain_text import one_line

DESCRIPTION = """\
What was run, and what runs now. RUN is an id, a part of one that no other has, or last."""
EPILOG = """\
examples:
  phonebuddy runs                                    the same as: phonebuddy runs list
  phonebuddy runs list --search wi-fi --state failed
  phonebuddy runs show last
  phonebuddy runs steps last --save screens          every screen as text, and as a picture
  phonebuddy runs report last --html run.html        one page to step through
  phonebuddy runs export last episode                for the trainer
  phonebuddy runs continue last                      after the runtime has died"""
STATES = {
    short_name(run_pb2.RunState, number): number
    for number in run_pb2.RunState.values()
    if number != run_pb2.RUN_STATE_UNSPECIFIED
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    listing = actions.add_parser("list", help="the newest, a line each (the default)")
    listing.add_argument("--limit", type=int, default=20, metavar="N", help="so many (default: 20)")
    listing.add_argument("--search", default="", metavar="WORDS", help="with these in the task")
    listing.add_argument("--device", default="", metavar="ADDRESS", help="on this phone")
    listing.add_argument(
        "--state", action="append", default=[], choices=STATES, help="in this state"
    )
    show = actions.add_parser("show", help="one run, step by step")
    steps = actions.add_parser("steps", help="its steps in detail: screens, thoughts, times")
    steps.add_argument("--save", type=Path, metavar="FOLDER", help="write the pictures here")
    report = actions.add_parser("report", help="write runs as one page to step through")
    report.add_argument("run_ids", metavar="RUN", nargs="+", help="ids, parts of them, or last")
    report.add_argument(
        "--html", type=Path, metavar="FILE", required=True, help="where to write the page"
    )
    export = actions.add_parser("export", help="write it as an episode record, for the trainer")
    delete = actions.add_parser("delete", help="forget a run that has ended")
    cancel = actions.add_parser("cancel", help="end a run; the phone is still then")
    following = {
        "watch": "follow a run, from its beginning, and answer what it asks",
        "continue": "go on with an interrupted run, from a fresh look",
    }
    followers = [
        actions.add_parser(
            name,
            help=purpose,
            description=f"{purpose.capitalize()}.",
            epilog=f"{EXPLAINED}\n\n{DOCUMENTED}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        for name, purpose in following.items()
    ]
    for each in (show, steps, export, delete, cancel, *followers):
        each.add_argument("run_id", metavar="RUN", help="its id, a part of it, or last")
    export.add_argument("folder", type=Path, metavar="FOLDER", help="a new folder")
    for each in followers:
        add_run_options(each)
    for each in (parser, listing, show, steps):
        each.add_argument(
            "--json", action="store_true", default=argparse.SUPPRESS, help="for programs"
        )
    for each in (parser, listing, show, steps, report, export, delete, cancel, *followers):
        add_connection(each)


def run(given: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    with open_runtime(given) as runtime:
        client = runtime.client
        if given.action in {None, "list"}:
            _list(client, given)
            return 0
        if given.action == "report":
            _report(client, given.run_ids, given.html)
            return 0
        found = find_run(client, given.run_id)
        match given.action:
            case "show":
                _show(client, found, as_json="json" in vars(given))
            case "steps":
                _steps(client, found, given.save, as_json="json" in vars(given))
            case "export":
                _export(client, found, given.folder)
            case "delete":
                client.delete(found.id)
                print(f"{found.id} is forgotten")
            case "cancel":
                ended = client.cancel(found.id, STOPPED_HERE)
                print(f"{ended.id}: {one_line(ended.reason)}")
            case "watch":
                return follow(client, found, given, begun_here=False)
            case _:
                if not has_ended(found.state):
                    raise Problem(
                        f"run {found.id} is alive", next=f"phonebuddy runs watch {found.id}"
                    )
                after = found.sequence
                return follow(client, client.continue_run(found.id), given, after=after)
    return 0


def _list(client: Client, given: argparse.Namespace) -> None:
    told = vars(given)
    states = [cast("run_pb2.RunState", STATES[name]) for name in told.get("state", [])]
    runs = client.runs(states=states, device=told.get("device", ""), search=told.get("search", ""))
    shown = list(islice(runs, told.get("limit", 20)))
    if "json" in told:
        for each in shown:
            print(json.dumps(run_json(each), ensure_ascii=False))
        return
    if not shown:
        print(as_typed('there are no such runs; begin one with: phonebuddy run "turn on wi-fi"'))
        return
    print(*columns([row_of(each) for each in shown]), sep="\n")


def _show(client: Client, run: run_pb2.Run, *, as_json: bool) -> None:
    if as_json:
        steps = [step_object(number, step) for number, step in enumerate(client.steps(run.id))]
        print(json.dumps({**run_json(run), "record": steps}, ensure_ascii=False))
        return
    print(*summary(run), sep="\n")
    print()
    for number, step in enumerate(client.steps(run.id)):
        print(*step_lines(number, step, detailed=False), sep="\n")


def _steps(client: Client, run: run_pb2.Run, save: Path | None, *, as_json: bool) -> None:
    for number, step in enumerate(client.steps(run.id)):
        if as_json:
            print(json.dumps(step_object(number, step), ensure_ascii=False))
        else:
            print(*step_lines(number, step, detailed=True), sep="\n")
        if save is not None:
            _save(client, run.id, number, save)


def _save(client: Client, run_id: str, step: int, folder: Path) -> None:
    try:
        picture = client.screenshot(run_id, step)
    except NoScreenshot:
        return
    ending = picture.mime.removeprefix("image/").replace("jpeg", "jpg")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"step-{step + 1:03}.{ending}").write_bytes(picture.data)
    except OSError as error:
        raise Problem(f"{folder} cannot hold the pictures: {error}") from error


def _report(client: Client, run_ids: Sequence[str], file: Path) -> None:
    from tui.report import fetch_run, report_page

    runs = [find_run(client, run_id) for run_id in run_ids]
    for run in runs:
        if not has_ended(run.state):
            raise Problem(f"run {run.id} has not ended", next=f"phonebuddy runs watch {run.id}")
    page = report_page([fetch_run(client, run) for run in runs])
    try:
        file.write_text(page, encoding="utf-8")
    except OSError as error:
        raise Problem(f"{file} cannot be written: {error}") from error
    print(f"{', '.join(run.id for run in runs)} can be read in {file}")


def _export(client: Client, run: run_pb2.Run, folder: Path) -> None:
    try:
        client.export(run.id, folder)
    except FileExistsError as error:
        raise Problem(
            f"{folder} is there already", next="the same again with the name of a new folder"
        ) from error
    except OSError as error:
        raise Problem(f"{folder} cannot be written: {error}") from error
    print(f"{run.id} is in {folder}")
