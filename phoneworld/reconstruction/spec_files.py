"""A rebuilt app on disk: a folder that a person can read, edit and compare.

    app.json              the app: transitions, tables, forms, settings; schema in app.schema.json
    screens/NAME.json     a screen type with all its recorded contents
    images/HASH.png       what was cut out of screenshots

The same app gives the same bytes. What is read is checked: an app that names a screen, a table or a
column it does not have is refused with the place, and never half loaded.

An app is written to `.app-new`, which becomes `.app-whole` once all of it is there; then its parts take
the places of the old ones, and until they do they are read from there. So a folder is the old app or
the new one wherever writing stops, and whatever else lies in it stays.
"""

from __future__ import annotations

import dataclasses
import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from phoneworld.errors import AppError
from phoneworld.reconstruction.records import OWN_TABLES
from phoneworld.reconstruction.screen_names import RESERVED
from phoneworld.reconstruction.specification import VERSION, AppSpec, MarkSpec, ScreenSpec
from runtime.errors import RecordError
from runtime.lenient_json import JsonValue
from runtime.record_codec import from_json

APP_FILE = "app.json"
SCREENS = "screens"
IMAGES = "images"
NEW = ".app-new"
WHOLE = ".app-whole"
_NAME = re.compile(r"[^\W]\w*")
_SQL_NAME = re.compile(r"[a-z][a-z0-9_]*")
_IMAGE = re.compile(r"[0-9a-f]{8,40}\.(png|jpg)")
MOST_BYTES = 256 << 20


