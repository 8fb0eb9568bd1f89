"""Finds in a text what must not be kept: one-time codes, card numbers, account numbers.

A code is a short number close to a word for it; a card number must pass its checksum (Luhn), an
IBAN its own. Phone numbers, prices, dates and times are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_CODE_WORD = (
    r"(?:(?:verification|security|confirmation|authentication|access|login|log-in|sign-in|one[- ]time"
    r"|activation|entry|door|gate|unlock|recovery|sms|2fa|mfa)\s+(?:code|pin|password|passcode|number)"
    r"|otp|tan|mtan|passcode|pin(?:\s+code)?|code"
    r"|(?:bestätigungs|verifizierungs|sicherheits|einmal|zugangs|anmelde|freischalt|tür|aktivierungs)"
    r"(?:code|passwort|pin|kennwort)"
    r"|código(?:\s+de\s+(?:verificación|seguridad|acceso|confirmación|un\s+solo\s+uso))?|clave"
    r"|code\s+(?:de\s+(?:vérification|sécurité|confirmation|connexion)|à\s+usage\s+unique|d['’]accès)"
    r"|codice(?:\s+di\s+(?:verifica|sicurezza|accesso))?"
    r"|verificatiecode|beveiligingscode|código\s+de\s+verificação|код|kod|验证码|驗證碼|認証コード|인증번호)"
)
_OTHER_CODES = (
    r"(?:zip|postal|post|postleit|area|country|dialing|dialling|promo|promotion\w*|coupon|discount|voucher"
    r"|gift|booking|reservation|order|product|tracking|bike|bar|qr|error|status|exit|source|dress|color"
    r"|colour|sort|swift|bic|tax|gutschein|rabatt|buchungs|bestell|fehler|vorwahl|postal|de\s+cupón"
    r"|promotionnel|promo|postale)"
)
# A number of 4 to 8 digits, perhaps in two halves, that is no part of a price, date, time or phone.
_NUMBER = (
    r"(?<![\w$€£¥.,:/+#•*-])(?<!\d[ \u00a0])"
    r"(?:[A-Z]{1,2}-\d{4,8}|\d{3}[ -]\d{3}|\d{4}[ -]\d{4}|\d{4,8})"
    r"(?!\w|[.,:/]\d|\s?[€$£¥%°]|[- ]\d|\s?(?:USD|EUR|GBP|CHF|km|kg|m|g|ml|min|steps|views)\b)"
)
_NOT_AFTER = (
    r"(?!\w)(?!\s+(?:de\s+|du\s+|d['’])?(?:cup[oó]n|promo\w*|posta\w+|descuento|réduction|barr[ea]s"
    r"|reserva\w*|réservation|commande|pedido|artículo|erreur|error)\b)"
)
_NOT_OTHER = rf"(?<!\w)(?<!-)(?!{_OTHER_CODES}[\s-]?(?:code|codes)\b)"
# What links a number to the word for it after it: is your, as the, an opening bracket.
_LINK = (
    r"\s+(?:is|ist|es|est|è|é|as|als|como|comme|come)\b[^\d\n.]{1,36}?|\s*[(–-]\s*[^\d\n.)]{0,20}?"
)
_AFTER = re.compile(
    rf"(?P<word>{_NOT_OTHER}{_CODE_WORD}{_NOT_AFTER})(?P<gap>[^\d\n]{{0,32}}?)(?P<number>{_NUMBER})",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    rf"(?P<number>{_NUMBER})(?P<gap>{_LINK})(?P<word>(?<!\w){_CODE_WORD}{_NOT_AFTER})",
    re.IGNORECASE,
)
_OTHER_BEFORE = re.compile(rf"{_OTHER_CODES}[\s-]*$", re.IGNORECASE)
_GOOGLE = re.compile(r"\bG-\d{6}\b")
_YEAR = re.compile(r"(?:19|20)\d\d")
_DIRECT = re.compile(r"\s*(?::|=|is|ist|es|est|è|lautet|-|–)?\s*", re.IGNORECASE)
_CARD = re.compile(r"(?<![\d+.,-])(?:\d[ -]?){12,18}\d(?![\d.,]*\d)")
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]){11,30}\b")
_BARE_CODE = re.compile(rf"\s*{_NUMBER}\s*")
_SOME_WORD = re.compile(rf"{_NOT_OTHER}{_CODE_WORD}{_NOT_AFTER}", re.IGNORECASE)

_CARD_LENGTHS = {"4": (13, 16, 19), "5": (16,), "2": (16,), "3": (14, 15), "6": (16, 17, 18, 19)}


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a text, and what it is: `code`, `card` or `iban`."""

    start: int
    end: int
    kind: str


def find_sensitive(text: str) -> list[Span]:
    """All sensitive parts, in order, without overlaps."""
    if not any(character.isdigit() for character in text):
        return []
    found = [*_ibans(text), *_cards(text), *_codes(text)]
    kept: list[Span] = []
    for span in sorted(found, key=lambda span: (span.start, -span.end)):
        if not kept or span.start >= kept[-1].end:
            kept.append(span)
    return kept


def is_bare_code(text: str) -> bool:
    """Whether a text is a number that could be a code, and nothing else."""
    return _BARE_CODE.fullmatch(text) is not None


def speaks_of_code(text: str) -> bool:
    """Whether a text has a word for one-time codes."""
    match = _SOME_WORD.search(text)
    return match is not None and not _OTHER_BEFORE.search(text[: match.start()])


def _codes(text: str) -> Iterator[Span]:
    for match in _GOOGLE.finditer(text):
        yield Span(match.start(), match.end(), "code")
    for pattern in (_AFTER, _BEFORE):
        for match in pattern.finditer(text):
            number = match.group("number")
            if _OTHER_BEFORE.search(text[: match.start("word")]):
                continue
            direct = pattern is _AFTER and _DIRECT.fullmatch(match.group("gap")) is not None
            if _YEAR.fullmatch(number) and not direct:
                continue
            yield Span(match.start("number"), match.end("number"), "code")


def _cards(text: str) -> Iterator[Span]:
    for match in _CARD.finditer(text):
        digits = [int(character) for character in match.group() if character.isdigit()]
        if len(digits) in _CARD_LENGTHS.get(str(digits[0]), ()) and _passes_luhn(digits):
            yield Span(match.start(), match.end(), "card")


def _passes_luhn(digits: list[int]) -> bool:
    total = sum(digits[-1::-2])
    for digit in digits[-2::-2]:
        double = digit * 2
        total += double - 9 if double > 9 else double
    return total % 10 == 0 and any(digits)


def _ibans(text: str) -> Iterator[Span]:
    for match in _IBAN.finditer(text):
        # Words after the number can look like a part of it: the longest reading that checks out.
        written = match.group()
        while len(written) >= 15:
            if _passes_iban(written.replace(" ", "")):
                yield Span(match.start(), match.start() + len(written), "iban")
                break
            written = written[:-1].rstrip()


def _passes_iban(iban: str) -> bool:
    turned = iban[4:] + iban[:4]
    return int("".join(str(int(character, 36)) for character in turned)) % 97 == 1
