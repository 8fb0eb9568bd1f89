"""Which mails a list shows: those of a folder or label, or those found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from phoneworld.store import Database

STARRED = "starred"
FILTERS = {"Unread": "m.read = 0", "Starred": "m.starred = 1", "With attachment": "m.files > 0"}
COLUMNS = (
    "m._id, m.folder, m.sender, m.recipients, m.subject, substr(m.body, 1, 90) AS snippet, "
    "m.sent_at, m.read, m.starred, m.files"
)
TEXT = "lower(m.sender || ' ' || m.address || ' ' || m.recipients || ' ' || m.subject || ' ' || m.body)"
LONGEST_WORD = 100


def mails_in(database: Database, folder: str, first: int, count: int) -> list[dict[str, Any]]:
    """The mails of a folder, the starred ones, or those of a label (`label:3`), newest first."""
    if folder.startswith("label:"):
        return database.rows(
            f"SELECT {COLUMNS} FROM mail_labels l JOIN mails m ON m._id = l.mail "
            "WHERE l.label = ? AND m.folder NOT IN ('trash', 'spam') "
            "ORDER BY m.sent_at DESC LIMIT ? OFFSET ?",
            int(folder.partition(":")[2]),
            count,
            first,
        )
    if folder == STARRED:
        return database.rows(
            f"SELECT {COLUMNS} FROM mails m INDEXED BY mails_sent "
            "WHERE m.starred = 1 AND m.folder NOT IN ('trash', 'spam') "
            "ORDER BY m.sent_at DESC LIMIT ? OFFSET ?",
            count,
            first,
        )
    return database.rows(
        f"SELECT {COLUMNS} FROM mails m WHERE m.folder = ? "
        "ORDER BY m.sent_at DESC LIMIT ? OFFSET ?",
        folder,
        count,
        first,
    )


def mails_found(
    database: Database, query: str, filters: Sequence[str], first: int, count: int
) -> list[dict[str, Any]]:
    """The mails that contain all words of a query and pass the filters, newest first."""
    words = query.lower().split()[:6]
    parts = ["m.folder NOT IN ('trash', 'spam')", *(FILTERS[name] for name in filters)]
    parts += [f"instr({TEXT}, ?)"] * len(words)
    return database.rows(
        f"SELECT {COLUMNS} FROM mails m INDEXED BY mails_sent WHERE {' AND '.join(parts)} "
        "ORDER BY m.sent_at DESC LIMIT ? OFFSET ?",
        *(word[:LONGEST_WORD] for word in words),
        count,
        first,
    )
