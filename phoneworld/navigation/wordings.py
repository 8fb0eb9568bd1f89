"""Other people's words for navigation tasks: `wordings.json` has some for each act.

They name the app or leave it out, as people do. Where another app has a place of the same title, only
those that name the app say what is meant.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import cast

from phoneworld.tasks.template import Template

FILE = Path(__file__).with_name("wordings.json")
_APP = "{app}"
_OF_ACT = {"turn_on": "turn", "turn_off": "turn"}


def act_of(name: str) -> str:
    """What a navigation template of that name has one do: `navigate.clock.open.timer` has one `open`."""
    return name.split(".")[2]


def navigation_wordings(templates: Iterable[Template]) -> dict[str, tuple[str, ...]]:
    """The sentences of these navigation templates, by name, with the app's name filled in."""
    known = list(templates)
    places = Counter({_place(template) for template in known})
    apps = Counter(title for title, _ in places)
    return {
        template.name: tuple(
            sentence.replace(_APP, template.apps[0])
            for sentence in _sentences_for(act_of(template.name))
            if _APP in sentence or apps[_place(template)[0]] == 1
        )
        for template in known
    }


def _sentences_for(act: str) -> tuple[str, ...]:
    return _sentences()[_OF_ACT.get(act, act)]


def _place(template: Template) -> tuple[str, str]:
    """The place that a template's name tells, and its app."""
    return template.name.split(".", 3)[3], template.apps[0]


@cache
def _sentences() -> Mapping[str, tuple[str, ...]]:
    body = cast("Mapping[str, list[str]]", json.loads(FILE.read_text(encoding="utf-8")))
    return {act: tuple(sentences) for act, sentences in body.items()}
