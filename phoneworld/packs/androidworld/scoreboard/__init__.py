"""AndroidWorld's own app: its set-up starts it, and its demo shows goals there."""

from phoneworld.packs.androidworld.scoreboard.app import APP

__all__ = ["APP"]
