"""Maps: a drawn town with places, directions and lists."""

from phoneworld.apps.maps.app import APP

__all__ = ["APP"]
