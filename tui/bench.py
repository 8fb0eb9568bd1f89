"""Measures the screens: how soon they can be used, what a mirrored phone costs, how soon a key is seen.

    python -m runtime serve --listen 127.0.0.1:7777 --policies examples/policies
    python -m tui.bench 127.0.0.1:7777 --json

`start` is from the start of a new process to the first screen that lists phone and policy, on a
runtime that is there already. `mirror` is the processor time of the screens, without the runtime's,
while the phone's screen changes ten times a second, drawn in words or as `--picture` says.
`drawing` is the processor time of one frame of the phone in words, from the observation to the terminal's
cells, with another screen each time: it can be measured on a machine that is busy with other work. `typing`, with `--policy`, is from a key to the
screen that shows it, while a run of that policy streams; keys that come when no run is alive do not
count.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import cycle, islice

from phonebuddy.v1 import action_pb2, observation_pb2
from phonebuddy.v1.client import Client
from phonebuddy.v1.errors import BuddyError

from tui.run_control import RunController

FPS = 10.0
SIZE = (120, 40)
PHONE_SIZE = (44, 36)
_START_S = 300.0
_APPS = ("Settings", "Messages", "Contacts", "Clock", "Notes")
_BETWEEN_KEYS_S = 0.08
"""As a quick typist."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tui.bench", description=__doc__)
    parser.add_argument("address", help="of a runtime: HOST:PORT")
    parser.add_argument("--device", default="phoneworld://?seed=7")
    parser.add_argument("--picture", default="drawing", choices=["drawing", "half-blocks"])
    parser.add_argument("--starts", type=int, default=5, help="how often to start")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long to mirror")
    parser.add_argument("--frames", type=int, default=100, help="how many to draw in words")
    parser.add_argument("--policy", default="", help="measure typing while a run of it streams")
    parser.add_argument("--keys", type=int, default=200, help="how many to type")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--one-start", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--restless", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.restless:
        _keep_changing(options.address, options.device)
    if options.one_start:
        asyncio.run(_until_usable(options.address, options.device))
        return 0
    starts = [_time_of_start(options.address, options.device) for _ in range(options.starts)]
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    restless = _start_restless(options.address, options.device)
    try:
        mirror = _mirror(options.address, options.device, options.seconds, options.picture)
        share, frames = asyncio.run(mirror)
    finally:
        restless.kill()
        restless.wait()
    looks = _looks(options.address, options.device)
    drawing_s = asyncio.run(_drawing(looks, options.frames))
    figures: dict[str, float | str] = {
        "start_s": round(statistics.median(starts), 3),
        "start_worst_s": round(max(starts), 3),
        # What it would take on a machine that does nothing else.
        "start_cpu_s": round((children.ru_utime + children.ru_stime) / options.starts, 3),
        "mirror_core_share": round(share, 3),
        "mirror_fps": round(frames / options.seconds, 2),
        "mirror_cpu_ms_per_frame": round(1000 * share * options.seconds / max(frames, 1), 1),
        "mirror_picture": options.picture,
        "drawing_cpu_ms_per_frame": round(1000 * drawing_s, 1),
        "columns": SIZE[0],
        "rows": SIZE[1],
    }
    if options.policy:
        typing = _typing(options.address, options.device, options.policy, options.keys)
        delays_ms = sorted(1000 * delay for delay in asyncio.run(typing))
        figures["typing_keys"] = len(delays_ms)
        figures["typing_ms"] = round(statistics.median(delays_ms), 1)
        figures["typing_95_percent_ms"] = round(delays_ms[int(0.95 * len(delays_ms))], 1)
        figures["typing_worst_ms"] = round(delays_ms[-1], 1)
    if options.json:
        sys.stdout.write(f"{json.dumps(figures)}\n")
    else:
        sys.stdout.writelines(f"{name:20} {value}\n" for name, value in figures.items())
    return 0


def _time_of_start(address: str, device: str) -> float:
    """In seconds, with the start of Python and all imports."""
    command = [sys.executable, "-m", "tui.bench", address, "--device", device, "--one-start"]
    started = time.monotonic()
    subprocess.run(command, check=True, timeout=_START_S, stdout=subprocess.DEVNULL)
    return time.monotonic() - started


def _start_restless(address: str, device: str) -> subprocess.Popen[bytes]:
    """In a process of its own: its work is not the screens'."""
    command = [sys.executable, "-m", "tui.bench", address, "--device", device, "--restless"]
    return subprocess.Popen(command)


async def _until_usable(address: str, device: str) -> None:
    from tui.app import PhoneBuddyApp
    from tui.connection import RuntimeConnection
    from tui.settings import PictureMode, TuiSettings

    settings = TuiSettings(picture=PictureMode.DRAWING, device=device, welcome=False)
    app = PhoneBuddyApp(RuntimeConnection(address), settings)
    async with app.run_test(size=SIZE) as pilot:
        while not (app.live.chosen.device and app.live.chosen.policy):
            await pilot.pause(0.005)


