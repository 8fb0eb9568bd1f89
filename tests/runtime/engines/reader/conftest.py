"""Readers on disk."""

from pathlib import Path

import pytest
from tiny_reader import MakeReader, write_reader


@pytest.fixture
def make_reader(tmp_path: Path) -> MakeReader:
    """Writes a reader's files into a folder of that name."""

    def make(folder: str = "reader", *, outputs: int = 3, slots: int = 3) -> Path:
        return write_reader(tmp_path / folder, folder, outputs=outputs, slots=slots)

    return make
