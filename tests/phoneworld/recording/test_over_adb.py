"""Recording through the real adb, from a PhoneWorld phone that is served over its protocol."""

from __future__ import annotations

from pathlib import Path

import pytest

from phoneworld.adb.proof.served import ServedPhone
from phoneworld.commands.record import guarded
from phoneworld.reconstruction.fidelity import measure_app
from phoneworld.reconstruction.rebuild import rebuild
from phoneworld.recording.episodes import import_episode
from phoneworld.recording.explorer import explore
from phoneworld.recording.recorder import RecordingDevice
from runtime.devices import open_device

pytestmark = pytest.mark.slow


def test_an_app_explored_over_adb_is_rebuilt(tmp_path: Path, served: ServedPhone) -> None:
    device = open_device(served.address)
    try:
        recorder = RecordingDevice(device, tmp_path / "r", goal="explore", durable=False)
        explore(recorder, "Clock", steps=12, permits=guarded(None))
        recorder.close()
    finally:
        device.close()
    assert list((tmp_path / "r" / "hierarchies").glob("*.xml"))
    recording = import_episode(tmp_path / "r")
    figures = measure_app(rebuild(recording, label="Clock"), recording)
    assert figures.built.value > 0.9
    assert figures.look is not None
