"""Keys, clicks and resizes at random: nothing may break, whatever comes in whatever order."""

import asyncio
import contextlib
import random
from pathlib import Path

import pytest
from served_desk import ServedDesk
from textual import events
from textual.app import ScreenStackError
from textual.geometry import Size
from tui_pilot import Person, seated

from runtime.actions import AskUser, Click, ElementRef, Finish, OpenApp, Type
from runtime.testing import ScriptedEngine

KEYS = (
    *"abcdefghijklmnopqrstuvwxyz/ ",
    *("enter", "escape", "tab", "shift+tab", "up", "down", "left", "right", "home", "end"),
    *("pageup", "pagedown", "backspace", "delete", "ctrl+c", "ctrl+p", "ctrl+t"),
)
# Rarer: each draws a whole screen.
FUNCTION_KEYS = tuple(f"f{number}" for number in range(1, 10))
SCRIPT = [
    OpenApp("Notes"),
    Click(ElementRef(0)),
    Type("milk"),
    AskUser("Which?"),
    Click(ElementRef(1)),
    Finish("noted"),
]


def resize(person: Person, luck: random.Random) -> None:
    size = Size(luck.randint(1, 240), luck.randint(1, 70))
    person.app.post_message(events.Resize(size, size))


def press(person: Person, luck: random.Random) -> None:
    key = luck.choice(FUNCTION_KEYS if luck.random() < 0.05 else KEYS)
    character = key if len(key) == 1 else None
    name = {"/": "slash", " ": "space"}.get(key, key)
    person.app.post_message(events.Key(name, character))


def point(person: Person, luck: random.Random) -> None:
    x, y = luck.randint(0, 120), luck.randint(0, 40)
    kinds = (events.MouseDown, events.MouseUp, events.MouseMove, events.MouseScrollDown)
    for kind in luck.sample(kinds, 2):
        person.app.screen.post_message(
            kind(None, x, y, 0, 0, luck.choice((1, 3)), False, False, False, x, y)
        )


async def settle(person: Person) -> None:
    """Wait until what was posted is dealt with; who has left meanwhile has no screen to wait for."""
    with contextlib.suppress(ScreenStackError):
        await person.pilot.pause()


async def strike(person: Person, luck: random.Random, count: int) -> int:
    """Up to `count` events at random, and how many there were: one of them may be to leave.

    The palette has a command for it, which a `q` and Enter are enough for.
    """
    await person.until(lambda: person.app.live.chosen.policy)
    for number in range(count):
        if number % 250 == 0:
            # Something to do, whatever has been stopped meanwhile.
            person.app.live.suggest("note milk")
            await settle(person)
        elif number % 10 == 0:
            await asyncio.sleep(0)
        if person.app.return_code is not None:
            return number
        luck.choices((press, point, resize), (90, 8, 2))[0](person, luck)
    await settle(person)
    return count


async def begin_a_task(person: Person) -> None:
    resize(person, random.Random(3))
    await person.pilot.pause()
    person.app.post_message(events.Resize(Size(100, 30), Size(100, 30)))
    while len(person.app.screen_stack) > 1:
        person.app.pop_screen()
    await person.until(lambda: person.screen == "LiveScreen")
    if person.app.live.stop():
        await person.until(lambda: not person.app.live.control.live)
    person.app.live.suggest("note milk")
    await person.press("enter")
    await person.until(lambda: person.app.live.control.talk is not None)


@pytest.mark.parametrize("count", [600, pytest.param(5000, marks=pytest.mark.exhaustive)])
async def test_random_events_break_nothing(
    served: ServedDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    luck = random.Random(20)
    # Random letters in the export dialog are a folder's name.
    monkeypatch.chdir(tmp_path)
    served.scene.library.engines["buddy"] = ScriptedEngine(SCRIPT * 2000)
    left = count
    while left:
        async with seated(served.address, device="fake:1", policy="buddy") as person:
            left -= await strike(person, luck, left)
            if person.app.return_code is None:
                # Still at work: a task can be begun and is done.
                await begin_a_task(person)
        assert person.app.return_code in (None, 0)


async def test_who_leaves_by_the_palette_has_left(served: ServedDesk) -> None:
    async with seated(served.address, device="fake:1", policy="buddy") as person:
        await person.press("ctrl+p", "q")
        person.app.post_message(events.Key("enter", None))
        await person.until(lambda: person.app.return_code is not None)
        assert await strike(person, random.Random(1), 10) == 0
    assert person.app.return_code == 0
