"""`phonebuddy pair`: makes friends with a phone over Wi-Fi, without a cable."""

from __future__ import annotations

import argparse
import subprocess
import sys

DESCRIPTION = """\
Pair this computer with a phone over Wi-Fi (Android 11 and newer). Without a code, a QR code is shown for the
phone to scan."""
EPILOG = """\
examples:
  phonebuddy pair                                  a QR code, to be scanned by the phone
  phonebuddy pair 123456                           by the code that the phone shows
  phonebuddy pair 123456 --at 192.168.1.20:37051   where phones cannot be found by name
  phonebuddy pair --list                           phones that announce themselves

on the phone:
  Settings, developer options, Wireless debugging, then 'Pair device with QR code' or 'with pairing code'

exit codes:
    0  the phone can be used; the line says how
    2  it was not paired with; the message says why"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("code", nargs="?", help="the six digits that the phone shows")
    parser.add_argument("--at", metavar="HOST:PORT", help="where the phone says it is")
    parser.add_argument("--list", action="store_true", help="list phones, and end")
    parser.add_argument(
        "--wait", type=float, metavar="SECONDS", help="for the QR code to be scanned"
    )


def run(given: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    words = [sys.executable, "-P", "-m", "runtime", "pair"]
    words += [given.code] if given.code else []
    words += ["--at", given.at] if given.at else []
    words += ["--list"] if given.list else []
    words += ["--wait", str(given.wait)] if given.wait is not None else []
    return subprocess.run(words, check=False).returncode
