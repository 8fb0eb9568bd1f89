"""A recorded run as a macro: values that were typed, answered or touched in it, and others in their place.

A value is named by itself ("milk"), by the field that it was typed into, or by the question that it
answered. It is replaced wherever it stands as whole words: in what is typed, in recorded answers, in the
labels that the recording touches and compares. A value that nothing in the recording has is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from runtime.action_targets import targets_of
from runtime.action_words import say
from runtime.actions import Action, AskUser, Finish, OpenApp, Output, Target, Type
from runtime.episode import Step, Unparsed
from runtime.errors import ActionError, InvalidRequest
from runtime.guard.redaction import has_mark
from runtime.observation import Element, Observation
from runtime.runs.replay_match import cursor_of, element_under

FIELD = "replay_values"
_MOST_TOLD = 8
_LONGEST_TOLD = 40


@dataclass(frozen=True, slots=True)
class ReplayValue:
    """What stands for a recorded value, which `name` is or names."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class ReplayParameter:
    """A value of a recording that can be replaced, and what it was: the field's name, or the question."""

    name: str
    value: str
    step: int


@dataclass(frozen=True, slots=True)
class Replacement:
    """A step that is other than recorded, in words as it will be done."""

    step: int
    words: str


class _Substitution:
    """Recorded values and what stands for each, put in all at once: what was put in is left alone."""

    def __init__(self, new: Mapping[str, str]) -> None:
        self._new = new
        either = "|".join(map(re.escape, sorted(new, key=len, reverse=True)))
        self._pattern = re.compile(rf"(?<!\w)(?:{either})(?!\w)") if new else None

    def text(self, text: str) -> str:
        if self._pattern is None or has_mark(text):
            return text
        return self._pattern.sub(lambda found: self._new[found[0]], text)

    def step(self, step: Step) -> Step:
        if self._pattern is None:
            return step
        action = step.decision.action
        if not isinstance(action, Unparsed):
            step = replace(step, decision=replace(step.decision, action=self._action(action)))
        seen = replace(
            step.observation, elements=tuple(map(self._element, step.observation.elements))
        )
        return replace(step, observation=seen, answer=self.text(step.answer))

    def _action(self, action: Action) -> Action:
        match action:
            case Type(text) | Output(text) | Finish(text):
                return replace(action, text=self.text(text))
            case OpenApp(app):
                return replace(action, app=self._new.get(app, app))
            case _:
                return action

    def _element(self, element: Element) -> Element:
        text, description = self.text(element.text), self.text(element.description)
        if (text, description) == (element.text, element.description):
            return element
        return replace(element, text=text, description=description)


class ReplayValues:
    """Values that are replaced in a recording; `InvalidRequest` for one that it does not have."""

    def __init__(self, steps: Sequence[Step], values: Sequence[ReplayValue] = ()) -> None:
        known = parameters_of(steps)
        new = dict(_resolved(values, known))
        for asked, (old, value) in zip(values, new.items(), strict=True):
            alone = _Substitution({old: value})
            changed = _replacements(steps, [alone.step(step) for step in steps])
            if old != value and not any(changed):
                raise InvalidRequest(FIELD, _unknown(asked.name, known))
        self._substitution = _Substitution(new)
        self.new = tuple(new.values())
        """What was put in."""
        self.steps = tuple(map(self._substitution.step, steps))
        self.replacements = tuple(_replacements(steps, self.steps))

    def text(self, text: str) -> str:
        """A text with the values in it: the goal."""
        return self._substitution.text(text)


def parameters_of(steps: Iterable[Step]) -> tuple[ReplayParameter, ...]:
    """What was typed, answered and touched in a recording, each value once for each name."""
    found: dict[tuple[str, str], ReplayParameter] = {}
    for number, step in enumerate(steps):
        for name, value in _named(step):
            if value.strip() and not has_mark(value) and not step.error:
                found.setdefault((name, value), ReplayParameter(name, value, number))
    return tuple(found.values())


def _named(step: Step) -> Iterator[tuple[str, str]]:
    match step.decision.action:
        case Type(text, target):
            screen = step.observation
            field = cursor_of(screen) if target is None else _touched(target, screen)
            yield (_called(field) if field is not None else "text"), text
        case AskUser(question):
            yield question, step.answer
        case OpenApp(app):
            yield app, app
        case Unparsed():
            return
        case action:
            for target in targets_of(action):
                element = _touched(target, step.observation)
                if element is not None and element.label and not element.editable:
                    yield element.label, element.label


def _touched(target: Target, screen: Observation) -> Element | None:
    try:
        return element_under(target, screen)
    except ActionError:
        return None  # an element that the record does not have


def _called(field: Element) -> str:
    return field.description or field.hint or field.resource_id.rpartition("/")[2] or field.role


def _resolved(
    values: Sequence[ReplayValue], known: Sequence[ReplayParameter]
) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for asked in values:
        old = _recorded(asked.name, known)
        if old in seen:
            raise InvalidRequest(FIELD, f"{asked.name[:_LONGEST_TOLD]!r} is given twice")
        seen.add(old)
        yield old, asked.value


def _recorded(name: str, known: Sequence[ReplayParameter]) -> str:
    """The recorded value that a name means: itself, or what stood under it."""
    if not name.strip():
        raise InvalidRequest(FIELD, "a value has no name")
    if any(one.value == name for one in known):
        return name
    under = {one.value for one in known if one.name.casefold() == name.casefold()}
    if len(under) == 1:
        return under.pop()
    if under:
        listed = ", ".join(repr(one[:_LONGEST_TOLD]) for one in sorted(under))
        raise InvalidRequest(
            FIELD, f"{name[:_LONGEST_TOLD]!r} had several values: name one itself: {listed}"
        )
    return name  # perhaps a part of one


def _unknown(name: str, known: Sequence[ReplayParameter]) -> str:
    listed = [
        repr(one.value[:_LONGEST_TOLD])
        if one.name == one.value
        else f"{one.name[:_LONGEST_TOLD]} = {one.value[:_LONGEST_TOLD]!r}"
        # What was typed and answered before what was touched: messages are cut at their end.
        for one in sorted(known, key=lambda one: one.name == one.value)[:_MOST_TOLD]
    ]
    more = ", ..." if len(known) > _MOST_TOLD else ""
    return (
        f"nothing that was typed, answered or touched has {name[:_LONGEST_TOLD]!r}, so nothing would be "
        f"replaced; there is {', '.join(listed) + more if listed else 'nothing to replace'}"
    )


def _replacements(before: Sequence[Step], after: Sequence[Step]) -> Iterator[Replacement]:
    """The steps that will do something else, or to something else."""
    for number, (old, new) in enumerate(zip(before, after, strict=True)):
        action, changed = old.decision.action, new.decision.action
        if isinstance(action, Unparsed) or isinstance(changed, Unparsed) or old.error:
            continue
        words = say(changed, new.observation)
        if isinstance(changed, AskUser) and new.answer != old.answer:
            yield Replacement(number, f"{words}, to be answered with {new.answer!r}")
        elif action != changed or words != say(action, old.observation):
            yield Replacement(number, words)
