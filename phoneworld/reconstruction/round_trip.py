"""Whether a rebuilt app can be saved, loaded and run: what every survey asks of every app."""

from __future__ import annotations

import sqlite3
import tempfile
from pathlib import Path

from phoneworld.reconstruction.rebuild import Rebuilt
from phoneworld.reconstruction.replayer import Replayer
from phoneworld.reconstruction.spec_files import load_app, save_app
from runtime.actions import Click, ElementRef
from runtime.errors import PhoneBuddyError

TAPS = 3


def round_trip_fault(rebuilt: Rebuilt) -> str:
    """Save, load and use an app a little; why that does not work, or an empty text."""
    try:
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place) / "app"
            save_app(folder, rebuilt.spec, rebuilt.images)
            spec, images = load_app(folder)
        if spec != rebuilt.spec:
            return "What is loaded differs from what was saved."
        if images != rebuilt.images:
            return "The images that are loaded differ from those that were saved."
        replayer = Replayer(spec, images)
        replayer.cold_start()
        if replayer.shown() is None:
            return "The app does not come to the front when it is opened."
        for _ in range(TAPS):
            look = replayer.device.observe()
            element = next((one for one in look.elements if one.clickable), None)
            if element is None:
                break
            replayer.device.perform(Click(ElementRef(element.index)), look)
        replayer.painted()
    except (PhoneBuddyError, sqlite3.Error) as error:
        return f"{type(error).__name__}: {error}"
    return ""
