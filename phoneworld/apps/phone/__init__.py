"""Phone: favourites, recent calls, the dial pad, calls, voicemail, blocked numbers."""

from phoneworld.apps.phone.app import APP

__all__ = ["APP"]
