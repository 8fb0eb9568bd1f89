"""The screen as uiautomator dumps it: what is in front, the lock screen, or nothing in the dark."""

from __future__ import annotations

from phoneworld.adb.handset.display import rotation_of
from phoneworld.adb.handset.lock import lock_screen_dump
from phoneworld.adb.session import AdbSession
from phoneworld.hierarchy_dump import dump


def dump_screen(session: AdbSession) -> str:
    """The window in front as XML; nothing while the screen is off."""
    if not session.screen_on:
        return ""
    xml = lock_screen_dump(session) if session.locked else dump(session.phone)
    turned = rotation_of(session)
    return xml.replace('rotation="0"', f'rotation="{turned}"', 1) if turned else xml
