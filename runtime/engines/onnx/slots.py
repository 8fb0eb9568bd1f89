"""Which session sits in which slot: the one used longest ago makes room when all are taken."""

from __future__ import annotations


class SlotPool:
    """A fixed number of slots, given to sessions by name."""

    def __init__(self, count: int) -> None:
        self._free = list(range(count))
        self._taken: dict[str, int] = {}  # in the order of use

    def find(self, session: str) -> int | None:
        """The slot of a session that has one."""
        return self._taken.get(session)

    def seat(self, session: str, busy: set[int]) -> tuple[int, bool] | None:
        """A slot for a session, and whether it is another one's until now. None if all are busy."""
        slot = self._taken.pop(session, None)
        fresh = slot is None
        if slot is None and self._free:
            # Low slots first, because neighbours are evaluated together.
            slot = self._free.pop(0)
            self._taken[session] = slot
            return slot, False
        if slot is None:
            oldest = next((name for name, seat in self._taken.items() if seat not in busy), None)
            if oldest is None:
                return None
            slot = self._taken.pop(oldest)
        self._taken[session] = slot
        return slot, fresh

    def idle(self, busy: set[int]) -> list[str]:
        """Sessions whose slots are not busy, the one used longest ago first."""
        return [session for session, slot in self._taken.items() if slot not in busy]

    def release(self, session: str) -> int | None:
        """Take a session's slot from it."""
        slot = self._taken.pop(session, None)
        if slot is not None:
            self._free.append(slot)
            self._free.sort()
        return slot
