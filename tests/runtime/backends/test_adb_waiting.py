import threading

import pytest

from runtime.backends.adb.deadlines import Deadline, Interruption
from runtime.errors import DeviceTimeout, Interrupted


def test_pause_ends_when_interrupted() -> None:
    interruption = Interruption()
    threading.Timer(0.1, interruption.ask).start()

    with pytest.raises(Interrupted):
        interruption.pause(300)


def test_interruption_before_a_call_does_not_end_it() -> None:
    interruption = Interruption()
    interruption.ask()

    interruption.begin()

    interruption.pause(0.01)


def test_cleaning_up_is_not_interrupted_but_what_follows_is() -> None:
    interruption = Interruption()
    interruption.ask()

    with interruption.held():
        interruption.pause(0.01)
    with pytest.raises(Interrupted):
        interruption.check()


def test_deadline_that_has_passed_says_what_took_too_long() -> None:
    with pytest.raises(DeviceTimeout, match="tapping"):
        Deadline.after(0, "tapping").left_s()
