"""Finds one-time codes in a text: short numbers that stand where messages put them.

A number is one when a word for codes belongs to it: right before it, after it, or farther off in the same
message where the word is clear. Each number is looked at with what stands around it, so that the time
taken grows with the text and no faster.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import normalize

from runtime.guard import code_words as words

_FLAGS = re.IGNORECASE
# Letters of scripts that put spaces between words: a number that touches one is part of a name.
_LETTER = r"A-Za-z_À-ɏͰ-ӿ"
_NUMBER = re.compile(
    rf"(?<![{_LETTER}\d$€£¥₹₺₽+•*-])(?<!\d[ \u00a0])(?<!\d[.,:/])(?<![.,/])"
    r"(?:[A-Z]{1,3}-\d{4,8}|\d{3,4}[ \u00a0-]\d{2,4}|\d\d[ \u00a0-]\d{3,4}|\d\d([ \u00a0-])\d\d\1\d\d(?:\1\d\d)?(?!-)"
    r"|\d(?:[ \u00a0]\d){3,7}|\d{4,8})"
    rf"(?![{_LETTER}\d]|[.,:/]\d|\s?[€$£¥%°₹₺₽]|[ \u00a0-]\d)"
)
_LETTERED = re.compile(
    r"(?<![\w.-])(?=[A-Za-z0-9-]{0,11}\d)(?=[A-Za-z0-9-]{0,11}[A-Za-z])"
    r"(?:[A-Za-z0-9]{5,10}|[A-Z0-9]{3,4}|[A-Z0-9]{2,4}(?:-[A-Z0-9]{2,4}){1,2})(?![\w-]|[.:]\w)"
)
_LONE = re.compile(rf"\s*{_NUMBER.pattern}\s*")
# Banks write many languages without their accents.
_ACCENTED = range(0xC0, 0x250)
_BARE = {
    code: base
    for code in _ACCENTED
    if (
        base := {"ı": "i", "ł": "l", "Ł": "L", "ø": "o"}.get(
            chr(code), normalize("NFD", chr(code))[0]
        )
    )
    != chr(code)
}


def _bare(text: str) -> str:
    """A text without accents on its Latin letters, each at its place."""
    return text.translate(_BARE)


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(_bare(pattern), _FLAGS)


_CLEAR = _words(words.CLEAR)
_WORD = _words(f"{words.CLEAR}|{words.PLAIN}")
_WARNING = _words(words.WARNING)
_OTHER_BEFORE = _words(rf"(?:{words.OTHER})[\s-]*$")
_OTHER_AFTER = _words(rf"\s*(?:{words.OTHER_AFTER})")
_NUMBERED = _words(
    rf"(?<![^\W_])(?:{words.NUMBERED})\s*(?:no\.?|nr\.?|number|nº|n°|№|#)?\s*[:#]?\s*(?:\w{{2}}\s)?[.…*xX•]*$"
)
_CJK_NUMBERED = re.compile(
    r"(?:订单号?|尾号|邮编|编码|编号|注文番号|郵便番号|会員番号|주문번호|우편번호|계좌|카드"
    r"|致电|致電|拨打|撥打|电话|電話|热线|客服|전화|문의|고객센터)[:：\s]*$"
)
_MONEY_BEFORE = _words(rf"(?<![^\W_]){words.MONEY_BEFORE}\s?$")
_UNITS_AFTER = _words(rf"\s?(?:{words.UNITS_AFTER})")
_PART_OF_NUMBER = re.compile(r"\d[.,]?\s$|\d\.{2,}$|…$")
_YEAR = re.compile(r"(?:19|20)\d\d")
_ENTER = _words(rf"(?<![^\W_]){words.ENTER}(?:\s+[^\W\d_]{{1,12}}){{0,2}}\s+$")
_AFTER_ENTER = _words(
    rf"[\s,]+(?:(?:within|binnen|innerhalb|en|dans|entro|em|in)\s+\d+\s*\w+\s+)?(?:ein,?\s+)?{words.TO_DO}\s?\w"
)
_PURPOSE = _words(rf"[\s,]+(?:[^\W\d_]+\s+){{0,5}}?{words.PURPOSE}")
_ENTER_IT = _words(
    rf"(?<![^\W_]){words.ENTER}\s+(?:[^\W\d_]{{1,6}}-[^\W\d_]{{1,8}}\s+|n\.?\s?[o°º]\.?\s*|bitte\s+|please\s+)?$"
)
_PURPOSE_BEFORE = _words(rf"(?<![^\W_])(?:{words.PURPOSE}|{words.OPERATION})")
_OPERATION_AFTER = _words(rf"[^.!?]{{0,40}}(?<![A-Za-zÀ-ɏа-я])(?:{words.OPERATION})")
_WITH = _words(rf"(?<![^\W_]){words.WITH}\s+$")
_OPENS_WITH = _words(rf"(?:^|[:：.!]\s*){words.WITH}\s+$")
_CALLS = _words(rf"(?<![^\W_])(?:{words.CALLS})(?:\s+[^\W\d_]+){{0,2}}\s+$")
_AUTHORISES = _words(rf"\s+{words.AUTHORISES}")
_IS_YOUR = _words(rf"\s+{words.IS_YOUR}")
_LONGEST_WARNED = 240
_NAME = re.compile(r"\s(?!I\b)[A-ZÀ-Þ][a-zß-ÿ]")
_USE_THIS = _words(
    r"\s*[-–—:,]\s*(?:use|enter|type)\s+(?:this|it)\s+(?:to|for)|(?:\s+(?:im|in|der|die|das|dem|hier|dort|bitte|online|banking|app|feld|formular|browser)){0,4}\s+ein(?![^\W_])"
)
_APPROVE_WITH = _words(rf"(?<![^\W_]){words.APPROVE_WITH}\s*[:：]?\s*$")
_ENTERED = _words(rf"\s?{words.ENTERED}")
_EXPIRES = _words(words.EXPIRES)
_DATED = re.compile(r"\d\d-\d\d-\d\d")
_LEADS_ON = re.compile(r"(?:\s\w+){0,2}\s?[:：–-]\s?|\s")
_OPENS = re.compile(r"(?:^|[:：])\s*$")
# What may stand between a word and its number where both belong together.
_DIRECT = _words(
    r"\s*(?:is|ist|es|est|è|é|lautet|هو|है|:|=|-|–|—|是|为|為|は|는|은|[：「（(\[])*\s*(?:le\s+)?[:：\[(「]?\s*",
)
_LINKED = _words(r"(?:\s(?:is|ist|es|est|è|é|lautet|هو)|[:：])\s*$")
# What links a number to the word after it: is your, as the, an opening bracket, or nothing but a line.
_LINK = _words(
    r"\s*(?:is|ist|es|est|è|é|as|als|como|comme|come|to|هو|आपका|があなたの|は|是)(?![a-zа-я])[^\d\n.!?]{0,36}"
    r"|\s*[)\]）】]?\s*[(（\[–—:-]?\s*[^\d\n.!?)]{0,20}",
)
_SENTENCE_END = re.compile(r"[.!?。！？؟।]\s|[。！？।]|\n\s*\n")
_MOST_WORDS = 3
_REACH_BEFORE = 120
_REACH_AFTER = 64
_REACH_PLAIN = 34
_REACH_LINKED = 90


def find_codes(text: str) -> Iterator[tuple[int, int]]:
    """Where one-time codes stand, as start and end. The same code is found wherever it stands."""
    text = _bare(text)
    found: set[str] = set()
    spans: set[tuple[int, int]] = set()
    numbers = list(_NUMBER.finditer(text))
    alone = len(numbers) == 1 and len(text) <= _LONGEST_WARNED and _warns(text)
    for match in numbers:
        if _is_code(text, match.start(), match.end(), warned=alone):
            found.add(match.group())
            spans.add(match.span())
    secured = _CLEAR.search(text) is not None
    for match in _LETTERED.finditer(text):
        entered = secured and _ENTER_IT.search(text, max(0, match.start() - 24), match.start())
        if entered or _follows_word(text, match.start()):
            found.add(match.group())
            spans.add(match.span())
    for code in found:
        # Messages repeat theirs for phones to read: "@bank.example #123456".
        for match in re.finditer(rf"(?<![\d{_LETTER}]){re.escape(code)}(?!\d)", text):
            spans.add(match.span())
    yield from sorted(spans)


def is_bare_code(text: str) -> bool:
    """Whether a text is a number that could be a code, and nothing else."""
    return _LONE.fullmatch(text) is not None


def numbers_of(text: str) -> list[str]:
    """All numbers of a text that are as long as codes are."""
    return [match.group() for match in _NUMBER.finditer(_bare(text))]


def speaks_of_code(text: str) -> bool:
    """Whether a text has a word for one-time codes."""
    text = _bare(text)
    return any(_means_code(text, match) for match in _WORD.finditer(text))


def _is_code(text: str, start: int, end: int, *, warned: bool) -> bool:
    """Whether a number is a code. `warned`: it is the only one, and the text says to tell it nobody."""
    before, after = text[max(0, start - _REACH_BEFORE) : start], text[end : end + _REACH_AFTER]
    number = text[start:end]
    if number[0].isalpha():
        if _names_prefixed(before, after):
            return True
    elif _is_something_else(before, after):
        return False
    if _YEAR.fullmatch(number) or _DATED.fullmatch(number):
        return _follows_word(text, start)
    return (
        warned
        or _is_to_be_entered(before, after)
        or _word_before(before)
        or _word_after(after)
        or _is_warned_of(before, after)
        or (_OPENS.search(before) is not None and _EXPIRES.search(after) is not None)
    )


def _warns(text: str) -> bool:
    """Whether a text says to tell nobody. What one person is not to be told is no code."""
    warning = _WARNING.search(text)
    return warning is not None and not _NAME.match(text, warning.end())


def _is_to_be_entered(before: str, after: str) -> bool:
    """Whether the text tells to enter the number, or to approve something with it."""
    if _APPROVE_WITH.search(before) or _ENTERED.match(after) or _IS_YOUR.match(after):
        return True
    if _USE_THIS.match(after) and (after.lstrip()[:1] in "-–—:," or _ENTER_IT.search(before)):
        return True
    if _WITH.search(before) and _AUTHORISES.match(after):
        return True
    operation = _OPERATION_AFTER.match(after)
    if operation and (_OPENS_WITH.search(before) or _leads_to_purpose(before, after)):
        return True
    if _ENTER.search(before) and _PURPOSE.match(after):
        return True
    if _ENTER_IT.search(before) and (_AFTER_ENTER.match(after) or _OPERATION_AFTER.match(after)):
        return True
    if _OPENS.search(before) and _PURPOSE.match(after):
        return True
    return _ENTER_IT.search(before) is not None and _PURPOSE_BEFORE.search(before) is not None


def _leads_to_purpose(before: str, after: str) -> bool:
    """Whether a number is there to approve something, and none to be called or written to."""
    return _PURPOSE.match(after) is not None and _CALLS.search(before) is None


def _names_prefixed(before: str, after: str) -> bool:
    return bool(_WORD.search(before) or _WORD.search(after))


def _is_something_else(before: str, after: str) -> bool:
    return bool(
        _NUMBERED.search(before)
        or _CJK_NUMBERED.search(before)
        or _MONEY_BEFORE.search(before)
        or _UNITS_AFTER.match(after)
        or _PART_OF_NUMBER.search(before)
    )


def _means_code(text: str, word: re.Match[str]) -> bool:
    """Whether a word for codes stands for one-time codes here."""
    return not _OTHER_BEFORE.search(text[max(0, word.start() - 24) : word.start()]) and not (
        _OTHER_AFTER.match(text, word.end())
    )


def _follows_word(text: str, start: int) -> bool:
    """Whether a word for codes leads right up to a place, or up to a verb before it."""
    before = text[max(0, start - 60) : start]
    if _APPROVE_WITH.search(before):
        return True
    return any(
        _means_code(before, word)
        and (
            _DIRECT.fullmatch(before, word.end())
            or (_LINKED.search(before, word.end()) and not _SENTENCE_END.search(before, word.end()))
        )
        for word in _WORD.finditer(before)
    )


def _word_before(before: str) -> bool:
    for word in _nearest(_CLEAR, before):
        gap = before[word.end() :]
        if (
            _means_code(before, word)
            and len(_SENTENCE_END.findall(gap)) <= 1
            and not _has_code(gap)
        ):
            return True
    for word in _nearest(_WORD, before):
        gap = before[word.end() :]
        if not _means_code(before, word) or _SENTENCE_END.search(gap):
            continue
        if len(gap) <= _REACH_PLAIN and not re.search(r"\d", gap):
            return True
        if len(gap) <= _REACH_LINKED and _LINKED.search(gap) and not _has_code(gap):
            return True
    return False


def _nearest(words: re.Pattern[str], before: str) -> list[re.Match[str]]:
    """The last words before a number: what stands between it and those farther off is more."""
    return list(words.finditer(before))[-_MOST_WORDS:]


def _has_code(gap: str) -> bool:
    """Whether another number, nearer to the word, is what it speaks of."""
    return any(
        not _is_something_else(gap[: match.start()], gap[match.end() :])
        and not _YEAR.fullmatch(match.group())
        for match in _NUMBER.finditer(gap)
    )


def _word_after(after: str) -> bool:
    for word in _WORD.finditer(after):
        gap = after[: word.start()]
        if _means_code(after, word) and _LINK.fullmatch(gap):
            return True
    return False


def _is_warned_of(before: str, after: str) -> bool:
    """Whether the next words, or those just before, tell not to share it."""
    if any(_LEADS_ON.fullmatch(before, told.end()) for told in _WARNING.finditer(before)):
        return True
    warning = _WARNING.search(after)
    return warning is not None and len(after[: warning.start()].strip()) <= 6 and not before.strip()
