"""Watchers that live on the phone: when all their conditions are on the screen, they act.

uiautomator runs them when it does not find what it looks for, and on request. (The watchers of
uiautomator2's Python client live in the client and need only dumps and taps.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from phoneworld.adb.handset.key_presses import press_key
from phoneworld.adb.session import AdbSession
from phoneworld.adb.u2.fingers import TouchState
from phoneworld.adb.u2.key_names import KEY_NAMES
from phoneworld.adb.u2.nodes import Looks
from phoneworld.adb.u2.selectors import Selector

MAX_WATCHERS = 100


@dataclass(slots=True)
class _Watcher:
    conditions: tuple[Selector, ...]
    act: Callable[[], bool]
    triggered: bool = False


class UiWatchers:
    """The watchers of one server, by name."""

    def __init__(self, session: AdbSession, looks: Looks, fingers: TouchState) -> None:
        self._session = session
        self._looks = looks
        self._fingers = fingers
        self._watchers: dict[str, _Watcher] = {}
        self._running = False

    def add_click(self, name: str, conditions: tuple[Selector, ...], target: Selector) -> None:
        """Tap the target."""

        def act() -> bool:
            node = target.find_in_chain(self._looks.root())
            if node is None:
                return False
            self._fingers.tap_middle(node.bounds)
            return True

        self._add(name, _Watcher(conditions, act))

    def add_keys(self, name: str, conditions: tuple[Selector, ...], keys: tuple[str, ...]) -> None:
        """Press keys in turn."""

        def act() -> bool:
            for key in keys:
                code = KEY_NAMES.get(key.lower())
                if code is not None:
                    press_key(self._session, code)
            return True

        self._add(name, _Watcher(conditions, act))

    def _add(self, name: str, watcher: _Watcher) -> None:
        self._watchers.pop(name, None)
        if len(self._watchers) >= MAX_WATCHERS:
            self._watchers.pop(next(iter(self._watchers)))
        self._watchers[name] = watcher

    def remove(self, name: str) -> None:
        self._watchers.pop(name, None)

    def names(self) -> list[str]:
        return list(self._watchers)

    def run(self) -> None:
        """Let each watcher look once."""
        if self._running:
            return
        self._running = True
        try:
            for watcher in list(self._watchers.values()):
                if all(seen.find_in_chain(self._looks.root()) for seen in watcher.conditions):
                    watcher.triggered = watcher.act() or watcher.triggered
        finally:
            self._running = False

    def has_triggered(self, name: str) -> bool:
        watcher = self._watchers.get(name)
        return watcher is not None and watcher.triggered

    def any_triggered(self) -> bool:
        return any(watcher.triggered for watcher in self._watchers.values())

    def reset(self) -> None:
        """Forget what has triggered."""
        for watcher in self._watchers.values():
            watcher.triggered = False
