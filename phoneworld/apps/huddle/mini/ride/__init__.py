"""Ride: book a car from one place of the town to another."""

from phoneworld.apps.huddle.mini.ride.app import MINI

__all__ = ["MINI"]
