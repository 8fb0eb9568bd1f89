"""JSON Patch (RFC 6902): edits of a JSON document, all of them or none."""

from __future__ import annotations

import copy
import json
from typing import Any, cast

from phoneworld.errors import PhoneWorldError

Json = Any
"""`Any`: JSON."""


class BadPatch(PhoneWorldError):
    """A patch that is none, or does not fit the document."""


def apply_patch(document: Json, operations: Json, *, largest: int | None = None) -> Json:
    """A new document with the operations done; `BadPatch` names the one that cannot be.

    `largest` is how many characters of JSON the document may have on the way: each copy can double it.
    """
    if not isinstance(operations, list):
        raise BadPatch("a patch is a list of operations")
    changed = copy.deepcopy(document)
    for number, operation in enumerate(cast("list[Json]", operations)):
        try:
            changed = _done(changed, operation)
            is_copy = operation["op"] == "copy"
            if is_copy and largest is not None and len(json.dumps(changed)) > largest:
                raise BadPatch("the document grows too large")
        except BadPatch as error:
            raise BadPatch(f"operation {number}: {error}") from error
    return changed


def _done(document: Json, operation: Json) -> Json:
    if not isinstance(operation, dict):
        raise BadPatch("an operation is an object")
    fields = cast("dict[str, Json]", operation)
    kind, path = fields.get("op"), _parts(fields.get("path"))
    match kind:
        case "add" | "replace" | "test" if "value" not in fields:
            raise BadPatch(f"{kind} needs a value")
        case "add":
            return _add(document, path, copy.deepcopy(fields["value"]))
        case "remove":
            _remove(document, path)
        case "replace":
            if not path:
                return copy.deepcopy(fields["value"])
            parent, key = _parent(document, path)
            _get(parent, key)
            if isinstance(parent, list):
                items = cast("list[Json]", parent)
                items[_index(items, key)] = copy.deepcopy(fields["value"])
            else:
                parent[key] = copy.deepcopy(fields["value"])
        case "move" | "copy":
            source = _parts(fields.get("from"))
            value = copy.deepcopy(_value(document, source))
            if kind == "move":
                if path[: len(source)] == source and path != source:
                    raise BadPatch("nothing can be moved into itself")
                _remove(document, source)
            return _add(document, path, value)
        case "test":
            if _value(document, path) != fields["value"]:
                raise BadPatch(f"{fields['path']} holds something else")
        case _:
            raise BadPatch(f"{kind!r} is no operation")
    return document


def _parts(pointer: Json) -> list[str]:
    """A JSON Pointer (RFC 6901) as its parts."""
    if not isinstance(pointer, str) or (pointer and not pointer.startswith("/")):
        raise BadPatch(f"{pointer!r} is no JSON Pointer")
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


def _value(document: Json, path: list[str]) -> Json:
    for part in path:
        document = _get(document, part)
    return document


def _parent(document: Json, path: list[str]) -> tuple[Json, str]:
    if not path:
        raise BadPatch("the whole document stays")
    return _value(document, path[:-1]), path[-1]


def _get(parent: Json, key: str) -> Json:
    if isinstance(parent, list):
        return cast("list[Json]", parent)[_index(cast("list[Json]", parent), key)]
    if isinstance(parent, dict) and key in parent:
        return cast("dict[str, Json]", parent)[key]
    raise BadPatch(f"there is no {key!r}")


def _index(items: list[Json], key: str, *, end: int = 0) -> int:
    plain = key == "0" or (key.isascii() and key.isdigit() and not key.startswith("0"))
    if not plain or len(key) > len(str(len(items))) or int(key) >= len(items) + end:
        raise BadPatch(f"{key!r} is no place in a list of {len(items)}")
    return int(key)


def _add(document: Json, path: list[str], value: Json) -> Json:
    if not path:
        return value
    parent, key = _parent(document, path)
    if isinstance(parent, list):
        items = cast("list[Json]", parent)
        items.insert(len(items) if key == "-" else _index(items, key, end=1), value)
    elif isinstance(parent, dict):
        parent[key] = value
    else:
        raise BadPatch(f"nothing can be put into {key!r}")
    return document


def _remove(document: Json, path: list[str]) -> None:
    parent, key = _parent(document, path)
    _get(parent, key)
    del parent[_index(cast("list[Json]", parent), key) if isinstance(parent, list) else key]