def lean(value: object) -> Any:  # `Any`: JSON
    """A dataclass as JSON without default values, so that files show only what matters."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        written: dict[str, Any] = {}
        for field in dataclasses.fields(value):
            item = getattr(value, field.name)
            if field.default is dataclasses.MISSING or item != field.default:
                written[field.name] = lean(item)
        return written
    if isinstance(value, tuple):
        return [lean(item) for item in cast("tuple[object, ...]", value)]
    return value


def save_app(folder: Path, spec: AppSpec, images: Mapping[str, bytes] | None = None) -> None:
    """Write an app to a folder that is empty, or holds an app that was rebuilt before."""
    try:
        _put_in_place(folder)
        present = {path.name for path in folder.iterdir()} if folder.exists() else set[str]()
        if present - {NEW} and APP_FILE not in present:
            raise AppError(
                f"{folder} holds something else than a rebuilt app: choose another folder"
            )
        try:
            _write_app(folder / NEW, spec, images or {})
            (folder / NEW).rename(folder / WHOLE)
        finally:
            shutil.rmtree(folder / NEW, ignore_errors=True)
        _put_in_place(folder)
    except (OSError, UnicodeError) as error:
        raise AppError(f"{folder}: cannot be written ({error})") from error


def _write_app(folder: Path, spec: AppSpec, images: Mapping[str, bytes]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    for part in (SCREENS, IMAGES):
        (folder / part).mkdir(parents=True)
    for screen in spec.screens:
        _write(folder / SCREENS / f"{screen.name}.json", lean(screen))
    for name, data in sorted(images.items()):
        (folder / IMAGES / name).write_bytes(data)
    body = lean(dataclasses.replace(spec, screens=()))
    body["version"] = VERSION
    body["screens"] = [screen.name for screen in spec.screens]
    _write(folder / APP_FILE, body)


def _put_in_place(folder: Path) -> None:
    """Let a new app that is whole take the place of the old one, also if that was begun before."""
    if not (folder / WHOLE).is_dir():
        return
    for part in (SCREENS, IMAGES, APP_FILE):
        if (folder / WHOLE / part).exists():
            if (folder / part).is_dir():
                shutil.rmtree(folder / part)
            (folder / WHOLE / part).replace(folder / part)
    (folder / WHOLE).rmdir()


def _part(folder: Path, name: str) -> Path:
    """Where a part of the app lies now."""
    waiting = folder / WHOLE / name
    return waiting if waiting.exists() else folder / name


def _write(path: Path, value: Any) -> None:  # `Any`: JSON
    path.write_text(to_text(value), encoding="utf-8")


def to_text(value: Any) -> str:  # `Any`: JSON
    """JSON with a line for each item of a list of objects: short to read, and to compare."""
    lines: list[str] = []

    def visit(item: Any, indent: str, head: str, tail: str) -> None:
        pad = indent + head
        if isinstance(item, dict) and item and (len(json.dumps(item)) > 160):
            lines.append(f"{pad}{{")
            entries = list(cast("dict[str, Any]", item).items())
            for number, (key, inner) in enumerate(entries):
                comma = "," if number < len(entries) - 1 else ""
                visit(inner, indent + " ", f"{json.dumps(key)}: ", comma)
            lines.append(f"{indent}}}{tail}")
        elif isinstance(item, list) and item and len(json.dumps(item)) > 160:
            lines.append(f"{pad}[")
            items = cast("list[Any]", item)
            for number, inner in enumerate(items):
                visit(inner, indent + " ", "", "," if number < len(items) - 1 else "")
            lines.append(f"{indent}]{tail}")
        else:
            lines.append(f"{pad}{json.dumps(item, ensure_ascii=False)}{tail}")

    visit(value, "", "", "")
    return "\n".join(lines) + "\n"


def load_app(folder: Path) -> tuple[AppSpec, dict[str, bytes]]:
    """The app of a folder and its images; `AppError` with the place of what is wrong."""
    app_file = _part(folder, APP_FILE)
    body = _read(app_file)
    names = body.get("screens")
    if body.get("version") != VERSION:
        raise AppError(f"{app_file}: version {body.get('version')}, not {VERSION}")
    if not isinstance(names, list) or not names:
        raise AppError(f"{app_file}: it has no screens")
    screens: list[ScreenSpec] = []
    for name in cast("list[object]", names):
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise AppError(f"{app_file}: {name!r} is no name of a screen")
        path = _part(folder, SCREENS) / f"{name}.json"
        screens.append(_decoded(ScreenSpec, cast("JsonValue", _read(path)), path))
    spec = _decoded(AppSpec, cast("JsonValue", {**body, "screens": []}), app_file)
    spec = dataclasses.replace(spec, screens=tuple(screens))
    check_app(spec, str(folder))
    images = {
        path.name: path.read_bytes()
        for path in sorted(_part(folder, IMAGES).glob("*"))
        if _IMAGE.fullmatch(path.name) and path.is_file()
    }
    return spec, images


def _read(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise AppError(f"{path}: too large to be a part of an app")
        value: Any = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise AppError(f"{path}: cannot be read ({error.strerror})") from error
    except (ValueError, RecursionError) as error:
        raise AppError(f"{path}: no JSON ({error})") from error
    if not isinstance(value, dict):
        raise AppError(f"{path}: a JSON object was expected")
    return cast("dict[str, Any]", value)


def _decoded(kind: type[Any], value: JsonValue, path: Path) -> Any:  # `Any`: an instance of `kind`
    try:
        return from_json(kind, value)
    except RecordError as error:
        raise AppError(f"{path}: {error}") from error


def check_app(spec: AppSpec, name: str) -> None:
    """Refuse an app that names what it does not have, or could not be run."""
    screens = {screen.name for screen in spec.screens}
    tables = {table.name: {c.name for c in table.columns} for table in spec.tables}

    def need(condition: object, what: str) -> None:
        if not condition:
            raise AppError(f"{name}: {what}")

    need(len(screens) == len(spec.screens), "two screens have the same name")
    need(spec.start in screens, f"it starts with {spec.start!r}, which is no screen of it")
    need(not spec.first or spec.first in screens, f"no screen {spec.first!r}")
    for one in spec.passes:
        need({one.screen, one.target} <= screens, f"{one.screen!r} passes to {one.target!r}")
    need(spec.width_px > 0 and spec.height_px > 0, "its screen has no size")
    area = spec.content
    need(area.left < area.right and area.top < area.bottom, "its content area is empty")
    for screen in spec.screens:
        need(screen.states, f"screen {screen.name} has no content")
        need(all(state.views for state in screen.states), f"screen {screen.name} has no views")
    for one in spec.transitions:
        need(one.screen in screens, f"a transition starts on {one.screen!r}, which is no screen")
        need(one.outcomes, f"a transition of {one.screen} leads nowhere")
        for outcome in one.outcomes:
            need(not outcome.screen or outcome.screen in screens, f"no screen {outcome.screen!r}")
    for table in spec.tables:
        columns = [column.name for column in table.columns]
        need(columns and len(set(columns)) == len(columns), f"table {table.name}: its columns")
        for word in (table.name, *columns):
            need(
                _SQL_NAME.fullmatch(word) and word not in RESERVED,
                f"{word!r} cannot name a table or column",
            )
        need(all(len(row) == len(columns) for row in table.rows), f"table {table.name}: its rows")
    need(not tables.keys() & OWN_TABLES, f"no table may be called {', '.join(sorted(OWN_TABLES))}")
    parts = (
        *spec.lists,
        *spec.details,
        *spec.forms,
        *spec.removals,
        *spec.row_effects,
        *spec.picks,
        *spec.sections,
        *spec.strips,
    )
    for part in (*parts, *spec.marks):
        need(part.screen in screens, f"no screen {part.screen!r}")
        need(
            part.table in tables or (isinstance(part, MarkSpec) and not part.table),
            f"no table {part.table!r}",
        )
    for choice in spec.choices:
        need(choice.screen in screens, f"no screen {choice.screen!r}")
    for form in spec.forms:
        need(all(c in tables[form.table] for _, c in form.fields), f"a form of {form.screen}")
    for shown in spec.demonstrations:
        need(
            all(change.table in tables.keys() | OWN_TABLES for change in shown.changes),
            f"the demonstration {shown.name!r} changes a table that is not there",
        )
    for pick in spec.picks:
        need(pick.into in tables, f"no table {pick.into!r}")
        need(
            all(a in tables[pick.into] and b in tables[pick.table] for a, b in pick.columns),
            f"a pick of {pick.screen}",
        )
    for effect in spec.row_effects:
        need(
            all(c in tables[effect.table] for c, _ in effect.sets), f"an effect of {effect.screen}"
        )
    for detail in spec.details:
        need(
            all(c in tables[detail.table] for _, c in detail.bindings), f"{detail.screen}: columns"
        )
    for one_list in spec.lists:
        need(one_list.row and one_list.pitch > 0, f"the list on {one_list.screen} has no row")
        way, _, column = one_list.order.partition(" ")
        need(
            way in ("", "newest") or (way in ("up", "down") and column in tables[one_list.table]),
            f"the list on {one_list.screen} is in no order that there is: {one_list.order!r}",
        )
    for section in spec.sections:
        count = next(len(table.rows) for table in spec.tables if table.name == section.table)
        need(
            all(0 <= number < count for _, rows in section.members for number in rows),
            f"a section on {section.screen} holds rows that there are not",
        )
