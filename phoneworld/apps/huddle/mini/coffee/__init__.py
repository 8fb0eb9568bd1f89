"""Coffee: order ahead and pick up at a shop."""

from phoneworld.apps.huddle.mini.coffee.app import MINI

__all__ = ["MINI"]
