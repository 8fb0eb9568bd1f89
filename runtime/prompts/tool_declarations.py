"""The tools as general models are offered them natively: flat schemas that every provider takes.

Our own schemas have the forms of a call as `anyOf`, which providers refuse at the top. Here each tool has
one object with optional arguments; which belong together is said in words and checked when a call is
read. Every tool takes a `note`, which the history keeps: earlier screens are not shown again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from runtime.action_text import parse_call
from runtime.actions import SCALE, Action
from runtime.lenient_json import JsonValue, LenientJsonError, read_whole
from runtime.prompts.format import ObservationKind
from runtime.tool_arguments import CLEAR, DURATION, INDEX, Argument, JsonSchema, Unreadable
from runtime.tool_table import TOOLS, TYPED

NOTE = "note"

_POINT: JsonSchema = {
    "type": "array",
    "items": {"type": "number", "minimum": 0, "maximum": SCALE},
    "minItems": 2,
    "maxItems": 2,
}
_INDEX: JsonSchema = {"type": "integer", "minimum": 0}
_NOTE: JsonSchema = {
    "type": "string",
    "description": "What later steps need of this screen; earlier screens are not shown again",
}
_ENDS = ("start", "end")


@dataclass(frozen=True, slots=True)
class ToolDeclaration:
    """A tool. `parameters` is a JSON schema without `anyOf`, of an object."""

    name: str
    description: str
    parameters: JsonSchema

    @property
    def takes_any(self) -> bool:
        return bool(self.parameters["properties"])

    @property
    def names_elements(self) -> bool:
        return INDEX.name in self.parameters["properties"]


def declare_tools(observation: ObservationKind) -> tuple[ToolDeclaration, ...]:
    """The tools for a policy that is shown that much of a screen."""
    return tuple(_declared(name, observation) for name in (tool.name for tool in TOOLS))


def read_tool_call(name: str, arguments: str) -> tuple[Action, str]:
    """The action that a native call means, and its note; `Unreadable` with the reason."""
    try:
        given = read_whole(arguments)
    except LenientJsonError as error:
        raise Unreadable(f"the arguments of {name[:40]} are no JSON object: {error}") from error
    if not isinstance(given, dict):
        raise Unreadable(f"the arguments of {name[:40]} are no JSON object")
    values: dict[str, JsonValue] = {k: value for k, value in given.items() if value is not None}
    note = values.pop(NOTE, "")
    return parse_call(name, _canonical(values)), note if isinstance(note, str) else ""


def _canonical(values: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """The arguments as the table of tools has them."""
    made = {key: _as_number(key, value) for key, value in values.items()}
    for end in _ENDS:
        index, point = made.pop(f"{end}_index", None), made.pop(f"{end}_point", None)
        if index is not None:
            made[end] = {INDEX.name: index}
        elif point is not None:
            made[end] = point
    if INDEX.name in made:  # a model that sees both names both: the element is the surer
        for spelling in ("point", "points", "coordinate", "coordinates"):
            made.pop(spelling, None)
    return made


def _as_number(key: str, value: JsonValue) -> JsonValue:
    """Digits in quotes are a number where a number belongs."""
    numeric = key.endswith(INDEX.name) or key in {DURATION.name, "time"}
    if numeric and isinstance(value, str) and value.strip().isascii() and value.strip().isdigit():
        return int(value)
    if numeric and isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _declared(name: str, observation: ObservationKind) -> ToolDeclaration:
    tool = next(tool for tool in TOOLS if tool.name == name)
    targets = _targets("", observation)
    where = _where_words(observation)
    match name:
        case "click" | "double_click":
            return _declaration(name, f"{tool.description} {where}", targets)
        case "long_press":
            return _declaration(name, f"{tool.description} {where}", {**targets, **_of(DURATION)})
        case "type":
            taken = {**_of(TYPED), **targets, **_of(CLEAR)}
            return _declaration(name, tool.description, taken, required=[TYPED.name])
        case "scroll":
            direction = next(one for one in tool.arguments if one.name == "direction")
            return _declaration(
                name,
                "Scroll a page: the whole screen, or what is named.",
                {**_of(direction), **targets},
                required=[direction.name],
            )
        case "drag":
            ends = {**_targets("start_", observation), **_targets("end_", observation)}
            return _declaration(name, tool.description, {**ends, **_of(DURATION)})
        case _:
            form = tool.forms[0]
            taken = _of(*form.required, *form.optional)
            required = [argument.name for argument in form.required]
            return _declaration(name, tool.description, taken, required=required)


def _declaration(
    name: str, description: str, properties: JsonSchema, *, required: Iterable[str] = ()
) -> ToolDeclaration:
    schema: JsonSchema = {
        "type": "object",
        "properties": {**properties, NOTE: _NOTE},
        "required": list(required),
        "additionalProperties": False,
    }
    return ToolDeclaration(name, description, json.loads(json.dumps(schema)))


def _of(*arguments: Argument[Any]) -> JsonSchema:  # of as many types as there are arguments
    return {argument.name: dict(argument.schema) for argument in arguments}


def _targets(prefix: str, observation: ObservationKind) -> JsonSchema:
    found: JsonSchema = {}
    if observation.has_elements:
        words = "The element's number on this screen"
        found[f"{prefix}{INDEX.name}"] = {**_INDEX, "description": words}
    if observation.has_screenshot:
        words = f"[x, y], each from 0 to {SCALE}, from the left and the top of the screen"
        found[f"{prefix}point"] = {**_POINT, "description": words}
    return found


def _where_words(observation: ObservationKind) -> str:
    match observation:
        case ObservationKind.ELEMENTS:
            return "Give the element's index."
        case ObservationKind.SCREENSHOT:
            return "Give a point."
        case ObservationKind.BOTH:
            return "Give the element's index, or a point where it has none."
