"""Screens sketched in a few lines of text, made into cases for the guard with real views' classes.

    == Some app: pay a bill, de
    org.some.app | compose | de | payment | ask        app, toolkit, language, risk (or -), expected
    ^                                                  optional: the lines are those of a dialog
    A text || and one beside it in the same row
    > A row of a list · its second line
    [Pay] (Back)#back (:0)#ic_send                     a button; icons with and without a name
    {Hint=typed} {*PIN=1234} {!Message=hi}             fields; for a password; with the cursor
    <off Wi-Fi>                                        a switch
    do click Pay                                       or: long, type, enter, drag, see `_action`

`#name` gives a view its id. Toolkits lay out the same sketch with the classes and texts that they are
known to show to accessibility services.

    python tests/support/screen_sketches.py [FOLDER] > cases.json    # for `python -m runtime guard judge`
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

FOLDER = Path(__file__).parent.parent / "runtime" / "guard" / "sketches"
KITS = ("views", "compose", "flutter", "rn", "web")
WIDTH, HEIGHT, ROW = 1080, 2400, 140
_TOKEN = re.compile(
    r"\[(?P<button>[^\]]*)\]|\((?P<icon>[^)]*)\)|\{(?P<field>[^}]*)\}|<(?P<state>on|off) (?P<switch>[^>]*)>"
)
_ID = re.compile(r"#([\w-]+)")
ICON_FONT = "\ue8b6"


@dataclass(frozen=True, slots=True)
class _View:
    """One thing of a row: what it is, what it says and its id."""

    kind: str
    label: str
    id: str = ""


def load_sketches(folder: Path = FOLDER) -> list[dict[str, Any]]:
    """All sketches of a folder as cases (see `runtime.guard.cases`)."""
    found: list[dict[str, Any]] = []
    for path in sorted(folder.glob("*.txt")):
        parts = path.read_text(encoding="utf-8").split("\n== ")
        found += [_case(part.strip().removeprefix("== ")) for part in parts if part.strip()]
    return found


def load_acts(path: Path) -> list[dict[str, Any]]:
    """Acts by their names in many languages (`core_acts.toml`) as cases, in all toolkits by turns."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    languages: list[str] = table.pop("languages")
    found: list[dict[str, Any]] = []
    for act, told in table.items():
        expected = "allow" if told.get("harmless") else "ask"
        for language, names in zip(languages, told["labels"], strict=True):
            for name in names.split("|"):
                kit = KITS[len(found) % len(KITS)]
                head = f"{told['app']} | {kit} | {language} | - | {expected}"
                lines = [line.replace("LABEL", name) for line in told["screen"]]
                sketch = (f"{act}, {language}: {name}", head, *lines, f"do click {name}")
                found.append(_case("\n".join(sketch)))
    return found


def _case(sketch: str) -> dict[str, Any]:
    name, head, *lines = [line.rstrip() for line in sketch.splitlines() if line.strip()]
    app, kit, language, risk, expected = (word.strip() for word in head.split("|"))
    dialog = lines[0] == "^"
    rows = [_row(line) for line in lines[dialog:-1]]
    return {
        "name": name,
        "app": app,
        "lang": language,
        "tag": kit,
        "risk": "" if risk == "-" else risk,
        "expected": expected,
        "keyboard": any(view.label.startswith("!") for row in rows for view in row),
        "action": _action(lines[-1]),
        "hierarchy": _hierarchy(app, kit, rows, dialog=dialog),
    }


def _row(line: str) -> list[_View]:
    if line.startswith("> "):
        label, _, name = line[2:].partition("#")
        return [_View("row", label.strip(), name.strip())]
    views: list[_View] = []
    place = 0
    for token in _TOKEN.finditer(line):
        views += _texts(line[place : token.start()])
        place = token.end()
        name = _ID.match(line, place)
        place = name.end() if name else place
        kind = next(
            kind for kind in ("button", "icon", "field", "switch") if token[kind] is not None
        )
        state = f"{token['state']} " if token["state"] else ""
        views.append(_View(kind, state + token[kind], name[1] if name else ""))
    return [*views, *_texts(line[place:])]


def _texts(piece: str) -> list[_View]:
    found: list[_View] = []
    for part in piece.split("||"):
        label, _, name = part.partition("#")
        if label.strip():
            found.append(_View("text", label.strip(), name.strip()))
    return found


def _action(line: str) -> dict[str, Any]:
    _, do, *rest = line.split(" ", 2)
    words = rest[0] if rest else ""
    on = {"id": words[1:]} if words.startswith("#") else {"label": words}
    match do:
        case "click" | "long":
            return {"do": do, "on": on}
        case "drag":
            return {"do": "drag_on", "on": on, "dx": 700, "dy": 0}
        case "type":
            return {"do": "type", "text": words}
        case "enter":
            return {"do": "enter"}
        case _:
            raise ValueError(f"{line!r} is no action of a sketch")


