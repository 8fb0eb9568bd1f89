"""The answer of a run that was asked for in a schema, and schemas as people give them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

from google.protobuf.json_format import MessageToDict
from phonebuddy.v1 import run_pb2

from tui.endings import RunEnding, run_ending
from tui.errors import Problem

EXAMPLE = (
    """'{"type": "object", "properties": {"time": {"type": "string"}}, "required": ["time"]}'"""
)
WITHHELD = "The answer is not told: it holds what is kept out of records, such as a code."


def read_schema(given: str) -> dict[str, Any]:
    """A schema from `--schema`: JSON, or the name of a file that holds it."""
    text, where = given, "--schema"
    if not given.lstrip().startswith("{"):
        where = given
        try:
            text = Path(given).expanduser().read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError, ValueError) as error:
            raise Problem(f"the schema cannot be read from {given[:200]!r}: {error}") from error
    try:
        schema = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Problem(
            f"the schema in {where} is no JSON: {error}", next=f"--schema {EXAMPLE}"
        ) from error
    if not isinstance(schema, dict):
        raise Problem(f"the schema in {where} is no JSON object", next=f"--schema {EXAMPLE}")
    return cast("dict[str, Any]", schema)


def wants_answer(run: run_pb2.Run) -> bool:
    """Whether a run was given a schema."""
    return run.HasField("answer_schema")


def answer_of(outcome: run_pb2.Outcome) -> Any:  # noqa: ANN401 - any JSON value
    """The answer as plain values; None where there is none."""
    return _whole(MessageToDict(outcome.answer)) if outcome.HasField("answer") else None


def _whole(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """The wire's numbers are doubles: a whole one is told as JSON has it."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case list():
            return [_whole(item) for item in cast("list[Any]", value)]
        case dict():
            return {key: _whole(item) for key, item in cast("dict[str, Any]", value).items()}
        case _:
            return value


def is_withheld(run: run_pb2.Run) -> bool:
    """Whether the run is done, and its answer may not be told."""
    says_done = run_ending(run) in {RunEnding.DONE, RunEnding.UNSURE}
    return wants_answer(run) and says_done and not run.outcome.HasField("answer")


def answer_line(outcome: run_pb2.Outcome) -> str:
    """The answer as one line of JSON."""
    return json.dumps(answer_of(outcome), ensure_ascii=False, sort_keys=True)
