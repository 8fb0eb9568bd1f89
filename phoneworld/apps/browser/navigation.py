"""Going from page to page: addresses, the tab in front, its way back and forward."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import quote_plus, unquote_plus

from phoneworld.apps.browser import data
from phoneworld.apps.browser.data import SEEK
from phoneworld.store import Database

SEARCH = f"{SEEK}/search?q="
LOOKS_LIKE_ADDRESS = re.compile(r"[\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?")
LONGEST = 300
DEEPEST = 50
"""So many pages a tab can go back."""


def address_of(typed: str) -> str:
    """The address that was typed, or that of a search for it."""
    text = " ".join(typed.split())[:LONGEST]
    bare = re.sub(r"^(https?://)?(www\.)?", "", text, flags=re.IGNORECASE).rstrip("/")
    if bare.startswith(SEARCH):
        return bare
    if LOOKS_LIKE_ADDRESS.fullmatch(bare):
        return bare.lower()
    return SEARCH + quote_plus(text)


def query_of(url: str) -> str | None:
    """What is searched for, if an address is that of a search."""
    return unquote_plus(url.removeprefix(SEARCH)) if url.startswith(SEARCH) else None


def title_of(database: Database, url: str) -> str:
    """The title of a page."""
    query = query_of(url)
    if query is not None:
        return f"{query} - Seek"
    if url == SEEK:
        return "Seek"
    return database.value("SELECT title FROM pages WHERE url = ?", url) or url


def front_tab(database: Database) -> dict[str, Any]:
    """The tab in front. There always is one."""
    tab = database.one("SELECT * FROM tabs WHERE active = 1") or database.one(
        "SELECT * FROM tabs ORDER BY _id DESC LIMIT 1"
    )
    return tab if tab is not None else dict(BLANK)


BLANK: dict[str, Any] = {
    "_id": 0, "url": SEEK, "title": "Seek", "back": "[]", "forward": "[]", "private": 0,
    "desktop": 0, "active": 1,
}  # fmt: skip
"""What is shown where all tabs are closed; going anywhere makes a tab of it."""


def go(database: Database, url: str, *, now_ms: int) -> None:
    """Open a page in the tab in front."""
    tab = front_tab(database)
    if tab["url"] == url and tab["_id"]:
        return
    trail = [*json.loads(tab["back"]), tab["url"]][-DEEPEST:]
    _stand(database, tab, url, trail, [])
    _note_visit(database, tab, url, now_ms)


def go_back(database: Database) -> bool:
    """Go back by a page. False at the start."""
    tab = front_tab(database)
    trail = json.loads(tab["back"])
    if not trail:
        return False
    ahead = [tab["url"], *json.loads(tab["forward"])][:DEEPEST]
    _stand(database, tab, trail[-1], trail[:-1], ahead)
    return True


def go_forward(database: Database) -> bool:
    """Go forward by a page. False at the end."""
    tab = front_tab(database)
    ahead = json.loads(tab["forward"])
    if not ahead:
        return False
    _stand(database, tab, ahead[0], [*json.loads(tab["back"]), tab["url"]], ahead[1:])
    return True


def _stand(
    database: Database, tab: dict[str, Any], url: str, trail: list[str], ahead: list[str]
) -> None:
    id = tab["_id"] or data.add_tab(database, tab["url"], tab["title"], active=True)
    database.run(
        "UPDATE tabs SET url = ?, title = ?, back = ?, forward = ? WHERE _id = ?",
        url,
        title_of(database, url),
        json.dumps(trail),
        json.dumps(ahead),
        id,
    )


def _note_visit(database: Database, tab: dict[str, Any], url: str, now_ms: int) -> None:
    if not tab["private"]:
        database.insert("history", url=url, title=title_of(database, url), at=now_ms)


def bring_forward(database: Database, tab: int) -> None:
    """Put a tab in front."""
    database.run("UPDATE tabs SET active = (_id = ?) WHERE active = 1 OR _id = ?", tab, tab)


def found_pages(database: Database, query: str, count: int) -> list[dict[str, Any]]:
    """Pages that have words starting with all those of a query, in the title before elsewhere."""
    words = [f" {word}" for word in query.lower().split()[:6]]
    if not words:
        return []
    parts = " AND ".join(["instr(lower(words), ?)"] * len(words))
    return database.rows(
        f"SELECT url, title, substr(words, length(title) + 3, 160) AS words FROM pages WHERE {parts} "
        "ORDER BY instr(' ' || lower(title), ?) = 0, length(url), _id LIMIT ?",
        *words,
        words[0],
        count,
    )
