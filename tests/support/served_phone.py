"""What the fixture `serve` is."""

from typing import Protocol

from phoneworld.adb.personality import ORDINARY, Personality
from phoneworld.adb.proof.served import ServedPhone
from phoneworld.adb.wire.faults import NONE, Faults


class Serve(Protocol):
    """Serves a phone until the test is over."""

    def __call__(
        self,
        *,
        seed: int = 1,
        faults: Faults = NONE,
        realism: str = "off",
        port: int = 0,
        personality: Personality = ORDINARY,
    ) -> ServedPhone: ...
