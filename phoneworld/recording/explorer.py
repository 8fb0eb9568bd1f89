"""Uses an app systematically, to see what is in it: bounded, and careful.

What scrolls and shows something new is read to its end first. Then the touch that was tried least is next, or, of
an app that was rebuilt before, what is not known of it yet. Of what stands in one column, like the boxes to tick of a
list, one is as good as another: each tab and each button has its turn before the second of them; but every other time
the column is next that showed most that was new, like the rows of a list that open. What the guard would ask about (payments, messages, deletions, installs ...) is not touched,
unless the phone is disposable. Text fields get short made-up texts. Outside the
app it goes back in; where nothing is left to try it goes back, and in the end starts anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from phoneworld.recording.novelty import Novelty, Reader
from runtime.actions import (
    Action,
    Click,
    CloseApp,
    Direction,
    ElementRef,
    LongPress,
    OpenApp,
    PressButton,
    Scroll,
    SystemButton,
    Type,
)
from runtime.device import Device
from runtime.errors import ActionError, DeviceError
from runtime.observation import Element, Observation

MOST_TRIES = 2
GREEDY = 0.5
"""How often the column is chosen that showed most that was new."""
WORDS = ("Maple", "River stone", "Lantern", "Copper 42", "Quiet harbour", "Juniper")

Permits = Callable[[Action, Observation], bool]
"""Whether an action may be done; the guard's word."""

Interest = Callable[[Element], int]
"""How much is known of an element: what is 0 is tried first."""


@dataclass(frozen=True, slots=True)
class Explored:
    """What an exploration did."""

    steps: int
    screens: int
    avoided: int
    """Touches that were left alone because the guard would have asked."""


def explore(
    device: Device,
    app: str,
    *,
    steps: int,
    permits: Permits,
    interest: Interest | None = None,
    seed: int = 0,
    restart_every: int = 40,
) -> Explored:
    """Use an app for a number of steps. `app` is its label or package."""
    tried: Counter[tuple[str, str]] = Counter()
    reader, novelty = Reader(), Novelty()
    screens: set[str] = set()
    avoided: set[tuple[str, str]] = set()
    rng = Random(f"explore {app} {seed}")
    package = ""
    device.perform(OpenApp(app), device.observe())
    for number in range(steps - 1):
        look = device.observe()
        package = package or look.package
        novelty.look(look)
        if look.package != package:
            outside = PressButton(SystemButton.BACK) if number % 2 else OpenApp(app)
            device.perform(outside, look)
            continue
        if number and number % restart_every == 0:
            device.perform(CloseApp(app), look)
            device.perform(OpenApp(app), device.observe())
            continue
        place = place_of(look)
        screens.add(place)
        reading = reader.next(look)
        if reading is not None and permits(reading, look):
            device.perform(reading, look)
            continue
        action, key, column = _next(look, place, tried, avoided, permits, interest, rng, novelty)
        tried[key] += 1
        tried[column] += 1
        novelty.acted(column)
        try:
            device.perform(action, look)
        except ActionError:
            tried[key] += MOST_TRIES
        except DeviceError:
            if not isinstance(action, Type):
                raise
            # A field that does not take such a text; a phone that is gone says so at the next look.
            tried[key] += MOST_TRIES
    return Explored(steps, len(screens), len(avoided))


def place_of(look: Observation) -> str:
    """A name for the kind of screen: what can be done on it, without its content."""
    kinds = sorted(
        {(e.role, e.resource_id, e.label if _is_fixed(e) else "") for e in look.elements}
    )
    return f"{look.activity}:{hash_of(str(kinds))}"


def hash_of(text: str) -> int:
    """A short number for a text, the same in every process."""
    import zlib

    return zlib.crc32(text.encode("utf-8", "replace"))


def _is_fixed(element: Element) -> bool:
    return element.role in ("button", "tab") and len(element.label) < 24


def _next(
    look: Observation,
    place: str,
    tried: Counter[tuple[str, str]],
    avoided: set[tuple[str, str]],
    permits: Permits,
    interest: Interest | None,
    rng: Random,
    novelty: Novelty,
) -> tuple[Action, tuple[str, str], tuple[str, str]]:
    """The permitted action of most interest that was tried least here, with its name and its column; back where
    all were tried enough.
    """
    choices: list[
        tuple[tuple[int, float, int, float], Action, tuple[str, str], tuple[str, str]]
    ] = []
    greedy = rng.random() < GREEDY
    for action, name, element in _actions(look, rng):
        key = (place, name)
        if tried[key] >= MOST_TRIES:
            continue
        if not permits(action, look):
            avoided.add(key)
            continue
        known = 0 if interest is None else interest(element)
        column = _column(look, name, element)
        worth = -novelty.of(column) if greedy else float(tried[column])
        rank = (known, worth, tried[key], rng.random())
        choices.append((rank, action, key, column))
    back = (place, "back")
    if not choices or (tried[back] == 0 and rng.random() < 0.15):
        return PressButton(SystemButton.BACK), back, back
    _, action, key, column = min(choices, key=lambda choice: choice[0])
    return action, key, column


def _column(look: Observation, name: str, element: Element) -> tuple[str, str]:
    """What all parts of one kind that stand below each other have in common."""
    verb = name.partition(" ")[0]
    place = f"{element.bounds.left}-{element.bounds.right}"
    return look.activity, f"{verb} {element.role}:{element.resource_id} at {place}"


def _actions(look: Observation, rng: Random) -> list[tuple[Action, str, Element]]:
    found: list[tuple[Action, str, Element]] = []
    for element in look.elements:
        if not element.enabled:
            continue
        target = ElementRef(element.index)
        name = f"{element.role}:{element.resource_id}:{element.label[:40]}"
        if element.editable:
            found.append((Type(rng.choice(WORDS), target, clear=True), f"type {name}", element))
        elif element.clickable or element.checkable:
            found.append((Click(target), f"tap {name}", element))
        if element.long_clickable and not element.editable:
            found.append((LongPress(target), f"hold {name}", element))
        if element.scrollable:
            found += [
                (Scroll(direction, target), f"scroll {direction.value} {name}", element)
                for direction in (Direction.DOWN, Direction.UP)
            ]
    return found
