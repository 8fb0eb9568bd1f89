"""What the fixture `start_runtime` is."""

from pathlib import Path
from typing import Protocol

from runtime_process import RuntimeProcess


class StartRuntime(Protocol):
    """Starts a server; `folder` holds its data and policies, and is the test's own if not given."""

    def __call__(self, *options: str, folder: Path | None = None) -> RuntimeProcess: ...
