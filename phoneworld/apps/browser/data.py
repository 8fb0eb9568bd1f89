"""What Browser keeps: the made-up web, tabs, bookmarks, history, downloads, what forms sent.

History, and where a tab stands, come by looking: tasks do not count them. Clearing the history
leaves a row in `clearings`, and so do forms in `submissions` and `answers`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from phoneworld.apps.browser import sites
from phoneworld.apps.browser.pages import WebPage, link
from phoneworld.providers import media
from phoneworld.store import Database, database_path
from phoneworld.world import World, millis

if TYPE_CHECKING:
    from phoneworld.phone import Phone

PACKAGE = "com.phoneworld.browser"
PATH = database_path(PACKAGE, "browser.db")
SCHEMA = """
CREATE TABLE pages (
    _id INTEGER PRIMARY KEY, url TEXT UNIQUE NOT NULL, title TEXT NOT NULL, blocks TEXT NOT NULL,
    words TEXT NOT NULL
);
CREATE TABLE tabs (
    _id INTEGER PRIMARY KEY, url TEXT NOT NULL, title TEXT NOT NULL, back TEXT NOT NULL DEFAULT '[]',
    forward TEXT NOT NULL DEFAULT '[]', private INTEGER NOT NULL DEFAULT 0,
    desktop INTEGER NOT NULL DEFAULT 0, active INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE bookmarks (
    _id INTEGER PRIMARY KEY, title TEXT NOT NULL, url TEXT UNIQUE NOT NULL,
    folder TEXT NOT NULL DEFAULT 'Mobile bookmarks', added INTEGER NOT NULL
);
CREATE TABLE history (
    _id INTEGER PRIMARY KEY, url TEXT NOT NULL, title TEXT NOT NULL, at INTEGER NOT NULL
);
CREATE INDEX history_at ON history (at);
CREATE TABLE downloads (
    _id INTEGER PRIMARY KEY, name TEXT NOT NULL, path TEXT NOT NULL, url TEXT NOT NULL,
    size INTEGER NOT NULL, at INTEGER NOT NULL
);
CREATE TABLE submissions (
    _id INTEGER PRIMARY KEY, url TEXT NOT NULL, form TEXT NOT NULL, at INTEGER NOT NULL
);
CREATE TABLE answers (
    _id INTEGER PRIMARY KEY, submission INTEGER NOT NULL REFERENCES submissions (_id),
    name TEXT NOT NULL, value TEXT NOT NULL
);
CREATE TABLE clearings (
    _id INTEGER PRIMARY KEY, range TEXT NOT NULL, at INTEGER NOT NULL
);
CREATE TABLE preferences (_id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, value TEXT NOT NULL);
"""
MOBILE = "Mobile bookmarks"
SEEK = "seek.example"
"""The search engine, and the home page until another is chosen."""


def put_page(database: Database, page: WebPage) -> None:
    """Put a page on the web, in place of one of the same address."""
    database.run(
        "INSERT INTO pages (url, title, blocks, words) VALUES (?, ?, ?, ?) ON CONFLICT (url) DO UPDATE "
        "SET title = excluded.title, blocks = excluded.blocks, words = excluded.words",
        page.url,
        page.title,
        page.to_json(),
        page.words,
    )


def find_page(database: Database, url: str) -> WebPage | None:
    """The page of an address."""
    row = database.one("SELECT url, title, blocks FROM pages WHERE url = ?", url)
    return WebPage(row["url"], row["title"], tuple(json.loads(row["blocks"]))) if row else None


def add_link(database: Database, page: WebPage) -> None:
    """Link a page from the front page of its site."""
    home = find_page(database, page.host)
    if home is not None:
        blocks = (*home.blocks, link(page.title, page.url))
        put_page(database, WebPage(home.url, home.title, blocks))


def add_bookmark(
    database: Database, title: str, url: str, *, at_ms: int, folder: str = MOBILE
) -> int:
    """Bookmark a page."""
    return database.insert("bookmarks", title=title, url=url, folder=folder, added=at_ms)


def add_tab(
    database: Database, url: str, title: str, *, private: bool = False, active: bool = False
) -> int:
    """Open a tab; in front of the others if it is `active`."""
    if active:
        database.run("UPDATE tabs SET active = 0 WHERE active = 1")
    return database.insert("tabs", url=url, title=title, private=int(private), active=int(active))


def preference(database: Database, name: str) -> str:
    """The value of a preference, or nothing."""
    return database.value("SELECT value FROM preferences WHERE name = ?", name) or ""


def set_preference(database: Database, name: str, value: str) -> None:
    """Set a preference."""
    database.run(
        "INSERT INTO preferences (name, value) VALUES (?, ?) "
        "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        name,
        value,
    )


def seed(phone: Phone, world: World) -> None:
    """The web as this world has it, and the traces of its use."""
    database = phone.databases[PATH]
    rng = world.rng("browser")
    for name, value in (
        ("homepage", SEEK),
        ("block_popups", "1"),
        ("do_not_track", "0"),
    ):
        set_preference(database, name, value)
    pages = sites.all_pages(rng, world)
    for page in pages:
        put_page(database, page)
    for page in rng.sample(pages, 7):
        stamp = millis(world.day(-rng.randint(5, 200), rng.randint(8, 22)))
        folder = rng.choice((MOBILE, MOBILE, "Reading list"))
        add_bookmark(database, page.title, page.url, at_ms=stamp, folder=folder)
    visits = [
        (millis(world.day(-rng.randint(0, 9), rng.randint(0, 8), rng.randint(0, 59))), page)
        for page in rng.sample(pages, 16)
    ]
    for stamp, page in sorted(visits, key=lambda visit: visit[0]):
        database.insert("history", url=page.url, title=page.title, at=stamp)
    for page in rng.sample(pages, 2):
        add_tab(database, page.url, page.title)
    add_tab(database, SEEK, "Seek", active=True)
    for name in rng.sample(
        ("manual-radio.pdf", "city-map.pdf", "tax-form.pdf", "menu-june.pdf"), 2
    ):
        content = f"{name.partition('.')[0].replace('-', ' ').title()}\n".encode()
        path = f"/sdcard/Download/{name}"
        stamp = millis(world.day(-rng.randint(2, 40), 15))
        media.add_file(phone.files, path, content, date_ms=stamp)
        database.insert(
            "downloads", name=name, path=path, url=sites.council.HOST, size=len(content), at=stamp
        )
