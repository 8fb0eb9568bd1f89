"""Camera: takes pictures and videos."""

from phoneworld.apps.camera.app import APP

__all__ = ["APP"]
