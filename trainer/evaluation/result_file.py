"""Results as they come, a JSON line each, so that an evaluation that was ended goes on.

The first line says what is measured: results of another policy or other conditions are refused.
A last line that was cut off is dropped; tasks that met a fault are tried again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from trainer.errors import EvaluationError
from trainer.evaluation.result import TaskResult

FILE = "results.jsonl"
Conditions = Mapping[str, str]


class ResultFile:
    """The results of one evaluation, in a folder. Use it as `with`."""

    def __init__(self, folder: Path, conditions: Conditions) -> None:
        self.path = folder / FILE
        folder.mkdir(parents=True, exist_ok=True)
        self._results: dict[str, TaskResult] = {}
        whole = 0
        if self.path.exists():
            stored, found, whole = _read(self.path)
            _check_same(self.path, stored, conditions)
            self._results = found
        self._file = self.path.open("ab")
        # What was cut off in the middle of a line would spoil the next one.
        self._file.truncate(whole)
        if not whole:
            self._write({"conditions": dict(conditions)})

    @property
    def results(self) -> list[TaskResult]:
        """The newest result of each task."""
        return list(self._results.values())

    def is_done(self, task: str) -> bool:
        """Whether a task has a result that counts."""
        known = self._results.get(task)
        return known is not None and known.success is not None

    def add(self, result: TaskResult) -> None:
        """Keep a result: it is on the disk when this returns."""
        self._results[result.task] = result
        self._write(asdict(result))

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _write(self, entry: Mapping[str, object]) -> None:
        self._file.write(json.dumps(entry, ensure_ascii=False).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())


def read_results(folder: Path) -> tuple[dict[str, str], list[TaskResult]]:
    """The conditions and the results of an evaluation."""
    path = folder / FILE
    if not path.is_file():
        raise EvaluationError(f"{folder} holds no evaluation: `trainer eval --out` makes one")
    conditions, found, _ = _read(path)
    return conditions, list(found.values())


def _read(path: Path) -> tuple[dict[str, str], dict[str, TaskResult], int]:
    """The conditions, the newest result of each task, and how many bytes are whole lines."""
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    conditions: dict[str, str] = {}
    found: dict[str, TaskResult] = {}
    for number, entry in _entries(path, data[:whole]):
        if number == 1:
            conditions = entry.get("conditions", {})
            continue
        try:
            result = _result(entry)
        except (TypeError, KeyError) as error:
            raise EvaluationError(f"{path}: line {number} is no result: {error}") from error
        found[result.task] = result
    return conditions, found, whole


def _entries(path: Path, data: bytes) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(data.splitlines(), 1):
        try:
            entry = json.loads(line)
        except ValueError as error:
            raise EvaluationError(f"{path}: line {number} is no JSON: {error}") from error
        if not isinstance(entry, dict):
            raise EvaluationError(f"{path}: line {number} is no result")
        yield number, entry


def _result(entry: dict[str, Any]) -> TaskResult:
    known = {one.name for one in fields(TaskResult)}
    values = {name: value for name, value in entry.items() if name in known}
    values["reasons"] = tuple(values.get("reasons", ()))
    values["seconds"] = tuple(values.get("seconds", ()))
    return TaskResult(**values)


def _check_same(path: Path, stored: Conditions, wanted: Conditions) -> None:
    for name in sorted({*stored, *wanted}):
        if stored and stored.get(name) != wanted.get(name):
            raise EvaluationError(
                f"{path} holds results with {name} {stored.get(name)!r}, not {wanted.get(name)!r}: "
                "choose another folder for this evaluation"
            )
