"""Simple SMS Messenger: the screens of Messages under another name, with a send button called SMS."""

from __future__ import annotations

from dataclasses import replace

from phoneworld.apps import messages
from phoneworld.apps.messages.thread import MessageThread
from phoneworld.packs.androidworld.sms_messenger.data import DATABASE, PACKAGE


class SmsThread(MessageThread):
    """A conversation."""

    send_label = "SMS"


APP = replace(
    messages.APP,
    package=PACKAGE,
    label="Simple SMS Messenger",
    activity=".activities.MainActivity",
    screens={**messages.APP.screens, "thread": SmsThread},
    database=DATABASE,
    seed=None,
    stands_in_for=messages.APP,
)
