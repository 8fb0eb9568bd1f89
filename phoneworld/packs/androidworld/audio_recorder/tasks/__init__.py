"""AndroidWorld's tasks with Audio Recorder."""

from __future__ import annotations

from phoneworld.author import templates_of
from phoneworld.packs.androidworld.audio_recorder.tasks.records import RecordNamed, RecordSomething

TASKS = templates_of(RecordSomething, RecordNamed)
