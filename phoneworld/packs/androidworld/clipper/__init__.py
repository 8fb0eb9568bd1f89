"""Clipper: shows what the clipboard holds, and puts a text there."""

from phoneworld.packs.androidworld.clipper.app import APP

__all__ = ["APP"]
