"""Remembers that something secret stood or was typed on a page, until the page is left.

A dialog in front of a page takes the page's elements out of sight, not its picture. As long as
one is there, all of the picture but the dialog's own elements is painted over: what is behind it
may have moved since it was seen, with the keyboard or a turn of the phone. A field that once held
a password is one for as long as the episode lasts, also when its text is made visible.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from runtime.actions import Type
from runtime.guard.secrets import secret_names
from runtime.guard.typing_target import field_of
from runtime.observation import EDITABLE, PASSWORD, Bounds, Element, Observation

# A page begins at the top of the screen and at its sides. Dialogs, sheets and menus do not.
_TOP = 0.10
_SIDE = 0.055
_LARGEST_PART = 0.5
"""What covers more of the screen than this is a container, or the shade around a dialog."""

_FieldName = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Covering:
    """What is to be painted over in a picture, but for `kept`, which lies in front of it."""

    areas: tuple[Bounds, ...] = ()
    kept: tuple[Bounds, ...] = ()


_NOTHING = Covering()


class PageMemory:
    """Of one episode: told of its looks and of what is typed, in order, by one thread."""

    def __init__(self) -> None:
        self._fields: set[_FieldName] = set()
        self._holds_secret = False

    def marked(self, observation: Observation) -> Observation:
        """The look with fields that have held a password or a named secret marked as such."""
        if not self._fields:
            return observation
        elements = tuple(
            replace(element, flags=element.flags | PASSWORD)
            if element.flags & EDITABLE
            and not element.flags & PASSWORD
            and _name(element, observation) in self._fields
            else element
            for element in observation.elements
        )
        return (
            replace(observation, elements=elements)
            if elements != observation.elements
            else observation
        )

    def saw(self, observation: Observation, *, fields: Iterable[Element], secret: bool) -> Covering:
        """A look with these password fields, and perhaps something secret elsewhere on it.

        What of its picture has to go, besides the secret elements themselves.
        """
        names = {_name(field, observation) for field in fields}
        self._fields |= names
        is_page = _is_page(observation)
        before, self._holds_secret = self._holds_secret, secret or bool(names)
        if is_page or not before:
            return _NOTHING
        self._holds_secret = True
        whole = Bounds(0, 0, observation.width_px, observation.height_px)
        return Covering((whole,), tuple(part.bounds for part in _parts(observation)))

    def typed(self, action: object, observation: Observation) -> None:
        """Note the field that a named secret is typed into."""
        if not isinstance(action, Type) or not secret_names(action.text):
            return
        field = field_of(action, observation)
        if field is not None:
            self._fields.add(_name(field, observation))
            self._holds_secret = True


def _name(field: Element, observation: Observation) -> _FieldName:
    """What tells a field from others, whatever stands in it."""
    own = field.resource_id or f"{field.hint}{field.description}" or str(tuple(field.bounds))
    return observation.package, observation.activity, own


def _parts(observation: Observation) -> list[Element]:
    largest = _LARGEST_PART * observation.width_px * observation.height_px
    return [element for element in observation.elements if 0 < _area(element.bounds) < largest]


def _area(bounds: Bounds) -> int:
    return max(0, bounds.right - bounds.left) * max(0, bounds.bottom - bounds.top)


def _is_page(observation: Observation) -> bool:
    """Whether what is in front fills the screen, so that nothing of another page is seen."""
    parts = [part.bounds for part in _parts(observation)]
    if not parts:
        return False
    margin = _SIDE * observation.width_px
    return (
        min(part.top for part in parts) <= _TOP * observation.height_px
        and min(part.left for part in parts) <= margin
        and max(part.right for part in parts) >= observation.width_px - margin
    )
