"""A specification as one JSON document that can be patched, and the way back with every check.

    {"app": what app.json holds, "screens": {NAME: what screens/NAME.json holds}}

No edit brings code, a file or an address: what it can say is what the schema can say.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, cast

import jsonschema

from phoneworld.errors import AppError
from phoneworld.reconstruction.agent.json_patch import BadPatch, Json, apply_patch
from phoneworld.reconstruction.schema import app_schema
from phoneworld.reconstruction.spec_files import check_app, lean
from phoneworld.reconstruction.specification import AppSpec, ScreenSpec
from runtime.errors import RecordError
from runtime.record_codec import from_json

MOST_OPERATIONS = 200
MOST_GROWTH = 2
_FIXED = ("package", "label", "version", "width_px", "height_px", "content", "recordings", "steps")
"""What tells where an app comes from; no edit changes it."""


def document_of(spec: AppSpec) -> dict[str, Json]:
    """The specification as JSON."""
    app = lean(replace(spec, screens=()))
    return {"app": app, "screens": {screen.name: lean(screen) for screen in spec.screens}}


def patched(spec: AppSpec, operations: Json) -> AppSpec:
    """The specification with a patch applied; `BadPatch` with the reason where that gives none."""
    document = document_of(spec)
    if isinstance(operations, list) and len(cast("list[Json]", operations)) > MOST_OPERATIONS:
        raise BadPatch(f"a patch has at most {MOST_OPERATIONS} operations")
    largest = MOST_GROWTH * len(json.dumps(document)) + 65_536
    try:
        changed = apply_patch(document, operations, largest=largest)
        if len(json.dumps(changed)) > largest:
            raise BadPatch("the app would be more than twice as large")
        return spec_of(changed, spec)
    except RecursionError as error:
        raise BadPatch("the patch is nested too deeply") from error


def spec_of(document: Json, origin: AppSpec) -> AppSpec:
    """The specification of a document, checked by the schema and by what runs it."""
    if not isinstance(document, dict) or document.keys() != {"app", "screens"}:
        raise BadPatch("the document has an app and screens, and nothing else")
    body: dict[str, Any] = cast("dict[str, Any]", document)
    app, screens = body["app"], body["screens"]
    if not isinstance(app, dict) or not isinstance(screens, dict) or not screens:
        raise BadPatch("the app and its screens are objects, and there is a screen")
    named = cast("dict[str, Json]", screens)
    schema = app_schema()
    whole: dict[str, Json] = {**app, "screens": sorted(named)}
    inner = {**schema["$defs"]["ScreenSpec"], "$defs": schema["$defs"]}
    try:
        jsonschema.validate(whole, schema)
        for one in named.values():
            jsonschema.validate(one, inner)
        spec = from_json(AppSpec, {**app, "screens": []})
        read = tuple(from_json(ScreenSpec, one) for one in named.values())
    except jsonschema.ValidationError as error:
        place = "/".join(map(str, error.absolute_path))
        raise BadPatch(f"{place or 'the document'}: {error.message[:300]}") from error
    except RecordError as error:
        raise BadPatch(str(error)[:300]) from error
    found = replace(spec, screens=read)
    if any(getattr(found, name) != getattr(origin, name) for name in _FIXED):
        raise BadPatch(f"these stay as they are: {', '.join(_FIXED)}")
    kinds = [(screen.name, screen.kind, screen.package, screen.states[:1]) for screen in read]
    if kinds != [(s.name, s.kind, s.package, s.states[:1]) for s in origin.screens]:
        raise BadPatch(
            "the screens stay, in their order, each with its first content: recordings are told apart by them"
        )
    if any(screen.name != name for name, screen in zip(named, read, strict=True)):
        raise BadPatch("a screen stands under its own name")
    try:
        check_app(found, "the app")
    except AppError as error:
        raise BadPatch(str(error)) from error
    return found
