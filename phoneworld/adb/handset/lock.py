"""The power button and the lock screen: when a phone takes touches, and what unlocks it.

A lock without a secret opens with a swipe up or the menu key; one with a secret also needs it
typed, and enter. The phone locks itself when the screen goes dark, unless `lock_type` is `none`.
"""

from __future__ import annotations

from phoneworld.adb.session import AdbSession
from phoneworld.composition import SYSTEM_PACKAGE
from phoneworld.world import from_millis

NO_LOCK = "none"
SWIPE_SHARE = 0.15
"""How much of the screen's height a swipe must cover to unlock."""

LONGEST_SECRET = 64


def takes_touches(session: AdbSession) -> bool:
    """Whether what is on the screen can be touched: it is lit and not locked."""
    return session.screen_on and not session.locked


def has_lock(session: AdbSession) -> bool:
    """Whether the phone locks itself when its screen goes dark."""
    return session.phone.settings.get("secure", "lock_type", "swipe") != NO_LOCK


def sleep(session: AdbSession) -> None:
    """Turn the screen off."""
    session.screen_on = False
    if has_lock(session):
        lock(session)


def lock(session: AdbSession) -> None:
    """Show the lock screen."""
    session.locked = True
    session.handset.typed = ""
    session.handset.finger = None
    session.phone.touch()


def wake(session: AdbSession) -> None:
    """Turn the screen on; a locked phone stays locked."""
    session.screen_on = True
    session.phone.touch()


def unlock(session: AdbSession) -> bool:
    """Leave the lock screen, if no secret is needed."""
    if session.locked and session.screen_on and not session.handset.secret:
        session.locked = False
        session.phone.touch()
    return not session.locked


def swipe(session: AdbSession, start_y: int, end_y: int) -> None:
    """A finger moved over the lock screen."""
    if start_y - end_y >= SWIPE_SHARE * session.size[1]:
        unlock(session)


def type_secret(session: AdbSession, text: str) -> None:
    """Something was typed on the lock screen."""
    session.handset.typed = (session.handset.typed + text)[-LONGEST_SECRET:]


def erase_secret(session: AdbSession) -> None:
    session.handset.typed = session.handset.typed[:-1]


def submit_secret(session: AdbSession) -> None:
    """Enter was pressed on the lock screen: it opens if the secret was right."""
    handset = session.handset
    if session.locked and session.screen_on and handset.secret and handset.typed == handset.secret:
        session.locked = False
        session.phone.touch()
    handset.typed = ""


def lock_screen_dump(session: AdbSession) -> str:
    """The lock screen as uiautomator writes it: nothing of what lies behind."""
    width, height = session.size
    clock = from_millis(session.phone.now_ms)
    hint = "Enter PIN" if session.handset.secret else "Swipe up to unlock"
    texts = (
        ("keyguard_clock", f"{clock:%H:%M}", 0.2),
        ("keyguard_date", f"{clock:%a}, {clock.day} {clock:%b}", 0.3),
        ("keyguard_indication_text", hint, 0.9),
    )
    nodes = "".join(
        _node(number, text, name, (0, int(height * at), width, int(height * at) + height // 20))
        for number, (name, text, at) in enumerate(texts)
    )
    root = _node(0, "", "keyguard_root_view", (0, 0, width, height), kind="android.view.ViewGroup")
    return (
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
        f'<hierarchy rotation="0">{root.replace(" />", ">")}{nodes}</node></hierarchy>'
    )


def _node(
    index: int,
    text: str,
    name: str,
    bounds: tuple[int, int, int, int],
    *,
    kind: str = "android.widget.TextView",
) -> str:
    left, top, right, bottom = bounds
    return (
        f'<node index="{index}" text="{text}" resource-id="{SYSTEM_PACKAGE}:id/{name}" '
        f'class="{kind}" package="{SYSTEM_PACKAGE}" content-desc="" checkable="false" '
        'checked="false" clickable="false" enabled="true" focusable="false" focused="false" '
        'scrollable="false" long-clickable="false" password="false" selected="false" hint="" '
        f'visible-to-user="true" bounds="[{left},{top}][{right},{bottom}]" />'
    )
