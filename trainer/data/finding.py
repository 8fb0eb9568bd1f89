"""Lessons in finding, made from recorded screens: which line the goal names, and whether it is there.

    sibling      the same screen, and the goal names another line of the same list: that one is tapped
    one field    another line of the list differs from the named one in a single field that the goal names
    out of view  the list ends before the named line: it is scrolled

A step gives lessons only where its target is named by values of the goal, each of them a whole field
of the target's label, where no step before tells of them, and where nothing else on the screen does. So
what is right in the lesson follows from what was right in the episode. Every lesson is checked by
`names_one` before it is given: the goal's values are together on one line, the one that is tapped; or on
none, where the list is scrolled.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

from runtime.actions import Action, Click, Direction, ElementRef, Scroll
from runtime.episode import Actor, Decision, Episode, Step
from runtime.observation import Element, Observation
from runtime.prompts.format import PromptFormat
from runtime.prompts.screen_lines import LONG_LABEL, label_of
from runtime.turn.history import PromptHistory
from trainer.data.goal_values import GoalValues
from trainer.data.notes import notes_of
from trainer.data.rewording import NOT_REWORDED, RewordedGoals, Rewording
from trainer.data.samples import Sample
from trainer.data.screen_text import folded, holds, read_screen, spoken, touched

MOST_SIBLINGS = 2
"""How many other lines of a screen are named at most."""
_FEWEST_LINES = 3
"""So many lines of a list stay where the named one is out of view."""
_SHORTEST_VALUE = 2
_TASK = "Task"
"""Stands before the goal in prompts, where it is no value."""
_BETWEEN_FIELDS = re.compile(r"(, | · |\n)")


class FindingKind(StrEnum):
    """What a lesson teaches to tell apart."""

    SIBLING = "sibling"
    ONE_FIELD = "one field"
    OUT_OF_VIEW = "out of view"


@dataclass(frozen=True, slots=True)
class FindingLesson:
    """A screen, the values of the goal that name a line of it, and what is right there.

    The values stand for those of the episode's goal, in the same order.
    """

    kind: FindingKind
    observation: Observation
    original: tuple[str, ...]
    named: tuple[str, ...]
    action: Action

    def goal(self, goal: str) -> str | None:
        """A goal of the episode as it is said in this lesson; None if it says the values otherwise."""
        if not all(_said(goal, value) for value in self.original):
            return None
        return _substitute(goal, dict(zip(self.original, self.named, strict=True)))


def lessons_of(episode: Episode, values: tuple[str, ...]) -> Iterator[tuple[int, FindingLesson]]:
    """The lessons of an episode whose goal has these values, each with the number of its step."""
    values = tuple(dict.fromkeys(values))
    told: list[str] = []
    for number, step in enumerate(episode.steps):
        found = _named_line(step, values, told)
        if found is not None:
            rng = Random(f"finding {episode.id} {number}")
            for lesson in _lessons(step.observation, *found, values, rng):
                if names_one(lesson):
                    yield number, lesson
        told.append(_told(step))


def names_one(lesson: FindingLesson) -> bool:
    """Whether the named values are together on just the line that is tapped, or on none to be scrolled."""
    lines = [
        element.index
        for element in lesson.observation.elements
        if all(holds(folded(label_of(element)), folded(value)) for value in lesson.named)
    ]
    match lesson.action:
        case Click(ElementRef(index)):
            return lines == [index]
        case Scroll():
            screen = read_screen(lesson.observation)
            return not any(holds(screen, folded(value)) for value in lesson.named)
        case _:
            return False


class FindingSamples:
    """Samples from episodes, with goals in other words where a rewording is given."""

    def __init__(
        self, form: PromptFormat, values: GoalValues, rewording: Rewording | None = None
    ) -> None:
        self._form = form
        self._values = values
        self._rewording = rewording

    def of(self, episode: Episode) -> Iterator[Sample]:
        """The samples of an episode; each is an episode of its own."""
        lessons = list(lessons_of(episode, self._values.of(episode)))
        if not lessons:
            return
        goals = self._rewording.of(episode) if self._rewording else NOT_REWORDED
        for place, (number, lesson) in enumerate(lessons):
            goal = lesson.goal(episode.goal)
            if goal is None:
                continue
            history = PromptHistory()
            for step in episode.steps[:number]:
                history.append(step)
            rendered = self._form.render(history.prompt(goal, lesson.observation))
            reply = self._form.write_reply(Decision(lesson.action), lesson.observation)
            worded = [text for one in goals.texts if (text := lesson.goal(one)) is not None]
            yield Sample(
                f"{episode.id}/{lesson.kind.value.replace(' ', '-')}-{place}",
                episode.task,
                number,
                rendered.parts,
                rendered.stable,
                reply,
                RewordedGoals(goals.part, tuple(worded)) if worded else NOT_REWORDED,
            )


def _named_line(
    step: Step, values: tuple[str, ...], told: list[str]
) -> tuple[Element, dict[int, str]] | None:
    """The line that a step taps and the fields of it that the goal names, by number."""
    action = step.decision.action
    if step.actor is not Actor.ORACLE or step.error or notes_of(step):
        return None
    if not isinstance(action, Click) or not isinstance(action.target, ElementRef):
        return None
    target = step.observation.element(action.target.index)
    fields = _fields(target)
    named = {
        number: field
        for number, field in enumerate(fields)
        if field in values and len(field) >= _SHORTEST_VALUE and field != _TASK
    }
    if not named or len(set(named.values())) != len(named):
        return None
    screen = read_screen(_without(step.observation, {target.index}))
    for value in values:
        if value in named.values():
            # What the steps before tell of it would be untrue of another.
            if any(holds(text, folded(value)) for text in told):
                return None
        # What the goal says besides must not be about this list: its day, its folder.
        elif holds(screen, folded(value)) or holds(folded(label_of(target)), folded(value)):
            return None
    return target, named


def _lessons(
    screen: Observation,
    target: Element,
    named: dict[int, str],
    values: tuple[str, ...],
    rng: Random,
) -> Iterator[FindingLesson]:
    original = tuple(named.values())
    siblings = _siblings(screen, target)
    rng.shuffle(siblings)
    others = [sibling for sibling in siblings if _can_be_named(sibling, named, values)]
    for sibling in others[:MOST_SIBLINGS]:
        fields = _fields(sibling)
        yield FindingLesson(
            FindingKind.SIBLING,
            screen,
            original,
            tuple(fields[number] for number in named),
            Click(ElementRef(sibling.index)),
        )
    for sibling in others:
        alike = _alike_but_for_one(screen, target, sibling, named, rng)
        if alike is not None:
            yield FindingLesson(
                FindingKind.ONE_FIELD,
                alike,
                original,
                original,
                Click(ElementRef(target.index)),
            )
            break
    cut = _cut_before(screen, target, siblings)
    if cut is not None:
        scroll = Scroll(Direction.DOWN)
        yield FindingLesson(FindingKind.OUT_OF_VIEW, cut, original, original, scroll)


def _siblings(screen: Observation, target: Element) -> list[Element]:
    """The lines of the target's own section: like it in all but what they say.

    Anything else between them (a day, a letter) begins another section, of which the goal may say more.
    """
    found: list[Element] = []
    for ways in (range(target.index + 1, len(screen.elements)), range(target.index - 1, -1, -1)):
        for index in ways:
            element = screen.elements[index]
            if _is_like(element, target):
                found.append(element)
            elif not any(_lies_in(element, row) for row in (target, *found)) and not _before_row(
                screen, index, target
            ):
                break
    return found


def _is_like(element: Element, target: Element) -> bool:
    one, other = element.bounds, target.bounds
    return (
        element.role == target.role
        and element.flags == target.flags
        and element.resource_id == target.resource_id
        and (one.left, one.right) == (other.left, other.right)
        and len(_fields(element)) == len(_fields(target))
        and element.index != target.index
    )


def _before_row(screen: Observation, index: int, target: Element) -> bool:
    """Whether an element is part of a line that is listed before or after it."""
    return any(
        _is_like(row, target) and _lies_in(screen.elements[index], row) for row in screen.elements
    )


def _lies_in(element: Element, row: Element) -> bool:
    inner, outer = element.bounds, row.bounds
    return (
        element.index != row.index
        and outer.left <= inner.left
        and inner.right <= outer.right
        and outer.top <= inner.top
        and inner.bottom <= outer.bottom
    )


def _can_be_named(sibling: Element, named: dict[int, str], values: tuple[str, ...]) -> bool:
    """Whether a goal can name this line instead: by values that differ, and are no other values of it."""
    fields = _fields(sibling)
    new = [fields[number] for number in named]
    differing = [field for field, value in zip(new, named.values(), strict=True) if field != value]
    return (
        bool(differing)
        and len(set(new)) == len(new)
        and all(
            len(field) >= _SHORTEST_VALUE
            and not any(
                holds(folded(value), folded(field)) or holds(folded(field), folded(value))
                for value in values
                if value != field
            )
            for field in differing
        )
        and all(field in differing or field in named.values() for field in new)
    )


def _alike_but_for_one(
    screen: Observation, target: Element, sibling: Element, named: dict[int, str], rng: Random
) -> Observation | None:
    """The screen with the sibling's line as the target's, but for one field that the goal names."""
    theirs = _fields(sibling)
    differing = [number for number, value in named.items() if theirs[number] != value]
    number = rng.choice(differing)
    pieces = _BETWEEN_FIELDS.split(label_of(target))
    pieces[2 * number] = theirs[number]
    label = "".join(pieces)
    if len(label) > LONG_LABEL or label == label_of(sibling):
        return None
    line = replace(sibling, text=label, description="")
    elements = tuple(line if each.index == line.index else each for each in screen.elements)
    return replace(screen, elements=elements)


def _cut_before(
    screen: Observation, target: Element, siblings: list[Element]
) -> Observation | None:
    """The screen as it is where the list is shorter and ends before the target's line."""
    lists = [each for each in screen.elements if each.scrollable and _lies_in(target, each)]
    above = [each for each in siblings if each.bounds.bottom <= target.bounds.top]
    if len(lists) != 1 or len(above) < _FEWEST_LINES:
        return None
    gone = {
        each.index
        for each in screen.elements
        if _lies_in(each, lists[0]) and each.bounds.bottom > target.bounds.top
    }
    return _without(screen, gone)


def _without(screen: Observation, gone: set[int]) -> Observation:
    """The screen without these elements, the others counted anew."""
    kept = [element for element in screen.elements if element.index not in gone]
    elements = tuple(replace(element, index=index) for index, element in enumerate(kept))
    return replace(screen, elements=elements, focused=None)


def _fields(element: Element) -> list[str]:
    """The fields of a line. One that is so long that parts of it are cut has none."""
    label = label_of(element)
    if element.editable or len(label) > LONG_LABEL:
        return []
    return _BETWEEN_FIELDS.split(label)[::2]


def _told(step: Step) -> str:
    """What the history will tell of a step."""
    action = step.decision.action
    return folded(f"{touched(step)} | {spoken(action, step.observation)} | {step.answer}")


def _said(goal: str, value: str) -> bool:
    return re.search(_whole(value), goal) is not None


def _substitute(goal: str, changed: Mapping[str, str]) -> str:
    """All values at once, so that none is taken for what another became."""
    pattern = "|".join(_whole(value) for value in sorted(changed, key=len, reverse=True))
    return re.sub(pattern, lambda found: changed[found.group()], goal)


def _whole(value: str) -> str:
    return rf"(?<!\w){re.escape(value)}(?!\w)"
