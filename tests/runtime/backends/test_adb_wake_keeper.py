"""A screen that is kept on while somebody looks at it."""

from dataclasses import dataclass, field

import pytest

from runtime.backends.adb.errors import DebuggingRestricted
from runtime.backends.adb.wake_keeper import EVERY_S, WAKE_UP, WakeKeeper
from runtime.errors import DeviceError, Interrupted


@dataclass
class Keys:
    """Takes keys, or refuses them."""

    error: DeviceError | Interrupted | None = None
    pressed: list[object] = field(default_factory=list)
    now: float = 100.0

    def call(self, method: str, *params: object, timeout_s: float = 1) -> object:
        assert method == "pressKeyCode"
        if self.error is not None:
            raise self.error
        self.pressed += params
        return True

    def read(self, method: str, *params: object, timeout_s: float = 1) -> object:
        raise AssertionError(method)

    def clock(self) -> float:
        return self.now


def test_key_is_pressed_once_in_a_while() -> None:
    phone = Keys()
    keeper = WakeKeeper(phone, phone.clock)

    for _ in range(10):
        keeper.keep()
        phone.now += EVERY_S / 4

    assert phone.pressed == [WAKE_UP, WAKE_UP]


def test_phone_that_takes_no_keys_is_still_looked_at() -> None:
    phone = Keys(DebuggingRestricted("no"))
    keeper = WakeKeeper(phone, phone.clock)
    phone.now += EVERY_S

    keeper.keep()

    assert phone.pressed == []


def test_interruption_ends_it() -> None:
    phone = Keys(Interrupted("enough"))
    keeper = WakeKeeper(phone, phone.clock)
    phone.now += EVERY_S

    with pytest.raises(Interrupted):
        keeper.keep()
