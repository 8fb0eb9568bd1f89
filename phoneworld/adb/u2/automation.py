"""What uiautomator2's server remembers between calls: named objects, toasts, watchers, its finger.

One event loop owns it. Waiting is done in real time; the phone's own clock is left alone.
"""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field

from phoneworld.adb.session import AdbSession
from phoneworld.adb.u2.errors import NotFound
from phoneworld.adb.u2.fingers import TouchState
from phoneworld.adb.u2.nodes import Looks, UiNode, Version
from phoneworld.adb.u2.selectors import Selector
from phoneworld.adb.u2.watchers import UiWatchers
from phoneworld.phone import Phone

OBJECT_LIFE_S = 60.0
MAX_OBJECTS = 1000
POLL_S = 0.02
LONGEST_WAIT_S = 600.0


class NamedObjects:
    """Selectors that a client knows by a name. They are forgotten after a minute."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[float, Selector]] = {}

    def add(self, selector: Selector) -> str:
        """Keep a selector; its name."""
        self._forget_old()
        if len(self._kept) >= MAX_OBJECTS:
            self._kept.pop(next(iter(self._kept)))
        name = str(uuid.uuid4())
        self._kept[name] = (time.monotonic() + OBJECT_LIFE_S, selector)
        return name

    def find(self, name: str) -> Selector | None:
        self._forget_old()
        kept = self._kept.get(name)
        return kept[1] if kept is not None else None

    def remove(self, name: str) -> None:
        self._kept.pop(name, None)

    def names(self) -> list[str]:
        self._forget_old()
        return list(self._kept)

    def _forget_old(self) -> None:
        now = time.monotonic()
        while self._kept:
            name, (end, _) = next(iter(self._kept.items()))
            if end > now:
                return
            del self._kept[name]


class Toasts:
    """The last toast since the server was started, until it is cleared."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self._seen = len(phone.notices)
        self._last: str | None = None

    def last(self) -> str | None:
        notices = self._phone.notices
        # Whoever observes the phone in process takes its notices away.
        new = notices[self._seen :] if self._seen <= len(notices) else notices
        if new:
            self._last = new[-1]
        self._seen = len(notices)
        return self._last

    def clear(self) -> None:
        self.last()
        self._last = None


@dataclass(slots=True)
class UiAutomatorServer:
    """One running server's view of a phone."""

    session: AdbSession
    calls: int = 0
    """How many calls it has taken."""
    looks: Looks = field(init=False)
    toasts: Toasts = field(init=False)
    fingers: TouchState = field(init=False)
    watchers: UiWatchers = field(init=False)
    objects: NamedObjects = field(default_factory=NamedObjects)
    configurator: dict[str, int] = field(
        default_factory=lambda: {
            "actionAcknowledgmentTimeout": 500,
            "keyInjectionDelay": 0,
            "scrollAcknowledgmentTimeout": 200,
            "uiAutomationFlags": 0,
            "waitForIdleTimeout": 0,
            "waitForSelectorTimeout": 0,
        }
    )
    """Accepted and given back. A phone of ours acts at once, so that none of it changes anything."""

    def __post_init__(self) -> None:
        self.looks = Looks(self.session)
        self.toasts = Toasts(self.session.phone)
        self.fingers = TouchState(self.session)
        self.watchers = UiWatchers(self.session, self.looks, self.fingers)

    def selector_of(self, target: Selector | str) -> Selector:
        """The selector itself, or the one that was kept under a name."""
        if isinstance(target, Selector):
            return target
        kept = self.objects.find(target)
        if kept is None:
            raise NotFound(f"UiObject {target[:100]} not found!")
        return kept

    def find(self, target: Selector | str) -> UiNode:
        """The node that is meant, or `NotFound`."""
        selector = self.selector_of(target)
        root = self.looks.root()
        # A named object always is one of uiautomator's older kind.
        named = isinstance(target, str)
        node = selector.find_in_chain(root) if named else selector.find(root)
        if node is None:
            raise NotFound(str(selector))
        return node

    def find_in_chain(self, target: Selector | str) -> UiNode:
        """The node that is meant, looked for as `Ui` does."""
        selector = self.selector_of(target)
        node = selector.find_in_chain(self.looks.root())
        if node is None:
            raise NotFound(str(selector))
        return node

    def exists(self, target: Selector | str) -> bool:
        """Whether what is meant is on the screen."""
        selector = self.selector_of(target)
        root = self.looks.root()
        if isinstance(target, str):
            return selector.find_in_chain(root) is not None
        return selector.exists(root)

    async def wait_until(
        self, condition: Callable[[], bool], timeout_ms: int, is_gone: Callable[[], bool]
    ) -> bool:
        """Wait for a condition of the screen; whether it came true before time or client were gone."""
        deadline = time.monotonic() + min(timeout_ms / 1000, LONGEST_WAIT_S)
        seen: Version | None = None
        while True:
            # Nothing happens on the screen without a new version of it.
            version = self.looks.version
            if version != seen:
                seen = version
                if condition():
                    return True
                self.watchers.run()
            left_s = deadline - time.monotonic()
            if left_s <= 0 or is_gone():
                return False
            await asyncio.sleep(min(POLL_S, left_s))
