"""Clock: the built-in app under another package."""

from __future__ import annotations

from dataclasses import replace

from phoneworld.apps import clock
from phoneworld.packs.androidworld.clock.data import DATABASE, PACKAGE

APP = replace(
    clock.APP,
    package=PACKAGE,
    activity="com.android.deskclock.DeskClock",
    database=DATABASE,
    seed=None,
    stands_in_for=clock.APP,
)
