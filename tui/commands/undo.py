"""`phonebuddy undo`: take back all that a run did on a virtual phone."""

from __future__ import annotations

import argparse

from phonebuddy.v1.errors import CannotUndo

from tui.change_words import changes_of
from tui.commands.runtime_access import add_connection, open_runtime
from tui.commands.targets import find_run
from tui.errors import Problem
from tui.plain_text import one_line

DESCRIPTION = """\
Take back all that a run did: its phone is as before it.

Only virtual phones can go back, while the runtime that has them lives (phoneworld phones end with
it), and only as long as nobody used the phone since. What cannot be taken back is left as it is."""
EPILOG = """\
examples:
  phonebuddy undo --connect 127.0.0.1:7777           the last run
  phonebuddy undo 8f0a2b --connect 127.0.0.1:7777"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "run_id",
        metavar="RUN",
        nargs="?",
        default="last",
        help="its id, a part of it, or last (the default)",
    )
    add_connection(parser)


def run(given: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    with open_runtime(given) as runtime:
        found = find_run(runtime.client, given.run_id)
        try:
            undone = runtime.client.undo(found.id)
        except CannotUndo as error:
            raise Problem(one_line(str(error)), next=f"phonebuddy runs show {found.id}") from error
    print(f"{undone.id} is taken back: {one_line(undone.device)} is as before it")
    for line in changes_of(undone.outcome) or ():
        print(f"  no longer: {line}")
    return 0
