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
MOST_ALIKE = 16
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


_Key = tuple[tuple[object, ...], str]
"""What is tried, in two parts: the screen and the sort of element, and what is written on it."""


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
    tried: set[_Key] = set()
    alike = Counter[tuple[object, ...]]()
    crashes: list[Crash] = []
    while waiting and len(tried) < tries:
        place = waiting.popleft()
        phone.restore(place.snapshot)
        screen = PhoneDevice(phone).observe()
        for key, name, action in _choices(phone, screen):
            sort, _ = key
            if key in tried or alike[sort] >= MOST_ALIKE or len(tried) >= tries:
                continue
            tried.add(key)
            alike[sort] += 1
            way = (*place.way, name)
            crash = _try(phone, place.snapshot, action, way)
            if crash is not None:
                crashes.append(crash)
            elif phone.activity.package == package:
                look = _look_of(phone)
                # The next page of a list looks like the first, and has other rows.
                if look not in met or isinstance(action, Scroll):
                    waiting.append(_Place(phone.snapshot(), way))
                met.add(look)
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
    """What tells screens apart: the route, and the kinds of elements on the screen."""
    elements = PhoneDevice(phone).observe().elements
    return phone.activity.route, *sorted({_sort_of(element) for element in elements})


def _sort_of(element: Element) -> str:
    """The kind of an element, apart from its text: all rows of a list are of one kind."""
    name = element.resource_id or ("" if element.role == "item" else element.label)
    return f"{element.role}:{name}"


def _choices(phone: Phone, screen: Observation) -> Iterator[tuple[_Key, str, Action]]:
    """What can be tried on a screen: what tells it from other tries, its name, and the action."""
    place = phone.activity.route, *sorted({_sort_of(element) for element in screen.elements})
    for element in screen.elements:
        target, sort = ElementRef(element.index), (*place, _sort_of(element))
        name = element.label or element.resource_id or element.role
        if element.editable:
            yield ((*sort, "type"), name), f"type into {name!r}", Type(TYPED, target)
        elif element.clickable:
            yield ((*sort, "tap"), name), f"tap {name!r}", Click(target)
        if element.long_clickable:
            yield ((*sort, "hold"), name), f"hold {name!r}", LongPress(target)
    yield ((*place, "back"), ""), "back", PressButton(SystemButton.BACK)
    yield ((*place, "scroll"), ""), "scroll down", Scroll(Direction.DOWN)
