"""How one of our extras is installed here: from the checkout that we run from, or from the package."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def install_command(extra: str, *, root: Path = ROOT, python: str = sys.executable) -> str:
    """A command to type. A checkout is installed in place, by its own Python."""
    if not (root / "pyproject.toml").is_file():
        return f"pip install 'phonebuddy[{extra}]'"
    place = os.path.relpath(root)
    place = str(root) if place.startswith("..") else place
    return f"{shlex.quote(python)} -m pip install -e {shlex.quote(f'{place}[{extra}]')}"
