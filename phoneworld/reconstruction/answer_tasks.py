"""Generated tasks that are answered from what a screen reads: give the heading of what opens, say how a text begins, or
where one stands; and those of `entry_tasks`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice

from phoneworld.author import Script
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.entry_tasks import (
    AmongPlan,
    ChosenPlan,
    OptionsPlan,
    OrderPlan,
    among_plans,
    chosen_plans,
    options_plans,
    order_plans,
)
from phoneworld.reconstruction.offer_tasks import SpotPlan, offer_plans
from phoneworld.reconstruction.recorded_paths import Place, called
from phoneworld.reconstruction.screen_names import slug
from phoneworld.reconstruction.screen_parts import Part
from phoneworld.reconstruction.screen_tasks import AboutScreen, ReadingPlan
from phoneworld.reconstruction.specification import AppSpec
from phoneworld.reconstruction.spoken_screens import MENUS, SpokenScreens, can_open, is_name
from phoneworld.reconstruction.task_steps import TaskSource, Walk
from runtime.observation import CLICKABLE

MOST_OF_A_KIND = 4
LONGEST_SENTENCE = 80
MOST_LINES = 6
SHORTEST_TEXT = 200
_LINES = re.compile(r"[\r\n]+")
_SENTENCE = re.compile(r"(?<=[.!?])\s|(?<=[。！？])")
_INVISIBLE = re.compile(r"[\ufeff\u200b]")
Reached = dict[Place, Script]
Plan = ReadingPlan | OptionsPlan | ChosenPlan | AmongPlan | OrderPlan | SpotPlan


def answer_plans(
    spec: AppSpec, blueprint: Blueprint, screens: SpokenScreens, reached: Reached, path: str
) -> Iterator[Plan]:
    """Every such task that a way leads to."""
    first = {name: min(state for other, state in reached if other == name) for name, _ in reached}
    about = {
        place: AboutScreen(spec, place[0], screens.of(place[0]), Walk(spec.label, way), path)
        for place, way in reached.items()
        if place[1] == first[place[0]]
    }
    yield from islice(options_plans(blueprint, about), MOST_OF_A_KIND)
    yield from islice(among_plans(blueprint, about), MOST_OF_A_KIND)
    yield from islice(order_plans(blueprint, about), MOST_OF_A_KIND)
    yield from offer_plans(blueprint, about)
    yield from islice(_headings(blueprint, screens, about), MOST_OF_A_KIND)
    yield from islice(chosen_plans(spec, blueprint, screens, reached, path), MOST_OF_A_KIND)
    openers = {place: screens.without_value(called(way)) for place, way in reached.items()}
    yield from islice(_beginnings(spec, blueprint, reached, openers, path), MOST_OF_A_KIND)
    yield from islice(_places_of_texts(spec, blueprint, reached, openers, path), MOST_OF_A_KIND)


def _headings(
    blueprint: Blueprint, screens: SpokenScreens, about: Mapping[Place, AboutScreen]
) -> Iterator[ReadingPlan]:
    """Screens that are called otherwise than what opens them."""
    titles = sorted({blueprint.screens[place[0]].title for place in about} - {""})
    called_by = {place: screens.without_value(called(one.walk.way)) for place, one in about.items()}
    openers = Counter(opener.casefold() for opener in called_by.values())
    for place, one in about.items():
        title, opener = blueprint.screens[place[0]].title, called_by[place]
        others = [t for t in titles if t.casefold() not in title.casefold() and is_name(t)]
        # What can be tapped is no heading, even where it stands at the top.
        shown = {p.node.text for p in blueprint.parts(*place) if not p.node.flags & CLICKABLE}
        telling = is_name(title) and can_open(opener) and title in shown and others
        if not telling or openers[opener.casefold()] != 1 or not _differ(title, opener):
            continue
        app = one.spec.label
        wordings = (
            f"Tap “{{what}}” in {app}. What is the heading of the screen that comes up?",
            f"What does it say at the top of what “{{what}}” opens in {app}?",
            f"In {app}, “{{what}}” opens a screen. Tell me its title.",
        )
        yield ReadingPlan(one.source("heading"), wordings, opener, title, others[0])


def _differ(one: str, other: str) -> bool:
    """Whether two names share no word."""
    words = [set(slug(text, 80).split("_")) - {""} for text in (one, other)]
    return not words[0] & words[1]


def _beginnings(
    spec: AppSpec,
    blueprint: Blueprint,
    reached: Reached,
    called_by: Mapping[Place, str],
    path: str,
) -> Iterator[ReadingPlan]:
    """Long texts that something named opens: how they begin."""
    found: dict[Place, tuple[str, str]] = {}
    for place, opener in called_by.items():
        texts = [p.node.text for p in blueprint.parts(*place) if len(p.node.text) >= SHORTEST_TEXT]
        beginning = _beginning(texts[0], opener) if len(texts) == 1 and can_open(opener) else ""
        if beginning:
            found[place] = opener, beginning
    openers = Counter(opener for opener, _ in found.values())
    begun = Counter(beginning for _, beginning in found.values())
    for place, (opener, beginning) in found.items():
        others = [one for one in sorted(begun) if one != beginning]
        if openers[opener] != 1 or begun[beginning] != 1:
            continue
        other = others[0] if others else beginning[: len(beginning) // 2]
        app = spec.label
        wordings = (
            f"How does the text begin that “{{what}}” opens in {app}? Its first sentence will do.",
            f"Open “{{what}}” in {app} and read me the first sentence below the heading.",
            f"Read me the first sentence of “{{what}}” in the {app} app.",
        )
        name = f"{spec.package}.begins.{place[0]}.{slug(opener) or place[1]}"
        given = TaskSource(spec.label, name, path, Walk(spec.label, reached[place]))
        yield ReadingPlan(given, wordings, opener, beginning, other)


def _beginning(text: str, heading: str) -> str:
    """The first sentence of a text below its heading; empty where it is too long or too short to tell."""
    lines = [line for line in lines_of(text) if slug(line, 80) != slug(heading, 80)]
    first = _SENTENCE.split(lines[0], maxsplit=1)[0].strip() if lines else ""
    return first if is_telling(first) else ""


def lines_of(text: str) -> list[str]:
    """The lines of a text that hold anything."""
    lines = [_INVISIBLE.sub("", line).strip() for line in _LINES.split(text)]
    return [line for line in lines if line]


def is_telling(text: str) -> bool:
    """Whether a sentence is long enough to be known by, and short enough to be said."""
    letters = sum(c.isalpha() for c in text)
    fits = 8 <= len(text) <= LONGEST_SENTENCE and not set("{}“”") & set(text)
    return fits and letters * 2 >= len(text)


def _places_of_texts(
    spec: AppSpec,
    blueprint: Blueprint,
    reached: Reached,
    called_by: Mapping[Place, str],
    path: str,
) -> Iterator[ReadingPlan]:
    """Sentences that stand on one content alone: what has to be opened to read them."""
    lines = {place: _first_lines(blueprint.parts(*place)) for place in reached}
    uses = Counter(line for found in lines.values() for line in found)
    openers = Counter(called_by.values())
    answers = sorted(one for one in openers if can_open(one))
    for place, way in reached.items():
        opener = called_by[place]
        tells = can_open(opener) or opener.casefold() in MENUS
        if not tells or openers[opener] != 1:
            continue
        alone = [line for line in lines[place] if uses[line] == 1 and is_telling(line)]
        sentence = next((line for line in alone if opener.casefold() not in line.casefold()), "")
        others = [one for one in answers if opener not in one and one not in opener]
        if not sentence or not others:
            continue
        app = spec.label
        wordings = (
            f"Somewhere in {app} it says “{{what}}”. Which entry do I have to open to see that?",
            f"What do I tap in {app} to get to where it says “{{what}}”?",
            f"Find the place in {app} that reads “{{what}}” and tell me the name of what opens it.",
        )
        name = f"{spec.package}.where.{place[0]}.{slug(opener) or place[1]}"
        given = TaskSource(spec.label, name, path, Walk(spec.label, way))
        yield ReadingPlan(given, wordings, sentence, opener, others[0])


def _first_lines(parts: list[Part]) -> list[str]:
    """The lines that a content shows, of long texts only the first, which are to be seen."""
    found = [line for part in parts for line in lines_of(part.node.text)[:MOST_LINES]]
    return list(dict.fromkeys(found))
