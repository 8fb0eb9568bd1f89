"""Where Simple SMS Messenger keeps what is its own. The messages are the telephony provider's."""

from __future__ import annotations

from phoneworld.apps.messages.data import SCHEMA
from phoneworld.store import database_path

PACKAGE = "com.simplemobiletools.smsmessenger"
DATABASE = "conversations.db"
PATH = database_path(PACKAGE, DATABASE)

__all__ = ["DATABASE", "PACKAGE", "PATH", "SCHEMA"]
