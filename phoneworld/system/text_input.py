"""Typing, selecting, cutting and pasting in the field that has the cursor.

The cursor stands at the end, or everything is selected: fields have no other positions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phoneworld.ui.widgets import Field

if TYPE_CHECKING:
    from phoneworld.phone import Phone

ALLOWED = {
    "number": frozenset("0123456789.,-"),
    "phone": frozenset("0123456789+*#-() "),
}


def insert(phone: Phone, text: str, *, replace: bool = False) -> bool:
    """Type text at the cursor; a selection is replaced, or all there is. False where no field has the cursor."""
    field = phone.focused_field()
    if field is None:
        return False
    old = "" if replace or phone.activity.select_all else field.value
    set_text(phone, field, old + fitting(field, text))
    return True


def fitting(field: Field, text: str) -> str:
    """The part of a text that a field accepts: digits for number fields, no line breaks in one-line fields."""
    allowed = ALLOWED.get(field.kind)
    if allowed is not None:
        return "".join(character for character in text if character in allowed)
    if field.kind != "multiline":
        return text.replace("\r", "").replace("\n", " ")
    return text.replace("\r", "")


def set_text(phone: Phone, field: Field, text: str) -> None:
    """Make this the text of a field."""
    # A text that ends in half a character cannot be stored; nor could a phone.
    clean = text.encode("utf-16", "surrogatepass").decode("utf-16", "ignore")
    phone.texts[field.key] = clean
    phone.activity.select_all = False
    phone.touch()
    if field.on_change is not None:
        field.on_change(clean)


def backspace(phone: Phone) -> None:
    """Delete the last character, or what is selected."""
    field = phone.focused_field()
    if field is not None:
        set_text(phone, field, "" if phone.activity.select_all else field.value[:-1])


def submit(phone: Phone) -> bool:
    """The enter key. False where no field has the cursor."""
    field = phone.focused_field()
    if field is None:
        return False
    if field.kind == "multiline" and field.on_submit is None:
        return insert(phone, "\n")
    phone.activity.keyboard = False
    phone.touch()
    if field.on_submit is not None:
        field.on_submit()
    return True


def select_all(phone: Phone) -> None:
    """Select the whole text, and offer what can be done with it."""
    phone.activity.select_all = True
    phone.touch()


def copy_all(phone: Phone) -> None:
    """Copy the whole text."""
    field = phone.focused_field()
    if field is not None and field.kind != "password":
        phone.clipboard = field.value
    phone.activity.select_all = False
    phone.close_panel()


def cut_all(phone: Phone) -> None:
    """Copy the whole text and remove it."""
    field = phone.focused_field()
    copy_all(phone)
    if field is not None:
        set_text(phone, field, "")


def paste(phone: Phone) -> None:
    """Paste the clipboard at the cursor."""
    phone.close_panel()
    insert(phone, phone.clipboard)
