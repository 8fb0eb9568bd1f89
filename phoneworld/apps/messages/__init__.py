"""Messages: text messages, by conversation."""

from phoneworld.apps.messages.app import APP

__all__ = ["APP"]
