"""Restating: before its first step a policy may say which known request a goal is, and with which values.

    1 Set an alarm for {time~}.
    2 Turn off the alarm {label}.
    Asked: wake me half 7 tmrw pls
    Means:

and the reply, the number of the request and its values, or 0 if it is none of them:

    1
    time: 7:30 AM

The run goes on with that sentence, its values filled in, in the place of the goal. A value is made of
words of the goal as they stand, with or without capitals; only a parameter with a tilde may be said in
another form (times, dates, amounts). It is a `PromptFormat` of its own, beside the one that decisions are
asked in. A reply may be kept to one `reading`, the number of a known request: then only its values are asked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from runtime.actions import Finish, FinishStatus, Output
from runtime.engine import Prompt
from runtime.episode import Decision, Unparsed
from runtime.errors import Inexpressible
from runtime.observation import Observation
from runtime.prompts.format import ObservationKind, PromptFormat, Rendered, TextPart
from runtime.prompts.line_text import from_one_line, one_line, whole_characters
from runtime.prompts.sentences import fill_in, parameters_of, values_of

NONE = "0"
"""The reply to a request that is none of the known ones."""
SHOWN = 4
"""How many known requests are shown."""
DECLINED = "I do not know how to do that on this phone."
"""What a person then reads."""
FREE = "~"
"""Ends the name of a parameter whose values may be said in another form than in the goal."""
_PARAMETER = re.compile(r"\{[^}]*\}")
_TWO = re.compile(r"…(?: ?…)+")
_QUOTED = re.compile(r"""["'‘“]…["'’”]""")
_SHORT = re.compile(r"(?!…)(?:[^.!?…:]|…(?!(?:[^…]*…){2})){1,70}\??")
"""One sentence of at most 70 characters that begins with words of its own and leaves out at most two values."""


@dataclass(frozen=True, slots=True)
class RestatingFormat:
    """Prompts that ask which of the `known` requests `asked` is, and the replies."""

    known: tuple[str, ...] = ()
    asked: str = ""
    reading: int = 0

    name = "restating"
    observation = ObservationKind.ELEMENTS

    def render(self, prompt: Prompt) -> Rendered:
        known = "".join(f"{number} {one_line(one)}\n" for number, one in _numbered(prompt.known))
        asked = f"Asked: {one_line(prompt.goal)}\n"
        # No later prompt begins like this one.
        return Rendered((TextPart(known), TextPart(asked), TextPart("Means:\n")), stable=0)

    def grammar(self, observation: Observation) -> str:
        del observation
        allowed = [
            (number, one) for number, one in _numbered(self.known) if self.reading in (0, number)
        ]
        replies = [_reply_rule(number, one) for number, one in allowed]
        if not self.reading:
            replies.append(json.dumps(NONE))
        asked = one_line(self.asked)
        copied = " | ".join(
            f'%regex {{"substring_words": {json.dumps(text)}}}' for text in (asked, asked.title())
        )
        return (
            f"start: {' | '.join(replies)}\n"
            f"_AS_ASKED: {copied}\n"
            "COPIED: _AS_ASKED & /[^\\n]+/\n"
            "FREE: /[^\\n]+/\n"
        )

    def write_reply(self, decision: Decision, observation: Observation) -> str:
        del observation
        match decision.action:
            case Output(text):
                return whole_characters(self._written(text))
            case Finish() | Unparsed():
                return NONE
            case _:
                raise Inexpressible("a goal is restated as a known request, or declined")

    def _written(self, sentence: str) -> str:
        for number, known in _numbered(self.known):
            values = values_of(sentence, known)
            if values is not None:
                return written_reply(
                    number, known, dict(zip(parameters_of(known), values, strict=True))
                )
        raise Inexpressible("a goal is restated as one of the known requests that are shown")

    def parse_reply(self, reply: str, observation: Observation) -> Decision:
        del observation
        number, *lines = reply.strip().split("\n")
        if number == NONE:
            return Decision(Finish(DECLINED, FinishStatus.IMPOSSIBLE), reply=reply)
        known = dict(_numbered(self.known)).get(int(number) if number.isdecimal() else 0)
        values = {name: from_one_line(value) for name, _, value in map(_divided, lines)}
        if known is None or any(not values.get(_bare(name)) for name in parameters_of(known)):
            return Decision(Unparsed(reply, "it is no known request"), reply=reply)
        return Decision(Output(fill_in(known, lambda name: values[_bare(name)])), reply=reply)


def number_of(decision: Decision) -> int:
    """The number of the known request that a reply chose; 0 for none of them."""
    number = decision.reply.strip().partition("\n")[0]
    return int(number) if number.isdecimal() and isinstance(decision.action, Output) else 0


def written_reply(number: int, known: str, values: Mapping[str, str]) -> str:
    """The reply that means the known request of this number; each of its parameters is told once."""
    names = dict.fromkeys(parameters_of(known))
    lines = [f"{_bare(name)}: {one_line(values[name])}" for name in names]
    return "\n".join([str(number), *lines])


def with_free(sentence: str, free: frozenset[str]) -> str:
    """A known request in which these parameters may be said in another form."""
    return fill_in(sentence, lambda name: f"{{{name}{FREE if name in free else ''}}}")


def declined(near: Sequence[str], most: int = 3) -> str:
    """What a person reads, with some requests near theirs that would be understood.

    `near`: the nearest first. Those that read as one short sentence without their values are shown: the
    others tell a story, which nobody would take for a suggestion.
    """
    shown = [one for one in map(_suggestion, near) if _SHORT.fullmatch(one)][:most]
    if not shown:
        return DECLINED
    return f"{DECLINED} Near it I can: {'; '.join(f'“{one}”' for one in shown)}."


def _suggestion(sentence: str) -> str:
    """A known request with … for its values, and for values that follow each other."""
    left_out = _PARAMETER.sub("…", sentence).rstrip(".")
    return _TWO.sub("…", _QUOTED.sub("…", left_out))


def format_of(prompt: Prompt, usual: PromptFormat) -> PromptFormat:
    """The format that a prompt is asked in."""
    if not prompt.restating:
        return usual
    return RestatingFormat(prompt.known, prompt.goal, prompt.reading)


def _numbered(known: Sequence[str]) -> list[tuple[int, str]]:
    return list(enumerate(known, 1))


def _reply_rule(number: int, known: str) -> str:
    parts = [json.dumps(str(number))]
    for name in dict.fromkeys(parameters_of(known)):
        parts += [json.dumps(f"\n{_bare(name)}: "), "FREE" if name.endswith(FREE) else "COPIED"]
    return f"({' '.join(parts)})"


def _bare(name: str) -> str:
    return name.removesuffix(FREE)


def _divided(line: str) -> tuple[str, str, str]:
    return line.partition(": ")
