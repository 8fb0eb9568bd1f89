"""Advice on what to type next, so that it works when it is typed.

Where our commands are not on the PATH, as after `./run`, they are named by where they lie.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from pathlib import Path

_ROOT = Path(__file__).parents[2]
_OURS = re.compile(
    r"(?<![\w/.-])(phonebuddy|phoneworld)"
    r"(?= (?:--help|run|runs|devices|policies|models|mcp|replay|undo|doctor|completion|demo)\b)"
)


def as_typed(advice: str, *, python: str = sys.executable, search: str | None = None) -> str:
    """The advice with commands that the shell finds. `search` is a PATH; without, the process's."""
    return _OURS.sub(lambda found: _reachable(found[1], Path(python).parent, search), advice)


def install_words(extra: str, *, root: Path = _ROOT, python: str = sys.executable) -> str:
    """How an extra is installed here: in place for a checkout, by its own Python; else by name."""
    if not (root / "pyproject.toml").is_file():
        return f"pip install 'phonebuddy[{extra}]'"
    place = os.path.relpath(root)
    place = str(root) if place.startswith("..") else place
    return f"{shlex.quote(python)} -m pip install -e {shlex.quote(f'{place}[{extra}]')}"


def _reachable(name: str, folder: Path, search: str | None) -> str:
    beside = folder / name
    if shutil.which(name, path=search) or not beside.exists():
        return name
    near = os.path.relpath(beside)
    return shlex.quote(str(beside) if near.startswith("..") else near)
