"""What a phone is beside its data and its screens: the panel it was built with, the finger on it,
the lock's secret, system properties, keyboards and packages that came over adb.

None of it is in a snapshot: it belongs to the session, as the state of the hardware does.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from phoneworld.adb.handset.input_events import InputEvents
from phoneworld.realism import ScreenSize


@dataclass(frozen=True, slots=True)
class Apk:
    """What a package file says of itself."""

    package: str
    label: str = ""
    version_name: str = "1.0"
    version_code: int = 1


@dataclass(slots=True)
class HandsetState:
    """One phone's hardware and system software."""

    panel: ScreenSize
    finger: tuple[int, int] | None = None
    """Where `input motionevent` holds a finger down."""
    finger_since_s: float = 0.0
    """When it touched down, by the phone's clock."""
    input_events: InputEvents = field(default_factory=InputEvents)
    """What the kernel tells of the touch screen."""
    secret: str = ""
    """PIN or password of the lock screen; without one, a swipe unlocks."""
    typed: str = ""
    """What has been typed on the lock screen."""
    properties: dict[str, str] = field(default_factory=dict[str, str])
    """What `setprop` has set."""
    keyboards: set[str] = field(default_factory=set[str])
    """Input methods that were enabled, beside the phone's own."""
    debuggable_apps: bool = True
    """Whether `run-as` may be them; apps of a real phone are not."""
    packages: dict[str, Apk] = field(default_factory=dict[str, Apk])
    """What was installed over adb."""
    pending: dict[int, list[Apk]] = field(default_factory=dict[int, list[Apk]])
    """Installations that were begun in parts and not yet committed."""
