"""The grammar of `compact` replies: the thought and the call have the same target.

Each element that may be tapped, each field for typing, is written out with its words, pointer and index, so that
once a policy has named its target, all the rest has no alternative: most of a reply is forced, and
costs no decoding. Sliders are written out where a screen has some, and no other grammar knows of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from runtime.lenient_json import JsonValue
from runtime.observation import Element
from runtime.prompts.call_words import LONGEST_APP, call_words, place_words, pointed
from runtime.prompts.grammar import (
    INDEX_GAP,
    Gap,
    GappedCall,
    Piece,
    gapped_calls,
    index_rules,
    json_pieces,
    quoted,
    rule,
    sequence,
    terminals,
)
from runtime.prompts.slides import PERCENT, PERCENT_GAP, PERCENT_RULE, SLIDE_CALL, sliders_of

NOTE = "Note: "
LONGEST_NOTE = 240

# Stand for what is not known yet while all around it is written: nothing of ours has such characters.
_PLACE, _INDEX, _APP, _PERCENT = "\ue000", "\ue001", "\ue002", "\ue003"
_PLACE_GAP, _APP_GAP = Gap("place"), Gap("APP")
_WORDS = r"[^\x00-\x1f\x7f-\x9f]"
# Writing 60 elements out costs 1 ms for each way to call: it is done for what policies mostly do,
# taps on anything and typing into fields.
_INTO_FIELDS = "type"
_WRITTEN_OUT = ("click", _INTO_FIELDS)


def compact_grammar(elements: Sequence[Element]) -> str:
    """Every reply on a screen with these elements to choose from."""
    if not elements:
        return _constant(with_elements=False, with_sliders=False)
    places = [
        _Place(quoted(place_words(element))[1:-1], str(element.index), element.editable)
        for element in elements
    ]
    sliders = sliders_of(elements)
    constant = _constant(with_elements=True, with_sliders=bool(sliders))
    rules = [constant, index_rules(place.number for place in places)]
    rules.append(_places("place", places))
    for number, form in enumerate(_written_out()):
        rest = [place for place in places if form.fields_only and not place.editable]
        alternatives = [
            f"{form.before}{words} #{index}{form.between}{index}{form.after}"
            for words, index, editable in places
            if editable or not form.fields_only
        ]
        if rest:
            rules.append(_places(f"rest_{number}", rest))
            rules.append(f"REST_{number}: /{'|'.join(place.number for place in rest)}/\n")
            alternatives.append(form.loosely(f"rest_{number}", f"REST_{number}"))
        rules.append(rule(f"at_{number}", alternatives))
    if sliders:
        rules.append(rule("slid", [_slid(slider) for slider in sliders]))
        rules.append(PERCENT_RULE)
    return "".join(rules)


def _slid(slider: Element) -> str:
    """A reply that moves this slider; the words may say another value, and the call decides."""
    return sequence(_reply(SLIDE_CALL, place=pointed(slider), index=str(slider.index)))


class _Place(NamedTuple):
    """An element's words, ready to stand in a literal, and its index."""

    words: str
    number: str
    editable: bool


def _places(name: str, places: Sequence[_Place]) -> str:
    return rule(name, [f'"{place.words} #{place.number}"' for place in places])


@dataclass(frozen=True, slots=True)
class _WrittenOut:
    """A reply in Lark: up to its target's words, between these and the index, and after it.

    The literals on both sides of words and index are still open.
    """

    before: str
    between: str
    after: str
    fields_only: bool

    def loosely(self, place: str, index: str) -> str:
        """The reply with rules for words and index: they may differ."""
        after = self.after.removeprefix('" ') if self.after.startswith('" ') else f'"{self.after}'
        return f'{self.before}" {place} "{self.between}" {index} {after}'


@cache
def _constant(*, with_elements: bool, with_sliders: bool) -> str:
    """The part that is the same on every screen."""
    calls = gapped_calls(points=False, indices=with_elements)
    replies = [sequence(_reply(call)) for call in calls if not _is_written_out(call)]
    if with_elements:
        replies += [f"at_{number}" for number in range(len(_written_out()))]
    if with_sliders:
        replies.append("slid")
    return (
        "start: NOTE? reply\n"
        f"NOTE: /{NOTE}{_WORDS}{{1,{LONGEST_NOTE}}}\\n/\n"
        f"APP: /{_WORDS}{{1,{LONGEST_APP}}}/\n"
        f"{rule('reply', replies)}{terminals()}"
    )


@cache
def _written_out() -> tuple[_WrittenOut, ...]:
    found: list[_WrittenOut] = []
    for call in gapped_calls(points=False, indices=True):
        if _is_written_out(call):
            before, _, rest = sequence(_reply(call, place=_PLACE, index=_INDEX)).partition(_PLACE)
            between, _, after = rest.partition(_INDEX)
            found.append(_WrittenOut(before, between, after, call.name == _INTO_FIELDS))
    return tuple(found)


def _is_written_out(call: GappedCall) -> bool:
    return call.name in _WRITTEN_OUT and INDEX_GAP in dict(call.arguments).values()


def _reply(call: GappedCall, *, place: Piece = _PLACE_GAP, index: Piece = INDEX_GAP) -> list[Piece]:
    """A reply as pieces: the words for a call and the call."""
    gaps: dict[str, Piece] = {_PLACE: place, _APP: _APP_GAP, _PERCENT: PERCENT_GAP}
    words = (gaps.get(character, character) for character in _words(call))
    written = (index if piece is INDEX_GAP else piece for piece in json_pieces(call))
    return [*words, "\n", *written]


def _words(call: GappedCall) -> str:
    arguments: dict[str, JsonValue] = {}
    for name, value in call.arguments:
        if not isinstance(value, Gap):
            arguments[name] = value
        elif name == PERCENT:
            arguments[name] = _PERCENT
        else:
            arguments[name] = [0, 0] if name == "indices" else _APP
    return call_words(call.name, arguments, lambda _: _PLACE)
