"""Names of rows for people: by title, kind and owner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from phoneworld.change_words.values import cut, humanized, singular
from phoneworld.changes import Change, Values
from phoneworld.store import Database

TITLES = (
    "title", "caption", "display_name", "_display_name", "name", "subject", "label", "calendar_display_name",
    "attendeeName", "description", "text", "item", "film", "party", "note", "payee", "recipient", "author", "time", "body",
    "number", "address", "data1", "code", "url", "holder", "day", "word", "value", "ssid", "provider", "category", "range",
)  # fmt: skip
"""Columns that name a row, the best first."""
NOUNS: Mapping[str, str] = {
    "raw_contacts": "contact",
    "data": "detail",
    "attendees": "guest",
    "cart": "cart item",
    "shopping": "shopping item",
    "wishes": "wish",
    "saved": "saved place",
    "scheduled": "scheduled payment",
    "history": "entry in the history",
    "submissions": "form",
    "trash": "item in the trash",
    "queue": "song in the queue",
    "starred": "message",
    "archived": "conversation",
    "blocked": "",  # a number in one app, an address in another: its name says it
    "bills_accounts": "bill account",
    "clearings": "browsing data",
    "wifi_networks": "Wi-Fi network",
    "coffee_pref": "coffee preference",
}


def noun_of(table: str) -> str:
    """What a row of a table is: bills_accounts holds bill accounts, bills_bills bills."""
    if table in NOUNS:
        return NOUNS[table]
    first, _, rest = singular(humanized(table)).rpartition(" ")
    noun = rest if not first or singular(first) == rest else f"{first} {rest}"
    return f"{noun} item" if noun.endswith("cart") else noun


class RelatedRows:
    """The rows of one database, and which belong to which."""

    def __init__(self, database: Database, changes: Sequence[Change]) -> None:
        self._database = database
        self._parents: dict[str, dict[str, str]] = {}
        self._gone = {
            (change.table, change.before.get("_id")): change.before
            for change in changes
            if change.after is None and change.before is not None
        }
        self._new = {
            (change.table, change.after.get("_id"))
            for change in changes
            if change.before is None and change.after is not None
        }

    def parents(self, table: str) -> Mapping[str, str]:
        """The tables that a table's columns refer to, by column."""
        if table not in self._parents:
            keys = self._database.rows(f"PRAGMA foreign_key_list({table})")
            self._parents[table] = {key["from"]: key["table"] for key in keys}
        return self._parents[table]

    def follows(self, change: Change) -> bool:
        """Whether a row was added or removed together with the one that it belongs to."""
        row = change.after or change.before or {}
        known = self._new if change.before is None else self._gone if change.after is None else {}
        return any(
            (parent, row.get(column)) in known
            for column, parent in self.parents(change.table).items()
        )

    def label(self, table: str, row: Values) -> str:
        """What a person would call a row; empty where it has no name."""
        for column in TITLES:
            text = row.get(column)
            if isinstance(text, str) and text.strip():
                return cut(text)
        owners = (self.owner(table, row, column) for column in self.parents(table))
        return next((owner for owner in owners if owner), "")

    def owner(self, table: str, row: Values, column: str) -> str:
        """What the row that a column refers to is called."""
        parent, number = self.parents(table).get(column, ""), row.get(column)
        if not parent or number is None:
            return ""
        found = self._database.one(f"SELECT * FROM {parent} WHERE _id = ?", number)
        found = found or self._gone.get((parent, number))
        return self.label(parent, found) if found else ""
