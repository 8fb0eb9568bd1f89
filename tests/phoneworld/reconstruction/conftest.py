from __future__ import annotations

from pathlib import Path

import pytest
from small_recordings import NOTES_TASKS, record_exploration, record_oracle

from phoneworld import Workshop
from phoneworld.reconstruction.rebuild import Rebuilt, rebuild
from phoneworld.recording.model import Recording
from phoneworld.recording.sources import import_all


@pytest.fixture(scope="session")
def notes(tmp_path_factory: pytest.TempPathFactory, workshop: Workshop) -> Recording:
    """PhoneWorld's own Notes, used by oracles and explored a little."""
    folder: Path = tmp_path_factory.mktemp("notes")
    for task in NOTES_TASKS:
        record_oracle(workshop, task, folder / task)
    record_exploration(workshop, "Notes", folder / "explore", steps=50)
    return import_all([folder])


@pytest.fixture(scope="session")
def rebuilt(notes: Recording) -> Rebuilt:
    return rebuild(notes)
