"""Simple Gallery Pro: the pictures and videos on the storage, folder by folder."""

from phoneworld.packs.androidworld.gallery_pro.app import APP

__all__ = ["APP"]
