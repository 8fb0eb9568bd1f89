"""A screen and what is about to be done on it, as rules look at them.

All of it is read off the observation. Facts about the whole screen are made when first asked for:
most rules are settled by the target alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import islice
from typing import TypeVar, cast

from runtime.guard.labels import LONGEST_HEAD, LONGEST_TAIL
from runtime.guard.layout import written_on
from runtime.guard.phrases import Phrases
from runtime.guard.shape import is_inset
from runtime.observation import (
    CHECKABLE,
    CLICKABLE,
    EDITABLE,
    LONG_CLICKABLE,
    PASSWORD,
    SELECTED,
    Element,
    Observation,
)

_TITLE_IDS = frozenset(
    {"alertTitle", "alert_title", "toolbar_title", "action_bar_title", "permission_message"}
)
_DIALOG_IDS = frozenset(
    {"alertTitle", "alert_title", "button1", "button2", "button3", "permission_message"}
)
_MESSAGE_IDS = frozenset({"message", "permission_message", "dialog_message"})
_DIALOG_APPS = ("permissioncontroller", "packageinstaller")
_Fact = TypeVar("_Fact")
PRESSABLE = "pressable"
"""What rules call a button, or what is one in all but name by its shape (`shape.is_pressable`)."""
ENTRY = "entry"
"""What rules call a short row of one part, as menus have them (`shape.is_entry`)."""
DRAWN = "drawn"
"""What rules call a button that an app draws itself: only its words tell it from other things."""
BUTTONS = frozenset({"button", "item", "text", "image"})
"""The roles of buttons: of those that say so, and of those that apps draw themselves."""
MOST_WRITTEN = 48_000
"""Characters that are read of a screen. Real ones have less: pages of a book some 3,000."""
MOST_OF_A_TEXT = LONGEST_HEAD + LONGEST_TAIL
_FEW = 8
_ANSWERS = 3
_ROW_WIDTH = 0.55
_ROW_HEIGHT = 0.25


def short_id(element: Element) -> str:
    """A resource id without its package."""
    return element.resource_id.rpartition("/")[2]


class GuardedScreen:
    """A screen. Made anew for every judgement; never kept."""

    def __init__(self, observation: Observation) -> None:
        self.observation = observation
        self.package = observation.package
        self.elements = observation.elements
        self._showing: dict[int, tuple[Element, ...]] = {}
        self._classes: dict[int, bool] = {}
        self._titles: dict[int, bool] = {}
        self._beside: dict[tuple[int, str], tuple[Element, ...]] = {}
        self._facts: dict[str, object] = {}

    def once(self, name: str, make: Callable[[GuardedScreen], _Fact]) -> _Fact:
        """A fact about the screen that is found out elsewhere, once."""
        if name not in self._facts:
            self._facts[name] = make(self)
        return cast("_Fact", self._facts[name])

    @cached_property
    def ids(self) -> frozenset[str]:
        """The short resource ids on the screen."""
        return frozenset(short_id(element) for element in self.elements if element.resource_id)

    @cached_property
    def dialog(self) -> bool:
        """Whether a dialog that wants an answer is in front."""
        if any(name in self.package for name in _DIALOG_APPS):
            return True
        return not _DIALOG_IDS.isdisjoint(self.ids) or is_inset(self.observation)

    @cached_property
    def title(self) -> str:
        """What the screen or dialog is called: its titled element, or its first text."""
        for element in self.elements:
            if element.text and short_id(element) in _TITLE_IDS:
                return element.text
        for element in self.elements[:6]:
            if not element.flags & (CLICKABLE | EDITABLE | CHECKABLE) and (
                written := written_on(element)
            ):
                return written
        return ""

    @cached_property
    def question(self) -> str:
        """What a dialog says: title and text."""
        said = [self.title] if self.title else []
        for element in self.elements:
            if element.text and short_id(element) in _MESSAGE_IDS and element.text not in said:
                said.append(element.text)
        return " ".join(said)

    @cached_property
    def roles(self) -> frozenset[str]:
        """The roles on the screen."""
        return frozenset(element.role for element in self.elements)

    @cached_property
    def fields(self) -> tuple[Element, ...]:
        """What can be typed into."""
        return tuple(element for element in self.elements if element.flags & EDITABLE)

    @cached_property
    def written(self) -> bool:
        """Whether a field that is not for searching holds text."""
        return any(field.text for field in self.fields)

    @cached_property
    def few_buttons(self) -> bool:
        """Whether there is little to choose from, as on pages that want one thing decided."""
        return sum(1 for one in self.elements if one.flags & CLICKABLE) <= _FEW

    @cached_property
    def two_ways(self) -> bool:
        """Whether all that can be done is to give one answer or another."""
        return sum(1 for one in self.elements if one.flags & CLICKABLE) <= _ANSWERS

    @cached_property
    def has_password(self) -> bool:
        """Whether a password is asked for."""
        return any(element.flags & PASSWORD for element in self.elements)

    @cached_property
    def focused(self) -> Element | None:
        """The field that has the cursor."""
        index = self.observation.focused
        if index is not None and 0 <= index < len(self.elements):
            return self.elements[index]
        return next((field for field in self.fields if field.focused), None)

    def is_of(self, phrases: Phrases) -> bool:
        """Whether the app in front is one of these. Found out once: many rules ask for each touch."""
        known = self._classes.get(id(phrases))
        if known is None:
            known = self._classes[id(phrases)] = phrases.match(self.package)
        return known

    def is_titled(self, phrases: Phrases) -> bool:
        """Whether the screen or dialog is called something like this. Found out once, too."""
        known = self._titles.get(id(phrases))
        if known is None:
            known = self._titles[id(phrases)] = phrases.match(self.title)
        return known

    def shows(self, phrases: Phrases, but: Element | None) -> bool:
        """Whether something on the screen, but for one element, reads like this."""
        found = self._showing.get(id(phrases))
        if found is None:
            # Two are enough to know whether there is another than one.
            reading = (
                element
                for element in self.elements
                if (element.text or element.description) and self._reads(element, phrases)
            )
            found = self._showing[id(phrases)] = tuple(islice(reading, 2))
        return any(element is not but for element in found)

    @cached_property
    def _longest_read(self) -> int | None:
        """How much is read of each text where there is more than time allows; None where all is."""
        written = sum(
            min(len(one.text), MOST_OF_A_TEXT) + min(len(one.description), MOST_OF_A_TEXT)
            for one in self.elements
        )
        return None if written <= MOST_WRITTEN else MOST_WRITTEN // (2 * len(self.elements))

    def _reads(self, element: Element, phrases: Phrases) -> bool:
        longest = self._longest_read
        if longest is None or element.flags & EDITABLE:
            return says(element, phrases)
        return phrases.match(element.text[:longest]) or phrases.match(element.description[:longest])

    def offers_beside(self, phrases: Phrases, element: Element | None) -> bool:
        """Whether something of the same role as an element, but another, reads like this."""
        if element is None:
            return False
        key = id(phrases), element.role
        found = self._beside.get(key)
        if found is None:
            reading = (
                one for one in self.elements if one.role == element.role and says(one, phrases)
            )
            # Two are enough to know whether there is another than one.
            found = self._beside[key] = tuple(islice(reading, 2))
        return any(one is not element for one in found)

    def offers_field(self, phrases: Phrases) -> bool:
        """Whether there is a field for this."""
        return any(is_for(field, phrases) for field in self.fields)

    def has_selected(self, phrases: Phrases) -> bool:
        """Whether what is chosen (a tab, say) reads like this."""
        return any(one.flags & SELECTED and says(one, phrases) for one in self.elements)

    def is_row(self, element: Element) -> bool:
        """Whether an element is a row of a list: wide, low, and something that answers to touch."""
        observation = self.observation
        left, top, right, bottom = element.bounds
        return (
            bool(element.flags & (CLICKABLE | LONG_CLICKABLE))
            and element.role in {"item", "text", "checkbox", "switch"}
            and right - left >= observation.width_px * _ROW_WIDTH
            and bottom - top <= observation.height_px * _ROW_HEIGHT
        )


def says(element: Element, phrases: Phrases) -> bool:
    """Whether an element reads like this. What is written into a field is not its name."""
    if element.flags & EDITABLE:
        return is_for(element, phrases)
    return phrases.match(element.text) or (
        bool(element.description) and phrases.match(element.description)
    )


def is_drawn(element: Element, phrases: Phrases) -> bool:
    """Whether an element is a button with this name, though it does not say that it is one."""
    return (
        element.role in BUTTONS
        and bool(element.flags & CLICKABLE)
        and (phrases.name(element.text) or phrases.name(element.description))
    )


def is_for(field: Element, phrases: Phrases) -> bool:
    """Whether a field is meant for this, by its hint, description or id."""
    return (
        phrases.match(field.hint)
        or phrases.match(field.description)
        or phrases.match(short_id(field))
    )
