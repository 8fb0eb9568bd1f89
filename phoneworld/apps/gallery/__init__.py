"""Gallery: the pictures and videos on the phone."""

from phoneworld.apps.gallery.app import APP

__all__ = ["APP"]
