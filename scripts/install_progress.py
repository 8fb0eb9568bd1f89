"""Shows pip's work as one bar, and keeps all that pip says in a file.

    pip install ... 2>&1 | install_progress.py LOG PACKAGES SITE_PACKAGES

Reads pip's output and never judges it: whether pip succeeded is for whoever started it. PACKAGES is
about how many packages will be fetched; pip itself knows only when it has them all, and from then on
its own number counts. Installed packages are counted in SITE_PACKAGES, because pip does not tell them
one by one. Without a terminal there is no bar, and a line for each part of the work. Standard library
only: it runs before anything is installed.
"""

from __future__ import annotations

import re
import select
import shutil
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

WIDTH = 30
FETCHING = 0.7
"""The share of the bar that stands for fetching; the rest is for installing."""
REDRAW_S = 0.2
COLLECTING = re.compile(r"^(?:Collecting|Requirement already satisfied:) ([\w.-]+)")
SIZE = re.compile(r"^\s+Downloading .*\((\d+(?:\.\d+)? [kMG]B)\)")
BUILDING = re.compile(r"^\s+(?:Building wheel for|Building editable for) ([\w.-]+) .*: started")
BUILT = re.compile(r"^\s+(?:Building wheel for|Building editable for) .*: finished")
INSTALLING = re.compile(r"^Installing collected packages: (.*)")
ERROR = re.compile(r"^\s*(?:ERROR|error)[: ]")


@dataclass
class InstallProgress:
    """What pip has done so far, read from its lines. `expected`: about how many packages it fetches."""

    expected: int
    fetched: set[str] = field(default_factory=set[str])
    doing: str = "asking the package index"
    installing: int = 0
    installed: int = 0

    def read(self, line: str) -> None:
        """Take one line of pip's into account."""
        if found := COLLECTING.match(line):
            self.fetched.add(found[1].lower())
            self.doing = f"fetching {found[1]}"
        elif found := SIZE.match(line):
            self.doing = f"{self.doing.partition(' (')[0]} ({found[1]})"
        elif found := BUILDING.match(line):
            self.doing = f"building {found[1]}"
        elif BUILT.match(line):
            self.doing = "building is done"
        elif found := INSTALLING.match(line):
            self.installing = len(found[1].split(","))
            self.doing = f"installing {self.installing} packages"

    @property
    def share(self) -> float:
        """How much is done, from 0 to 1; it never goes back."""
        fetched = FETCHING * min(1.0, len(self.fetched) / max(1, self.expected))
        if not self.installing:
            return fetched
        return FETCHING + (1 - FETCHING) * min(1.0, self.installed / self.installing)

    def bar(self, seconds: float, columns: int) -> str:
        """One line that fits in so many columns."""
        full = round(self.share * WIDTH)
        bar = "━" * full + "─" * (WIDTH - full)
        return f"{bar} {self.share:4.0%} {seconds:4.0f} s  {self.doing}"[: columns - 1]


def last_errors(log: Path) -> list[str]:
    """Why pip gave up, in its own words; its last lines where it names no reason."""
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    errors = [line.strip() for line in lines if ERROR.match(line)]
    return (errors or lines)[-5:]


def _packages(folder: Path) -> int:
    # pip writes RECORD last: a package with one is there.
    return sum(1 for _ in folder.glob("*.dist-info/RECORD"))


def main(log: Path, expected: int, site_packages: Path) -> None:
    """Follow pip until it closes its output."""
    progress = InstallProgress(expected)
    began_s = time.monotonic()
    shows_bar = sys.stderr.isatty()
    before, told = 0, ""
    with log.open("ab", buffering=0) as kept:
        pending = b""
        while True:
            ready, _, _ = select.select([sys.stdin], [], [], REDRAW_S)
            if ready:
                # What is there, as one piece: lines that wait in a buffer would not wake `select`.
                piece = sys.stdin.buffer.raw.read(1 << 16)  # pyright: ignore[reportAttributeAccessIssue] - typed as a plain BufferedIOBase
                if not piece:
                    break
                kept.write(piece)
                *lines, pending = (pending + piece).split(b"\n")
                for line in lines:
                    was_installing = bool(progress.installing)
                    progress.read(line.decode(errors="replace"))
                    if progress.installing and not was_installing:
                        before = _packages(site_packages)
            if progress.installing:
                progress.installed = max(progress.installed, _packages(site_packages) - before)
            if shows_bar:
                columns = shutil.get_terminal_size().columns
                bar = progress.bar(time.monotonic() - began_s, columns)
                sys.stderr.write(f"\r\x1b[K{bar}")
                sys.stderr.flush()
            elif (part := progress.doing.partition(" ")[0]) != told and part != "asking":
                told = part
                print(f"    {part} ...", file=sys.stderr, flush=True)
    if shows_bar:
        sys.stderr.write("\r\x1b[K")


if __name__ == "__main__":
    if sys.argv[1] == "--errors":
        print(*last_errors(Path(sys.argv[2])), sep="\n")
    else:
        main(Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
