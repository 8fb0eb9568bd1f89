"""Tasks with the cinema."""

from __future__ import annotations

from phoneworld.apps.huddle.mini.cinema.tasks.bookings import BookSeats, CheapestShow, TakenSeat
from phoneworld.apps.huddle.mini.cinema.tasks.everyday import (
    MySeats,
    OffWatchlist,
)
from phoneworld.apps.huddle.mini.cinema.tasks.programme import AddToWatchlist, FirstShow
from phoneworld.apps.huddle.mini.cinema.tasks.tickets import CancelTicket
from phoneworld.author import templates_of

TASKS = templates_of(
    BookSeats,
    CheapestShow,
    CancelTicket,
    AddToWatchlist,
    FirstShow,
    TakenSeat,
    OffWatchlist,
    MySeats,
)
