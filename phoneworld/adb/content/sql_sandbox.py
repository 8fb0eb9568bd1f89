"""SQL from outside, run where it can do no harm: on a copy in memory, for a limited time.

It reaches no file of the host (ATTACH, extensions and all but harmless pragmas are refused), and
neither its time nor its memory are without end. Meant to be used in a thread.
"""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager

from phoneworld.adb.errors import AdbError
from phoneworld.store import PAGE_BYTES, Value

LIMIT_S = 5.0
MAX_BYTES = 64 << 20
MAX_SQL = 1 << 20
MAX_ROWS = 500_000
STEPS = 10_000
"""How many steps of SQLite's machine go by between two looks at the clock."""

PRAGMAS = frozenset(
    (
        "application_id auto_vacuum cache_size case_sensitive_like collation_list compile_options "
        "database_list encoding foreign_key_check foreign_key_list foreign_keys freelist_count "
        "function_list index_info index_list index_xinfo integrity_check journal_mode optimize "
        "page_count page_size quick_check schema_version synchronous table_info table_list "
        "table_xinfo user_version wal_checkpoint"
    ).split()
)
_VACUUM = re.compile(r"\s*VACUUM\s*;?\s*", re.IGNORECASE)

Row = tuple[Value, ...]


class SqlRefused(AdbError):
    """SQL that failed, or that is not run here. `code` is SQLite's result code."""

    def __init__(self, message: str, code: int = 1) -> None:
        self.code = code
        super().__init__(message)

    @property
    def was_running(self) -> bool:
        """Whether the statement was understood and failed while it ran."""
        return self.code not in (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_AUTH)


class Sandbox:
    """A copy of a database to run SQL on."""

    def __init__(self, connection: sqlite3.Connection, *, end_s: float) -> None:
        self.connection = connection
        self._end_s = end_s

    def run(self, sql: str, values: Sequence[Value] = ()) -> tuple[list[str], list[Row]]:
        """One statement: its columns and rows, or `SqlRefused`."""
        if _VACUUM.fullmatch(sql):
            # It would need a temporary file, and nothing in memory is the tidier for it.
            return [], []
        if time.monotonic() > self._end_s:
            raise SqlRefused("interrupted", 9)
        try:
            cursor = self.connection.execute(sql, values)
            rows: list[Row] = cursor.fetchmany(MAX_ROWS)
            if len(rows) == MAX_ROWS:
                raise SqlRefused(f"more than {MAX_ROWS} rows", 9)
            columns = [column[0] for column in cursor.description or ()]
        except sqlite3.Error as error:
            raise SqlRefused(str(error), getattr(error, "sqlite_errorcode", 1)) from error
        except (OverflowError, ValueError, MemoryError) as error:
            raise SqlRefused(str(error), 18) from error
        return columns, rows

    def content(self) -> bytes:
        """The database as a file; what was begun and not committed is undone."""
        if self.connection.in_transaction:
            self.connection.rollback()
        if self.connection.execute("PRAGMA page_count").fetchone()[0] == 0:
            return b""
        return self.connection.serialize()


@contextmanager
def open_sandbox(content: bytes | None, *, limit_s: float = LIMIT_S) -> Generator[Sandbox]:
    """A sandbox with a database's content, or an empty one. `SqlRefused` if it is no database."""
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    try:
        try:
            if content:
                connection.deserialize(content)
            else:
                connection.execute(f"PRAGMA page_size={PAGE_BYTES}")
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        except (sqlite3.Error, OverflowError) as error:
            raise SqlRefused("file is not a database", 26) from error
        connection.execute("PRAGMA temp_store=MEMORY")
        page = connection.execute("PRAGMA page_size").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count={max(1, MAX_BYTES // page)}")
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_BYTES)
        connection.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, MAX_SQL)
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        end_s = time.monotonic() + limit_s
        connection.set_progress_handler(lambda: int(time.monotonic() > end_s), STEPS)
        connection.set_authorizer(_allows)
        connection.text_factory = _text
        yield Sandbox(connection, end_s=end_s)
    finally:
        connection.close()


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _allows(
    operation: int, one: str | None, other: str | None, database: str | None, trigger: str | None
) -> int:
    del database, trigger
    if operation in (sqlite3.SQLITE_ATTACH, sqlite3.SQLITE_DETACH):
        return sqlite3.SQLITE_DENY
    if operation == sqlite3.SQLITE_PRAGMA and (one or "").lower() not in PRAGMAS:
        return sqlite3.SQLITE_DENY
    if operation == sqlite3.SQLITE_FUNCTION and (other or "").lower() == "load_extension":
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK
