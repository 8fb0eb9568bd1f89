"""Markor: notes as text files in a folder of their own."""

from phoneworld.packs.androidworld.markor.app import APP

__all__ = ["APP"]
