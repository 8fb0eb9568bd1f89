"""What the fixture `serve` is."""

from typing import Protocol

from phoneworld.adb.faults import NONE, Faults
from phoneworld.adb.served import ServedPhone


class Serve(Protocol):
    """Serves a phone until the test is over."""

    def __call__(
        self, *, seed: int = 1, faults: Faults = NONE, realism: str = "off", port: int = 0
    ) -> ServedPhone: ...
