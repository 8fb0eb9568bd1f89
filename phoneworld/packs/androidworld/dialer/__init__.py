"""Phone: calls, as the built-in app has them."""

from phoneworld.packs.androidworld.dialer.app import APP

__all__ = ["APP"]
