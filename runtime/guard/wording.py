"""The words of a question to the person: what will happen, and to whom or what. Read off the screen."""

from __future__ import annotations

import re

from runtime.guard.amount_due import UNTOLD, AmountReading
from runtime.guard.layout import in_row, written_on
from runtime.guard.recipient import recipient_of
from runtime.guard.redaction import is_for_password
from runtime.guard.rule import ActionKind, Rule
from runtime.guard.ruling import Risk
from runtime.guard.scene import GuardedScreen
from runtime.guard.touch import TouchReading
from runtime.observation import CLICKABLE, EDITABLE, Element

LONGEST = 160
_FIGURE = re.compile(r"\d")


def effect_of(rule: Rule, touch: TouchReading, scene: GuardedScreen, amount: AmountReading) -> str:
    """What will happen, in the words of the rule."""
    element = touch.element
    hidden = element is not None and is_for_password(element)
    label = shorten(_label(element)) if element is not None else ""
    words = rule.effect.format(
        label=label or "this",
        app=scene.package,
        title=shorten(scene.title) or scene.package,
        question=shorten(scene.question) or label or scene.package,
        message=_message(scene) or "the message",
        amount=amount.words or UNTOLD,
        typed="text" if hidden else shorten(touch.text) or "text",
    )
    return said_once(words)


def said_once(words: str) -> str:
    """`Call: Call Ada` is `Call Ada`: what the screen calls it says it already."""
    head, _, rest = words.partition(": ")
    after = rest[len(head) : len(head) + 1]
    repeats = rest[: len(head)].casefold() == head.casefold() and not after.isalnum()
    return rest if repeats else words


def concern_of(rule: Rule, touch: TouchReading, scene: GuardedScreen) -> str:
    """To whom or what it will happen, as far as the screen tells."""
    match rule.risk:
        case Risk.MESSAGE | Risk.CALL | Risk.PAYMENT | Risk.PURCHASE:
            return shorten(recipient_of(scene) or _heading(scene))
        case Risk.DELETION if touch.kind is ActionKind.SWIPE and touch.element is not None:
            return shorten(touch.element.label)
        case Risk.CREDENTIAL if touch.element is not None:
            return shorten(touch.element.hint or touch.element.description or scene.title)
        case _:
            return shorten(scene.question)


def _heading(scene: GuardedScreen) -> str:
    """What the page is called. The caption of a value ("Subtotal" beside "$30") is no name of a page."""
    title = next((one for one in scene.elements if written_on(one) == scene.title), None)
    is_caption = title is not None and any(
        one is not title
        and in_row(one, title)
        and not one.flags & (CLICKABLE | EDITABLE)
        and _FIGURE.search(written_on(one))
        for one in scene.elements
    )
    return "" if is_caption else scene.question


def shorten(text: str) -> str:
    """A text in one line of bearable length."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


def _label(element: Element) -> str:
    return element.hint or element.description if is_for_password(element) else element.label


def _message(scene: GuardedScreen) -> str:
    texts = [field.text for field in scene.fields if field.text and not is_for_password(field)]
    return f"'{shorten(max(texts, key=len))}'" if texts else ""
