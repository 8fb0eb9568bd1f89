"""Tasks of all kinds, and an engine that knows them."""

from pathlib import Path

import pytest
from built_in import find_template
from knowing_engine import KnowingEngine

from phoneworld import Task, Trial, Workshop

NAMES = ("notes.create", "settings.wifi_on", "cross.alarm_from_text", "contacts.add")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Looks at the test split are counted here, not in the folder of whoever runs the tests."""
    folder = tmp_path / "home"
    monkeypatch.setenv("HOME", str(folder))
    return folder


@pytest.fixture
def tasks() -> list[Task]:
    return [Task(find_template(name), seed) for seed in (6, 7) for name in NAMES]


@pytest.fixture
def engine(shared_workshop: Workshop, tasks: list[Task]) -> KnowingEngine:
    return KnowingEngine(shared_workshop, tasks)


@pytest.fixture
def goals(shared_workshop: Workshop, tasks: list[Task]) -> dict[str, str]:
    """The goal of each task."""
    return {task.name: Trial(shared_workshop, task).goal for task in tasks}
