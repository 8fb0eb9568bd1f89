"""`python -m runtime doctor`: finds out what keeps phones from working."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

POLICIES = "PHONEBUDDY_POLICIES"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "--fix", action="store_true", help="start the adb server, connect again, wake the screen"
    )
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument(
        "--policies",
        type=Path,
        default=Path(os.environ.get(POLICIES) or Path.home() / ".phonebuddy" / "policies"),
        help=f"the folder of policy bundles (default: ${POLICIES}, or ~/.phonebuddy/policies)",
    )


def run(given: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    from runtime.doctor import Doctor, examine, exit_code, render_json, render_text

    findings = list(examine(Doctor.of_this_machine(given.policies, fix=given.fix)))
    print(render_json(findings) if given.json else render_text(findings))
    return exit_code(findings)
