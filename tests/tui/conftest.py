"""A served desk for each test, and our commands where the shell finds them."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from served_desk import ServedDesk

from runtime.server.address import UnixAddress


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise what is advised is named by where it lies."""
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[ServedDesk]:
    served = ServedDesk(tmp_path / "data", address=UnixAddress(tmp_path / "s"))
    yield served
    served.close()
