"""The JSON schema that a task's answer must fit, and answers as policies give them.

A schema is checked before anything is begun (draft 2020-12, or the one that its `$schema` names).
Refused are references that lead out of it, patterns that can take for ever, and what is larger than any
answer needs. Nothing is fetched. An answer that does not fit is a problem in words for the policy,
never an exception.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from runtime.answer_words import values_named
from runtime.errors import InvalidRequest
from runtime.lenient_json import JsonValue, LenientJsonError, read_whole
from runtime.pattern_cost import runs_away

FIELD = "answer_schema"
MOST_SCHEMA_CHARS = 100_000
MOST_ANSWER_CHARS = 100_000
MOST_DEPTH = 64
LARGEST_WHOLE = 2**53
"""Beyond it, not every program reads the number as it was written."""
_FENCED = re.compile(r"\s*```(?:json)?\s*\n(.*?)\n\s*```\s*\Z", re.DOTALL | re.IGNORECASE)
_LONGEST_PROBLEM = 300
_ENDLESS = "the schema refers to itself without end"
_PROBES: tuple[JsonValue, ...] = (None, True, 0, "", [], {}, [{}])


@dataclass(frozen=True, slots=True)
class CheckedAnswer:
    """An answer that fits, as JSON; or why it does not."""

    json: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class AnswerSchema:
    """A schema that `read_answer_schema` has found sound, as JSON with sorted keys."""

    text: str

    @property
    def value(self) -> JsonValue:
        return json.loads(self.text)

    def check(self, said: str, *, in_words: bool = False) -> CheckedAnswer:
        """What a policy said as the answer: JSON, or with `in_words` words that name one value."""
        if len(said) > MOST_ANSWER_CHARS:
            return CheckedAnswer(
                problem=f"it has {len(said)} characters, and {MOST_ANSWER_CHARS} are the most"
            )
        fenced = _FENCED.match(said)
        try:
            value = read_whole((fenced[1] if fenced else said).strip())
            problem = self.problem_of(value)
        except LenientJsonError as error:
            value, problem = None, f"it is no JSON: {error}"
        if not problem:
            return CheckedAnswer(_dumped(value))
        if in_words:
            for named in values_named(said.strip(), self.value):
                if not self.problem_of(named):
                    return CheckedAnswer(_dumped(named))
        return CheckedAnswer(problem=problem)

    def problem_of(self, value: JsonValue) -> str:
        """Why a value does not fit; empty if it does."""
        if any(
            isinstance(part, int | float)
            and not isinstance(part, bool)
            and abs(part) > LARGEST_WHOLE
            for part in _parts(value)
        ):
            return "it has a number that not every program can read: give it as text"
        # Its types leave out what it returns.
        from jsonschema.exceptions import best_match  # pyright: ignore[reportUnknownVariableType]
        from referencing.exceptions import Unresolvable

        try:
            # Its attributes are of any type.
            worst = cast("Any", best_match(_validator(self.text).iter_errors(value)))
        except RecursionError:
            return _ENDLESS
        except Unresolvable as error:
            return f"the schema refers to what is not in it: {error.ref}"
        if worst is None:
            return ""
        place = "".join(f"[{json.dumps(step)}]" for step in worst.absolute_path)
        words = str(worst.message)
        if len(words) > _LONGEST_PROBLEM:
            words = f"{words[:_LONGEST_PROBLEM]}… (keyword {worst.validator})"
        return f"at {place}: {words}" if place else words


def read_answer_schema(value: JsonValue) -> AnswerSchema:
    """The schema that a caller wants answers to fit; `InvalidRequest` with what is wrong with it."""
    if not isinstance(value, dict) or not value:
        raise InvalidRequest(FIELD, "a schema is a JSON object that says something")
    try:
        text = json.dumps(value, ensure_ascii=False, sort_keys=True, allow_nan=False)
        depth = _depth(value)
    except (ValueError, RecursionError) as error:
        raise InvalidRequest(FIELD, f"it is no JSON: {error}") from error
    if len(text) > MOST_SCHEMA_CHARS or depth > MOST_DEPTH:
        raise InvalidRequest(
            FIELD,
            f"a schema has at most {MOST_SCHEMA_CHARS} characters and {MOST_DEPTH} levels",
        )
    _check_references(value)
    _check_patterns(value)
    _check_keywords(value, text)
    return AnswerSchema(text)


def _check_references(schema: JsonValue) -> None:
    parts = [part for part in _parts(schema) if isinstance(part, dict)]
    # A part with an id of its own has a place of its own to refer to: seen when it is used.
    nested = any("$id" in part for part in parts if part is not schema)
    for part in parts:
        for keyword in ("$ref", "$dynamicRef", "$recursiveRef"):
            target = part.get(keyword)
            if not isinstance(target, str):
                continue
            if not target.startswith("#"):
                raise InvalidRequest(
                    FIELD,
                    f"{keyword} {target[:80]!r} leads out of the schema, and nothing is fetched",
                )
            if not nested and not _leads_somewhere(target, schema):
                raise InvalidRequest(FIELD, f"{keyword} {target[:80]!r} leads nowhere")


def _leads_somewhere(target: str, schema: JsonValue) -> bool:
    from referencing.exceptions import Unresolvable
    from referencing.jsonschema import DRAFT202012, EMPTY_REGISTRY

    whole = DRAFT202012.create_resource(cast("Any", schema))
    resolver = EMPTY_REGISTRY.with_resource("", whole).resolver()
    try:
        resolver.lookup(target)
    except Unresolvable:
        return False
    return True


def _check_patterns(schema: JsonValue) -> None:
    for part in _parts(schema):
        if not isinstance(part, dict):
            continue
        named = part.get("patternProperties")
        patterns = [part.get("pattern"), *(named if isinstance(named, dict) else ())]
        for pattern in patterns:
            if isinstance(pattern, str) and runs_away(pattern):
                raise InvalidRequest(
                    FIELD,
                    f"the pattern {pattern[:80]!r} repeats what already repeats, which can take for "
                    "ever: write it flat",
                )


def _check_keywords(schema: dict[str, JsonValue], text: str) -> None:
    from jsonschema.exceptions import SchemaError
    from jsonschema.validators import validator_for

    missing: Any = None  # the library's own sign for a draft that it does not know
    dialect: Any = validator_for(schema, default=missing) if "$schema" in schema else True
    if dialect is None:
        raise InvalidRequest(FIELD, f"the draft {str(schema['$schema'])[:80]!r} is not known")
    try:
        _validator(text).check_schema(schema)
    except SchemaError as error:
        raise InvalidRequest(
            FIELD, f"it is no JSON schema: {error.message[:_LONGEST_PROBLEM]}"
        ) from error
    for probe in _PROBES:
        if AnswerSchema(text).problem_of(probe) == _ENDLESS:
            raise InvalidRequest(FIELD, _ENDLESS)


# The library is loaded where a schema is first used: most runs have none.
@lru_cache(maxsize=32)
def _validator(text: str) -> Any:  # noqa: ANN401 - its class is made at run time, one for each draft
    from jsonschema.validators import Draft202012Validator, validator_for
    from referencing.jsonschema import EMPTY_REGISTRY

    schema = json.loads(text)
    kind: Any = validator_for(schema, default=Draft202012Validator)
    # An empty registry: without one, the library would fetch what a reference names.
    return kind(schema, registry=EMPTY_REGISTRY, format_checker=kind.FORMAT_CHECKER)


def _parts(value: JsonValue) -> Iterator[JsonValue]:
    left = [value]
    while left:
        part = left.pop()
        yield part
        if isinstance(part, dict):
            left.extend(part.values())
        elif isinstance(part, list):
            left.extend(part)


def _depth(value: JsonValue) -> int:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(_depth, inside), default=0)


def _dumped(value: JsonValue) -> str:
    return json.dumps(cast("Any", value), ensure_ascii=False, sort_keys=True)
