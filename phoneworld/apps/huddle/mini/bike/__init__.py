"""Bikes: unlock one at a station, ride, and return it at another."""

from phoneworld.apps.huddle.mini.bike.app import MINI

__all__ = ["MINI"]
