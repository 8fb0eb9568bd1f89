"""AndroidWorld's tasks with OsmAnd."""

from __future__ import annotations

from phoneworld.author import templates_of
from phoneworld.packs.androidworld.osmand.tasks.spots import AddFavorite, AddMarker, SaveTrack

TASKS = templates_of(AddFavorite, AddMarker, SaveTrack)
