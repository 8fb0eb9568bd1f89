"""The JSON schema of a rebuilt app's files, made from the specification's own types.

`app.schema.json` beside this file is what is published; a test holds it to what is made here.
"""

from __future__ import annotations

import dataclasses
from typing import Any, get_args, get_origin, get_type_hints

from phoneworld.reconstruction.specification import AppSpec, ScreenSpec
from runtime.observation import Bounds

Schema = dict[str, Any]
"""`Any`: JSON."""

_PLAIN = {str: "string", int: "integer", bool: "boolean", float: "number"}


def app_schema() -> Schema:
    """The schema of `app.json`, with that of `screens/NAME.json` under `$defs/ScreenSpec`."""
    definitions: dict[str, Schema] = {}
    _define(AppSpec, definitions)
    _define(ScreenSpec, definitions)
    app = definitions.pop("AppSpec")
    app["properties"]["screens"] = {"type": "array", "items": {"type": "string"}, "minItems": 1}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A PhoneWorld app that was rebuilt from recordings",
        **app,
        "$defs": dict(sorted(definitions.items())),
    }


def _define(kind: type[Any], definitions: dict[str, Schema]) -> None:
    if kind.__name__ in definitions:
        return
    hints = get_type_hints(kind)
    properties: dict[str, Schema] = {}
    required: list[str] = []
    definitions[kind.__name__] = {
        "type": "object",
        "description": " ".join((kind.__doc__ or "").split()),
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }
    for field in dataclasses.fields(kind):
        properties[field.name] = _schema(hints[field.name], definitions)
        if field.default is dataclasses.MISSING:
            required.append(field.name)


def _schema(kind: Any, definitions: dict[str, Schema]) -> Schema:  # `Any`: a type annotation
    if kind in _PLAIN:
        return {"type": _PLAIN[kind]}
    if kind is Bounds:
        whole = {"type": "integer"}
        return {"type": "array", "items": whole, "minItems": 4, "maxItems": 4}
    if get_origin(kind) is tuple:
        items = get_args(kind)
        if len(items) == 2 and items[1] is Ellipsis:
            return {"type": "array", "items": _schema(items[0], definitions)}
        parts = [_schema(item, definitions) for item in items]
        return {
            "type": "array",
            "prefixItems": parts,
            "minItems": len(parts),
            "maxItems": len(parts),
        }
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        _define(kind, definitions)
        return {"$ref": f"#/$defs/{kind.__name__}"}
    raise TypeError(f"a specification cannot hold {kind!r}")
