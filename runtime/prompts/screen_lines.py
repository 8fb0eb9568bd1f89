"""A screen as short lines of text: what a policy that reads elements is shown of it.

    Screen settings/wifi keyboard more notice: Saved
    Choose a network
    Wi-Fi #1 on
    Password #2 focused password filled
    Name #3 field: Home
    #4 button more_options
    #5 list

The first line names the app and its page. A line for each element follows: what a person would call
it, the index where it can be acted on, and after that words of ours only: what it is, where that
tells something, its state, and last what stands in a field. Only what follows an unescaped `#` and
digits is ours, so no text can pass for another line or index. What stands in a password field is
never written.
"""

from __future__ import annotations

import re

from runtime.errors import EngineError
from runtime.observation import (
    CHECKABLE,
    CLICKABLE,
    EDITABLE,
    LONG_CLICKABLE,
    SCROLLABLE,
    Element,
    Observation,
    Screenshot,
)
from runtime.prompts.goal_marks import GoalWords, escaped
from runtime.prompts.line_text import one_line, opening_words

ACTIONABLE = CLICKABLE | LONG_CLICKABLE | CHECKABLE | EDITABLE | SCROLLABLE
LONGEST_LABEL = 120
LONGEST_TEXT = 1200
"""How many characters of something to tap, and of something to read, are shown at most."""
LONG_LABEL = 80
LONGEST_PART = 40
"""In a label longer than the first, parts longer than the second (previews of what a tap opens) are
cut: names, dates and amounts are short, and stay."""
LONGEST_NOTICE = 200
LONGEST_NAME = 40

_TELLING_ROLES = frozenset({"tab", "slider", "choice", "image", "list"})
_BETWEEN_PARTS = re.compile(r"(, | · |\n)")
_NOT_NAMES = re.compile(r"[^\w$]+", re.ASCII)


def numbered(observation: Observation) -> tuple[Element, ...]:
    """The elements whose lines have an index: those that can be acted on.

    All of them where none can: some apps do not say what reacts to touch.
    """
    found = tuple(element for element in observation.elements if element.flags & ACTIONABLE)
    return found or observation.elements


def offered(observation: Observation) -> tuple[Element, ...]:
    """The elements that a policy may choose: those numbered, but for disabled ones."""
    return tuple(element for element in numbered(observation) if element.enabled)


def write_screen(observation: Observation, goal: GoalWords | None = None) -> str:
    """The lines of a screen, each with its line break. With a `goal`, lines that it speaks of are marked."""
    numbers = {element.index for element in numbered(observation)}
    labels = [label_of(element) for element in observation.elements]
    if goal is not None:
        marks = goal.marks(labels)
        labels = [f"{mark}{escaped(label)}" for mark, label in zip(marks, labels, strict=True)]
    lines = [_header(observation)]
    for element, label in zip(observation.elements, labels, strict=True):
        lines.append(_numbered_line(element, label) if element.index in numbers else label)
    return "".join(f"{line}\n" for line in lines)


def needed_screenshot(observation: Observation) -> Screenshot:
    """The screenshot of an observation for a policy that looks at one."""
    if observation.screenshot is None:
        raise EngineError(
            f"the policy looks at screenshots, and observation {observation.id} has none: "
            "observe with screenshot=True"
        )
    return observation.screenshot


def label_of(element: Element) -> str:
    """What an element is called on its line: empty for one that nothing is known of."""
    text = _texts(element)
    if not element.clickable:
        return one_line(text, LONGEST_TEXT)
    if len(text) > LONG_LABEL:
        text = "".join(_cut_part(part) for part in _BETWEEN_PARTS.split(text))
    return one_line(text, LONGEST_LABEL)


def _texts(element: Element) -> str:
    """All that is written on an element, but for what a user has entered."""
    text, description = element.text, element.description
    if element.editable or element.password:
        return element.hint or description
    if text and description and description not in text:
        return description if text in description else f"{text} ({description})"
    return text or description or element.hint


def _cut_part(part: str) -> str:
    return part if len(part) <= LONGEST_PART else f"{opening_words(part, LONGEST_PART)}…"


def _numbered_line(element: Element, label: str) -> str:
    words = [label, f"#{element.index}"] if label else [f"#{element.index}"]
    words += _states(element)
    if not label:
        words += _known_of(element)
    elif element.role in _TELLING_ROLES:
        words.append(element.role)
    if element.password:
        words += ["password", "filled"] if element.text else ["password"]
    elif element.editable:
        contents = one_line(element.text, LONGEST_TEXT)
        words.append(f"field: {contents}" if contents else "field")
    return " ".join(words)


def _states(element: Element) -> list[str]:
    states: list[str] = []
    if not element.flags & (ACTIONABLE & ~LONG_CLICKABLE) and element.long_clickable:
        states.append("hold")
    if element.checkable:
        states.append("on" if element.checked else "off")
    if element.selected:
        states.append("selected")
    if element.focused:
        states.append("focused")
    if not element.enabled:
        states.append("disabled")
    return states


def _known_of(element: Element) -> list[str]:
    """What is left to tell of an element without a text: its role and its name in the code."""
    name = _name(element.resource_id.rpartition("/")[2])
    role = [] if element.editable else [element.role]
    return [*role, name] if name and name not in role else role


def _header(observation: Observation) -> str:
    app = _name(observation.package.rpartition(".")[2]) or "unknown"
    page = _name(observation.activity.rpartition(".")[2]).removesuffix("Activity")
    words = [f"Screen {app}/{page}" if page and page != app else f"Screen {app}"]
    if observation.keyboard_shown:
        words.append("keyboard")
    if any(element.scrollable for element in observation.elements):
        words.append("more")
    notices = (one_line(notice, LONGEST_NOTICE) for notice in observation.notices)
    words += [f"notice: {notice}" for notice in notices if notice]
    return " ".join(words)


def _name(text: str) -> str:
    return _NOT_NAMES.sub("_", text)[:LONGEST_NAME].strip("_")
