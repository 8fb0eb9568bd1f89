"""Contacts: the built-in app under another package."""

from __future__ import annotations

from dataclasses import replace

from phoneworld.apps import contacts
from phoneworld.packs.androidworld.contacts.data import PACKAGE

APP = replace(
    contacts.APP,
    package=PACKAGE,
    activity="com.android.contacts.activities.PeopleActivity",
    seed=None,
    stands_in_for=contacts.APP,
)
