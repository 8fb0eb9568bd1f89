"""A person acting in a run that they took over: looked at, done, recorded; not guarded.

A screen that is for the person alone is handled here too, but nothing of it is recorded.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from runtime.actions import Action, Click, DoubleClick, Drag, LongPress, Point, Scroll, Stroke, Type
from runtime.device import Performed
from runtime.device_checks import targets_of
from runtime.episode import Actor, Decision, Step, Verdict
from runtime.errors import ActionError, DeviceError, Interrupted, StaleObservation
from runtime.guard.ruling import Guard
from runtime.guard.secrets import SecretStore, fill
from runtime.observation import Observation
from runtime.runs.event_rows import UNKNOWN_EFFECT
from runtime.runs.executor import check_aim, perform
from runtime.runs.handset import Handset
from runtime.runs.journal import Journal
from runtime.runs.model import Acting
from runtime.runs.parts import Clock
from runtime.runs.timings import Timings

WITHHELD = "[withheld]"
SOMEWHERE = Point(500, 500)


@dataclass(frozen=True, slots=True)
class Acted:
    """What was really done, and the screen after it, which the next action may refer to."""

    performed: Performed
    after: Observation


class PersonsHand:
    """Used by the run's own thread only."""

    def __init__(
        self,
        handset: Handset,
        journal: Journal,
        guard: Guard,
        secrets: SecretStore,
        clock: Clock,
        *,
        keep_screenshots: bool,
    ) -> None:
        self._handset = handset
        self._journal = journal
        self._guard = guard
        self._secrets = secrets
        self._clock = clock
        self._keep_screenshots = keep_screenshots

    def look(self) -> Observation:
        """What the phone shows now."""
        return self._handset.look(screenshot=True, for_person=True)

    def act(self, action: Action, observation_id: str) -> Acted:
        """Do what the person wants, on the look that they chose from."""
        timings = Timings(self._clock.monotonic_s)
        with timings.part("observe"):
            screen = self._chosen(action, observation_id)
        check_aim(action, screen)
        filled = fill(action, screen, self._secrets)
        shown, told = screen, action
        if self._guard.judge_screen(screen).verdict is not Verdict.ALLOW:
            shown, told = withheld_look(screen), withheld_action(action)
        with timings.part("record"):
            self._journal.looked(shown, keep_screenshot=self._keep_screenshots)
            self._journal.write(Acting(self._journal.step, told))
        step = Step(shown, Decision(told), Actor.PERSON)
        try:
            with timings.part("perform"):
                performed = perform(self._handset, action, filled, screen, for_person=True)
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
        kept = performed if told is action else Performed(told, changed=performed.changed)
        self._journal.done(replace(step, performed=kept, timings_ms=timings.taken()))
        return Acted(performed, self.look())

    def _chosen(self, action: Action, observation_id: str) -> Observation:
        newest = self._handset.newest
        if newest is not None and observation_id in {"", newest.id}:
            return newest
        if targets_of(action):
            raise StaleObservation(
                f"{observation_id!r} is not the newest look at this phone"
                f"{f' ({newest.id})' if newest is not None else ''}: look again and choose from that"
            )
        return self.look()


def withheld_look(screen: Observation) -> Observation:
    """A screen of which only the app is told."""
    return replace(screen, elements=(), notices=(), focused=None, screenshot=None, secure=True)


def withheld_action(action: Action) -> Action:
    """What was done, without what was typed, and without where: taps on a keypad are a PIN."""
    match action:
        case Click():
            return Click(SOMEWHERE)
        case DoubleClick():
            return DoubleClick(SOMEWHERE)
        case LongPress(duration_ms=duration_ms):
            return LongPress(SOMEWHERE, duration_ms)
        case Type(_, target, clear):
            return Type(WITHHELD, None if target is None else SOMEWHERE, clear)
        case Drag(duration_ms=duration_ms):
            return Drag(SOMEWHERE, SOMEWHERE, duration_ms)
        case Scroll(Stroke()):
            return Scroll(Stroke(SOMEWHERE, SOMEWHERE))
        case Scroll(motion):
            return Scroll(motion)
        case _:
            return action
