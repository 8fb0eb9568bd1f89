"""Walks through an app's screens and touches what each shows, to find taps that crash.

Every screen that is met is kept as a snapshot and each of its elements is tried from there: tapped,
typed into, held. What looks like an element that was tried before is not tried again. Nothing is
judged: an app's tasks do that.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass

from phoneworld.device import PhoneDevice
from phoneworld.phone import Phone
from phoneworld.workshop import Workshop
from runtime.actions import (
    Action,
    Click,
    Direction,
    ElementRef,
    LongPress,
    PressButton,
    Scroll,
    SystemButton,
    Type,
)
from runtime.observation import Element, Observation

MOST_TRIES = 1000
MOST_ALIKE = 12
"""So many of a screen's elements of one sort are tried: rows of data are alike, those of a menu not."""
TYPED = "12"
"""What is typed into fields: a text and a number at once."""


@dataclass(frozen=True, slots=True)
class Crash:
    """An action that an app cannot take, and the way to it."""

    way: tuple[str, ...]
    error: str

    def __str__(self) -> str:
        return f"{' > '.join(self.way)}: {self.error}"


@dataclass(frozen=True, slots=True)
class Walked:
    """What came of a walk: the screens of the app that were seen, those that were not, and crashes."""

    seen: frozenset[str]
    unseen: frozenset[str]
    crashes: tuple[Crash, ...]


@dataclass(frozen=True, slots=True)
class _Place:
    snapshot: bytes
    way: tuple[str, ...]


def walk_app(workshop: Workshop, package: str, *, seed: int = 0, tries: int = MOST_TRIES) -> Walked:
    """Walk through an app, breadth first, for so many actions."""
    phone = workshop.phone(seed)
    phone.launch(package)
    label = phone.apps[package].label
    waiting = deque([_Place(phone.snapshot(), (label,))])
    met: set[tuple[object, ...]] = set()
    tried: set[tuple[object, ...]] = set()
    crashes: list[Crash] = []
    while waiting and len(tried) < tries:
        place = waiting.popleft()
        phone.restore(place.snapshot)
        screen = PhoneDevice(phone).observe()
        for key, name, action in _choices(phone, screen):
            if key in tried:
                continue
            tried.add(key)
            way = (*place.way, name)
            crash = _try(phone, place.snapshot, action, way)
            if crash is not None:
                crashes.append(crash)
            elif phone.activity.package == package and _look_of(phone) not in met:
                met.add(_look_of(phone))
                waiting.append(_Place(phone.snapshot(), way))
    seen = {str(route) for route, *_ in met} | {phone.apps[package].start}
    routes = set(phone.apps[package].screens)
    return Walked(frozenset(seen & routes), frozenset(routes - seen), tuple(crashes))


def _try(phone: Phone, snapshot: bytes, action: Action, way: tuple[str, ...]) -> Crash | None:
    phone.restore(snapshot)
    device = PhoneDevice(phone)
    try:
        device.perform(action, device.observe())
        device.observe()
    # Whatever an app's own code raises is what is looked for.
    except Exception as error:  # noqa: BLE001
        return Crash(way, f"{type(error).__name__}: {error}")
    return None


def _look_of(phone: Phone) -> tuple[object, ...]:
    """What makes a screen another one: its route and what kinds of things are on it."""
    elements = PhoneDevice(phone).observe().elements
    return phone.activity.route, *sorted({_sort_of(element) for element in elements})


def _sort_of(element: Element) -> str:
    """What an element is, whatever it says: the rows of a list are all of one sort."""
    name = element.resource_id or ("" if element.role == "item" else element.label)
    return f"{element.role}:{name}"


def _choices(phone: Phone, screen: Observation) -> Iterator[tuple[tuple[object, ...], str, Action]]:
    """What can be tried on a screen: what tells it from other tries, its name, and the action."""
    route, look = phone.activity.route, tuple(sorted({_sort_of(e) for e in screen.elements}))
    alike = Counter[str]()
    for element in screen.elements:
        target, sort = ElementRef(element.index), _sort_of(element)
        alike[sort] += 1
        if alike[sort] > MOST_ALIKE:
            continue
        key = route, hash(look), sort, alike[sort]
        name = element.label or element.resource_id or element.role
        if element.editable:
            yield (*key, "type"), f"type into {name!r}", Type(TYPED, target)
        elif element.clickable:
            yield (*key, "tap"), f"tap {name!r}", Click(target)
        if element.long_clickable:
            yield (*key, "hold"), f"hold {name!r}", LongPress(target)
    yield (route, hash(look), "back"), "back", PressButton(SystemButton.BACK)
    yield (route, hash(look), "scroll"), "scroll down", Scroll(Direction.DOWN)
