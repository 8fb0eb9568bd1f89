"""Logs of a server: a line for each thing that happened, for people or for programs.

What a line is about (run, step, device, policy ...) is a field of its own, given as `extra`. Filters
see every record before it is written; redaction is one.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Iterable
from typing import TextIO

FIELDS = ("run_id", "step", "device", "policy", "method", "code", "milliseconds")
"""The attributes of a record that are written as fields."""


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, object] = {
            "time": _stamp(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **_fields(record),
        }
        if record.exc_info or record.exc_text:
            entry["exception"] = _exception(self, record)
        return json.dumps(entry, ensure_ascii=False, default=str)


class PlainLines(logging.Formatter):
    """For reading: time, level, message, then the fields."""

    def format(self, record: logging.LogRecord) -> str:
        about = "".join(f" {name}={value}" for name, value in _fields(record).items())
        line = f"{_stamp(record)} {record.levelname.lower():7} {record.getMessage()}{about}"
        # One record is one line, whatever a phone's screen or a policy put into it.
        line = line.replace("\n", "\\n").replace("\r", "\\r")
        if record.exc_info or record.exc_text:
            line += "\n" + _exception(self, record)
        return line


def start_logging(
    *,
    as_json: bool,
    level: str,
    filters: Iterable[logging.Filter] = (),
    stream: TextIO | None = None,
) -> logging.Handler:
    """Write the logs of this process to a stream (standard error) from now on."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines() if as_json else PlainLines())
    for each in filters:
        handler.addFilter(each)
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(level.upper())
    return handler


def _fields(record: logging.LogRecord) -> dict[str, object]:
    return {name: value for name in FIELDS if (value := record.__dict__.get(name)) is not None}


def _exception(formatter: logging.Formatter, record: logging.LogRecord) -> str:
    # What a filter has redacted counts, not what was raised.
    return record.exc_text or formatter.formatException(record.exc_info or (None, None, None))


def _stamp(record: logging.LogRecord) -> str:
    whole = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
    return f"{whole}.{int(record.msecs):03}Z"
