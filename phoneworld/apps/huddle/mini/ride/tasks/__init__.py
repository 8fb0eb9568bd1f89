"""Tasks with rides."""

from __future__ import annotations

from phoneworld.apps.huddle.mini.ride.tasks.bookings import AskTerminal, BookForGroup, BookRide
from phoneworld.apps.huddle.mini.ride.tasks.everyday import (
    CancelOnlyRide,
    NextRide,
)
from phoneworld.apps.huddle.mini.ride.tasks.trips import (
    CancelRide,
    CancelTaken,
    CompareRidePrices,
    RateRide,
    ReadFare,
)
from phoneworld.author import templates_of

TASKS = templates_of(
    BookRide,
    BookForGroup,
    AskTerminal,
    CancelRide,
    CancelTaken,
    RateRide,
    ReadFare,
    CompareRidePrices,
    NextRide,
    CancelOnlyRide,
)
