"""What a policy can read: the words of a screen as prompts show it, and whether a text is among them.

Matching is by whole words, without regard to case, spaces and line breaks: what a person would call
the same text.
"""

from __future__ import annotations

import re
from functools import lru_cache

from runtime.actions import Action, AskUser, Drag, Finish, Output, Type
from runtime.episode import Step, Unparsed
from runtime.errors import ActionError
from runtime.observation import Observation
from runtime.prompts.call_words import place_words
from runtime.prompts.screen_lines import write_screen
from runtime.prompts.targets import by_index
from runtime.sliders import slid_to

_SPACES = re.compile(r"\s+")
_POINTERS = re.compile(r"(?<!\\)#\d+")
_WORD = re.compile(r"[^\s,;|·–]+")
_EDGES = ".,:;?!\"'()[]…„“”‘’"


def folded(text: str) -> str:
    """The text as it is compared: one case, single spaces."""
    return _SPACES.sub(" ", text.replace("\\n", " ")).casefold().strip()


def read_screen(observation: Observation) -> str:
    """All that a policy reads on a screen, as it is compared; without the pointers."""
    return _read(write_screen(observation))


@lru_cache(maxsize=512)
def _read(lines: str) -> str:
    lines = lines.replace("\\\\", "\0").replace("\\n", " ").replace("\0", "\\")
    return folded(_POINTERS.sub("", lines).replace("\\#", "#").replace("\\->", "->"))


def holds(text: str, part: str) -> bool:
    """Whether a folded text holds a folded part as whole words."""
    start = text.find(part)
    while start >= 0:
        end = start + len(part)
        before, after = text[start - 1 : start], text[end : end + 1]
        if not (_joins(before, part[:1]) or _joins(after, part[-1:])):
            return True
        start = text.find(part, start + 1)
    return False


def _joins(outside: str, inside: str) -> bool:
    return outside.isalnum() and inside.isalnum()


def words_of(text: str) -> list[str]:
    """The words of a text, without punctuation around them."""
    found = (match.group().strip(_EDGES) for match in _WORD.finditer(text))
    return [word for word in found if word]


def spoken(action: Action | Unparsed, observation: Observation) -> str:
    """The text that a decision has to bring forth itself, rather than point at."""
    match action:
        case Drag():
            slid = slid_to(action, observation)
            return "" if slid is None else f"{slid[1]} %"
        case Type(text) | Output(text) | Finish(text):
            return text
        case AskUser(question):
            return question
        case _:
            return ""


def touched(step: Step) -> str:
    """The words of what a step touches, as the history will tell them; empty for nothing."""
    action = step.decision.action
    if isinstance(action, Unparsed):
        return ""
    observation = step.observation
    target = getattr(action, "target", None) or getattr(action, "start", None)
    if target is None:
        return ""
    try:
        named = by_index(action, observation, observation.elements)
        index = getattr(named, "target", None) or getattr(named, "start", None)
        return place_words(observation.element(index.index)) if index is not None else ""
    except ActionError:
        return ""
