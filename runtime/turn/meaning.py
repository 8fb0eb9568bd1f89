"""Asking a person what they meant, where the policy is not sure that it has understood the goal.

    Do you mean: “Set an alarm for 7:00 AM.”? Say yes or no, or say it in other words.

Whoever says neither yes nor no has said it in other words.
"""

from __future__ import annotations

from enum import Enum, auto

from runtime.prompts.line_text import one_line

MOST_QUESTIONS = 3
"""So often a person is asked what one goal means."""
_LONGEST = 200
_PUNCTUATION = dict.fromkeys(map(ord, ".,;:!?¡¿。，！？、"), " ")
_YES = frozenset(
    "yes y yeah yep yup ok okay sure right correct exactly ja jo oui si sí sim tak evet да ага 是 是的 对 好 はい "
    "うん 네 예 응 हाँ हां نعم".split()
) | {"yes please", "do it", "that's it", "that is it", "yes i do"}
_NO = frozenset(
    "no n nope nah nein non nee não nao nie hayır нет 不 不是 不对 いいえ いや 아니요 아니 नहीं لا".split()
) | {"no thanks", "not that"}


class PlainAnswer(Enum):
    """What an answer says, where it is not the goal in other words."""

    YES = auto()
    NO = auto()


def question(sentence: str) -> str:
    """What a person is asked about the sentence that their goal was understood as."""
    shown = one_line(sentence, _LONGEST)
    return f"Do you mean: “{shown}”? Say yes or no, or say it in other words."


def read_answer(answer: str) -> PlainAnswer | str:
    """Yes, no, or the goal in other words."""
    plain = " ".join(answer.casefold().translate(_PUNCTUATION).split())
    if plain in _YES:
        return PlainAnswer.YES
    if not plain or plain in _NO:
        return PlainAnswer.NO
    return " ".join(answer.split())
