"""mobilerun's Portal: the content provider that its agent reads screens from and types through.

The Portal is an app with an accessibility service; here it answers from the phone itself. Its HTTP
server is not played: the agent falls back to this provider, as it does on phones without port forwarding.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Callable, Mapping, Sequence
from inspect import isawaitable
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as ET

from phoneworld.adb.foreign.package_aliases import told
from phoneworld.adb.handset.hierarchy import dump_screen
from phoneworld.adb.handset.key_presses import field_for_keys, press_key, type_text
from phoneworld.adb.packages.components import focused_window
from phoneworld.adb.packages.package_list import packages_of
from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.command import Command, Io

PORTAL = "com.mobilerun.portal"
SERVICE = f"{PORTAL}/{PORTAL}.service.MobilerunAccessibilityService"
VERSION = "0.6.0"
_ADDRESS = re.compile(rf"content://{re.escape(PORTAL)}/([\w/]+)")
_BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")
_FLAGS = {
    "isCheckable": "checkable",
    "isChecked": "checked",
    "isClickable": "clickable",
    "isEnabled": "enabled",
    "isFocusable": "focusable",
    "isFocused": "focused",
    "isScrollable": "scrollable",
    "isLongClickable": "long-clickable",
    "isPassword": "password",
    "isSelected": "selected",
}
_EDITABLE = "android.widget.EditText"

# JSON as the Portal writes it: objects of any form.
Json = dict[str, Any]


def with_portal(command: Command) -> Command:
    """`content`, with the Portal's provider besides the phone's own."""

    async def run(io: Io, arguments: Sequence[str]) -> int:
        found = next((match for word in arguments if (match := _ADDRESS.fullmatch(word))), None)
        if found is None:
            status = command(io, arguments)
            return await status if isawaitable(status) else status
        verb = arguments[0]
        if verb == "query":
            io.out(
                f"Row: 0 result={json.dumps(_query(io.session, found[1]), ensure_ascii=False)}\n"
            )
            return 0
        if verb == "insert":
            _insert(io.session, found[1], _bindings(arguments))
            return 0
        io.session.journal.miss(f"content {' '.join(arguments)}")
        io.err(f"Unsupported operation: {verb}\n")
        return 1

    return run


def _query(session: AdbSession, path: str) -> Json:
    answers: Mapping[str, Callable[[AdbSession], object]] = {
        "state": lambda one: {"a11y_tree": _tree(one), "phone_state": _state(one)},
        "state_full": lambda one: {
            "a11y_tree": _tree(one),
            "phone_state": _state(one),
            "device_context": _context(one),
        },
        "a11y_tree": _tree,
        "a11y_tree_full": _tree,
        "phone_state": _state,
        "packages": _packages,
        "version": lambda _: VERSION,
        "ping": lambda _: "pong",
        "auth_token": lambda one: f"phoneworld-{one.serial}",
    }
    answer = answers.get(path)
    if answer is None:
        session.journal.miss(f"content query content://{PORTAL}/{path}")
        return {"status": "error", "error": f"Unknown endpoint: {path}"}
    value = answer(session)
    plain = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return {"status": "success", "result": plain}


def _insert(session: AdbSession, path: str, values: Mapping[str, str]) -> None:
    field = field_for_keys(session)
    match path:
        case "keyboard/input" | "keyboard/clear":
            if field is not None and (path.endswith("clear") or values.get("clear") == "true"):
                session.set_text(field, "")
            if field is not None and path == "keyboard/input":
                type_text(session, _decoded(values.get("base64_text", "")))
        case "keyboard/key":
            code = values.get("key_code", "")
            if code.isdecimal() and len(code) < 4:
                press_key(session, int(code))
        case _ if path.startswith(("overlay", "socket", "toggle")):
            pass  # what it draws over the screen, and how else it is reached
        case _:
            session.journal.miss(f"content insert content://{PORTAL}/{path}")


def _bindings(arguments: Sequence[str]) -> dict[str, str]:
    bound = [value for option, value in pairwise(arguments) if option == "--bind"]
    return {
        name: value for name, _, value in (one.split(":", 2) for one in bound if one.count(":") > 1)
    }


def _decoded(text: str) -> str:
    try:
        return base64.b64decode(text).decode("utf-8", "replace")
    except (binascii.Error, ValueError):
        return ""


def _tree(session: AdbSession) -> Json:
    xml = dump_screen(session)
    # The phone's own dump, written a moment ago: not somebody else's file.
    root = ET.fromstring(xml) if xml else None  # noqa: S314
    first = None if root is None else root.find("node")
    return {} if first is None else _node(first)


def _node(node: ET.Element) -> Json:
    edges = _BOUNDS.fullmatch(node.get("bounds", "")) or _BOUNDS.fullmatch("[0,0][0,0]")
    numbers = map(int, edges.groups()) if edges is not None else iter((0, 0, 0, 0))
    name = node.get("class", "")
    return {
        "resourceId": told(node.get("resource-id", "")),
        "className": name,
        "packageName": told(node.get("package", "")),
        "text": node.get("text", ""),
        "contentDescription": node.get("content-desc", ""),
        "hint": node.get("hint", ""),
        **{ours: node.get(theirs) == "true" for ours, theirs in _FLAGS.items()},
        "isEditable": name == _EDITABLE,
        "isVisibleToUser": True,
        "boundsInScreen": dict(zip(("left", "top", "right", "bottom"), numbers, strict=True)),
        "children": [_node(child) for child in node.findall("node")],
    }


def _state(session: AdbSession) -> Json:
    window, field = focused_window(session), field_for_keys(session)
    package = "" if window is None else window.package
    app = session.phone.apps.get(package)
    return {
        "currentApp": "" if app is None else app.label,
        "packageName": told(package),
        "activityName": "" if window is None else told(window.class_name),
        "keyboardVisible": session.phone.activity.keyboard,
        "isEditable": field is not None,
        "focusedElement": {
            "text": "" if field is None else field.value,
            "className": _EDITABLE if field is not None else "",
            "resourceId": "",
        },
    }


def _context(session: AdbSession) -> Json:
    width, height = session.size
    dpi = session.phone.realism.display.density_dpi
    return {
        "screen_bounds": {"width": width, "height": height},
        "filtering_params": {"min_element_size": 5, "overlay_offset": 0},
        "display_metrics": {
            "density": dpi / 160,
            "densityDpi": dpi,
            "widthPixels": width,
            "heightPixels": height,
        },
    }


def _packages(session: AdbSession) -> list[Json]:
    return [
        {
            "packageName": told(package.name),
            "label": package.label,
            "versionName": package.version_name,
            "versionCode": package.version_code,
            # What the launcher shows is the owner's to start, wherever it came from.
            "isSystemApp": False,
        }
        for package in packages_of(session).values()
        if package.app is not None and package.app.in_launcher
    ]
