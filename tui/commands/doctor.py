"""`phonebuddy doctor`: what keeps phones and policies from working, and the cure."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

DESCRIPTION = """\
Find out what keeps phones and policies of this computer from working, and what to do about it."""
EPILOG = """\
examples:
  phonebuddy doctor
  phonebuddy doctor --fix
  phonebuddy doctor --collect phone.json    what your phone answers, to attach to a report

exit codes:
    0  nothing is broken (there may be warnings)
    1  something is broken; the line below it says what to do (or nothing was to be written)"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "--fix", action="store_true", help="start the adb server, connect again, wake the screen"
    )
    parser.add_argument(
        "--collect",
        type=Path,
        metavar="FILE",
        help="write what a phone answers, without what is personal; it is shown first",
    )
    parser.add_argument("--device", help="whose answers (default: the only phone's)")
    parser.add_argument("--yes", action="store_true", help="write them without asking")
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument(
        "--policies",
        metavar="FOLDER",
        type=Path,
        default=argparse.SUPPRESS,
        help="the folder of policies (default: ~/.phonebuddy/policies)",
    )


def run(given: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    words = [sys.executable, "-P", "-m", "runtime", "doctor"]
    words += ["--fix"] if given.fix else []
    words += ["--json"] if given.json else []
    words += ["--collect", str(given.collect)] if given.collect else []
    words += ["--device", given.device] if given.device else []
    words += ["--yes"] if given.yes else []
    if "policies" in vars(given):
        words += ["--policies", str(given.policies)]
    return subprocess.run(words, check=False).returncode
