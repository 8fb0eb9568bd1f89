"""Grammars of replies, generated from the table of tools: llguidance's Lark dialect.

A call with gaps is one form of a tool with the arguments it may have: those with few values (buttons,
directions) filled in, the others (texts, numbers, points, indices) as gaps. A format writes each of
its calls as pieces, literal or gap; `rule` makes Lark of them. So a tool that is added to the table is
in every grammar, and one whose argument has no gap here fails when the first grammar is built.

What a gap allows is what `tool_arguments` reads: JSON strings without raw control characters and
halves of surrogates, whole coordinates of 0-1000, durations below 100 s, indices of this screen.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import Any, TypeAlias

from runtime.lenient_json import JsonValue
from runtime.tool_arguments import (
    CLEAR,
    DURATION,
    END,
    END_POINT,
    INDEX,
    INDICES,
    POINT,
    START,
    START_POINT,
    STROKE,
    Argument,
)
from runtime.tool_table import TIME, TOOLS, ArgumentForm, Tool

LONGEST_STRING = 4000
LONGEST_NAME = 400
LONGEST_MS = 99_999


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that the policy fills in, by the name of its rule."""

    rule: str


TEXT, NAME, MS = Gap("TEXT"), Gap("NAME"), Gap("MS")
INDEX_GAP, INDICES_GAP = Gap("INDEX"), Gap("indices")
POINT_GAP, STROKE_GAP, END_GAP = Gap("point"), Gap("stroke"), Gap("end_target")


@dataclass(frozen=True, slots=True)
class OptionalArgument:
    """An argument that may be left out, after others. Its rule is among the terminals."""

    name: str
    value: Value


Value: TypeAlias = "JsonValue | Gap"
Piece: TypeAlias = "str | Gap | OptionalArgument"


@dataclass(frozen=True, slots=True)
class GappedCall:
    """One way to call a tool; what is `optional` may be left out."""

    name: str
    arguments: tuple[tuple[str, Value], ...]
    optional: tuple[tuple[str, Value], ...] = ()


# Arguments compare by identity: `points` is one point here and two there.
_GAPS: tuple[tuple[Argument[Any], Gap], ...] = (
    (INDEX, INDEX_GAP),
    (INDICES, INDICES_GAP),
    (POINT, POINT_GAP),
    (STROKE, STROKE_GAP),
    (START, END_GAP),
    (END, END_GAP),
    (START_POINT, POINT_GAP),
    (END_POINT, POINT_GAP),
    (DURATION, MS),
    (TIME, MS),
)
# What may follow required arguments; false is what `clear` is when it is left out.
_OPTIONAL: Mapping[str, Value] = {DURATION.name: MS, CLEAR.name: True}
_BY_POINT = {POINT, STROKE, START_POINT, END_POINT}
_BY_INDEX = {INDEX, INDICES}
_BY_EITHER = {START, END}


@cache
def gapped_calls(*, points: bool, indices: bool) -> tuple[GappedCall, ...]:
    """Every way to call a tool with targets given as points, as indices or as both."""
    return tuple(
        call
        for tool in TOOLS
        for form in tool.forms
        if form.offered and form_allowed(form, points=points, indices=indices)
        for call in _calls(tool, form)
    )


def form_allowed(form: ArgumentForm, *, points: bool, indices: bool) -> bool:
    """Whether a form's targets are among those given; a form without targets always is."""
    used = {*form.required, *form.optional}
    if used & _BY_EITHER:
        return points and indices
    return (points or not used & _BY_POINT) and (indices or not used & _BY_INDEX)


def _calls(tool: Tool[Any], form: ArgumentForm) -> Iterator[GappedCall]:
    if form.required:
        optional = tuple((argument.name, _OPTIONAL[argument.name]) for argument in form.optional)
        for filled in _filled(form.required):
            yield GappedCall(tool.name, filled, optional)
        return
    # Without required arguments, the comma before an optional one depends on those before it.
    for count in range(len(form.optional) + 1):
        for chosen in combinations(form.optional, count):
            for filled in _filled(chosen):
                yield GappedCall(tool.name, filled)


def _filled(arguments: Sequence[Argument[Any]]) -> Iterator[tuple[tuple[str, Value], ...]]:
    names = [argument.name for argument in arguments]
    for values in product(*(_values(argument) for argument in arguments)):
        yield tuple(zip(names, values, strict=True))


def _values(argument: Argument[Any]) -> tuple[Value, ...]:
    for known, gap in _GAPS:
        if argument is known:
            return (gap,)
    if "enum" in argument.schema:
        return tuple(argument.schema["enum"])
    if argument.is_text:
        return (NAME,) if argument.schema.get("minLength") else (TEXT,)
    raise AssertionError(f"the argument {argument.name} has no gap: give it one in grammar")


