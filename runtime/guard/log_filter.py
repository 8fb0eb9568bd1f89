"""Keeps secrets out of logs."""

from __future__ import annotations

import logging
from typing import cast

from runtime.guard.redaction import Redactor

_FORMATTER = logging.Formatter()


class RedactingFilter(logging.Filter):
    """Redacts every record that passes: message, arguments, exceptions and extra fields.

    Put it on handlers, not on loggers: a logger's filters do not see what its children log.
    """

    def __init__(self, redactor: Redactor) -> None:
        super().__init__()
        self._redactor = redactor

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = self._redactor.text(record.getMessage())
        record.args = None
        if record.exc_info and record.exc_info[0] is not None and not record.exc_text:
            record.exc_text = _FORMATTER.formatException(record.exc_info)
        for name, value in list(record.__dict__.items()):
            if name not in {"msg", "args", "exc_info", "levelname", "pathname", "module"}:
                record.__dict__[name] = self._clean(value)
        return True

    def _clean(self, value: object) -> object:
        match value:
            case str():
                return self._redactor.text(value)
            case dict():
                table = cast("dict[object, object]", value)
                return {self._clean(key): self._clean(one) for key, one in table.items()}
            case list():
                return [self._clean(one) for one in cast("list[object]", value)]
            case tuple():
                return tuple(self._clean(one) for one in cast("tuple[object, ...]", value))
            case _:
                return value
