"""Who is next on which phone: first come, first served, one run at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable


class QueuePlace:
    """A run's place in the line for one phone."""

    def __init__(self, run_id: str, on_turn: Callable[[], None]) -> None:
        self.run_id = run_id
        self.has_come = False
        self._on_turn = on_turn

    def come(self) -> None:
        self.has_come = True
        self._on_turn()


class DeviceQueues:
    """The lines for all phones. Safe from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lines: dict[str, list[QueuePlace]] = {}

    def holder(self, address: str) -> str:
        """The run whose turn it is; empty if there is none."""
        with self._lock:
            line = self._lines.get(address)
            return line[0].run_id if line else ""

    def join(self, address: str, run_id: str, on_turn: Callable[[], None]) -> QueuePlace:
        """Go to the end of the line. `on_turn` is called once the turn has come: quickly."""
        turn = QueuePlace(run_id, on_turn)
        with self._lock:
            line = self._lines.setdefault(address, [])
            line.append(turn)
            first = len(line) == 1
        if first:
            turn.come()
        return turn

    def leave(self, address: str, turn: QueuePlace) -> None:
        """Go out of the line, from wherever in it. Leaving again does nothing."""
        with self._lock:
            line = self._lines.get(address, [])
            if turn not in line:
                return
            line.remove(turn)
            following = line[0] if line else None
            if not line:
                del self._lines[address]
        if following is not None and not following.has_come:
            following.come()
