"""Huddle: a chat app that hosts mini-apps."""

from phoneworld.apps.huddle.app import APP

__all__ = ["APP"]
