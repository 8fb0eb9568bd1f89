"""Keys, clicks and resizes at random: nothing may break, whatever comes in whatever order."""

import asyncio
import random
from pathlib import Path

import pytest
from served_desk import ServedDesk
from textual import events
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


@pytest.mark.parametrize("count", [1000, pytest.param(5000, marks=pytest.mark.exhaustive)])
async def test_random_events_break_nothing(
    served: ServedDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    luck = random.Random(20)
    # Random letters in the export dialog are a folder's name.
    monkeypatch.chdir(tmp_path)
    served.scene.library.engines["buddy"] = ScriptedEngine(SCRIPT * 2000)
    async with seated(served.address, device="fake:1", policy="buddy") as person:
        await person.until(lambda: person.app.live.chosen.policy)
        for number in range(count):
            luck.choices((press, point, resize), (90, 8, 2))[0](person, luck)
            if number % 10 == 0:
                await asyncio.sleep(0)
            if number % 250 == 0:
                # Something to do, whatever has been stopped meanwhile.
                person.app.live.suggest("note milk")
                await person.pilot.pause()
        resize(person, random.Random(3))
        await person.pilot.pause()
        person.app.post_message(events.Resize(Size(100, 30), Size(100, 30)))
        while len(person.app.screen_stack) > 2:
            person.app.pop_screen()
        await person.until(lambda: person.screen == "LiveScreen")
        # Still at work: a task can be begun and is done.
        if person.app.live.stop():
            await person.until(lambda: not person.app.live.control.live)
        person.app.live.suggest("note milk")
        await person.press("enter")
        await person.until(lambda: person.app.live.control.talk is not None)
