"""Settings: the built-in app under another package, with a brightness that never goes out."""

from __future__ import annotations

from dataclasses import replace

from phoneworld.apps import settings
from phoneworld.apps.settings.look import DisplayPage
from phoneworld.packs.androidworld.settings.data import DATABASE, PACKAGE, seed


class DimmableDisplay(DisplayPage):
    """Brightness, theme, text size. The darkest brightness is 1, as Android has it."""

    dimmest = 1


APP = replace(
    settings.APP,
    package=PACKAGE,
    activity=".Settings",
    screens={**settings.APP.screens, "display": DimmableDisplay},
    database=DATABASE,
    seed=seed,
    stands_in_for=settings.APP,
)
