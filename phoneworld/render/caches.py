"""A cache bounded by the memory of what it holds; phones of several threads may share it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

V = TypeVar("V")


class ByteCache(Generic[V]):
    """Keeps what was used last, up to so many bytes. What is kept must never be changed.

    Two threads may make the same value at the same time; the second one wins, which harms nothing.
    """

    __slots__ = ("_entries", "_lock", "_used", "max_bytes")

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self._entries: OrderedDict[Hashable, tuple[V, int]] = OrderedDict()
        self._used = 0
        self._lock = Lock()

    def get(self, key: Hashable) -> V | None:
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                return None
            self._entries.move_to_end(key)
            return entry[0]

    def put(self, key: Hashable, value: V, size: int) -> V:
        """Keep a value unless it alone would push out half of the others."""
        cost = size + 200
        if cost > self.max_bytes // 2:
            return value
        with self._lock:
            old = self._entries.pop(key, None)
            if old is not None:
                self._used -= old[1]
            self._entries[key] = (value, cost)
            self._used += cost
            while self._used > self.max_bytes:
                _, (_, freed) = self._entries.popitem(last=False)
                self._used -= freed
        return value

    @property
    def used_bytes(self) -> int:
        return self._used
