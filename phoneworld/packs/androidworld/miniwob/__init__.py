"""MiniWoB's app: AndroidWorld's set-up resets it, and no task of the 116 needs it."""

from phoneworld.packs.androidworld.miniwob.app import APP

__all__ = ["APP"]
