"""The `phoneworld` command."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from runtime.errors import PhoneBuddyError

COMMANDS = {
    "apps": "list the apps of a phone",
    "tasks": "list the tasks",
    "check": "prove that tasks are sound",
    "navigation": "walk through the apps and write the navigation tasks",
    "play": "try a task by hand, in the terminal",
    "screenshot": "take a picture of an app",
    "tree": "print an app's screen as uiautomator XML",
    "demo": "have a task solved and watch",
    "serve": "let adb connect to phones",
    "record": "record the use of a phone, or explore an app",
    "reconstruct": "make a runnable app from recordings",
    "fidelity": "measure how true a rebuilt app is to recordings",
    "bench": "measure how fast it all is",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; its exit code. What goes wrong is one line, not a traceback."""
    parser = argparse.ArgumentParser(
        prog="phoneworld",
        description="A virtual Android phone with apps, and tasks that check themselves.",
    )
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    words = list(argv if argv is not None else sys.argv[1:])
    for name, purpose in COMMANDS.items():
        subparser = subparsers.add_parser(
            name, help=purpose, description=purpose.capitalize() + "."
        )
        # Only the command that runs is loaded: starting must stay quick.
        if name in words[:1]:
            module = import_module(f"phoneworld.commands.{name}")
            module.add_arguments(subparser)
            subparser.set_defaults(run=module.run)
    arguments = parser.parse_args(words)
    try:
        return arguments.run(arguments)
    except PhoneBuddyError as error:
        print(f"phoneworld: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader has seen enough (`| head`); Python must not complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
