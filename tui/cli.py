"""The `phonebuddy` command: the screens without a word, and commands for terminals and programs."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from types import FrameType
from typing import NoReturn

from tui.commands.exit_codes import PROBLEM, STOPPED
from tui.commands.next_words import as_typed
from tui.commands.reader import forget_reader
from tui.commands.runtime_access import add_connection, open_connection
from tui.errors import Problem
from tui.models import NAMES

COMMANDS = {
    "run": "have a task done, and follow it here",
    "devices": "list phones, and look at one",
    "policies": "list policies, load one, let one go",
    "models": "models by name, and trying one out",
    "runs": "what was run: list, show, export, delete, continue",
    "replay": "do again what a run did",
    "undo": "take back what a run did, on a virtual phone",
    "pair": "pair this computer with a phone over Wi-Fi",
    "mcp": "serve the phones to other agents (MCP)",
    "doctor": "find out what keeps phones and policies from working",
    "completion": "complete commands by the Tab key",
}
WEB_PORT = 8000
DESCRIPTION = """\
Have tasks done on your phone: say what is wanted, watch, approve, take over.

Without a command, the screens open, on a runtime that is started for them and ends with them. Every
command does the same in plain text."""
EPILOG = """\
examples:
  phonebuddy                                         the screens
  phonebuddy --web                                   the same in a browser, on this computer
  phonebuddy --connect 127.0.0.1:7777                the screens on a runtime that runs already
  phonebuddy run "turn on wi-fi"
  phonebuddy COMMAND --help                          what a command takes, with examples"""


class Parser(argparse.ArgumentParser):
    """Says what to type next, where it does not understand."""

    def error(self, message: str) -> NoReturn:
        """Tell, and end with 2."""
        self.exit(PROBLEM, f"error: {message}\nnext:  {as_typed(f'{self.prog} --help')}\n")


def whole_parser(words: Sequence[str] | None = None) -> argparse.ArgumentParser:
    """The parser; with `words`, only commands that they name are loaded: starting stays quick.

    All that are named, for which word is the command is known only once the options before it are read.
    """
    parser = Parser(
        prog="phonebuddy",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--web", action="store_true", help="the screens in a browser")
    parser.add_argument(
        "--port", type=int, default=WEB_PORT, help=f"of --web (default: {WEB_PORT})"
    )
    parser.add_argument("--version", action="store_true", help="say which version this is")
    parser.add_argument(
        "--model", metavar="MODEL", default="", help=f"decides in the screens: {NAMES}"
    )
    parser.add_argument(
        "--device",
        metavar="ADDRESS",
        default="",
        dest="screens_device",
        help="the phone in the screens (default: a real one that is connected, or the virtual one)",
    )
    add_connection(parser)
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", title="commands", parser_class=Parser
    )
    for name, purpose in COMMANDS.items():
        if words is not None and name not in words:
            commands.add_parser(name, help=purpose)
            continue
        module = import_module(f"tui.commands.{name}")
        command = commands.add_parser(
            name,
            help=purpose,
            description=module.DESCRIPTION,
            epilog=module.EPILOG,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, or the screens; the exit code. What goes wrong is told with what to do next."""
    words = list(arguments if arguments is not None else sys.argv[1:])
    given = whole_parser(words).parse_args(words)
    before = signal.signal(signal.SIGTERM, _as_interrupt)
    try:
        if given.version:
            from importlib.metadata import version

            print(f"phonebuddy {version('phonebuddy')}")
            return 0
        if given.command and given.screens_device:
            # Else the command would act on another phone than the one that was named.
            raise Problem(
                "--device before a command is for the screens only",
                next=f"phonebuddy {given.command} --help",
            )
        return given.run(given) if given.command else _open_screens(given)
    except Problem as problem:
        print(f"error: {problem}", file=sys.stderr)
        if problem.next:
            print(f"next:  {as_typed(problem.next)}", file=sys.stderr)
        return problem.code
    except BrokenPipeError:
        # The reader has seen enough (`| head`).
        forget_reader()
        return 0
    except KeyboardInterrupt:
        return STOPPED
    finally:
        signal.signal(signal.SIGTERM, before)


def _open_screens(given: argparse.Namespace) -> int:
    # In a browser, the terminal is a driver of Textual's.
    has_terminal = (sys.stdin.isatty() and sys.stdout.isatty()) or "TEXTUAL_DRIVER" in os.environ
    if not given.web and not has_terminal:
        raise Problem("the screens need a terminal", next='phonebuddy run "turn on wi-fi"')
    with open_connection(given) as connection:
        if given.web:
            from tui.web.server import serve_web

            serve_web(connection, given.port, device=given.screens_device, model=given.model)
        else:
            from tui.app import open_app
            from tui.settings import load_settings

            settings = load_settings()
            device, model = given.screens_device, given.model
            open_app(
                connection,
                settings=replace(
                    settings,
                    device=device or settings.device,
                    model=model or settings.model,
                ),
            )
    return 0


def _as_interrupt(_number: int, _frame: FrameType | None) -> None:
    """Whoever ends us wants what Ctrl-C does: the run cancelled, nothing left behind."""
    raise KeyboardInterrupt