def json_pieces(call: GappedCall, *, comma: str = ",", colon: str = ":") -> tuple[Piece, ...]:
    """A call as JSON."""
    pieces: list[Piece] = [f'{{"name"{colon}"{call.name}"{comma}"arguments"{colon}{{']
    for number, (name, value) in enumerate(call.arguments):
        pieces += (f'{comma if number else ""}"{name}"{colon}', _json_value(value))
    for name, value in call.optional:
        pieces.append(OptionalArgument(name, value))
    return (*pieces, "}}")


def _json_value(value: Value) -> Piece:
    return value if isinstance(value, Gap) else json.dumps(value)


def sequence(pieces: Iterable[Piece]) -> str:
    """Pieces in Lark, one after the other; neighbouring literals become one."""
    written: list[str] = []
    literal = ""
    for piece in pieces:
        if isinstance(piece, str):
            literal += piece
            continue
        if literal:
            written.append(quoted(literal))
            literal = ""
        written.append(piece.rule if isinstance(piece, Gap) else f"maybe_{piece.name}")
    if literal:
        written.append(quoted(literal))
    return " ".join(written)


def quoted(literal: str) -> str:
    """A literal in Lark."""
    return json.dumps(literal, ensure_ascii=False).replace("\x7f", "\\u007f")


def rule(name: str, alternatives: Iterable[str]) -> str:
    """A rule in Lark."""
    return f"{name}: {' | '.join(alternatives)}\n"


# Escapes of JSON but for halves of surrogates: what lies beyond the basic plane is written raw.
_CODE = "u(0[0-9a-fA-F]{3}|[1-9a-cA-CefEF][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2})"
_ESCAPE = rf'\\(["\\\/bfnrt]|{_CODE})'
# What a name that holds nothing else would be blank with, by anyone's account; never raw in JSON or XML
# are the first of them.
_BLANKS = r"\x7f-\xa0\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff"
_SOLID = re.compile(rf"[^<\x00-\x20{_BLANKS}]")


def name_body(*, barred: str, anything: str, escaped: bool) -> str:
    """A regex for a name: blanks first, one character that is none, then `anything`.

    Told apart by their first characters, as lexers count only what has one reading. `barred` are the
    characters that may not follow a raw `<`.
    """
    blank = rf"[ {_BLANKS}]|<[ {_BLANKS}]"
    solid = rf"[^<{barred}\x00-\x20{_BLANKS}]|<[^<\/tfp{barred}\x00-\x20{_BLANKS}]"
    if escaped:
        blank = rf"{blank}|\\([bfnrt]|{_CODE})"
        solid = rf'{solid}|\\["\\\/]'
    return f"({blank}){{0,{LONGEST_NAME}}}({solid})({anything}){{0,{LONGEST_NAME}}}"


@cache
def terminals(*, comma: str = ",", colon: str = ":") -> str:
    """The rules of all gaps but those for indices.

    Strings escape each `<` that could begin markup of replies: see `markup_safe`.
    """
    plain = r'[^"\\\x00-\x1f<]|<[^\/tfp"\\<\x00-\x1f]'
    character = f"{plain}|{_ESCAPE}"
    name = name_body(barred=r'"\\', anything=character, escaped=True)
    return (
        f'TEXT: /"({character}){{0,{LONGEST_STRING}}}"/\n'
        f'NAME: /"{name}"/\n'
        r"MS: /0|[1-9][0-9]{0,4}/"
        "\n"
        r"COORDINATE: /0|[1-9][0-9]{0,2}|1000/"
        "\n"
        f'pair: "[" COORDINATE "{comma}" COORDINATE "]"\n'
        'point: "[" pair "]"\n'
        f'stroke: "[" pair "{comma}" pair "]"\n'
        + "".join(
            _maybe(name, f'{comma}"{name}"{colon}', value) for name, value in _OPTIONAL.items()
        )
    )


def _maybe(name: str, label: str, value: Value) -> str:
    return f"maybe_{name}: ({sequence((label, _json_value(value)))})?\n"


def index_rules(indices: Iterable[str], *, comma: str = ",", colon: str = ":") -> str:
    """The rules of gaps for indices, which are those given: at least one."""
    either = f'pair | "{{\\"index\\"{colon}" INDEX "}}"'
    return (
        f"INDEX: /{'|'.join(indices)}/\n"
        f'indices: "[" INDEX "{comma}" INDEX "]"\n'
        f"end_target: {either}\n"
    )


def markup_safe(call: str) -> str:
    """A call's JSON in which no string can pass for markup of replies."""
    return re.sub(r'<(?=[/tfp"\\<])', r"\\u003c", call)


def sayable_name(text: str) -> bool:
    """Whether a text can fill the gap of a name."""
    return len(text) <= LONGEST_NAME and _SOLID.search(text) is not None
