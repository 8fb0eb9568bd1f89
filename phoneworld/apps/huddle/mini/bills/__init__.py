"""Bills: electricity, water, phone and the like, paid in one place."""

from phoneworld.apps.huddle.mini.bills.app import MINI

__all__ = ["MINI"]
