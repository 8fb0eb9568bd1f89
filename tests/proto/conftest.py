"""A served desk for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from served_desk import ServedDesk

from runtime.server.address import UnixAddress


@pytest.fixture
def served(tmp_path: Path) -> Iterator[ServedDesk]:
    served = ServedDesk(tmp_path / "data")
    yield served
    served.close()


@pytest.fixture
def served_on_socket(tmp_path: Path) -> Iterator[ServedDesk]:
    """One that can be served `again`."""
    served = ServedDesk(tmp_path / "data", address=UnixAddress(tmp_path / "s"))
    yield served
    served.close()
