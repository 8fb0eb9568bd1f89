"""Well-known package names that stand for PhoneWorld's own: both ways, in any text.

Agents that know `com.android.settings` can name it, and read it where the phone tells of it. An app
has one name that is told, the first, and answers to all. Apps without a well-known counterpart keep
theirs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from phoneworld.adb.packages.components import launcher_component, read_component, route_of
from phoneworld.phone import LAUNCHER, Phone

ALIASES: Mapping[str, tuple[str, ...]] = {
    "com.phoneworld.browser": ("com.android.chrome", "com.android.browser"),
    "com.phoneworld.calculator": ("com.google.android.calculator", "com.android.calculator2"),
    "com.phoneworld.calendar": ("com.google.android.calendar", "com.android.calendar"),
    "com.phoneworld.camera": (
        "com.android.camera2",
        "com.google.android.GoogleCamera",
        "com.android.camera",
    ),
    "com.phoneworld.clock": ("com.google.android.deskclock", "com.android.deskclock"),
    "com.phoneworld.contacts": ("com.google.android.contacts", "com.android.contacts"),
    "com.phoneworld.files": (
        "com.google.android.documentsui",
        "com.android.documentsui",
        "com.google.android.apps.nbu.files",
        "com.android.fileexplorer",
    ),
    "com.phoneworld.gallery": ("com.google.android.apps.photos", "com.android.gallery3d"),
    "com.phoneworld.mail": ("com.google.android.gm", "com.android.email"),
    "com.phoneworld.maps": ("com.google.android.apps.maps",),
    "com.phoneworld.messages": (
        "com.google.android.apps.messaging",
        "com.android.messaging",
        "com.android.mms",
    ),
    "com.phoneworld.music": ("com.google.android.apps.youtube.music", "com.android.music"),
    "com.phoneworld.notes": ("com.google.android.keep",),
    "com.phoneworld.phone": ("com.google.android.dialer", "com.android.dialer"),
    "com.phoneworld.settings": ("com.android.settings",),
    "com.phoneworld.tasks": ("com.google.android.apps.tasks",),
    "com.phoneworld.wallet": ("com.google.android.apps.walletnfcrel",),
    LAUNCHER: ("com.google.android.apps.nexuslauncher", "com.android.launcher3"),
}
_OWN = {alias: own for own, aliases in ALIASES.items() for alias in aliases}
_INWARD = re.compile(rf"(?<![\w.])({'|'.join(map(re.escape, _OWN))})(?![\w.])")
_OUTWARD = re.compile(rf"(?<![\w.])({'|'.join(map(re.escape, ALIASES))})(?!\w)")
_COMPONENT = re.compile(rf"({'|'.join(map(re.escape, _OWN))})/[\w.$]+")


def told(text: str) -> str:
    """A text of the phone's, with the names that others know."""
    return _OUTWARD.sub(lambda found: ALIASES[found[1]][0], text)


def meant(word: str, phone: Phone) -> str:
    """A word of a command, with the phone's own names.

    An activity that the app does not have, such as `com.android.settings/.Settings`, is its first.
    """
    if _COMPONENT.fullmatch(word):
        return _component(word, phone)
    return _INWARD.sub(lambda found: _own(found[1], phone), word)


def _own(alias: str, phone: Phone) -> str:
    own = _OWN[alias]
    return own if own in phone.apps else alias


def _component(word: str, phone: Phone) -> str:
    alias, _, name = word.partition("/")
    app = phone.apps.get(_OWN[alias])
    if app is None:
        return word
    if name.startswith(f"{alias}."):
        name = name[len(alias) :]
    component = read_component(f"{app.package}/{name}")
    if component is None or route_of(app, component) is None:
        component = launcher_component(app)
    return str(component)
