"""`python -m runtime pair`: pairs this computer with a phone over Wi-Fi, by a code or a QR code."""

from __future__ import annotations

import argparse
import io

from runtime.backends.adb.connection import Finder
from runtime.backends.adb.errors import PairingFailed
from runtime.backends.adb.pairing import SCAN_S, Pairing, QrInvitation

STEPS = """\
On the phone: Settings, developer options, Wireless debugging, 'Pair device with QR code', and scan this.
Phone and computer must be in the same Wi-Fi."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "code",
        nargs="?",
        help="the six digits that the phone shows; without it, a QR code is shown",
    )
    parser.add_argument(
        "--at",
        metavar="HOST:PORT",
        help="where the phone says it is, beside the code (default: the only one that shows a code)",
    )
    parser.add_argument(
        "--list", action="store_true", help="list the phones that announce themselves, and end"
    )
    parser.add_argument(
        "--wait",
        type=float,
        default=SCAN_S,
        metavar="SECONDS",
        help="for the QR code to be scanned",
    )


def run(given: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    from runtime.backends.adb.address import server_address
    from runtime.backends.adb.deadlines import Interruption

    finder = Finder(server_address(), Interruption())
    finder.start_server()
    pairing = Pairing(finder)
    if given.list:
        return _list(finder)
    if given.at and not given.code:
        raise PairingFailed(f"{given.at} shows six digits: give them too")
    if given.code:
        address = given.at or pairing.only_waiting().address
        code = given.code
    else:
        address, code = _scanned(pairing, given.wait)
    guid = pairing.pair(address, code)
    print(f"Paired with {guid}. Connecting ...", flush=True)
    print(f"Ready: phonebuddy run --device 'adb://{pairing.connect(guid)}' \"...\"")
    return 0


def _scanned(pairing: Pairing, wait_s: float) -> tuple[str, str]:
    """Show a QR code; where the phone that scanned it is, and the password."""
    invitation = QrInvitation.made()
    print(qr_code(invitation.text))
    print(STEPS, flush=True)
    service = pairing.await_scan(invitation, timeout_s=wait_s)
    return service.address, invitation.password


def _list(finder: Finder) -> int:
    found = finder.announced()
    for service in found:
        print(f"{service.address:<22} {service.kind:<24} {service.name}")
    if not found:
        print(
            "No phone announces itself: turn Wireless debugging on, in the same Wi-Fi as this computer."
        )
    return 0


def qr_code(text: str) -> str:
    """A QR code for a terminal."""
    # Imported here: only who pairs needs it.
    import segno

    drawn = io.StringIO()
    segno.make(text, error="m", micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue()
