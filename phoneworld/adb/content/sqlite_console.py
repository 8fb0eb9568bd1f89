"""The `sqlite3` program: SQL and its own dot commands, and rows in its output modes."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from phoneworld.adb.content.sql_sandbox import Row, Sandbox, SqlRefused
from phoneworld.adb.content.sql_statements import split_statements, statement_end
from phoneworld.store import Value

MODES = ("list", "csv", "json", "line", "column", "tabs", "quote")
MAX_OUTPUT = 32 << 20
WIDTH = 80
_START = re.compile(r"\s*(?=\S)")


class QuitConsole(Exception):
    """`.quit`."""


@dataclass(slots=True)
class OutputMode:
    """How rows are written."""

    mode: str = "list"
    header: bool = False
    separator: str = "|"
    null: str = ""


@dataclass(slots=True)
class Console:
    """One run of the program. What it writes is in `out` and `err`."""

    sandbox: Sandbox
    look: OutputMode = field(default_factory=OutputMode)
    out: list[str] = field(default_factory=list[str])
    err: list[str] = field(default_factory=list[str])
    _written: int = 0

    def run_argument(self, text: str) -> int:
        """An argument of the command line: it ends at the first mistake."""
        return self._run(text, lambda error: f"Error: {_stage(error)}{error}{_code(error)}\n")

    def run_input(self, text: str) -> int:
        """Standard input: dot commands on lines of their own, and SQL that goes on after mistakes."""
        status, at, line = 0, 0, 1
        while found := _START.match(text, at):
            start = found.end()
            line += text.count("\n", at, start)
            if text.startswith(".", start):
                end = text.find("\n", start) % (len(text) + 1)
                status = self._run(text[start:end], lambda error: f"Error: {error}\n") or status
            else:
                end = statement_end(text, start)
                status = self._run_at(text[start:end], line) or status
            line += text.count("\n", start, end)
            at = end
        return status

    def _run_at(self, text: str, line: int) -> int:
        def complain(error: SqlRefused) -> str:
            kind = "Runtime" if error.was_running else "Parse"
            return f"{kind} error near line {line}: {error}{_code(error)}\n"

        return self._run(text, complain)

    def _run(self, text: str, complain: Callable[[SqlRefused], str]) -> int:
        try:
            if text.lstrip().startswith("."):
                return self._dot(text.strip())
            for statement in split_statements(text):
                self._show(*self.sandbox.run(statement))
        except SqlRefused as error:
            self.err.append(complain(error))
            return 1
        return 0

    # Output

    def _write(self, text: str) -> None:
        self._written += len(text)
        if self._written > MAX_OUTPUT:
            raise SqlRefused("more output than anybody could read", 13)
        self.out.append(text)

    def _show(self, columns: list[str], rows: list[Row]) -> None:
        if not columns or not rows:
            return
        _WRITERS[self.look.mode](self, columns, rows)

    def write_list(self, columns: list[str], rows: list[Row]) -> None:
        separator = "\t" if self.look.mode == "tabs" else self.look.separator
        if self.look.header:
            self._write(separator.join(columns) + "\n")
        for row in rows:
            self._write(separator.join(self._shown(value) for value in row) + "\n")

    def write_csv(self, columns: list[str], rows: list[Row]) -> None:
        if self.look.header:
            self._write(",".join(map(_in_csv, columns)) + "\r\n")
        for row in rows:
            self._write(",".join(_in_csv(self._shown(value)) for value in row) + "\r\n")

    def write_json(self, columns: list[str], rows: list[Row]) -> None:
        objects = (
            {name: _as_json(value) for name, value in zip(columns, row, strict=True)}
            for row in rows
        )
        texts = (json.dumps(o, ensure_ascii=False, separators=(",", ":")) for o in objects)
        self._write("[" + ",\n".join(texts) + "]\n")

    def write_lines(self, columns: list[str], rows: list[Row]) -> None:
        width = max(5, *map(len, columns))
        blocks = (
            "".join(
                f"{name:>{width}} = {self._shown(value)}\n"
                for name, value in zip(columns, row, strict=True)
            )
            for row in rows
        )
        self._write("\n".join(blocks))

    def write_columns(self, columns: list[str], rows: list[Row]) -> None:
        shown = [[self._shown(value) for value in row] for row in rows]
        widths = [
            max(len(name), *(len(row[place]) for row in shown))
            for place, name in enumerate(columns)
        ]
        # The real program shows headers in this mode unless it is told not to.
        table = [columns, ["-" * width for width in widths], *shown]
        for row in table:
            cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            self._write("  ".join(cells).rstrip() + "\n")

    def write_quoted(self, columns: list[str], rows: list[Row]) -> None:
        if self.look.header:
            self._write(",".join(_quoted(name) for name in columns) + "\n")
        for row in rows:
            self._write(",".join(_quoted(value) for value in row) + "\n")

    def _shown(self, value: Value) -> str:
        return self.look.null if value is None else shown_value(value)

    # Dot commands

    def _dot(self, line: str) -> int:
        name, _, rest = line.partition(" ")
        words = rest.split()
        match name:
            case ".quit" | ".exit":
                raise QuitConsole
            case ".tables":
                self._tables(words)
            case ".schema":
                self._schema(words)
            case ".dump":
                self._dump()
            case ".indexes" | ".indices":
                self._names("SELECT name FROM sqlite_schema WHERE type = 'index' ORDER BY name")
            case ".databases":
                self._write('main: "" r/w\n')
            case ".headers" | ".header":
                self.look.header = bool(words) and words[0].lower() in ("on", "yes", "1")
            case ".mode" if words and words[0] in MODES:
                self.look.mode = words[0]
            case ".separator" if words:
                self.look.separator = _unescape(words[0])
            case ".nullvalue":
                self.look.null = words[0].strip("\"'") if words else ""
            case ".timeout" | ".timer" | ".bail" | ".width" | ".echo" | ".changes":
                pass
            case _:
                self.err.append(f'Error: unknown command or invalid arguments:  "{name[1:]}"\n')
                return 1
        return 0

    def _names(self, sql: str, *values: str) -> list[str]:
        names = [str(row[0]) for row in self.sandbox.run(sql, values)[1]]
        for name in names:
            self._write(name + "\n")
        return names

    def _tables(self, words: Sequence[str]) -> None:
        _, rows = self.sandbox.run(
            "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') "
            "AND name NOT LIKE 'sqlite_%' AND name LIKE ? ORDER BY name",
            (words[0] if words else "%",),
        )
        names = [str(row[0]) for row in rows]
        if not names:
            return
        width = max(map(len, names))
        across = max(1, WIDTH // (width + 2))
        down = -(-len(names) // across)
        for line in range(down):
            cells = (name.ljust(width) for name in names[line::down])
            self._write("  ".join(cells).rstrip() + "\n")

    def _schema(self, words: Sequence[str]) -> None:
        _, rows = self.sandbox.run(
            "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND tbl_name LIKE ? ORDER BY rowid",
            (words[0] if words else "%",),
        )
        for row in rows:
            self._write(f"{row[0]};\n")

    def _dump(self) -> None:
        self._write("PRAGMA foreign_keys=OFF;\n")
        try:
            for line in self.sandbox.connection.iterdump():
                self._write(line + "\n")
        except sqlite3.Error as error:
            raise SqlRefused(str(error), 1) from error


_WRITERS: Mapping[str, Callable[[Console, list[str], list[Row]], None]] = {
    "list": Console.write_list,
    "tabs": Console.write_list,
    "csv": Console.write_csv,
    "json": Console.write_json,
    "line": Console.write_lines,
    "column": Console.write_columns,
    "quote": Console.write_quoted,
}


def shown_value(value: Value) -> str:
    """A value as SQLite writes it: numbers with up to 15 digits, bytes as they are."""
    match value:
        case float():
            if value in (float("inf"), float("-inf")):
                return "Inf" if value > 0 else "-Inf"
            text = f"{value:.15g}"
            return text if re.search(r"[.en]", text) else f"{text}.0"
        case bytes():
            return value.decode("utf-8", "surrogateescape")
        case _:
            return str(value)


def _in_csv(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if re.search(r'[",\s]', text) else text


def _as_json(value: Value) -> str | int | float | None:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def _quoted(value: Value) -> str:
    match value:
        case None:
            return "NULL"
        case str():
            return "'" + value.replace("'", "''") + "'"
        case bytes():
            return f"X'{value.hex()}'"
        case _:
            return shown_value(value)


def _unescape(text: str) -> str:
    return text.strip("\"'").replace("\\t", "\t").replace("\\n", "\n")


def _stage(error: SqlRefused) -> str:
    return "stepping, " if error.was_running else "in prepare, "


def _code(error: SqlRefused) -> str:
    return f" ({error.code})" if error.was_running else ""
