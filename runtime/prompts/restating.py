"""Restating: before its first step a policy may say a goal again, in the words that it knows best.

    Known: Set an alarm for {time}.
    Known: Turn off the alarm {label}.
    Asked: wake me half 7 tmrw pls
    Means:

and the reply, one of the known requests with its parameters filled in, or that it is none of them, or
nothing that the phone can do:

    Set an alarm for 7:30 AM.

The run goes on with that sentence in the place of the goal. It is a `PromptFormat` of its own, beside
the one that decisions are asked in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from runtime.actions import Finish, FinishStatus, Output
from runtime.engine import Prompt
from runtime.episode import Decision, Unparsed
from runtime.errors import Inexpressible
from runtime.observation import Observation
from runtime.prompts.format import ObservationKind, PromptFormat, Rendered, TextPart
from runtime.prompts.line_text import from_one_line, one_line, whole_characters

NOTHING = "Nothing that this phone can do."
"""The reply to a request that no app serves."""
ANOTHER = "None of these."
"""The reply to a request that is none of the known ones."""
SHOWN = 4
"""How many known requests are shown."""
DECLINED = "I do not know how to do that on this phone."
"""What a person then reads."""
_PARAMETER = re.compile(r"\{[^}]*\}")
_WORDS = r"[^\n\x00-\x1f]+"
"""Part of a line, as a pattern. Without a bound: how long replies get is the engine's part, and patterns that
count are too complex for several parameters.
"""


@dataclass(frozen=True, slots=True)
class RestatingFormat:
    """Prompts that ask what a goal means, and the replies.

    With `known`, the grammar lets a reply be one of these with something in the place of each
    parameter, or that the phone can do nothing of the kind. "None of these" is learnt and not offered: what
    is none of them is unlikely in these words, and is declined for that.
    """

    known: tuple[str, ...] = ()

    name = "restating"
    observation = ObservationKind.ELEMENTS

    def render(self, prompt: Prompt) -> Rendered:
        known = "".join(f"Known: {one_line(one)}\n" for one in prompt.known)
        asked = f"Asked: {one_line(prompt.goal)}\n"
        # No later prompt begins like this one.
        return Rendered((TextPart(known), TextPart(asked), TextPart("Means:\n")), stable=0)

    def grammar(self, observation: Observation) -> str:
        del observation
        if not self.known:
            return f"start: /{_WORDS}/\n"
        # One terminal: a lexer that took values for themselves would take what follows them too.
        replies = "|".join(map(_filled_in, self.known))
        return f"start: /{replies}|{_literal(NOTHING)}/\n"

    def write_reply(self, decision: Decision, observation: Observation) -> str:
        del observation
        match decision.action:
            case Output(text):
                return whole_characters(one_line(text))
            case Finish():
                return NOTHING
            case Unparsed():
                return ANOTHER
            case _:
                raise Inexpressible("a goal is restated in a sentence, or declined")

    def parse_reply(self, reply: str, observation: Observation) -> Decision:
        del observation
        said = from_one_line(reply.strip())
        if said == NOTHING:
            return Decision(Finish(DECLINED, FinishStatus.IMPOSSIBLE), reply=reply)
        if not said or said == ANOTHER:
            return Decision(Unparsed(reply, "it is no known request"), reply=reply)
        return Decision(Output(said), reply=reply)


def declined(near: Sequence[str]) -> str:
    """What a person reads, with requests near theirs that would be understood."""
    if not near:
        return DECLINED
    shown = "; ".join(f"“{_PARAMETER.sub('…', one).rstrip('.')}”" for one in near)
    return f"{DECLINED} Near it I can: {shown}."


def _filled_in(sentence: str) -> str:
    """A known request with something in the place of each parameter, as a pattern."""
    return _WORDS.join(map(_literal, _PARAMETER.split(one_line(sentence))))


def _literal(text: str) -> str:
    return re.escape(text).replace("/", "\\/")


RESTATING = RestatingFormat()


def format_of(prompt: Prompt, usual: PromptFormat) -> PromptFormat:
    """The format that a prompt is asked in."""
    return RestatingFormat(prompt.known) if prompt.restating else usual
