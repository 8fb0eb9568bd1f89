"""Tasks in which something is recorded and kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from phoneworld.author import (
    Added,
    Enter,
    Exact,
    Expectation,
    Mistake,
    Scene,
    Script,
    Swap,
    Without,
)
from phoneworld.packs.androidworld.audio_recorder.data import FOLDER, record_path
from phoneworld.packs.androidworld.audio_recorder.tasks.setup import LABEL, RECORDING, SAVE
from phoneworld.packs.androidworld.suite_task import SuiteTask
from phoneworld.packs.androidworld.words import file_stem
from phoneworld.phone import Phone
from phoneworld.providers import media


@dataclass(frozen=True)
class RecordSomething(SuiteTask):
    """One recording, whatever it is called."""

    template = "androidworld.audio_recorder_record_audio"
    suite = "AudioRecorderRecordAudio"
    complexity = 1.2
    apps = (LABEL,)
    goals = (
        "Make a recording with Audio Recorder and keep it.",
        "Use Audio Recorder to record something; save the recording.",
        "Record a bit of sound in Audio Recorder and save it.",
    )

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        del scene
        return cls()

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        del params, phone
        return cls()

    def expect(self) -> list[Expectation]:
        row = {"parent": Exact(FOLDER), "is_folder": 0}
        return [Added(media.PATH, "files", row)]

    def script(self) -> Script:
        return (*RECORDING, SAVE)

    def mistakes(self) -> dict[str, Mistake]:
        return {"not saved": Without(SAVE), "twice": Swap(SAVE, SAVE, *RECORDING[1:], SAVE)}


@dataclass(frozen=True)
class RecordNamed(SuiteTask):
    """One recording of a given name, to which the app adds its ending."""

    template = "androidworld.audio_recorder_record_audio_with_file_name"
    suite = "AudioRecorderRecordAudioWithFileName"
    complexity = 2
    apps = (LABEL,)
    goals = (
        'Make a recording with Audio Recorder and give it the name "{file_name}".',
        'Record something in Audio Recorder. Save it as "{file_name}".',
        'I need a recording named "{file_name}"; use Audio Recorder.',
    )

    file_name: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        return cls(f"{file_stem(scene.rng)}.m4a")

    def expect(self) -> list[Expectation]:
        row = {"_data": Exact(record_path(self.file_name)), "is_folder": 0}
        return [Added(media.PATH, "files", row)]

    def script(self) -> Script:
        return (*RECORDING, Enter(self.file_name, into="Name", clear=True), SAVE)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the name it had": Without(Enter(self.file_name)),
            "added to the name it had": Swap(Enter, Enter(self.file_name, into="Name")),
            "not saved": Without(SAVE),
        }
