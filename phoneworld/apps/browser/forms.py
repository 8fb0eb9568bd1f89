"""What pages let one do: fill in forms, download files.

A form needs a screen with a method `put(option, key)` that keeps a choice in the screen's state.
"""

from __future__ import annotations

import re
from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.browser import navigation
from phoneworld.apps.browser.pages import Block
from phoneworld.providers import media
from phoneworld.ui.buttons import Button
from phoneworld.ui.rows import Tile, check_tile
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Field, FieldKind, Icon, Text

EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]+")
FIELD_KINDS: dict[str, FieldKind] = {
    "email": "email",
    "number": "number",
    "multiline": "multiline",
    "password": "password",
}


def form_view(screen: Screen, block: Block, url: str) -> View:
    """A form, or the thanks for having sent it."""
    name = block["name"]
    if screen.state.get("sent") == f"{url}#{name}":
        return Row(
            Icon("check_circle", color="success"),
            Text(block["thanks"]).named("thanks").grow(),
            gap=12,
            pad=16,
        )
    return Column(
        *(_input(screen, field, f"{url}#{name}.{field['name']}") for field in block["fields"]),
        Row(Button(block["button"], lambda: _send(screen, block, url))),
        pad=(16, 12),
        gap=12,
    )


def _input(screen: Screen, field: dict[str, Any], key: str) -> View:
    value: str = screen.state.get(key, "")

    def flip() -> None:
        screen.state[key] = "" if value == "Yes" else "Yes"

    match field["kind"]:
        case "choice":
            return Tile(
                field["label"],
                value or "Choose",
                trailing=Icon("arrow_drop_down"),
                on_click=lambda: screen.choose(
                    field["label"], field["options"], value, then="put", key=key
                ),
            )
        case "check":
            return check_tile(field["label"], on=value == "Yes", on_click=flip)
        case kind:
            entry = Field(key, field["label"], kind=FIELD_KINDS.get(kind, "text"))
            return entry.named(field["name"])


def _send(screen: Screen, block: Block, url: str) -> None:
    values: dict[str, str] = {}
    for field in block["fields"]:
        value: str = screen.state.get(f"{url}#{block['name']}.{field['name']}", "").strip()
        if field["required"] and not value:
            screen.toast(f"Fill in: {field['label']}")
            return
        if field["kind"] == "email" and value and not EMAIL.fullmatch(value):
            screen.toast("Enter a valid email address")
            return
        values[field["name"]] = value
    now = screen.phone.now_ms
    sent = screen.db.insert("submissions", url=url, form=block["name"], at=now)
    for name, value in values.items():
        screen.db.insert("answers", submission=sent, name=name, value=value)
    screen.state["sent"] = f"{url}#{block['name']}"
    screen.phone.activity.keyboard = False
    screen.toast(block["thanks"])


def save_file(screen: Screen, block: Block) -> None:
    """Put the file of a download block into the phone's downloads."""
    files, now = screen.phone.files, screen.phone.now_ms
    content = block["content"].encode()
    stem, _, ending = block["file"].rpartition(".")
    path, number = f"/sdcard/Download/{block['file']}", 0
    while files.value("SELECT 1 FROM files WHERE _data = ?", path) is not None:
        number += 1
        path = f"/sdcard/Download/{stem} ({number}).{ending}"
    media.add_file(files, path, content, date_ms=now)
    name = path.rpartition("/")[2]
    url = navigation.front_tab(screen.db)["url"]
    screen.db.insert("downloads", name=name, path=path, url=url, size=len(content), at=now)
    screen.toast(f"Downloaded {name}")
