"""The constant pieces of prompts and replies, by format: each becomes one token of our tokenizer.

Calls come from the runtime's own table of tools, so a tool that is added there gets its tokens here.
What opens a line ends with a space, so that the label after it has the tokens that it has where it
opens a line of the screen.
"""

from __future__ import annotations

from collections.abc import Iterator

from runtime.prompts.compact_grammar import NOTE
from runtime.prompts.grammar import (
    NAME,
    TEXT,
    Gap,
    OptionalArgument,
    Piece,
    gapped_calls,
    json_pieces,
)
from runtime.prompts.phonebuddy_grammar import COLON, COMMA

_INDICES = "indices"
_VERBS = ("Tap", "Hold", "Type in", "Open")
_OPENINGS = (
    "Task: ",
    "Screen ",
    NOTE,
    *(f"{verb} " for verb in _VERBS),
    *(f"- {verb} " for verb in _VERBS),
)
_ENDINGS = ("\nDo:\n",)
_POINTS = ("point", "stroke")
_CALL, _CALL_END = "<tool_call>\n", "\n</tool_call>"
_PHONEBUDDY_OPENINGS = (
    "# Instruction\n",
    "\n# History of Previous Actions\n",
    "- Step ",
    "Action: ",
    "Thought: ",
    "Result: ",
)


def skeletons() -> tuple[str, ...]:
    """Every constant piece of `compact`, each once, in an order that does not change."""
    calls = gapped_calls(points=False, indices=True)
    literals = (literal for call in calls for literal in _literals(json_pieces(call)))
    return tuple(dict.fromkeys((*_OPENINGS, *_ENDINGS, *literals)))


def phonebuddy_skeletons() -> tuple[str, ...]:
    """The same of `phonebuddy`, with points for targets."""
    literals = (
        literal
        for call in gapped_calls(points=True, indices=False)
        for literal in _literals(
            (_CALL, *json_pieces(call, comma=COMMA, colon=COLON), _CALL_END),
            comma=COMMA,
            colon=COLON,
        )
    )
    return tuple(dict.fromkeys((*_PHONEBUDDY_OPENINGS, *literals)))


def _literals(pieces: tuple[Piece, ...], *, comma: str = ",", colon: str = ":") -> Iterator[str]:
    """What stands between the gaps of a call; without, then with what may be left out."""
    for optional in (False, True):
        literal = ""
        for piece in pieces:
            match piece:
                case str():
                    literal += piece
                case OptionalArgument(name, value):
                    if optional and not isinstance(value, Gap):
                        literal += f'{comma}"{name}"{colon}{str(value).lower()}'
                    elif optional:
                        yield f'{literal}{comma}"{name}"{colon}'
                        literal = ""
                case Gap():
                    opening, closing = _around(piece)
                    yield literal + opening
                    literal = closing
        yield literal


def _around(gap: Gap) -> tuple[str, str]:
    """The characters of a gap that are always there."""
    if gap in (TEXT, NAME):
        return '"', '"'
    if gap.rule in _POINTS:
        return "[[", "]]"
    return ("[", "]") if gap.rule == _INDICES else ("", "")
