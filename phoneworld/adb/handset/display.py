"""The screen's size, density and rotation. They live where Android keeps them: in settings.

`user_rotation` counts while auto-rotate is off; with it on, the phone stands upright. An override
is `display_size_forced` (global) or `display_density_forced` (secure). `apply_display` makes the
phone what its settings say, and must be called after any of them has changed.
"""

from __future__ import annotations

from dataclasses import replace

from phoneworld.adb.errors import AdbError
from phoneworld.adb.session import AdbSession
from phoneworld.realism import ScreenSize

SIZE_FORCED = ("global", "display_size_forced")
DENSITY_FORCED = ("secure", "display_density_forced")
USER_ROTATION = ("system", "user_rotation")
AUTO_ROTATE = ("system", "accelerometer_rotation")
WATCHED = frozenset((SIZE_FORCED, DENSITY_FORCED, USER_ROTATION, AUTO_ROTATE))
SIDES_PX = range(320, 4321)
DENSITIES = range(72, 1001)
NARROWEST_DP = 180
"""Below this, there is no room for a phone's interface."""


def rotation_of(session: AdbSession) -> int:
    """Quarter turns to the left: 0 to 3."""
    settings = session.phone.settings
    if settings.on(*AUTO_ROTATE):
        return 0
    turned = settings.get(*USER_ROTATION, "0")
    return int(turned) % 4 if turned.isdecimal() and len(turned) < 9 else 0


def upright_display(session: AdbSession) -> ScreenSize:
    """The display as it is when nothing is turned: the panel, or what overrides it."""
    settings = session.phone.settings
    display = session.handset.panel
    sides = settings.get(*SIZE_FORCED).split(",")
    if len(sides) == 2 and all(_within(side, SIDES_PX) for side in sides):
        display = replace(display, width_px=int(sides[0]), height_px=int(sides[1]))
    density = settings.get(*DENSITY_FORCED)
    if _within(density, DENSITIES):
        display = replace(display, density_dpi=int(density))
    return display


def _within(text: str, limits: range) -> bool:
    return text.isdecimal() and len(text) < 6 and int(text) in limits


def apply_display(session: AdbSession) -> None:
    """Make the phone's display what its settings say."""
    upright = upright_display(session)
    if min(upright.width_px, upright.height_px) * 160 < NARROWEST_DP * upright.density_dpi:
        raise AdbError("the screen would be too small for anything: choose a lower density")
    display = upright
    if rotation_of(session) % 2:
        display = ScreenSize(upright.height_px, upright.width_px, upright.density_dpi)
    phone = session.phone
    if phone.realism.display != display:
        phone.realism = replace(phone.realism, display=display)
        phone.touch()
