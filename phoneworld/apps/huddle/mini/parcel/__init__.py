"""Parcels: follow what is on its way, and say where to leave it."""

from phoneworld.apps.huddle.mini.parcel.app import MINI

__all__ = ["MINI"]
