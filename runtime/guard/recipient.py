"""Who gets what is about to be sent, paid or called, as far as the screen tells."""

from __future__ import annotations

import re

from runtime.guard.labels import LONGEST_LABEL, plain
from runtime.guard.layout import value_of, written_on
from runtime.guard.phrases import compile_phrases
from runtime.guard.scene import GuardedScreen, is_for, short_id
from runtime.observation import CLICKABLE

_WORDS = (
    "to", "recipient", "recipients", "payee", "beneficiary", "send to", "pay to", "paying", "transfer to",
    "an", "empfänger", "empfängerin", "begünstigter", "zahlungsempfänger", "senden an",
    "para", "destinatario", "beneficiario", "enviar a", "pagar a",
    "à", "destinataire", "bénéficiaire", "envoyer à",
    "a", "beneficiaria", "invia a",
    "destinatário", "favorecido", "beneficiário", "enviar para",
    "aan", "ontvanger", "begunstigde", "naar",
    "收款人", "收款方", "收件人", "收件者", "转账给", "转给", "对方账户",
    "宛先", "送金先", "振込先", "受取人",
    "받는 사람", "받는 분", "받는분", "수신인", "입금 계좌",
    "кому", "получатель",
    "kime", "alıcı", "alıcı adı",
    "do", "odbiorca", "nazwa odbiorcy", "adresat",
    "إلى", "المستلم", "المستفيد",
    "प्रति", "प्राप्तकर्ता", "किसे",
)  # fmt: skip
_FIELDS = compile_phrases(
    (
        *_WORDS,
        *(f"{word}: *" for word in _WORDS),
        "to *",
        "number",
        "phone number",
        "iban",
        "upi id",
    )
)
_IDS = ("to", "recipient", "payee", "name", "conversation_title", "contact_name", "chosen")
_CAPTION = re.compile(
    rf"(?:{'|'.join(sorted(map(re.escape, _WORDS), key=len, reverse=True))})(?:\s?[:：]\s?(.+))?",
    re.IGNORECASE,
)
_TO_NAME = re.compile(
    r"(?:To|An|Para|À|A|Naar|Aan|Do|Кому:?|إلى|转给|转账给) (?P<name>[^\W\d_]\S*(?: \S+){0,4})"
)
"""A name after a word like "to", in one text: a capital tells it from a sentence."""
_MOST_CAPTIONS = 5


def recipient_of(scene: GuardedScreen) -> str:
    """By a field for it, by its id, by a caption in its row or above it. Empty if none of these."""
    for field in scene.fields:
        if field.text and is_for(field, _FIELDS):
            return field.text
    for name in _IDS:
        for element in scene.elements:
            if element.text and not element.editable and short_id(element) == name:
                return element.text
    return captioned_recipient(scene)


def captioned_recipient(scene: GuardedScreen) -> str:
    """What stands beside or below a caption for whoever gets it, or after it in the same text."""
    met = 0
    for element in scene.elements:
        written = written_on(element)
        if not 0 < len(written) <= LONGEST_LABEL or element.flags & CLICKABLE:
            continue
        text = plain(written)
        said = _CAPTION.fullmatch(text)
        if said is None:
            named = _TO_NAME.fullmatch(text)
            if named is not None and not named["name"][0].islower():
                return named["name"]
            continue
        if said[1]:
            return said[1]
        value = value_of(element, scene.elements)
        if value is not None:
            return written_on(value)
        met += 1
        if met >= _MOST_CAPTIONS:
            break
    return ""
