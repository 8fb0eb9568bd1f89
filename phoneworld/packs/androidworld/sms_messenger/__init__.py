"""Simple SMS Messenger: text messages."""

from phoneworld.packs.androidworld.sms_messenger.app import APP

__all__ = ["APP"]
