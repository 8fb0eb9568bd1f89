"""Events as rows of the store, and back."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from typing import Any, cast

from runtime.episode import Actor, Decision, Step
from runtime.errors import RecordError, StoreError
from runtime.lenient_json import JsonValue
from runtime.observation import Observation
from runtime.record_codec import from_record, to_json
from runtime.runs.model import Acting, Event, Happening, Looked, PolicyDecided, Run, StepDone
from runtime.runs.projection import after
from runtime.turn.sending import UNKNOWN_EFFECT

# What a row holds in place of a step's observation, which is that of its `Looked`.
_AS_LOOKED = "as looked"


def write_event(
    database: sqlite3.Connection, run: Run, happening: Happening, now_s: float
) -> tuple[Run, Event]:
    event = Event(run.sequence + 1, now_s, happening)
    run = after(run, event)
    database.execute(
        "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)",
        (
            run.id,
            event.sequence,
            now_s,
            type(happening).__name__,
            getattr(happening, "step", None),
            dump(_body(database, run.id, happening)),
        ),
    )
    database.execute(
        "UPDATE runs SET state = ?, updated_s = ?, run = ? WHERE id = ?",
        (run.state.value, now_s, dump(to_json(Run, run)), run.id),
    )
    return run, event


def _body(database: sqlite3.Connection, run_id: str, happening: Happening) -> JsonValue:
    """The event as JSON; a step does not repeat the observation that it began with."""
    match happening:
        case Looked(observation=observation):
            bare = replace(happening, observation=replace(observation, screenshot=None))
            return _encode(bare)
        case StepDone(step, record):
            seen = replace(record.observation, screenshot=None)
            body = cast(
                "dict[str, Any]",
                _encode(replace(happening, record=_with_observation(record, seen))),
            )
            looked = look_of(database, run_id, step)
            if looked is not None and looked.observation == seen:
                body["record"]["observation"] = _AS_LOOKED
            return body
        case _:
            return _encode(happening)


def read_event(
    database: sqlite3.Connection, run_id: str, row: tuple[int, float, str, int, str]
) -> Event:
    sequence, time_s, kind, step, text = row
    body = json.loads(text)
    if kind == "StepDone" and body["record"]["observation"] == _AS_LOOKED:
        looked = look_of(database, run_id, step, before=sequence)
        if looked is None:
            raise StoreError(f"the look of step {step} of run {run_id} is missing")
        body["record"]["observation"] = to_json(Observation, looked.observation)
    try:
        return Event(sequence, time_s, _decode(body))
    except RecordError as error:
        raise StoreError(f"event {sequence} of run {run_id} cannot be read: {error}") from error


def look_of(
    database: sqlite3.Connection, run_id: str, step: int, *, before: int = 1 << 62
) -> Looked | None:
    """The newest look of a step."""
    row = database.execute(
        "SELECT body FROM events WHERE run_id = ? AND kind = 'Looked' AND step = ? "
        "AND sequence < ? ORDER BY sequence DESC LIMIT 1",
        (run_id, step, before),
    ).fetchone()
    happening = None if row is None else _decode(json.loads(row[0]))
    return happening if isinstance(happening, Looked) else None


def unfinished_step(database: sqlite3.Connection, run: Run) -> StepDone | None:
    """The step that a crash cut off between being sent and being recorded, if there is one."""
    row = database.execute(
        "SELECT step, body FROM events WHERE run_id = ? AND kind = 'Acting' AND step >= ? "
        "ORDER BY sequence DESC LIMIT 1",
        (run.id, run.steps),
    ).fetchone()
    if row is None:
        return None
    step, acting = row[0], _decode(json.loads(row[1]))
    looked = look_of(database, run.id, step)
    if looked is None or not isinstance(acting, Acting):
        return None
    # A decision from before the newest look was dropped: then a person has acted.
    decided = database.execute(
        "SELECT body FROM events WHERE run_id = ? AND kind = 'PolicyDecided' AND step = ? "
        "AND sequence > (SELECT max(sequence) FROM events WHERE run_id = ? AND kind = 'Looked' "
        "AND step = ?) ORDER BY sequence DESC LIMIT 1",
        (run.id, step, run.id, step),
    ).fetchone()
    decision = Decision(acting.action)
    actor = Actor.PERSON
    if decided is not None:
        happening = _decode(json.loads(decided[0]))
        if isinstance(happening, PolicyDecided):
            decision, actor = happening.decision, happening.actor
    record = Step(looked.observation, decision, actor, error=UNKNOWN_EFFECT)
    return StepDone(step, record)


def _with_observation(record: Step, observation: Observation) -> Step:
    return replace(record, observation=observation)


# `Happening` is a union, which `type` does not cover.
def _encode(happening: Happening) -> JsonValue:
    return to_json(cast("type[Happening]", Happening), happening)


def _decode(body: JsonValue) -> Happening:
    return from_record(cast("type[Happening]", Happening), body)


def read_run(text: str) -> Run:
    return from_record(Run, json.loads(text))


def dump(value: JsonValue) -> str:
    # ASCII: policies may reply half characters, which SQLite would refuse.
    return json.dumps(value, separators=(",", ":"))
