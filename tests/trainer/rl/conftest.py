"""Trainings on the toy phone."""

from pathlib import Path

import pytest
from toy_training import ToyTrainings


@pytest.fixture
def toy_training(tmp_path: Path) -> ToyTrainings:
    return ToyTrainings(tmp_path)
