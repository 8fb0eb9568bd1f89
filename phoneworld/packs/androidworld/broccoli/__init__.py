"""Broccoli: recipes as texts."""

from phoneworld.packs.androidworld.broccoli.app import APP

__all__ = ["APP"]
