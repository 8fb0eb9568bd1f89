"""Data that changes by itself: because other data changed, or because a screen was looked at.

Verifiers neither require nor forbid such changes, and they are not shown to people.
"""

from __future__ import annotations

from collections.abc import Mapping

from phoneworld.changes import Change
from phoneworld.phone import Phone
from phoneworld.providers import contacts, system, telephony

STAMPS = frozenset({"updated", "modified", "date_modified", "last_used", "last_opened"})
"""Columns that move along with any change of their row."""

PROVIDERS_OWN: dict[str, frozenset[str]] = {
    contacts.PATH: frozenset({"name_lookup", "raw_contacts.sort_key"}),
    telephony.PATH: frozenset({"threads", "sms.thread_id", "sms.read"}),
    system.PATH: frozenset({"notifications"}),
}
"""Tables (and `table.column`) by database. Apps name their own in `App.derived`."""


def derived_on(phone: Phone) -> dict[str, frozenset[str]]:
    """The derived tables and columns of a phone, by database."""
    derived = dict(PROVIDERS_OWN)
    for app in phone.apps.values():
        if app.derived:
            derived |= dict.fromkeys(app.schemas, frozenset(app.derived))
    return derived


def is_derived(change: Change, derived: Mapping[str, frozenset[str]]) -> bool:
    """Whether a change came about by itself."""
    names = derived.get(change.db, frozenset())
    if change.table in names:
        return True
    columns = change.columns
    return bool(columns) and all(f"{change.table}.{column}" in names for column in columns)
