"""`python -m runtime serve`: the server, until it is asked to stop."""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys
import threading
import time
from pathlib import Path

from runtime.server.address import Address
from runtime.server.allocator import share_memory
from runtime.server.config import add_options, read_config
from runtime.server.data_folder import FolderTaken, find_holder, write_atomically

_HOLDER_START_S = 20.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add_options(parser)
    parser.add_argument(
        "--ready-file",
        type=Path,
        help='write {"address": ..., "pid": ...} here once it listens, for the program that started it',
    )
    parser.add_argument(
        "--die-with-parent", action="store_true", help="stop when standard input is closed"
    )
    parser.add_argument(
        "--join",
        action="store_true",
        help="where a server has the data folder already, write its address to --ready-file and end",
    )


def run(given: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    # Without this, waiting threads of a model's arithmetic burn the processor. Read at its import.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    share_memory()
    config = read_config(given)
    if given.join and _joined(config.data, given.ready_file):
        return 0

    from runtime.server.serve import Calling, serve

    try:
        serve(config, os.environ, Calling(_print_ready, given.ready_file, given.die_with_parent))
    except FolderTaken:
        # Another was started at the same moment.
        if given.join and _joined(config.data, given.ready_file):
            return 0
        raise
    _leave()
    return 0


def _joined(data: Path, ready_file: Path | None) -> bool:
    """Whether a server has the data folder; if so, its address is printed."""
    deadline_s = time.monotonic() + _HOLDER_START_S
    while (holder := find_holder(data)) is not None:
        if holder.address:
            ready = json.dumps({"address": holder.address, "pid": holder.pid})
            if ready_file is not None:
                write_atomically(ready_file, ready)
            print(f"a runtime has {data} already; it listens on {holder.address}", flush=True)
            return True
        if time.monotonic() > deadline_s:
            return False
        time.sleep(0.05)
    return False


def _print_ready(address: Address) -> None:
    print(f"PhoneBuddy's runtime listens on {address}", flush=True)


def _leave() -> None:
    """End now, whatever a phone or a model library still does in some thread: all is on record."""
    busy = [
        thread.name
        for thread in threading.enumerate()
        if thread is not threading.main_thread() and not thread.daemon
    ]
    if busy:
        logging.getLogger(__name__).warning("not waited for: %s", ", ".join(busy))
        logging.shutdown()
        sys.stdout.flush()
        os._exit(0)
