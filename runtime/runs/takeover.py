"""A person acting in a run that they took over: looked at, done, recorded; not guarded.

A screen that is for the person alone is handled here too, but nothing of it is recorded.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from runtime.action_targets import targets_of
from runtime.actions import Action
from runtime.device import Performed
from runtime.episode import Actor, Decision, Step, Verdict
from runtime.errors import ActionError, DeviceError, Interrupted, StaleObservation
from runtime.guard.ruling import Guard
from runtime.guard.secrets import SecretStore, fill
from runtime.observation import Observation
from runtime.runs.journal import RunJournal
from runtime.runs.model import Acting
from runtime.runs.ports import Clock
from runtime.runs.run_device import RunDevice
from runtime.turn.aim import check_aim
from runtime.turn.sending import UNKNOWN_EFFECT
from runtime.turn.timings import Timings
from runtime.turn.withheld import withheld_action, withheld_look


@dataclass(frozen=True, slots=True)
class Acted:
    """What was really done, and the screen after it, which the next action may refer to."""

    performed: Performed
    after: Observation


class Takeover:
    """Used by the run's own thread only."""

    def __init__(
        self,
        device: RunDevice,
        journal: RunJournal,
        guard: Guard,
        secrets: SecretStore,
        clock: Clock,
    ) -> None:
        self._device = device
        self._journal = journal
        self._guard = guard
        self._secrets = secrets
        self._clock = clock

    def look(self) -> Observation:
        """What the phone shows now."""
        return self._device.look(screenshot=True, for_person=True)

    def act(self, action: Action, observation_id: str) -> Acted:
        """Do what the person wants, on the look that they chose from."""
        timings = Timings(self._clock.monotonic_s)
        with timings.part("observe"):
            screen = self._chosen(action, observation_id)
        check_aim(action, screen)
        filled = fill(action, screen, self._secrets)
        shown, recorded = screen, action
        if self._guard.judge_screen(screen).verdict is not Verdict.ALLOW:
            shown, recorded = withheld_look(screen), withheld_action(action)
        with timings.part("record"):
            self._journal.looked(shown)
            self._journal.write(Acting(self._journal.step, recorded))
        step = Step(shown, Decision(recorded), Actor.PERSON)
        try:
            with timings.part("perform"):
                performed = self._device.perform(filled, screen, for_person=True)
        except ActionError as error:
            self._journal.done(replace(step, error=str(error)))
            raise
        except Interrupted:
            self._journal.done(replace(step, error=UNKNOWN_EFFECT))
            raise
        except DeviceError as error:
            self._journal.done(replace(step, error=f"{error}; {UNKNOWN_EFFECT}"))
            raise
        timings.performed(performed)
        if filled != action:
            performed = replace(performed, action=action)
        kept = performed if recorded is action else Performed(recorded, changed=performed.changed)
        self._journal.done(replace(step, performed=kept, timings_ms=timings.taken()))
        return Acted(performed, self.look())

    def _chosen(self, action: Action, observation_id: str) -> Observation:
        newest = self._device.newest
        if newest is not None and observation_id in {"", newest.id}:
            return newest
        if targets_of(action):
            raise StaleObservation(
                f"{observation_id!r} is not the newest look at this phone"
                f"{f' ({newest.id})' if newest is not None else ''}: look again and choose from that"
            )
        return self.look()
