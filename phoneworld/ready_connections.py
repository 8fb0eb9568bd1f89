"""Connections to contents that phones begin with, put back as they were and kept for the next phone.

To open a database and prepare its statements takes longer than most phones use it, and every episode begins
with one of a few contents. So a connection to such a content works in a transaction that is never committed:
rolled back, the content is again what it was, and the statements are still prepared.
"""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict


class ReadyConnections:
    """Connections by content, at most `most`: those to contents not used for longest go first.

    Safe from any thread.
    """

    def __init__(self, most: int = 256) -> None:
        self._most = most
        self._count = 0
        self._by_content: OrderedDict[bytes, list[sqlite3.Connection]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, content: bytes) -> sqlite3.Connection | None:
        """A connection to this content, in a transaction; None if there is none."""
        with self._lock:
            ready = self._by_content.get(content)
            if not ready:
                return None
            self._count -= 1
            connection = ready.pop()
        connection.execute("BEGIN")
        return connection

    def give_back(self, content: bytes, connection: sqlite3.Connection) -> None:
        """Keep a connection to this content that is still in its transaction; close any other."""
        if not connection.in_transaction:
            connection.close()
            return
        connection.execute("ROLLBACK")
        with self._lock:
            self._by_content.setdefault(content, []).append(connection)
            self._by_content.move_to_end(content)
            self._count += 1
            while self._count > self._most:
                oldest = next(iter(self._by_content))
                for closed in self._by_content.pop(oldest):
                    closed.close()
                    self._count -= 1
