"""Contacts: the address book of the phone."""

from phoneworld.apps.contacts.app import APP

__all__ = ["APP"]
