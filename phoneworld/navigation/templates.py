"""Templates made of places, and in which words they are asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from phoneworld.app import App
from phoneworld.navigation.places import (
    FoundApp,
    FoundChoice,
    FoundPage,
    FoundPlace,
    FoundSwitch,
    FoundValue,
    read_places,
)
from phoneworld.navigation.shown_values import shown_value
from phoneworld.navigation.tasks import (
    OPPOSITE,
    ChooseOption,
    OpenPage,
    StartApp,
    TellSwitch,
    TellValue,
    TurnSwitch,
)
from phoneworld.tasks.names import NAVIGATION
from phoneworld.tasks.template import Kind, Level, Scene, TaskType, Template

START = (
    "Open {title}.",
    "Start the {title} app.",
    "Bring {title} to the front, please.",
    "Go to the {title} app.",
    "I want the {title} app on the screen.",
)
OPEN = (
    "Open {title} in {app}.",
    "Go to the {title} screen of the {app} app.",
    "Take me to {title} in {app}.",
    "In {app}, bring up {title} for me.",
    "Show me {title}, it is in the {app} app.",
    "I want to see {title} in {app}, just open it.",
)
OPEN_WHERE = (
    "Open the screen of {app} where {title} is set.",
    "Where in {app} can I change {title}? Open that page for me.",
    "Take me to the page with {title} in the {app} app.",
    "Go to where {title} is in {app}, but do not change anything.",
    "In {app}, show me the screen that has {title} on it.",
    "I would like to set {title} myself, so just open the right page of {app}.",
)
TURN = (
    "Turn {title} {state} in {app}.",
    "Switch {state} {title} in the {app} app.",
    "In {app}, {title} should be {state}.",
    "Please set {title} to {state}, it is in {app}.",
    "I want {title} {state} in {app}.",
    "{app}: {title} {state}",
)
CHOOSE = (
    "Set {title} to {choice} in {app}.",
    "In {app}, change {title} to {choice}.",
    "I want {title} in the {app} app to be {choice}.",
    "Choose {choice} for {title} in {app}.",
    "{app}: make {title} {choice}",
    "Please switch {title} over to {choice}, in {app}.",
)
IS_ON = (
    "Is {title} on or off in {app}?",
    "Tell me whether {title} is turned on in {app}.",
    "Check in {app} if {title} is on or off.",
    "In the {app} app, is {title} switched on?",
    "I cannot remember if {title} is on or off in {app}. Have a look.",
)
READ = (
    "What is {title} set to in {app}?",
    "Tell me what {app} says for {title}.",
    "Look up {title} in {app} and tell me what it says.",
    "In {app}, what stands next to {title}?",
    "Which {title} do I have in the {app} app? Just tell me.",
)

Draw = Callable[[Scene], TaskType]
_NOT_WORDS = re.compile(r"[^a-z0-9]+")


def navigation_templates(apps: Iterable[App]) -> dict[str, Template]:
    """The templates of these apps, by name."""
    known = {app.label: app for app in apps if app.in_launcher}
    firsts = [FoundApp(app.label, f"{app.package}/{app.start}") for app in known.values()]
    return templates_of_places((*firsts, *read_places()), known)


def templates_of_places(
    places: Iterable[FoundPlace], apps: Iterable[str] | None = None
) -> dict[str, Template]:
    """The templates that places suggest, by name; what is called the same is told apart by numbers."""
    wanted = None if apps is None else set(apps)
    found: dict[str, Template] = {}
    for place in places:
        if wanted is not None and place.app not in wanted:
            continue
        for template in templates_of_place(place):
            name, number = template.name, 2
            while name in found:
                name, number = f"{template.name}_{number}", number + 1
            found[name] = _renamed(template, name)
    return dict(sorted(found.items()))


def templates_of_place(place: FoundPlace) -> Iterator[Template]:
    """The templates of one place."""
    match place:
        case FoundApp(app=app):
            yield _template(place, "start", app, START, partial(_start, place))
        case FoundPage(title=title, holds=holds):
            goals = OPEN_WHERE if holds else OPEN
            act = "find" if holds else "open"
            yield _template(place, act, title, goals, partial(_open_page, place))
        case FoundSwitch(mark=mark):
            for state in ("on", "off"):
                yield _template(
                    place, f"turn_{state}", mark.label, TURN, partial(_turn, place, state)
                )
            yield _template(place, "is_on", mark.label, IS_ON, partial(_tell_switch, place))
        case FoundChoice(mark=mark, option=option):
            title = f"{mark.label} {option.label}"
            yield _template(place, "choose", title, CHOOSE, partial(_choose, place))
        case FoundValue(mark=mark):
            read = partial(_tell_value, place)
            yield _template(place, "read", mark.label, READ, read, hidden=("value",))


def _template(
    place: FoundPlace,
    act: str,
    title: str,
    goals: tuple[str, ...],
    draw: Draw,
    hidden: tuple[str, ...] = (),
) -> Template:
    name = f"{NAVIGATION}{_slug(place.app)}.{act}.{_slug(title)}"
    level = Level.EASY if len(place.way) < 2 else Level.MEDIUM
    named = tuple(goal.replace("{app}", place.app) for goal in goals)
    return Template(name, Kind.NAVIGATION, level, (place.app,), named, hidden, draw)


def _renamed(template: Template, name: str) -> Template:
    return Template(
        name,
        template.kind,
        template.level,
        template.apps,
        template.goals,
        template.hidden,
        template.draw,
    )


def _slug(text: str) -> str:
    return _NOT_WORDS.sub("_", text.casefold()).strip("_") or "it"


def _start(place: FoundApp, scene: Scene) -> TaskType:
    del scene
    return StartApp(place.app, place.page)


def _open_page(place: FoundPage, scene: Scene) -> TaskType:
    del scene
    return OpenPage(place.app, place.title, place.way, place.page)


def _turn(place: FoundSwitch, state: str, scene: Scene) -> TaskType:
    values = {"on": place.on, "off": place.off}
    place.stored.put(scene.phone, values[OPPOSITE[state]])
    return TurnSwitch(
        app=place.app,
        title=place.mark.label,
        state=state,
        way=place.way,
        mark=place.mark,
        stored=place.stored,
        value=values[state],
    )


def _tell_switch(place: FoundSwitch, scene: Scene) -> TaskType:
    state = scene.rng.choice(("on", "off"))
    place.stored.put(scene.phone, place.on if state == "on" else place.off)
    return TellSwitch(place.app, place.mark.label, place.way, place.mark, state)


def _choose(place: FoundChoice, scene: Scene) -> TaskType:
    _, before = scene.rng.choice(place.others)
    other, _ = scene.rng.choice(place.others)
    place.stored.put(scene.phone, before)
    return ChooseOption(
        app=place.app,
        title=place.mark.label,
        choice=place.option.label,
        way=place.way,
        mark=place.mark,
        role=place.option.role,
        stored=place.stored,
        value=place.value,
        other=other,
    )


def _tell_value(place: FoundValue, scene: Scene) -> TaskType:
    value = shown_value(scene.phone, place)
    return TellValue(place.app, place.mark.label, place.way, place.mark, value)
