"""Chrome: opens web pages that are on the storage."""

from phoneworld.packs.androidworld.chrome.app import APP

__all__ = ["APP"]
