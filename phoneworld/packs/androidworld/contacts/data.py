"""Contacts keeps nothing of its own: its rows are the contacts provider's."""

from __future__ import annotations

PACKAGE = "com.google.android.contacts"
