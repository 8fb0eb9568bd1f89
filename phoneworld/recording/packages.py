"""Which apps were recorded: several packages are several apps.

An app is what a recording says it is of, what was opened by name, and what was used for long enough to be
rebuilt. The home screen, dialogs of the system and pages that an app only leads to are none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from phoneworld.recording.model import RecordedScreen, Recording
from runtime.actions import OpenApp

FEWEST_STEPS = 5
_SYSTEM = re.compile(
    r"^android$|launcher|systemui|permissioncontroller|packageinstaller|intentresolver|"
    r"documentsui|inputmethod|\.home\b"
)


def packages_of(recordings: Sequence[Recording]) -> tuple[str, ...]:
    """The packages that are apps of their own, the most used first."""
    steps: Counter[str] = Counter()
    named: set[str] = set()
    seen: set[str] = set()
    for recording in recordings:
        named.add(recording.package)
        seen |= {screen.package for screen in recording.screens}
        for episode in recording.episodes:
            for step in episode.steps:
                if isinstance(step.action, OpenApp):
                    named.add(step.action.app)
                elif step.before.package == step.after.package:
                    steps[step.before.package] += 1
    own = {recording.package for recording in recordings}
    apps = {
        package
        for package in seen
        if not is_system(package)
        and (package in own or (package in named and steps[package] >= FEWEST_STEPS))
    }
    return tuple(sorted(apps, key=lambda package: (-steps[package], package)))


def is_system(package: str) -> bool:
    """Whether a package is of the phone itself: its home screen, its dialogs, its keyboard."""
    return bool(_SYSTEM.search(package))


def most_shown(screens: Iterable[RecordedScreen]) -> str:
    """The package that most screens are of; the phone's own only where there is no other."""
    seen = Counter(screen.package for screen in screens)
    return max(sorted(seen), key=lambda package: (not is_system(package), seen[package]))
