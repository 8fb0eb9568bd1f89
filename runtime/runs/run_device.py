"""The phone in a run's hands: each call to it can be ended by whoever steers the run."""

from __future__ import annotations

from runtime.actions import Action
from runtime.device import DeviceInfo, Performed
from runtime.errors import ActionError
from runtime.observation import Observation
from runtime.runs.control import RunControl
from runtime.runs.ports import HeldPhone


class RunDevice:
    """Used by the run's own thread only. `newest` is the look that actions may refer to, if any.

    Calls raise `Cancelled` without touching the phone once the run is to stand still; those with
    `for_person` are what a person wants while it does.
    """

    def __init__(self, phone: HeldPhone, control: RunControl) -> None:
        self.newest: Observation | None = None
        self._phone = phone
        self._control = control

    @property
    def info(self) -> DeviceInfo:
        return self._phone.info

    def look(self, *, screenshot: bool, for_person: bool = False) -> Observation:
        self.newest = None
        with self._control.calling(self._phone, for_person=for_person):
            self.newest = self._phone.observe(screenshot=screenshot)
        return self.newest

    def perform(
        self, action: Action, observation: Observation, *, for_person: bool = False
    ) -> Performed:
        newest = self.newest
        with self._control.calling(self._phone, for_person=for_person):
            self.newest = None
            try:
                return self._phone.perform(action, observation)
            except ActionError:
                self.newest = newest  # the phone is untouched, and so is the look
                raise

    def reopen(self) -> None:
        """Let the phone go and open it again."""
        self.newest = None
        with self._control.calling(self._phone):
            self._phone.reopen()
