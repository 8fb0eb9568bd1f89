"""The screen as a forest of views, as Android's accessibility services see it."""

from __future__ import annotations

from phoneworld.adb.handset.hierarchy import dump_screen
from phoneworld.adb.session import AdbSession
from phoneworld.composition import SYSTEM_PACKAGE
from phoneworld.emulator.stubs import forest_pb2 as pb
from runtime.hierarchy import Node
from runtime.hierarchy_xml import parse_hierarchy
from runtime.observation import (
    CHECKABLE,
    CHECKED,
    CLICKABLE,
    DISABLED,
    EDITABLE,
    FOCUSABLE,
    FOCUSED,
    LONG_CLICKABLE,
    PASSWORD,
    SCROLLABLE,
    SELECTED,
)

WINDOW = 1
CLICK, LONG_CLICK, SCROLL_FORWARD, SCROLL_BACKWARD, SET_TEXT = 16, 32, 4096, 8192, 2097152
"""Android's numbers of what can be done with a view."""


def forest_of(session: AdbSession) -> pb.Forest:
    """The window in front with all its views; no window while the screen is off."""
    if not session.screen_on:
        return pb.Forest()
    if session.locked:
        root: Node = parse_hierarchy(dump_screen(session))
        package = SYSTEM_PACKAGE
    else:
        layer = session.phone.window()
        root, package = layer.view, layer.env.package
    nodes: list[pb.ViewNode] = []
    _add(root, package, 0, nodes)
    width, height = session.size
    kind = pb.Window.TYPE_SYSTEM if package == SYSTEM_PACKAGE else pb.Window.TYPE_APPLICATION
    app = session.phone.apps.get(package)
    window = pb.Window(
        bounds=pb.Box(right=width, bottom=height),
        id=WINDOW,
        title=app.label if app is not None else "",
        type=kind,
        active=True,
        focused=True,
        tree=pb.Tree(nodes=nodes),
    )
    return pb.Forest(windows=[window])


def _add(view: Node, package: str, depth: int, nodes: list[pb.ViewNode]) -> int:
    """Put a view and all below it behind the nodes that are there; its number."""
    number = len(nodes)
    left, top, right, bottom = view.bounds
    flags = view.flags
    # As on Android, an empty field shows its hint as its text.
    text = view.text or (view.hint if flags & EDITABLE else "")
    node = pb.ViewNode(
        id=number,
        bounds=pb.Box(left=left, top=top, right=right, bottom=bottom),
        class_name=view.class_name,
        description=view.description,
        hint=view.hint,
        package=package,
        text=text,
        resource_id=view.resource_id,
        window_id=WINDOW,
        checkable=bool(flags & CHECKABLE),
        checked=bool(flags & CHECKED),
        clickable=bool(flags & CLICKABLE),
        editable=bool(flags & EDITABLE),
        enabled=not flags & DISABLED,
        focusable=bool(flags & FOCUSABLE),
        focused=bool(flags & FOCUSED),
        long_clickable=bool(flags & LONG_CLICKABLE),
        password=bool(flags & PASSWORD),
        scrollable=bool(flags & SCROLLABLE),
        selected=bool(flags & SELECTED),
        visible=right > left and bottom > top,
        actions=[pb.NodeAction(id=one) for one in _actions(flags)],
        depth=depth,
    )
    nodes.append(node)
    node.child_ids.extend(_add(child, package, depth + 1, nodes) for child in view.children)
    return number


def _actions(flags: int) -> list[int]:
    known = (
        (CLICKABLE, (CLICK,)),
        (LONG_CLICKABLE, (LONG_CLICK,)),
        (SCROLLABLE, (SCROLL_FORWARD, SCROLL_BACKWARD)),
        (EDITABLE, (SET_TEXT,)),
    )
    return [number for flag, numbers in known if flags & flag for number in numbers]
