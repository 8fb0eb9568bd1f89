"""`python -m runtime`: the runtime's own commands."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from runtime.errors import PhoneBuddyError

COMMANDS = {
    "serve": "serve policies and phones over gRPC",
    "runs": "list, show, export, delete and prune runs",
    "policies": "list the policies that there are",
    "devices": "list the phones that there are",
    "pair": "pair this computer with a phone over Wi-Fi",
    "doctor": "find out what keeps phones from working",
    "guard": "judge cases by the guard's rules",
    "bench": "measure what the runtime costs",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; its exit code. What goes wrong is one line, not a traceback."""
    parser = argparse.ArgumentParser(prog="python -m runtime", description="PhoneBuddy's runtime.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    words = list(arguments if arguments is not None else sys.argv[1:])
    for name, purpose in COMMANDS.items():
        command = commands.add_parser(name, help=purpose, description=f"{purpose.capitalize()}.")
        # Only the command that runs is loaded: starting must stay quick.
        if name in words[:1]:
            module = import_module(f"runtime.commands.{name}")
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    given = parser.parse_args(words)
    try:
        return given.run(given)
    except PhoneBuddyError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader has seen enough (`| head`); Python must not complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
