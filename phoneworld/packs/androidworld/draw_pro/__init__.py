"""Simple Draw Pro: a sheet to draw on, which is saved as a picture."""

from phoneworld.packs.androidworld.draw_pro.app import APP

__all__ = ["APP"]
