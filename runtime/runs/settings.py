"""How runs are carried out: bounds and patience, read once and passed in."""

from __future__ import annotations

from dataclasses import dataclass, field

from runtime.turn.settings import TurnSettings


@dataclass(frozen=True, slots=True)
class RunSettings:
    """What holds for all runs of a server."""

    most_alive: int = 100
    """Runs at once, those that are queued included."""
    still_within_s: float = 1.0
    """How long whoever pauses, cancels or takes over is kept until the phone is still."""
    heeded_within_s: float = 5.0
    """How long they are kept, once the phone is still, until the run is as they wanted."""
    first_look_within_s: float = 0.5
    """How long whoever takes over is kept until the phone has been looked at for them."""
    device_failures: int = 3
    """So many in a row end the run; after the first it looks again, then it opens the phone anew."""
    device_pause_s: float = 0.2
    engine_pauses_s: tuple[float, ...] = (0.5, 1.0, 2.0, 4.0, 8.0)
    """The waits before an overloaded policy is asked again."""
    busy_pause_s: float = 0.5
    """The wait before a phone that someone else holds is asked for again."""
    replay_pauses_s: tuple[float, ...] = (0.3, 0.7, 1.0)
    """The waits for a screen to become as recorded, before a replay is given up."""
    turn: TurnSettings = field(default_factory=TurnSettings)
    """The same for serving as for training."""