async def _mirror(address: str, device: str, seconds: float, picture: str) -> tuple[float, int]:
    """The share of a core that the screens take, and how many frames were shown."""
    from tui.app import PhoneBuddyApp
    from tui.connection import RuntimeConnection
    from tui.settings import PictureMode, TuiSettings

    settings = TuiSettings(
        picture=PictureMode(picture), device=device, mirror_fps=FPS, welcome=False
    )
    app = PhoneBuddyApp(RuntimeConnection(address), settings)
    async with app.run_test(size=SIZE) as pilot:
        while app.live.control.look is None:
            await pilot.pause(0.05)
        await pilot.pause(3.0)
        return await _watch(app.live.control, seconds)


async def _watch(control: RunController, seconds: float) -> tuple[float, int]:
    seen, frames = control.look, 0
    began, cpu = time.monotonic(), time.process_time()
    while time.monotonic() - began < seconds:
        if control.look is not seen:
            seen, frames = control.look, frames + 1
        await asyncio.sleep(0.02)
    return (time.process_time() - cpu) / (time.monotonic() - began), frames


async def _drawing(seen: Sequence[observation_pb2.Observation], frames: int) -> float:
    """Seconds of the processor for each look that is drawn in words and put on the screen."""
    from textual.app import App, ComposeResult

    from tui.drawing.paint import Marks
    from tui.widgets.phone_drawing import PhoneDrawing
    from tui.widgets.touch_screen import MousePress

    class Pane(App[None]):
        def compose(self) -> ComposeResult:
            yield PhoneDrawing(MousePress())

    looks = cycle(seen)
    app = Pane()
    async with app.run_test(size=PHONE_SIZE):
        phone = app.query_one(PhoneDrawing)

        async def show(count: int) -> None:
            for look in islice(looks, count):
                phone.show(look, Marks())
                await app.workers.wait_for_complete()  # pyright: ignore[reportUnknownMemberType]
                shown = asyncio.Event()
                phone.call_after_refresh(shown.set)
                await shown.wait()

        await show(len(_APPS))
        began_s = time.process_time()
        await show(frames)
        return (time.process_time() - began_s) / max(frames, 1)


def _looks(address: str, device: str) -> list[observation_pb2.Observation]:
    """Of several apps, with their screenshots."""
    with Client(address) as client:
        looks: list[observation_pb2.Observation] = []
        for app in _APPS:
            client.perform(device, _open(app), client.observe(device).id)
            looks.append(client.observe(device, screenshot=True))
        return looks


async def _typing(address: str, device: str, policy: str, keys: int) -> list[float]:
    """How long each key took to be seen, in seconds."""
    from textual.events import Key
    from textual.widgets import Input

    from tui.app import PhoneBuddyApp
    from tui.connection import RuntimeConnection
    from tui.settings import PictureMode, TuiSettings

    settings = TuiSettings(
        picture=PictureMode.DRAWING, device=device, policy=policy, mirror_fps=FPS, welcome=False
    )
    app = PhoneBuddyApp(RuntimeConnection(address), settings)
    delays: list[float] = []
    async with app.run_test(size=SIZE) as pilot:
        while not app.live.chosen.policy:
            await pilot.pause(0.05)
        app.live.begin("be typed beside")
        while app.live.control.talk is None or not app.live.control.talk.steps:
            await pilot.pause(0.05)
        line = app.live.query_one("#task", Input)
        line.focus()
        while len(delays) < keys and app.live.control.live:
            drawn, before, began = asyncio.Event(), line.value, time.monotonic()
            app.post_message(Key("a", "a"))
            while line.value == before:
                await pilot.pause(0.001)
            line.call_after_refresh(drawn.set)
            await drawn.wait()
            delays.append(time.monotonic() - began)
            await asyncio.sleep(_BETWEEN_KEYS_S)
        app.live.stop()
        await pilot.pause(0.5)
    if not delays:
        raise RuntimeError(f"the run of {policy!r} was over before a key was typed")
    return delays


def _keep_changing(address: str, device: str) -> None:
    """Open one app after another, oftener than is mirrored, until it is ended.

    Every action changes the screen; and of five in a circle, the mirror never sees the same again.
    """
    with Client(address) as client:
        for app in cycle(_APPS):
            time.sleep(1 / (2 * FPS))
            # The mirror may look in between, and not every phone has every app.
            with suppress(BuddyError):
                client.perform(device, _open(app), client.observe(device).id)


def _open(app: str) -> action_pb2.Action:
    return action_pb2.Action(open_app=action_pb2.OpenApp(app=app))


if __name__ == "__main__":
    sys.exit(main())
