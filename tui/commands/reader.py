"""Whoever reads what is told, as `| head` does; they may leave before it is over."""

from __future__ import annotations

import os
import sys


def forget_reader() -> None:
    """Write to nobody from now on: Python would complain at exit of what it cannot pass on."""
    nobody = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nobody, sys.stdout.fileno())
    os.close(nobody)
