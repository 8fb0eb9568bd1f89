"""What the tasks with Audio Recorder share."""

from __future__ import annotations

from phoneworld.author import Open, Pause, Script, Tap

LABEL = "Audio Recorder"
RECORDING: Script = (
    Open(LABEL),
    Tap("Start recording"),
    Pause(3),
    Tap("Stop recording"),
)
"""The steps to the question for a recording's name."""
SAVE = Tap("Save", role="button")
