"""Cinema: what is on, and seats to book."""

from phoneworld.apps.huddle.mini.cinema.app import MINI

__all__ = ["MINI"]
