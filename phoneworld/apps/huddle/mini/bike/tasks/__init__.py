"""Tasks with shared bikes."""

from __future__ import annotations

from phoneworld.apps.huddle.mini.bike.tasks.everyday import (
    FreeDocks,
    PassUntil,
)
from phoneworld.apps.huddle.mini.bike.tasks.passes import BuyPass, RenewalOff
from phoneworld.apps.huddle.mini.bike.tasks.rides import (
    EndRide,
    FullestBattery,
    OutOfService,
    UnlockByCode,
)
from phoneworld.apps.huddle.mini.bike.tasks.stations import MostDocks, ReportProblem
from phoneworld.author import templates_of

TASKS = templates_of(
    UnlockByCode,
    EndRide,
    FullestBattery,
    BuyPass,
    MostDocks,
    ReportProblem,
    RenewalOff,
    OutOfService,
    FreeDocks,
    PassUntil,
)
