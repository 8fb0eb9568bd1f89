"""The words of a question to the person: what will happen, and to whom or what. Read off the screen."""

from __future__ import annotations

from runtime.guard.phrases import compile_phrases
from runtime.guard.redaction import is_for_password
from runtime.guard.rule import ActionKind, Rule
from runtime.guard.ruling import Risk
from runtime.guard.scene import GuardedScreen, is_for, short_id
from runtime.guard.touch import TouchReading
from runtime.observation import Element

LONGEST = 160

_RECIPIENT_FIELDS = compile_phrases(
    (
        "to",
        "to: *",
        "to *",
        "recipient",
        "recipients",
        "payee",
        "number",
        "phone number",
        "an",
        "an: *",
        "empfänger",
        "para",
        "para: *",
        "destinatario",
        "à",
        "à : *",
        "destinataire",
    )
)
_PERSON_IDS = ("to", "recipient", "payee", "name", "conversation_title", "contact_name", "chosen")


def effect_of(rule: Rule, touch: TouchReading, scene: GuardedScreen) -> str:
    """What will happen, in the words of the rule."""
    element = touch.element
    hidden = element is not None and is_for_password(element)
    label = shorten(_label(element)) if element is not None else ""
    return rule.effect.format(
        label=label or "this",
        app=scene.package,
        title=shorten(scene.title) or scene.package,
        question=shorten(scene.question) or label or scene.package,
        message=_message(scene) or "the message",
        amount=scene.amount or "money",
        typed="text" if hidden else shorten(touch.text) or "text",
    )


def concern_of(rule: Rule, touch: TouchReading, scene: GuardedScreen) -> str:
    """To whom or what it will happen, as far as the screen tells."""
    match rule.risk:
        case Risk.MESSAGE | Risk.CALL | Risk.PAYMENT | Risk.PURCHASE:
            return _person(scene) or shorten(scene.question)
        case Risk.DELETION if touch.kind is ActionKind.SWIPE and touch.element is not None:
            return shorten(touch.element.label)
        case Risk.CREDENTIAL if touch.element is not None:
            return shorten(touch.element.hint or touch.element.description or scene.title)
        case _:
            return shorten(scene.question)


def shorten(text: str) -> str:
    """A text in one line of bearable length."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


def _label(element: Element) -> str:
    return element.hint or element.description if is_for_password(element) else element.label


def _message(scene: GuardedScreen) -> str:
    texts = [field.text for field in scene.fields if field.text and not is_for_password(field)]
    return f"'{shorten(max(texts, key=len))}'" if texts else ""


def _person(scene: GuardedScreen) -> str:
    for field in scene.fields:
        if field.text and is_for(field, _RECIPIENT_FIELDS):
            return shorten(field.text)
    for name in _PERSON_IDS:
        for element in scene.elements:
            if element.text and not element.editable and short_id(element) == name:
                return shorten(element.text)
    return ""
