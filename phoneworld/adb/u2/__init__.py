"""The device side of uiautomator2: what its `u2.jar` does on a real phone, for PhoneWorld's phones.

An unmodified client pushes the jar, starts it and speaks HTTP with it; `start` is what is started
here. Two fingers, and watching more than one window, are not supported.
"""

from __future__ import annotations

from phoneworld.adb.session import AdbSession
from phoneworld.adb.u2.server import U2Server

__all__ = ["U2Server", "start"]


def start(session: AdbSession) -> U2Server:
    """A server for the phone of a session."""
    return U2Server(session)
