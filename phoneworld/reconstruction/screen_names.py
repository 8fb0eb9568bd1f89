"""Names for screens: from their titles and activities, readable and stable.

A hook may know better names (a language model, a person); it gets what a screen shows and its word
is used where it is a usable name. Nothing depends on names but the reader.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from phoneworld.reconstruction.screen_parts import Part, short_id
from phoneworld.recording.model import RecordedScreen
from runtime.observation import EDITABLE

Namer = Callable[[str, list[str]], str]
"""The name found so far and the texts of a screen -> a better name, or an empty text."""

RESERVED = frozenset(
    (
        "add all alter and as autoincrement between case cast check collate commit constraint create "
        "default deferrable delete distinct drop else escape except exists foreign from group having "
        "if in index insert intersect into is isnull join limit not nothing notnull null on or order "
        "primary raise references returning select set table then to transaction union unique update "
        "using values when where"
    ).split()
)
"""Words that SQLite does not take as the name of a table or of a column."""

_WORD = re.compile(r"[^\W_]+")
MOST_WORDS = 12
LONGEST_LABEL = 3
"""How many words of a text are looked at, and how many a label has."""
_NOT_TITLES = re.compile(r"^\W*\d[\d\W]*$")


def title_of(screen: RecordedScreen, parts: list[Part]) -> str:
    """The title of a screen: a title view, else the first words near its top."""
    for part in parts:
        node = part.node
        if "title" in short_id(node.resource_id).lower() and node.text and not part.in_row:
            return node.text[:60]
    tops = [part.node.bounds.top for part in parts if part.node.text]
    limit = min(tops, default=0) + screen.height_px * 0.1
    for part in parts:
        node = part.node
        if (
            node.text
            and not part.in_row
            and not node.flags & EDITABLE
            and node.bounds.top <= limit
            and not _NOT_TITLES.match(node.text)
        ):
            return node.text[:60]
    return ""


def slug(text: str, longest: int = 32) -> str:
    """A text as a name: `Add a new note` is `add_a_new_note`."""
    return "_".join(word.lower() for word in _WORD.findall(text))[:longest].strip("_")


def screen_name(title: str, activity: str, kind: str, taken: set[str]) -> str:
    """A name that no other screen has."""
    shown = activity.rpartition(".")[2].removesuffix("Activity")
    base = slug(title) or slug(shown) or "screen"
    if kind != "screen":
        base = f"{base}_{kind}"
    name, number = base, 2
    while name in taken:
        name, number = f"{base}_{number}", number + 1
    taken.add(name)
    return name


def app_label(package: str, *texts: Iterable[str]) -> str:
    """What the launcher calls the app: the last telling word of its package, as the first of these texts that have
    it write it (`filemanager` is `File Manager` where the app says so).
    """
    dull = {"com", "org", "net", "android", "app", "pro", "free", "lite", "mobile", "main"}
    words = [word for word in package.split(".") if word.lower() not in dull]
    name = words[-1] if words else package or "App"
    for some in texts:
        written = Counter(said for text in some for said in _written(name, text))
        if written:
            return min(written, key=lambda one: (-written[one], one))
    return name.replace("_", " ").capitalize()


def _written(name: str, text: str) -> Iterator[str]:
    """Where a text writes a name, in whatever words and capitals."""
    said = _WORD.findall(text)[:MOST_WORDS]
    for first in range(len(said)):
        for end in range(first + 1, min(first + LONGEST_LABEL, len(said)) + 1):
            run = said[first:end]
            if "".join(run).casefold() == name.casefold() and run[0][:1].isupper():
                yield " ".join(run)
