"""Contacts: the address book, as the built-in app has it."""

from phoneworld.packs.androidworld.contacts.app import APP

__all__ = ["APP"]
