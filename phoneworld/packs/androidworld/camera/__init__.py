"""Camera: photos and videos."""

from phoneworld.packs.androidworld.camera.app import APP

__all__ = ["APP"]
