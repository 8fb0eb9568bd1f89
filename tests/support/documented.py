"""The commands that README and guides tell people to type, as the shell would read them."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
PROGRAMS = re.compile(
    r"(?:\$ )?(?:[A-Z_]+=\S+ )*"
    r"(?:\./run|\./test|(?:\.venv/bin/)?(?:python|phonebuddy|phoneworld|trainer|pip|ruff|pyright)|"
    r"accelerate|adb|bash|examples/\S+|scripts/\S+)(?: |$)"
)
MENTION = re.compile(
    r"`((?:\.venv/bin/)?(?:phonebuddy|phoneworld|trainer|python -m runtime) [^`|]+)`"
)
DIAGRAM = re.compile(r"[│╭╰▼]|-->|  \|  |\bv   ")
SHELL_BLOCKS = ("", "sh", "bash", "console")


@dataclass(frozen=True, slots=True)
class Documented:
    """A command and where it stands."""

    page: str
    line: str

    @property
    def words(self) -> list[str]:
        """Without settings before it, and without what leads to its program."""
        words = shlex.split(self.line, comments=True)
        while words and re.fullmatch(r"[A-Z_]+=.*", words[0]):
            words = words[1:]
        return [words[0].removeprefix(".venv/bin/"), *words[1:]]

    def __str__(self) -> str:
        return f"{self.page}: {self.line}"


def documented(pages: list[Path] | None = None) -> list[Documented]:
    """All of them, in order, each once for each page."""
    found: dict[Documented, None] = {}
    for page in PAGES if pages is None else pages:
        for block in _blocks(page.read_text(encoding="utf-8")):
            for line in _lines(block):
                found[Documented(page.name, line)] = None
    return list(found)


def mentioned() -> list[Documented]:
    """Commands in sentences: a part of one often, with a word for what is to be filled in."""
    found = [
        Documented(page.name, line)
        for page in PAGES
        for line in MENTION.findall(page.read_text(encoding="utf-8"))
    ]
    return list(dict.fromkeys(found))


def _blocks(text: str) -> list[str]:
    """Fenced blocks of the shell's, and indented ones."""
    blocks: list[str] = []

    def take(found: re.Match[str]) -> str:
        if found[1] in SHELL_BLOCKS:
            blocks.append(found[2])
        return ""

    rest = re.sub(r"^```(\w*)\n(.*?)^```$", take, text, flags=re.DOTALL | re.MULTILINE)
    indented = re.findall(r"(?:^(?: {4}.*)?\n)+", rest, re.MULTILINE)
    return [*blocks, *(re.sub(r"^ {4}", "", block, flags=re.MULTILINE) for block in indented)]


def _lines(block: str) -> list[str]:
    """The commands of a block; what they print is no command."""
    lines = block.replace("\\\n", " ").splitlines()
    commands = [line for line in lines if PROGRAMS.match(line) and not DIAGRAM.search(line)]
    return [part.removeprefix("$ ").strip() for line in commands for part in line.split("&&")]
