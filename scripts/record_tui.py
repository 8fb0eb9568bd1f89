#!/usr/bin/env python3
"""Records `phonebuddy` at work on a virtual phone, as a moving picture for the README.

    .venv/bin/python scripts/record_tui.py docs/tui.svg

Starts a runtime of its own, with the policy that comes with PhoneBuddy or, without one, the example
script; presses the keys that a newcomer would press, and photographs the screen at some moments. The
picture is an SVG whose frames follow one another by CSS: it moves wherever images may, and needs no player.
Where CSS does not move, the frame with the task done is seen.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from textual.pilot import Pilot

from tui.app import PhoneBuddyApp
from tui.connection import RuntimeConnection
from tui.local_runtime import LocalRuntime
from tui.settings import PictureMode, TuiSettings

ROOT = Path(__file__).parent.parent
SIZE = (104, 32)
FRAME_S = 2.2
PATIENCE_S = 120.0


class Recorder:
    """Takes frames of an app."""

    def __init__(self, app: PhoneBuddyApp, pilot: Pilot[None]) -> None:
        self._app, self._pilot = app, pilot
        self.frames: list[str] = []

    async def take(self) -> None:
        await self._pilot.pause(0.3)
        await self.until(lambda: self._app.live.is_drawn)
        self.frames.append(self._app.export_screenshot(title="phonebuddy"))

    async def press(self, *keys: str) -> None:
        await self._pilot.press(*keys)

    async def until(self, holds: Callable[[], object]) -> None:
        deadline_s = time.monotonic() + PATIENCE_S
        while not holds():
            if time.monotonic() > deadline_s:
                raise TimeoutError("what was to be recorded did not happen")
            await self._pilot.pause(0.02)


async def record(address: str) -> tuple[list[str], int]:
    """A newcomer's first minute, and the number of the frame to be seen where nothing moves."""
    settings = TuiSettings(picture=PictureMode.DRAWING)
    app = PhoneBuddyApp(RuntimeConnection(address, local=True), settings)
    async with app.run_test(size=SIZE) as pilot:
        recorder = Recorder(app, pilot)
        live = app.live

        def steps() -> int:
            return 0 if live.control.talk is None else live.control.talk.steps

        def ended() -> bool:
            return live.control.talk is not None and live.control.talk.ended

        await recorder.until(lambda: type(app.screen).__name__ == "WelcomeScreen")
        await recorder.until(lambda: live.control.look is not None)
        await recorder.take()
        await recorder.press("t")
        await recorder.take()
        await recorder.press("enter")
        for number in range(2, 5):
            # A policy may need fewer.
            await recorder.until(lambda least=number: steps() >= least or ended())
            if ended():
                break
            await recorder.take()
        await recorder.until(ended)
        await pilot.pause(0.5)
        await recorder.take()
        still = len(recorder.frames) - 1
        await recorder.press("f2")
        await pilot.pause(1.0)
        await recorder.take()
        await recorder.press("enter")
        await recorder.until(lambda: type(app.screen).__name__ == "PastRunScreen")
        await pilot.pause(1.0)
        await recorder.press("right", "right")
        await pilot.pause(1.0)
        await recorder.take()
        return recorder.frames, still


def moving(frames: list[str], still: int) -> str:
    """One SVG of all frames, each shown for its time, over and over.

    Without animation, `still` is seen: it is last, above the others, and none is hidden but by moving.
    """
    view = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', frames[0])
    if view is None:
        raise ValueError("the screenshots have no size")
    width, height = view.groups()
    share, whole_s = 100 / len(frames), FRAME_S * len(frames)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">',
        "<style>",
        f".frame {{ animation: show {whole_s:g}s step-end infinite; }}",
        f"@keyframes show {{ 0% {{ visibility: visible; }} {share:.3f}% {{ visibility: hidden; }} }}",
        "</style>",
    ]
    for number in [*(n for n in range(len(frames)) if n != still), still]:
        # A negative delay begins in the middle of a round: those whose turn comes later are hidden.
        delay_s = number * FRAME_S - (whole_s if number else 0.0)
        parts.append(
            f'<g class="frame" style="animation-delay: {delay_s:g}s">{_own(frames[number], number)}</g>'
        )
    return "\n".join([*parts, "</svg>\n"])


def _own(frame: str, number: int) -> str:
    """A frame whose names are its own, and which fetches no fonts from elsewhere."""
    frame = re.sub(r"@font-face\s*\{[^}]*\}", "", frame)
    frame = re.sub(r"terminal-\d+", f"frame{number}", frame)
    return frame.replace("Fira Code", "ui-monospace, Menlo, Consolas, DejaVu Sans Mono")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("out", type=Path, help="the SVG to write")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        policies = Path(folder) / "policies"
        shutil.copytree(ROOT / "examples" / "policies", policies)
        with LocalRuntime(data=Path(folder) / "data", policies=policies) as runtime:
            frames, still = asyncio.run(record(runtime.wait_ready()))
    options.out.write_text(moving(frames, still), encoding="utf-8")
    print(f"{options.out}: {len(frames)} frames, {options.out.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
