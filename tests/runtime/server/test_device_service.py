"""`DeviceService`, through the client and a real server."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from desk_scene import SlowEngine, until
from phonebuddy.v1 import action_pb2, device_service_pb2, errors, observation_pb2
from served_desk import ServedDesk

from runtime.actions import Finish, OpenApp
from runtime.errors import DeviceTimeout


def _open_notes() -> action_pb2.Action:
    return action_pb2.Action(open_app=action_pb2.OpenApp(app="Notes"))


def test_a_phone_is_looked_at_and_acted_on(served: ServedDesk) -> None:
    with served.client() as buddy:
        look = buddy.observe("fake:1", screenshot=True)
        assert look.package == "com.example.home"
        assert look.screenshot.data
        assert not buddy.observe("fake:1").HasField("screenshot")
        assert buddy.perform("fake:1", _open_notes(), look.id).changed
        assert buddy.observe("fake:1").package == "com.example.notes"
        with pytest.raises(errors.StaleObservation):
            buddy.perform("fake:1", _open_notes(), "look-0")


def test_phones_are_listed_with_what_is_known_of_them(served: ServedDesk) -> None:
    with served.client() as buddy:
        assert buddy.devices() == []
        buddy.observe("fake:1")
        [device] = buddy.devices()
        assert device.state == device_service_pb2.DEVICE_STATE_OPEN
        assert (device.kind, device.info.width_px) == ("fake", 400)
        buddy.close_device("fake:1")
        assert buddy.devices() == []


def test_a_phone_that_a_run_has_is_not_touched_by_others(served: ServedDesk) -> None:
    engine = SlowEngine([Finish("done")])
    served.scene.library.engines["slow"] = engine
    with served.client() as buddy:
        run = buddy.start("a", device="fake:1", policy="slow")
        assert engine.thinking.wait(120)
        look = buddy.observe("fake:1")
        assert look.package == "com.example.home"
        for forbidden in (
            lambda: buddy.perform("fake:1", _open_notes(), look.id),
            lambda: buddy.close_device("fake:1"),
        ):
            with pytest.raises(errors.DeviceBusy) as busy:
                forbidden()
            assert busy.value.run_id == run.id
        [device] = buddy.devices()
        assert device.state == device_service_pb2.DEVICE_STATE_BUSY
        assert device.run_id == run.id
        buddy.cancel(run.id)


def test_while_a_run_stands_still_a_look_is_a_fresh_one(served: ServedDesk) -> None:
    engine = SlowEngine([Finish("done")])
    served.scene.library.engines["slow"] = engine
    with served.client() as buddy:
        run = buddy.start("a", device="fake:1", policy="slow")
        assert engine.thinking.wait(120)
        buddy.take_over(run.id)
        served.scene.phone("fake:1").by_hand(OpenApp("Notes"))
        assert buddy.observe("fake:1").package == "com.example.notes"
        buddy.cancel(run.id)


def test_a_phone_that_fails_is_reported_and_opened_anew(served: ServedDesk) -> None:
    with served.client() as buddy:
        buddy.observe("fake:1")
        served.scene.phone("fake:1").break_with(DeviceTimeout("no answer"))
        with pytest.raises(errors.DeviceFailed, match="no answer"):
            buddy.observe("fake:1")


class _Frames:
    """Collects what a mirror shows, in a thread of its own."""

    def __init__(self, served: ServedDesk, **options: object) -> None:
        self.seen: list[tuple[float, observation_pb2.Observation]] = []
        self._client = served.client()
        self._frames: Iterator[observation_pb2.Observation] = self._client.mirror(
            "fake:1",
            **options,  # type: ignore[arg-type]
        )
        self._thread = threading.Thread(target=self._collect)
        self._thread.start()

    def _collect(self) -> None:
        try:
            for frame in self._frames:
                self.seen.append((time.monotonic(), frame))
        except errors.CallCancelled:
            return

    def close(self) -> None:
        self._client.close()
        self._thread.join(120)
        assert not self._thread.is_alive()


def test_a_mirror_shows_changes_and_nothing_else(served: ServedDesk) -> None:
    frames = _Frames(served, frames_per_second=10.0, screenshots=True)
    until(lambda: len(frames.seen) == 1)
    phone = served.scene.phone("fake:1")
    looks = len(phone.calls)
    until(lambda: len(phone.calls) > looks + 2)
    assert len(frames.seen) == 1
    assert frames.seen[0][1].screenshot.data
    with served.client() as buddy:
        buddy.perform("fake:1", _open_notes(), frames.seen[0][1].id)
    until(lambda: len(frames.seen) == 2)
    assert frames.seen[1][1].package == "com.example.notes"
    frames.close()


def test_a_mirror_looks_no_more_often_than_asked(served: ServedDesk) -> None:
    frames = _Frames(served, frames_per_second=4.0)
    until(lambda: len(frames.seen) == 1)
    phone = served.scene.phone("fake:1")
    before, began = phone.calls.count("observe"), time.monotonic()
    time.sleep(1.0)
    looks = phone.calls.count("observe") - before
    assert looks <= 4.0 * (time.monotonic() - began) + 1
    frames.close()


def test_a_mirror_of_a_phone_that_a_run_has_shows_what_the_run_sees(served: ServedDesk) -> None:
    engine = SlowEngine([OpenApp("Notes"), Finish("done")])
    served.scene.library.engines["slow"] = engine
    with served.client() as buddy:
        run = buddy.start("a", device="fake:1", policy="slow")
        assert engine.thinking.wait(120)
        frames = _Frames(served)
        until(lambda: len(frames.seen) == 1)
        looks = served.scene.phone("fake:1").calls.count("observe")
        time.sleep(0.3)
        assert served.scene.phone("fake:1").calls.count("observe") == looks
        engine.answer.set()
        buddy.wait(run.id)
        until(lambda: len(frames.seen) == 2)
    assert [frame.package for _, frame in frames.seen] == ["com.example.home", "com.example.notes"]
    frames.close()


def test_too_many_mirrors_and_nonsense_are_refused(tmp_path: Path) -> None:
    served = ServedDesk(tmp_path / "data", most_mirrors=1)
    try:
        frames = _Frames(served)
        until(lambda: len(frames.seen) == 1)
        with served.client() as buddy:
            with pytest.raises(errors.Overloaded):
                next(buddy.mirror("fake:1"))
            for fps in (11.0, -1.0, float("nan")):
                with pytest.raises(errors.InvalidRequest):
                    next(buddy.mirror("fake:1", frames_per_second=fps))
        frames.close()
        with served.client() as buddy:
            until(lambda: _mirrors(buddy))
    finally:
        served.close()


def _mirrors(buddy) -> bool:  # noqa: ANN001
    try:
        return bool(next(buddy.mirror("fake:1")).id)
    except errors.Overloaded:
        return False
