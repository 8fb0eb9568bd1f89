"""Methods about what is on the screen: finding, counting, describing, waiting, naming."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from phoneworld.adb.u2.call import Method, Result, RpcCall
from phoneworld.adb.u2.errors import NotFound
from phoneworld.adb.u2.links import SelectorLink, TextCondition
from phoneworld.adb.u2.nodes import UiNode
from phoneworld.adb.u2.scroll_calls import scroll_into_view
from phoneworld.adb.u2.selectors import Selector
from runtime.observation import (
    CHECKABLE,
    CHECKED,
    CLICKABLE,
    DISABLED,
    FOCUSABLE,
    FOCUSED,
    LONG_CLICKABLE,
    SCROLLABLE,
    SELECTED,
    Bounds,
)


def _exist(call: RpcCall) -> Result:
    target = call.target()
    try:
        return call.automation.exists(target)
    except NotFound:
        return False  # The name of an object that is forgotten by now.


def _count(call: RpcCall) -> Result:
    return len(call.selector(0).find_all(call.automation.looks.root()))


def _info(call: RpcCall) -> Result:
    target = call.target()
    return describe(call.automation.find(target), missing=_missing(target))


def _info_of_all(call: RpcCall) -> Result:
    nodes = call.selector(0).find_all(call.automation.looks.root())
    return [describe(node, missing="") for node in nodes]


def _missing(target: Selector | str) -> str | None:
    """What uiautomator says for a text that is not there: its two ways to look differ in it."""
    return None if isinstance(target, Selector) and target.is_plain else ""


def describe(node: UiNode, *, missing: str | None) -> dict[str, object]:
    """What uiautomator2 tells of an object."""
    flags = node.view.flags
    return {
        "bounds": _rectangle(node.bounds),
        "checkable": bool(flags & CHECKABLE),
        "checked": bool(flags & CHECKED),
        "childCount": len(node.view.children),
        "className": node.view.class_name,
        "clickable": bool(flags & CLICKABLE),
        "contentDescription": node.description or missing,
        "enabled": not flags & DISABLED,
        "focusable": bool(flags & FOCUSABLE),
        "focused": bool(flags & FOCUSED),
        "longClickable": bool(flags & LONG_CLICKABLE),
        "packageName": node.package,
        "resourceName": node.view.resource_id or None,
        "scrollable": bool(flags & SCROLLABLE),
        "selected": bool(flags & SELECTED),
        "text": node.text or missing,
        "visibleBounds": _rectangle(node.bounds),
    }


def _rectangle(bounds: Bounds) -> dict[str, int]:
    left, top, right, bottom = bounds
    return {"bottom": bottom, "left": left, "right": right, "top": top}


def _get_text(call: RpcCall) -> Result:
    target = call.target()
    return call.automation.find(target).text or _missing(target)


def _wait_for_exists(call: RpcCall) -> Awaitable[Result]:
    return _wait(call, lambda there: there)


def _wait_until_gone(call: RpcCall) -> Awaitable[Result]:
    return _wait(call, lambda there: not there)


def _wait(call: RpcCall, wanted: Callable[[bool], bool]) -> Awaitable[Result]:
    automation = call.automation
    target, timeout_ms = call.target(), call.milliseconds(1)
    # A named object is looked up once: its name may be forgotten while it is waited for.
    selector = automation.selector_of(target)
    named = isinstance(target, str)

    def reached() -> bool:
        root = automation.looks.root()
        there = selector.find_in_chain(root) is not None if named else selector.exists(root)
        return wanted(there)

    return automation.wait_until(reached, timeout_ms, call.is_gone)


# Named objects


def _get_object(call: RpcCall) -> Result:
    return call.automation.objects.add(call.selector(0))


def _remove_object(call: RpcCall) -> Result:
    call.automation.objects.remove(call.text(0))
    return None


def _get_child(call: RpcCall) -> Result:
    parent = call.automation.objects.find(call.text(0))
    if parent is None:
        return None
    return call.automation.objects.add(parent.followed_by("child", call.selector(1)))


def _get_from_parent(call: RpcCall) -> Result:
    sibling = call.automation.objects.find(call.text(0))
    if sibling is None:
        return None
    return call.automation.objects.add(sibling.followed_by("sibling", call.selector(1)))


async def _child_by_text(call: RpcCall) -> Result:
    return await _child_by(call, "text", lambda node: node.text)


async def _child_by_description(call: RpcCall) -> Result:
    return await _child_by(call, "description", lambda node: node.description)


async def _child_by(call: RpcCall, field: str, read: Callable[[UiNode], str]) -> Result:
    """The first such child that has a text, or in which something has it; scrolled to if allowed."""
    automation = call.automation
    collection, child, wanted = call.selector(0), call.selector(1), call.text(2)
    if len(call) == 4:
        scrolls = call.flag(3)
    else:
        found = collection.find(automation.looks.root())
        scrolls = found is not None and bool(found.view.flags & SCROLLABLE)
    if scrolls:
        target = Selector((SelectorLink(words=(TextCondition(field, "", wanted),)),))
        await scroll_into_view(call, collection, target, vertical=True)
    chain = collection.followed_by("child", child)
    for place, row in enumerate(chain.find_all(automation.looks.root())):
        if any(read(node) == wanted for node in row.walk()):
            return automation.objects.add(chain.with_instance(place))
    raise NotFound(f'for {field}= "{wanted}"')


def _child_by_instance(call: RpcCall) -> Result:
    chain = call.selector(0).followed_by("child", call.selector(1))
    return call.automation.objects.add(chain.with_instance(call.integer(2)))


METHODS: Mapping[str, Method] = {
    "childByDescription": Method((3, 4), _child_by_description),
    "childByInstance": Method((3,), _child_by_instance),
    "childByText": Method((3, 4), _child_by_text),
    "count": Method((1,), _count),
    "exist": Method((1,), _exist),
    "getChild": Method((2,), _get_child),
    "getFromParent": Method((2,), _get_from_parent),
    "getText": Method((1,), _get_text),
    "getUiObject": Method((1,), _get_object),
    "getUiObjects": Method((0,), lambda call: call.automation.objects.names()),
    "objInfo": Method((1,), _info),
    "objInfoOfAllInstances": Method((1,), _info_of_all),
    "removeUiObject": Method((1,), _remove_object),
    "waitForExists": Method((2,), _wait_for_exists),
    "waitUntilGone": Method((2,), _wait_until_gone),
}
