"""Values that an answer in plain words can mean, for policies that are not shown the schema.

Only where the schema wants one thing: a scalar, or an object of which one property says it all. Nothing
is guessed: words with two numbers name none. Whether a value fits is for the schema to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from runtime.lenient_json import JsonValue

_NUMBER = re.compile(r"(?<![\w.,:])[-−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\w:]|[.,]\d)")
_DIGIT_RUN = re.compile(r"\d[\d.,:]*")
_YES = frozenset({"yes", "true", "on"})
_NO = frozenset({"no", "false", "off"})
_FIRST_WORD = re.compile(r"\W*(\w+)")


def values_named(words: str, schema: JsonValue) -> Iterator[JsonValue]:
    """What `words` can mean by a schema, the nearest first, in the form that it wants."""
    if not words:
        return
    wanted = _only_property(schema)
    scalar = _resolved(schema if wanted is None else _properties(schema)[wanted], schema)
    for value in _scalars(words, scalar):
        yield value if wanted is None else {wanted: value}


def _scalars(words: str, schema: JsonValue) -> Iterator[JsonValue]:
    yield words
    named = _named_choices(words, schema)
    if len(named) == 1:
        yield named[0]
    first = _FIRST_WORD.match(words)
    if first is not None and first[1].casefold() in _YES:
        yield True
    if first is not None and first[1].casefold() in _NO:
        yield False
    numbers = _NUMBER.findall(words)
    if len(numbers) == 1 and len(_DIGIT_RUN.findall(words)) == 1:
        digits = numbers[0].replace(",", "").replace("−", "-")
        yield float(digits) if "." in digits else int(digits)


def _named_choices(words: str, schema: JsonValue) -> list[JsonValue]:
    """Of the values that a schema lists, those whose words are among the answer's."""
    if not isinstance(schema, dict):
        return []
    choices = schema.get("enum", [schema["const"]] if "const" in schema else [])
    if not isinstance(choices, list):
        return []
    said = words.casefold()
    found = [
        choice
        for choice in choices
        if isinstance(choice, str)
        and re.search(rf"(?<!\w){re.escape(choice.casefold())}(?!\w)", said)
    ]
    # "not ready" names "not ready", and not "ready" besides.
    return [
        choice
        for choice in found
        if not any(choice != other and choice.casefold() in other.casefold() for other in found)
    ]


def _only_property(schema: JsonValue) -> str | None:
    """The property that an object must have, or the only one it can have."""
    properties = _properties(schema)
    required = schema.get("required") if isinstance(schema, dict) else None
    names = required if isinstance(required, list) and required else list(properties)
    if len(names) == 1 and isinstance(names[0], str) and names[0] in properties:
        return names[0]
    return None


def _properties(schema: JsonValue) -> dict[str, JsonValue]:
    found = schema.get("properties") if isinstance(schema, dict) else None
    return found if isinstance(found, dict) else {}


def _resolved(part: JsonValue, schema: JsonValue) -> JsonValue:
    """A part of the schema, or what it refers to."""
    for _ in range(8):
        target = part.get("$ref") if isinstance(part, dict) else None
        if not isinstance(target, str) or not target.startswith("#/"):
            return part
        part = schema
        for step in target[2:].split("/"):
            part = part.get(step) if isinstance(part, dict) else None
    return part