def _hierarchy(app: str, kit: str, rows: list[list[_View]], *, dialog: bool) -> str:
    left, top, right = (90, 800, 990) if dialog else (0, 90, WIDTH)
    bottom = top + ROW * len(rows) if dialog else HEIGHT
    nodes: list[str] = []
    for number, row in enumerate(rows):
        width = (right - left) // len(row)
        for place, view in enumerate(row):
            x, y = left + place * width, top + number * ROW
            box = (x + 10, y + 10, x + width - 10, y + ROW - 10)
            if view.kind == "icon":
                box = (x + 10, y + 10, x + 130, y + ROW - 10)
            nodes.append(_view(app, kit, view, box))
    inside = "".join(nodes)
    if kit == "web":
        inside = _node(app, "android.webkit.WebView", (left, top, right, bottom), inside)
    frame = _node(
        app, "android.widget.FrameLayout", (left, top - 90 * (not dialog), right, bottom), inside
    )
    return f'<?xml version="1.0" encoding="UTF-8"?><hierarchy rotation="0">{frame}</hierarchy>'


def _view(app: str, kit: str, view: _View, box: tuple[int, int, int, int]) -> str:
    name = (f"{app}:id/{view.id}" if kit == "views" else view.id) if view.id else ""
    texts = view.label.split(" · ")
    match view.kind:
        case "text" if kit == "flutter":
            return _node(app, "android.view.View", box, description=view.label, id=name)
        case "text":
            return _node(app, "android.widget.TextView", box, text=view.label, id=name)
        case "row" if kit == "flutter":
            label = "\n".join(texts)
            return _node(app, "android.view.View", box, description=label, id=name, tap=True)
        case "row":
            inside = "".join(_node(app, "android.widget.TextView", box, text=one) for one in texts)
            kind = {"views": "android.widget.LinearLayout", "rn": "android.view.ViewGroup"}
            return _node(app, kind.get(kit, "android.view.View"), box, inside, id=name, tap=True)
        case "button":
            return _button(app, kit, view.label, name, box)
        case "icon":
            return _icon(app, kit, view.label, name, box)
        case "field":
            return _field(app, view.label, name, box)
        case _:
            state, _, label = view.label.partition(" ")
            kind = "android.widget.Switch" if kit in {"views", "flutter"} else "android.view.View"
            on = "true" if state == "on" else "false"
            return _node(
                app, kind, box, text=label, id=name, tap=True, checkable="true", checked=on
            )


def _button(app: str, kit: str, label: str, name: str, box: tuple[int, int, int, int]) -> str:
    text = _node(app, "android.widget.TextView", box, text=label)
    match kit:
        case "compose":
            inside = text + _node(app, "android.widget.Button", box)
            return _node(app, "android.view.View", box, inside, id=name, tap=True)
        case "flutter":
            return _node(app, "android.view.View", box, description=label, id=name, tap=True)
        case "rn":
            return _node(
                app, "android.view.ViewGroup", box, text, description=label, id=name, tap=True
            )
        case _:
            return _node(app, "android.widget.Button", box, text=label, id=name, tap=True)


def _icon(app: str, kit: str, label: str, name: str, box: tuple[int, int, int, int]) -> str:
    said = "" if label.startswith(":") else label
    match kit:
        case "compose":
            inside = _node(app, "android.view.View", box, description=said)
            return _node(app, "android.view.View", box, inside, id=name, tap=True)
        case "rn":
            inside = _node(app, "android.widget.TextView", box, text=ICON_FONT)
            return _node(
                app, "android.view.ViewGroup", box, inside, description=said, id=name, tap=True
            )
        case "flutter" | "web":
            return _node(app, "android.view.View", box, description=said, id=name, tap=True)
        case _:
            return _node(
                app, "android.widget.ImageButton", box, description=said, id=name, tap=True
            )


def _field(app: str, label: str, name: str, box: tuple[int, int, int, int]) -> str:
    hint, _, text = label.lstrip("*!").partition("=")
    return _node(
        app, "android.widget.EditText", box, text=text, id=name, tap=True, hint=hint,
        password="true" if "*" in label[:2] else "false", focused="true" if "!" in label[:2] else "false",
    )  # fmt: skip


def _node(
    app: str, kind: str, box: tuple[int, int, int, int], inside: str = "", *,
    text: str = "", description: str = "", id: str = "", tap: bool = False, **more: str,
) -> str:  # fmt: skip
    left, top, right, bottom = box
    values = {
        "text": text, "resource-id": id, "class": kind, "package": app, "content-desc": description,
        "clickable": str(tap).lower(), "enabled": "true", "bounds": f"[{left},{top}][{right},{bottom}]",
        **more,
    }  # fmt: skip
    said = " ".join(f"{key}={quoteattr(value)}" for key, value in values.items())
    return f"<node {said}>{inside}</node>"


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    json.dump(load_sketches(folder), sys.stdout, ensure_ascii=False, indent=1)
