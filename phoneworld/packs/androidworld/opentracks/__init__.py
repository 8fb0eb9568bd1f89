"""OpenTracks: sport that was done, how long and how far."""

from phoneworld.packs.androidworld.opentracks.app import APP

__all__ = ["APP"]
