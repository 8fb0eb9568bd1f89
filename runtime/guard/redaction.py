"""Takes out of prompts, records and logs what must not be kept; a mark shows that something was there.

Two levels. `for_prompt` takes out the values of named secrets and what stands in password fields.
`for_record` also takes out one-time codes, card numbers and IBANs, which a policy may need to see,
but nobody needs later. Redacting again changes nothing. What a screenshot shows is blacked out
where an element was redacted; a picture of text that is no element is not read.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable, Iterable
from enum import Enum
from typing import TypeVar, cast

from runtime.actions import Action, Type
from runtime.episode import Decision, Episode, Step, Unparsed
from runtime.guard.blackout import black_out
from runtime.guard.code_words import CONFIDENTIAL
from runtime.guard.one_time_codes import is_bare_code, speaks_of_code
from runtime.guard.page_memory import PageMemory
from runtime.guard.sensitive_text import find_sensitive
from runtime.guard.typing_target import field_of
from runtime.observation import EDITABLE, PASSWORD, Bounds, Element, Observation

PASSWORD_WORDS = (
    "password", "passcode", "passphrase", "pin", "cvv", "cvc", "passwort", "kennwort", "contraseña",
    "mot de passe", "code pin", "código pin", "senha", "wachtwoord", "security code",
)  # fmt: skip
_MARKS = ("[redacted:secret]", "[redacted]", "[█]", "█")
_SHORTEST_PART = 3
_SECRET_WORD = re.compile(CONFIDENTIAL, re.IGNORECASE)

_Value = TypeVar("_Value")
_Change = Callable[[str], str]


def mark(kind: str) -> str:
    """What stands where something was taken out."""
    return f"[redacted:{kind}]"


def has_mark(text: str) -> bool:
    """Whether something was taken out of a text, as far as one can see from it."""
    return any(sign in text for sign in ("[redacted", *_MARKS))


def is_for_password(element: Element) -> bool:
    """Whether what stands in an element is a password, a PIN or the like."""
    if element.flags & PASSWORD:
        return True
    if not element.flags & EDITABLE:
        return False
    name = _name_of(element)
    words = name.replace("/", " ").split()
    return any(word in words if " " not in word else word in name for word in PASSWORD_WORDS)


def asks_for_secret(question: str) -> bool:
    """Whether a question asks for a password, a code, a PIN or the like."""
    return speaks_of_code(question) or _SECRET_WORD.search(question) is not None


def _name_of(field: Element) -> str:
    return f"{field.hint} {field.description}".casefold().strip()


class Redactor:
    """Redacts at one level. Immutable; any thread may use it."""

    def __init__(self, secret_values: Iterable[str] = (), *, everything: bool = True) -> None:
        values = {value for value in secret_values if value}
        spelled = {spelling for value in values for spelling in _spellings(value)}
        self._values = tuple(sorted(spelled, key=len, reverse=True))
        self._everything = everything

    @classmethod
    def for_prompt(cls, secret_values: Iterable[str] = ()) -> Redactor:
        """Without the values of secrets and what stands in password fields."""
        return cls(secret_values, everything=False)

    @classmethod
    def for_record(cls, secret_values: Iterable[str] = ()) -> Redactor:
        """Also without one-time codes, card numbers and IBANs."""
        return cls(secret_values, everything=True)

    def hiding(self, values: Iterable[str]) -> Redactor:
        """One that takes these values out as well."""
        return Redactor((*self._values, *values), everything=self._everything)

    def __repr__(self) -> str:
        return f"Redactor({len(self._values)} spellings of secrets, everything={self._everything})"

    # Texts

    def text(self, text: str) -> str:
        """A text without what must not be kept."""
        clean = self.without_secrets(text)
        if self._everything:
            for span in reversed(find_sensitive(clean)):
                clean = clean[: span.start] + mark(span.kind) + clean[span.end :]
            # A mark may have completed a value that began before it.
            clean = self.without_secrets(clean)
        return clean

    def without_secrets(self, text: str) -> str:
        """A text without the values of secrets, also where it is no prose."""
        return _without(text, self._values) if self._values else text

    # What is seen

    def observation(
        self, observation: Observation, memory: PageMemory | None = None
    ) -> Observation:
        """A look at a phone, with the same elements in the same places.

        `memory` is of the looks before, in an episode: what they showed may still be behind a dialog.
        """
        memory = PageMemory() if memory is None else memory
        seen, observation = observation, memory.marked(observation)
        elements: list[Element] = []
        areas: list[Bounds] = []
        fields: list[Element] = []
        for element in observation.elements:
            hidden = self._hides_content(element)
            clean = self._element(element, observation, hidden=hidden)
            elements.append(clean)
            if hidden:
                fields.append(element)
            if clean is not element:
                areas.append(element.bounds)
        notices = tuple(self.text(notice) for notice in observation.notices)
        behind = memory.saw(observation, fields=fields, secret=bool(areas))
        screenshot = observation.screenshot
        if screenshot is not None and (areas or behind.areas):
            size = (observation.width_px, observation.height_px)
            if behind.areas:
                screenshot = black_out(screenshot, behind.areas, size, kept=behind.kept)
            screenshot = black_out(screenshot, areas, size)
        if (
            notices == observation.notices
            and screenshot is observation.screenshot
            and all(new is old for new, old in zip(elements, seen.elements, strict=True))
        ):
            return self._everywhere(seen)
        return self._everywhere(
            dataclasses.replace(
                observation, elements=tuple(elements), notices=notices, screenshot=screenshot
            )
        )

    def _element(self, element: Element, observation: Observation, *, hidden: bool) -> Element:
        text = element.text
        if text and hidden:
            text = self.without_secrets(mark("password"))
        elif (
            text and self._everything and is_bare_code(text) and _code_is_near(element, observation)
        ):
            text = self.without_secrets(mark("code"))
        else:
            text = self.text(text)
        description, hint = self.text(element.description), self.text(element.hint)
        if (text, description, hint) == (element.text, element.description, element.hint):
            return element
        return dataclasses.replace(element, text=text, description=description, hint=hint)

    def _hides_content(self, element: Element) -> bool:
        return is_for_password(element) or (
            self._everything
            and bool(element.flags & EDITABLE)
            and speaks_of_code(_name_of(element))
        )

    # What is done

    def action(self, action: Action, observation: Observation | None = None) -> Action:
        """An action; what is typed into a password field of `observation` is taken out."""
        typed = self._typed_password(action, observation)
        if typed and isinstance(action, Type):
            return dataclasses.replace(action, text=self.without_secrets(mark("password")))
        return self._texts_of(action)

    def decision(self, decision: Decision, observation: Observation | None = None) -> Decision:
        """A reply of a policy: thought, action and text."""
        action, typed = decision.action, ""
        if isinstance(action, Unparsed):
            action = self._texts_of(action)
        else:
            typed = self._typed_password(action, observation)
            action = self.action(action, observation)
        hidden = _spellings(typed) if len(typed) >= _SHORTEST_PART else ()
        return dataclasses.replace(
            decision,
            action=action,
            thought=self.text(_without(decision.thought, hidden)),
            reply=self.text(_without(decision.reply, hidden)),
        )

    def step(self, step: Step, *, seen: Observation | None = None) -> Step:
        """A step as it may be kept. `seen` is its observation, where that is redacted already."""
        performed = step.performed
        if performed is not None:
            done = self.action(performed.action, step.observation)
            performed = dataclasses.replace(performed, action=done, note=self.text(performed.note))
        return self._everywhere(
            dataclasses.replace(
                step,
                observation=self.observation(step.observation) if seen is None else seen,
                decision=self.decision(step.decision, step.observation),
                performed=performed,
                error=self.text(step.error),
                answer=self.text(step.answer),
            )
        )

    def episode(self, episode: Episode) -> Episode:
        """A whole episode as it may be kept."""
        steps = tuple(self.step(step) for step in episode.steps)
        redacted = dataclasses.replace(episode, steps=steps, goal=self.text(episode.goal))
        return self._everywhere(redacted)

    def _typed_password(self, action: Action, observation: Observation | None) -> str:
        if not isinstance(action, Type) or observation is None:
            return ""
        field = field_of(action, observation)
        return action.text if field is not None and self._hides_content(field) else ""

    # Any value

    def _texts_of(self, value: _Value) -> _Value:
        """A dataclass with its own texts redacted."""
        return _mapped(value, self.text)

    def _everywhere(self, value: _Value) -> _Value:
        """A dataclass without secrets in any of its strings, names and ids among them."""
        return _mapped(value, self.without_secrets) if self._values else value


def _mapped(value: _Value, change: _Change) -> _Value:
    """A value with all its strings changed; enums and the kinds of images stay."""
    return cast("_Value", _changed(value, change))


def _changed(value: object, change: _Change) -> object:
    if isinstance(value, Enum):
        return value
    if isinstance(value, str):
        return change(value)
    if isinstance(value, tuple):
        items = cast("tuple[object, ...]", value)
        mapped = tuple(_changed(item, change) for item in items)
        return mapped if any(a is not b for a, b in zip(mapped, items, strict=True)) else items
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        parts = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        parts.pop("mime", None)
        new = {name: _changed(part, change) for name, part in parts.items()}
        differing = {name: part for name, part in new.items() if part is not parts[name]}
        return dataclasses.replace(value, **differing) if differing else value
    return value


def _without(text: str, values: Iterable[str]) -> str:
    """A text without any of the values. Longest first, until none is left."""
    known = [value for value in values if value]
    present = [value for value in known if value in text]
    if not present:
        return text
    sign = next((one for one in _MARKS if not any(value in one for value in known)), "")
    for _ in range(4):
        for value in known:
            text = text.replace(value, sign)
        if not any(value in text for value in known):
            return text
    return sign


def _spellings(value: str) -> tuple[str, ...]:
    """A value as it stands in plain text and inside JSON, where replies and logs may have it."""
    escaped = json.dumps(value)[1:-1]
    plain = json.dumps(value, ensure_ascii=False)[1:-1]
    return tuple(dict.fromkeys((value, escaped, plain))) if value else ()


def _code_is_near(element: Element, observation: Observation) -> bool:
    index = element.index
    around = observation.elements[max(0, index - 2) : index + 3]
    return any(other is not element and speaks_of_code(other.label) for other in around)
