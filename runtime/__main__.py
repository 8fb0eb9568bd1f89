"""`python -m runtime`: the runtime's own commands."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

POLICIES = "PHONEBUDDY_POLICIES"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; its exit code."""
    parser = argparse.ArgumentParser(prog="python -m runtime", description="PhoneBuddy's runtime.")
    commands = parser.add_subparsers(dest="command", required=True)
    doctor = commands.add_parser("doctor", help="find out what keeps phones from working")
    doctor.add_argument(
        "--fix", action="store_true", help="start the adb server, connect again, wake the screen"
    )
    doctor.add_argument("--json", action="store_true", help="for programs")
    doctor.add_argument(
        "--policies",
        type=Path,
        default=Path(os.environ.get(POLICIES) or Path.home() / ".phonebuddy" / "policies"),
        help=f"the folder of policy bundles (default: ${POLICIES}, or ~/.phonebuddy/policies)",
    )
    given = parser.parse_args(arguments)
    return _doctor(given.policies, fix=given.fix, as_json=given.json)


def _doctor(policies: Path, *, fix: bool, as_json: bool) -> int:
    from runtime.doctor import Doctor, examine, exit_code, render_json, render_text
    from runtime.errors import PhoneBuddyError

    try:
        findings = list(examine(Doctor.of_this_machine(policies, fix=fix)))
    except PhoneBuddyError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(render_json(findings) if as_json else render_text(findings))
    return exit_code(findings)


if __name__ == "__main__":
    sys.exit(main())
