"""What formats share in writing the history: which steps it shows, and what came of each."""

from __future__ import annotations

import re
from typing import Final

from runtime.actions import Action, AskUser, ElementRef, Finish, Output, Type
from runtime.episode import Actor, Step, Unparsed
from runtime.errors import OffScreen
from runtime.observation import Observation
from runtime.prompts.line_text import one_line

LONGEST_REASON = 160
LONGEST_ANSWER = 400
HIDDEN: Final = "****"

_SECRET = re.compile(r"\{\{secret:[^{}]*\}\}")


def left_out(steps: int, limit: int) -> int:
    """How many of so many steps are no longer shown where at most `limit` are (0: all are).

    They go in bites of half the limit: from one bite to the next, prompts begin alike.
    """
    if not limit or steps <= limit:
        return 0
    bite = max(1, limit // 2)
    return -(-(steps - limit) // bite) * bite


def outcome(step: Step) -> str:
    """What came of a step, where that needs saying; else nothing."""
    action = step.decision.action
    if isinstance(action, Unparsed):
        return f"unreadable reply: {one_line(action.reason, LONGEST_REASON)}"
    results: list[str] = []
    if step.error:
        results.append(f"failed: {one_line(step.error, LONGEST_REASON)}")
    elif step.guard is not None and step.guard.approved is False:
        results.append("refused by the user")
    if step.answer:
        results.append(f"user: {one_line(step.answer, LONGEST_ANSWER)}")
    done = step.performed
    if done is not None and not step.error:
        if done.note and not step.answer:
            results.append(one_line(done.note, LONGEST_REASON))
        elif not done.changed and not isinstance(action, Output | AskUser | Finish):
            results.append("nothing changed")
    return ", ".join(results)


def by_person(step: Step) -> bool:
    """Whether the person acted in a step, not the policy."""
    return step.actor is Actor.PERSON


def shown_text(action: Type, observation: Observation) -> str:
    """What was typed, hidden where it went into a password field; names of secrets are shown."""
    if _SECRET.fullmatch(action.text) or not _into_password(action, observation):
        return action.text
    return HIDDEN


def without_passwords(action: Action, observation: Observation) -> Action:
    """The action as the history may show it."""
    if not isinstance(action, Type):
        return action
    return Type(shown_text(action, observation), action.target, action.clear)


def _into_password(action: Type, observation: Observation) -> bool:
    elements = observation.elements
    match action.target:
        case None:
            if observation.focused is None:
                return any(element.password and element.focused for element in elements)
            index = observation.focused
        case ElementRef(index):
            pass
        case point:
            try:
                x, y = observation.pixel(point)
            except OffScreen:
                return True  # nowhere: whatever it was meant for
            return any(e.password and e.bounds.contains(x, y) for e in elements)
    return 0 <= index < len(elements) and elements[index].password
