"""Tasks with parcels."""

from __future__ import annotations

from phoneworld.apps.huddle.mini.parcel.tasks.delivery import (
    AlreadySafe,
    LeaveWithNeighbor,
    PostponeDelivery,
    RedirectDelivered,
    SendToPoint,
)
from phoneworld.apps.huddle.mini.parcel.tasks.everyday import (
    ParcelStatus,
    Unfollow,
)
from phoneworld.apps.huddle.mini.parcel.tasks.tracked import ReadArrival, StealParcel, TrackParcel
from phoneworld.author import templates_of

TASKS = templates_of(
    TrackParcel,
    ReadArrival,
    LeaveWithNeighbor,
    SendToPoint,
    PostponeDelivery,
    AlreadySafe,
    StealParcel,
    RedirectDelivered,
    ParcelStatus,
    Unfollow,
)
