"""Watches a person use a phone: touches are read from the device's input events (`getevent -l`).

The screen is looked at after every touch; what was touched is read from the look before. A touch
that did not move is a tap, or a hold if it lasted; one that moved is a swipe. Keys of the phone are
read where they are sent as keys; typed text shows as the text of the field it went into. What several
fingers do together is left out, and said.
"""

from __future__ import annotations

import logging
import subprocess

from phoneworld.recording.files import BadRecording
from phoneworld.recording.input_devices import touch_screens
from phoneworld.recording.recorder import RecordingDevice
from phoneworld.recording.touch_events import UnrecordedGesture, gestures_of
from runtime.backends.adb.connection import adb_program

_log = logging.getLogger(__name__)


def watch(recorder: RecordingDevice, address: str, *, steps: int) -> int:
    """Record what a person does, until so many touches were seen or the person ends it."""
    if not address.startswith("adb:"):
        raise BadRecording(f"{address}: only phones behind adb can be watched; or use --explore")
    serial = address.partition("//")[2]
    base = [adb_program(), *(("-s", serial) if serial else ()), "shell", "getevent"]
    listing = subprocess.run(
        [*base, "-lp"], capture_output=True, text=True, timeout=20, check=False
    )
    if listing.returncode:
        raise BadRecording(f"{address}: getevent cannot be run: {listing.stderr.strip()[-300:]}")
    screens = touch_screens(listing.stdout)
    seen = 0
    before = recorder.observe()
    with subprocess.Popen([*base, "-lt"], stdout=subprocess.PIPE, text=True) as events:
        try:
            for gesture in gestures_of(events.stdout or (), screens):
                if isinstance(gesture, UnrecordedGesture):
                    _log.warning("left out of the recording: %s", gesture.reason)
                else:
                    recorder.note(before, gesture)
                    seen += 1
                before = recorder.observe()  # after the touch: what the next one is done on
                if seen >= steps:
                    break
        except KeyboardInterrupt:
            pass
        finally:
            events.terminate()
    return seen
