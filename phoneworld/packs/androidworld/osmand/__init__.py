"""OsmAnd: a map of Liechtenstein, with favorites, markers and planned tracks."""

from phoneworld.packs.androidworld.osmand.app import APP

__all__ = ["APP"]
