"""The `trainer` command. Each sub-command is a module of `trainer.commands`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec

from runtime.errors import PhoneBuddyError
from trainer.interrupt import PARENT, stop_with_parent

COMMANDS = {
    "collect": "make episodes to learn from",
    "data": "look at what was collected",
    "tokenizer": "make the tokenizer of a small policy",
    "sft": "train a policy to imitate episodes",
    "rl": "train a policy by trial and reward",
    "eval": "measure a policy",
    "understand": "measure how well a policy understands requests",
    "compare": "compare measured policies",
    "curve": "draw how trainings went",
    "rank": "learn anew which known requests are near what is asked",
    "reader": "train weights that read goals in anybody's words",
    "average": "make one policy of several checkpoints",
    "deepen": "add layers to a policy that lose nothing of it",
    "export": "write a policy for the runtime",
    "push": "upload a policy or a data set to a hub",
    "unpack": "make a checkpoint of an exported policy",
    "bench": "measure how fast it all is",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; its exit code. What goes wrong is one line, not a traceback."""
    parser = argparse.ArgumentParser(
        prog="trainer", description="Turns recorded episodes into a better policy."
    )
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    words = list(argv if argv is not None else sys.argv[1:])
    for name, purpose in COMMANDS.items():
        if find_spec(f"trainer.commands.{name}") is None:
            continue  # not part of this edition
        subparser = subparsers.add_parser(
            name, help=purpose, description=f"{purpose.capitalize()}."
        )
        # Only the command that runs is loaded: starting must stay quick, and torch is slow.
        if name in words[:1]:
            module = import_module(f"trainer.commands.{name}")
            module.add_arguments(subparser)
            subparser.set_defaults(run=module.run)
    given = parser.parse_args(words)
    stop_with_parent(os.environ)
    # It is this process's parent, and not that of the processes which this one starts.
    os.environ.pop(PARENT, None)
    try:
        return given.run(given)
    except PhoneBuddyError as error:
        print(f"trainer: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader has seen enough (`| head`); Python must not complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
