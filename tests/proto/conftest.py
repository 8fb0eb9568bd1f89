"""A served desk for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from served_desk import ServedDesk


@pytest.fixture
def served(tmp_path: Path) -> Iterator[ServedDesk]:
    served = ServedDesk(tmp_path / "data")
    yield served
    served.close()
