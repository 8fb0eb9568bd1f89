"""The phone's log: what `logcat` shows. Lines are kept as `logcat -v threadtime` writes them."""

from __future__ import annotations

from phoneworld.adb.session import AdbSession
from phoneworld.world import from_millis

SYSTEM_PID = 1480
LONGEST_LINE = 4000


def log(session: AdbSession, tag: str, message: str, *, level: str = "I") -> None:
    """Write a line into the phone's log."""
    now = from_millis(session.phone.now_ms)
    stamp = f"{now:%m-%d %H:%M:%S}.{now.microsecond // 1000:03}"
    clean = " ".join(message.splitlines())[:LONGEST_LINE]
    session.log.append(f"{stamp} {SYSTEM_PID:>5} {SYSTEM_PID:>5} {level} {tag}: {clean}")
