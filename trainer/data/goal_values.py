"""The values that a goal was given: the sentence of its template that it is, read backwards.

Nothing is guessed. A goal that no sentence gives, or that two sentences give with other values, has
no values here.
"""

from __future__ import annotations

import re
from functools import lru_cache
from string import Formatter

from phoneworld import Catalogue, Template, WordingSet, parse_task_name
from runtime.episode import Episode

_LONGEST_VALUE = 120


class GoalValues:
    """Reads the values of goals of a catalogue's tasks."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._patterns: dict[str, tuple[re.Pattern[str], ...]] = {}

    def of(self, episode: Episode) -> tuple[str, ...]:
        """The values in an episode's goal; none where that is not certain."""
        named = parse_task_name(episode.task)
        template = None if named is None else self._catalogue.find_template(named.template)
        if template is None:
            return ()
        found = {
            match.groups()
            for pattern in self._of_template(template)
            if (match := pattern.fullmatch(episode.goal)) is not None
        }
        return found.pop() if len(found) == 1 else ()

    def _of_template(self, template: Template) -> tuple[re.Pattern[str], ...]:
        name = template.name
        if name not in self._patterns:
            catalogue = self._catalogue
            sentences = (
                *template.goals,
                *catalogue.sentences(name, WordingSet.TRAIN),
                *catalogue.sentences(name, WordingSet.HELD_OUT),
            )
            self._patterns[name] = tuple(map(_pattern, dict.fromkeys(sentences)))
        return self._patterns[name]


@lru_cache(maxsize=4096)
def _pattern(sentence: str) -> re.Pattern[str]:
    """What a sentence looks like with values in it; the same value where it has the same name twice."""
    groups: dict[str, int] = {}
    written = ""
    for text, name, form, conversion in Formatter().parse(sentence):
        written += re.escape(text)
        if name is None:
            continue
        whole = f"{name}!{conversion}:{form}"
        if whole in groups:
            written += rf"(?:\{groups[whole]})"
            continue
        groups[whole] = len(groups) + 1
        written += rf"(.{{1,{_LONGEST_VALUE}}}?)"
    return re.compile(written, re.DOTALL)
