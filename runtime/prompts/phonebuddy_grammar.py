"""The grammar of `phonebuddy` replies: a thought, then one call as JSON or in Qwen's XML style."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache

from runtime.prompts.grammar import (
    LONGEST_STRING,
    NAME,
    TEXT,
    Gap,
    GappedCall,
    Piece,
    Value,
    gapped_calls,
    index_rules,
    json_pieces,
    name_body,
    rule,
    sequence,
    terminals,
)

COMMA, COLON = ", ", ": "
LONGEST_THOUGHT = 4000

# The character after a `<` tells it from markup.
_THOUGHT = r"[^<\x00-\x08\x0b-\x1f\x7f]|<[^<\/a-zA-Z\x00-\x1f\x7f]"
_RAW = r"[^<\x00-\x08\x0b-\x1f\x7f]|<[^<\/tfp\x00-\x1f\x7f]"
_RAW_SOLID = (
    r"[^<\x00-\x20\x7f-\xa0\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]"
)
# What ends a value in XML, which is text up to there.
_CLOSED = r"<\/parameter>\n"
_RAW_TEXT, _RAW_NAME = Gap("RAW_TEXT"), Gap("RAW_NAME")


def phonebuddy_grammar(*, points: bool, indices: Sequence[int]) -> str:
    """Every reply with targets as points, as these indices, or as both."""
    constant = _constant(points=points, indices=bool(indices))
    if not indices:
        return constant
    numbers = (str(index) for index in indices)
    return constant + index_rules(numbers, comma=COMMA, colon=COLON)


@cache
def _constant(*, points: bool, indices: bool) -> str:
    calls = gapped_calls(points=points, indices=indices)
    bodies = [sequence((*json_pieces(call, comma=COMMA, colon=COLON), "\n")) for call in calls]
    bodies += [sequence(_xml_pieces(call)) for call in calls for call in _chosen(call)]
    return (
        'start: THOUGHT? "<tool_call>\\n" call "</tool_call>"\n'
        f"THOUGHT: /(<think>)?({_THOUGHT}){{0,{LONGEST_THOUGHT}}}<\\/think>\\n{{0,2}}/\n"
        f"RAW_TEXT: /({_RAW}){{0,{LONGEST_STRING}}}{_CLOSED}/\n"
        f"RAW_NAME: /{name_body(barred='', anything=_RAW, escaped=False)}{_CLOSED}/\n"
        f"{rule('call', bodies)}{terminals(comma=COMMA, colon=COLON)}"
    )


def _chosen(call: GappedCall) -> Iterator[GappedCall]:
    """The call without and with all that is optional."""
    yield GappedCall(call.name, call.arguments)
    if call.optional:
        yield GappedCall(call.name, (*call.arguments, *call.optional))


def _xml_pieces(call: GappedCall) -> Iterator[Piece]:
    yield f"<function={call.name}>\n"
    for name, value in call.arguments:
        yield f"<parameter={name}>\n"
        yield from _xml_value(value)
    yield "</function>\n"


def _xml_value(value: Value) -> Iterator[Piece]:
    if value == TEXT:
        yield _RAW_TEXT
    elif value == NAME:
        yield _RAW_NAME
    else:
        yield value if isinstance(value, str | Gap) else json.dumps(value)
        yield "\n</parameter>\n"
