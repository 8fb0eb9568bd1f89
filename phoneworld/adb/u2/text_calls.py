"""Methods that enter text: into a field, or where the cursor is; and the clipboard."""

from __future__ import annotations

from collections.abc import Mapping

from phoneworld.adb.handset.key_presses import press_key
from phoneworld.adb.handset.keys import CODES
from phoneworld.adb.u2.call import Method, Result, RpcCall
from phoneworld.adb.u2.nodes import UiNode
from phoneworld.adb.u2.selectors import Selector
from phoneworld.system import text_input
from phoneworld.ui.widgets import Field
from runtime.observation import DISABLED

LONGEST_TEXT = 1_000_000


def _set_text(call: RpcCall) -> Result:
    """Touch a field and replace its text. What is no field is only touched."""
    automation = call.automation
    target, text = call.target(), (call.text_or_none(1) or "")[:LONGEST_TEXT]
    if isinstance(target, Selector) and target.is_plain:
        node = target.find_plainly(automation.looks.root())
        if node is not None:
            automation.fingers.tap_middle(node.bounds)
            # The keyboard may have moved it.
            _replace_text(call, automation.find(target), text)
            return True
    return _replace_text(call, automation.find_in_chain(target), text)


def _clear_text_field(call: RpcCall) -> Result:
    _replace_text(call, call.automation.find(call.target()), "")
    return None


def _replace_text(call: RpcCall, node: UiNode, text: str) -> bool:
    """Make this the text of a field, as accessibility services do: without its cursor."""
    field = node.view
    if not isinstance(field, Field) or field.flags & DISABLED:
        return False
    phone = call.session.phone
    phone.toast_text = ""
    text_input.set_text(phone, field, text_input.fitting(field, text))
    return True


def _clear_input_text(call: RpcCall) -> Result:
    press_key(call.session, CODES["A"], ctrl=True)
    press_key(call.session, CODES["DEL"])
    return None


def _set_clipboard(call: RpcCall) -> Result:
    call.text_or_none(0)
    call.session.phone.clipboard = (call.text_or_none(1) or "")[:LONGEST_TEXT]
    return None


def _get_clipboard(call: RpcCall) -> Result:
    return call.session.phone.clipboard


def _paste_clipboard(call: RpcCall) -> Result:
    press_key(call.session, CODES["V"], ctrl=True)
    return None


METHODS: Mapping[str, Method] = {
    "clearInputText": Method((0,), _clear_input_text),
    "clearTextField": Method((1,), _clear_text_field),
    "getClipboard": Method((0,), _get_clipboard),
    "pasteClipboard": Method((0,), _paste_clipboard),
    "setClipboard": Method((2,), _set_clipboard),
    "setText": Method((2,), _set_text),
}
