"""`python -m runtime doctor`: finds out what keeps phones from working."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from runtime.errors import DeviceError

POLICIES = "PHONEBUDDY_POLICIES"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "--fix", action="store_true", help="start the adb server, connect again, wake the screen"
    )
    parser.add_argument(
        "--collect",
        type=Path,
        metavar="FILE",
        help="write what a phone answers to all that is asked of phones, for a report; it is shown first",
    )
    parser.add_argument(
        "--device", default="adb://", help="whose answers (default: the only phone's)"
    )
    parser.add_argument("--yes", action="store_true", help="write them without asking")
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument(
        "--policies",
        type=Path,
        default=Path(os.environ.get(POLICIES) or Path.home() / ".phonebuddy" / "policies"),
        help=f"the folder of policy bundles (default: ${POLICIES}, or ~/.phonebuddy/policies)",
    )


def run(given: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    if given.collect is not None:
        return _collect(given.collect, given.device, asks=not given.yes)
    from runtime.doctor import Doctor, examine, exit_code, render_json, render_text

    findings = list(examine(Doctor.of_this_machine(given.policies, fix=given.fix)))
    print(render_json(findings) if given.json else render_text(findings))
    return exit_code(findings)


def _collect(file: Path, address: str, *, asks: bool) -> int:
    """Show what a phone answers, and write it if that is wanted."""
    from runtime.backends.adb.address import read_address, server_address
    from runtime.backends.adb.collected import write_answers
    from runtime.backends.adb.connection import Finder
    from runtime.backends.adb.deadlines import Interruption
    from runtime.doctor.collecting import collect_from

    if file.exists():
        raise DeviceError(f"{file} is there already: choose another name")
    finder = Finder(server_address(), Interruption())
    text = write_answers(collect_from(finder, read_address(address)))
    print(text)
    print(
        "Serials, addresses, numbers and names were taken out; which apps are installed was not. "
        "Read it before you send it."
    )
    if asks and not _agrees(f"Write this to {file}? [y/N] "):
        print("Nothing was written.")
        return 1
    try:
        file.write_text(text, "utf-8")
    except OSError as error:
        raise DeviceError(f"{file} cannot be written: {error.strerror}") from error
    print(f"Written: {file}")
    return 0


def _agrees(question: str) -> bool:
    try:
        return input(question).strip().lower() in ("y", "yes")
    except EOFError:
        return False
