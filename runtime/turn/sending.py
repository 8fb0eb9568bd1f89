"""Sends an action to the phone, and says what came of it, whatever that is."""

from __future__ import annotations

from dataclasses import dataclass

from runtime.actions import Action
from runtime.device import Performed
from runtime.errors import ActionError, Cancelled, DeviceError, Interrupted
from runtime.observation import Observation
from runtime.turn.ports import TurnPhone

NOT_SENT = "not done: the run was stopped before it was sent to the phone"
UNKNOWN_EFFECT = "interrupted: it is not known whether this was done"


@dataclass(frozen=True, slots=True)
class Sent:
    """What came of an action: what was done, or an error in words."""

    performed: Performed | None = None
    error: str = ""
    fault: DeviceError | None = None
    """The phone failed: it has to recover before it is looked at again."""
    cancelled: Cancelled | None = None


def send(phone: TurnPhone, action: Action, screen: Observation) -> Sent:
    """Have it done. Only what nobody has foreseen is raised."""
    try:
        return Sent(phone.perform(action, screen))
    except ActionError as error:
        return Sent(error=str(error))
    except Cancelled as error:
        return Sent(error=NOT_SENT, cancelled=error)
    except Interrupted as error:
        return Sent(error=UNKNOWN_EFFECT, fault=error)
    except DeviceError as error:
        return Sent(error=f"the phone failed: {error}; {UNKNOWN_EFFECT}", fault=error)
