"""The dialer: the built-in Phone under another package."""

from __future__ import annotations

from dataclasses import replace

from phoneworld.apps import phone
from phoneworld.packs.androidworld.dialer.data import DATABASE, PACKAGE

APP = replace(
    phone.APP,
    package=PACKAGE,
    activity="com.google.android.dialer.extensions.GoogleDialtactsActivity",
    database=DATABASE,
    seed=None,
    stands_in_for=phone.APP,
)
