"""The pages that Chrome can open: files on the storage. The app keeps nothing.

Three pages are known by their titles and by the number that they start from. Chrome has no engine for
scripts: what those pages do is built in (`maze`, `memory`, `colors`). Of any other page it shows the words.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from phoneworld.apps.files import entries
from phoneworld.phone import Phone

PACKAGE = "com.android.chrome"
MAZE, MEMORY, COLORS = "Maze Puzzle", "Memory Task", "Color Challenge"
PROTOCOL = "file://"
STORAGES = ("/storage/emulated/0", "/storage/self/primary", "/data/media/0", "/mnt/sdcard")
_TITLE = re.compile(r"<title[^>]*>(.*?)</title>", re.IGNORECASE | re.DOTALL)
_SEED = re.compile(r"SeededRNG\(\s*(\d+)\s*\)|<meta name=\"seed\" content=\"(\d+)\"", re.IGNORECASE)
_UNSEEN = re.compile(r"<(script|style|head)\b.*?</\1>|<[^>]+>", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class LocalPage:
    """A page that was read: its title, its words, and the number that its script starts from."""

    title: str
    words: str
    seed: int | None


def page_at(phone: Phone, url: str) -> LocalPage | None:
    """The page at an address; None where there is none."""
    if not url.startswith(PROTOCOL):
        return None
    path = url.removeprefix(PROTOCOL)
    for storage in STORAGES:
        if entries.is_inside(path, storage):
            path = entries.ROOT + path.removeprefix(storage)
    if entries.find(phone.files, path) is None:
        return None
    return read_page(entries.read_text(phone.files, path), path.rpartition("/")[2])


def read_page(text: str, name: str) -> LocalPage:
    """What a page is, from its source; one without a title is called like its file."""
    title = _TITLE.search(text)
    seed = _SEED.search(text)
    words = " ".join(html.unescape(_UNSEEN.sub(" ", text)).split())
    return LocalPage(
        html.unescape(title[1]).strip() if title else name,
        words,
        int(seed[1] or seed[2]) if seed else None,
    )


class Chances:
    """The pages' own random numbers: a linear congruential generator."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, end: int) -> int:
        """A number from 0 to below `end`."""
        self._state = (1664525 * self._state + 1013904223) % 2**32
        return self._state * end >> 32
