"""Browser: a made-up web, with tabs, bookmarks and downloads."""

from phoneworld.apps.browser.app import APP

__all__ = ["APP"]
