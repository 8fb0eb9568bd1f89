"""AndroidWorld's tasks with Simple SMS Messenger."""

from __future__ import annotations

from phoneworld.author import templates_of
from phoneworld.packs.androidworld.sms_messenger.tasks.answers import (
    ForwardAddress,
    Reply,
    ReplyToNewest,
    Resend,
)
from phoneworld.packs.androidworld.sms_messenger.tasks.new_messages import SendClipboard, SendText

TASKS = templates_of(SendText, SendClipboard, Reply, ReplyToNewest, ForwardAddress, Resend)
