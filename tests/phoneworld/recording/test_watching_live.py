"""A person's touches, read from the input events of a phone behind the real adb."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from phoneworld.adb.proof.served import ServedPhone
from phoneworld.emulator.fingers import ClientClock, MultiTouch
from phoneworld.recording.episodes import import_episode
from phoneworld.recording.recorder import RecordingDevice
from phoneworld.recording.touch_watcher import watch
from runtime.actions import Click, Point, Scroll
from runtime.devices import open_device
from runtime.hierarchy_xml import HierarchyNode
from runtime.observation import Observation

pytestmark = pytest.mark.slow
WITHIN_S = 60.0


class Person:
    """Touches the glass of a served phone."""

    def __init__(self, served: ServedPhone) -> None:
        self._served = served
        self._fingers = MultiTouch(served.session, ClientClock())

    def taps(self, label: str) -> None:
        x, y = self._served.run(lambda: self._middle(label))
        self._served.run(lambda: self._fingers.press(0, x, y))
        self._served.run(lambda: self._fingers.lift(0))

    def swipes(self, *places: tuple[int, int]) -> None:
        for x, y in places:
            self._served.run(lambda x=x, y=y: self._fingers.press(0, x, y))
        self._served.run(lambda: self._fingers.lift(0))

    def _middle(self, label: str) -> tuple[int, int]:
        for view in self._served.phone.window().view.walk():
            if label in (view.text, view.description):
                return view.x + view.w // 2, view.y + view.h // 2
        raise LookupError(label)


class Counting(RecordingDevice):
    """Knows how often it has looked."""

    looks = 0

    def observe(self, *, screenshot: bool = False) -> Observation:
        look = super().observe(screenshot=screenshot)
        self.looks += 1
        return look


def test_what_a_person_touches_is_recorded(tmp_path: Path, served: ServedPhone) -> None:
    device = open_device(served.address)
    recorder = Counting(device, tmp_path / "r", goal="look around", durable=False)
    seen: list[int] = []
    watching = threading.Thread(
        target=lambda: seen.append(watch(recorder, served.address, steps=3)), daemon=True
    )
    watching.start()
    person = Person(served)
    touches: tuple[Callable[[], None], ...] = (
        lambda: person.taps("Clock"),
        lambda: person.taps("Timer"),
        lambda: person.swipes((540, 1600), (540, 1300), (540, 700)),
    )
    wait_for(lambda: any("getevent -lt" in one for one in served.session.journal.requests))
    for number, touch in enumerate(touches):
        wait_for(lambda number=number: recorder.looks > number)
        touch()
    watching.join(WITHIN_S)
    recorder.close()
    device.close()
    assert seen == [3]

    (episode,) = import_episode(tmp_path / "r").episodes
    opened, timer, swiped = episode.steps
    assert isinstance(opened.action, Click)
    assert opened.after.package == "com.phoneworld.clock"
    assert isinstance(timer.action, Click)
    assert timer.before.package == "com.phoneworld.clock"
    assert isinstance(swiped.action, Scroll)
    assert isinstance(opened.action.target, Point)
    icon = next(node for node in walk(opened.before.root) if node.text == "Clock")
    x = opened.action.target.x * opened.before.width_px / 1000
    assert icon.bounds.left <= x <= icon.bounds.right


def walk(node: HierarchyNode) -> Iterator[HierarchyNode]:
    yield node
    for child in node.children:
        yield from walk(child)


def wait_for(done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WITHIN_S
    while not done():
        assert time.monotonic() < deadline, "it did not come to that"
        time.sleep(0.02)
