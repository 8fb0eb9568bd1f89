"""Tasks with text messages."""

from __future__ import annotations

from phoneworld.apps.messages.tasks.conversations import (
    Archive,
    DeleteMessage,
    DeleteThread,
    KeepNewest,
    StarMessage,
)
from phoneworld.apps.messages.tasks.forwards import CopyToChat, ForwardAddress
from phoneworld.apps.messages.tasks.limits import AlreadySent, NoReply, RefuseCode
from phoneworld.apps.messages.tasks.new_messages import AskWhom, Compose, TellBoth, ToNumber
from phoneworld.apps.messages.tasks.questions import ReadCode, SumDebts, WhoWrote
from phoneworld.apps.messages.tasks.replies import AnswerNotification, Reply
from phoneworld.author import templates_of

TASKS = templates_of(
    Reply,
    Compose,
    ToNumber,
    AnswerNotification,
    ForwardAddress,
    CopyToChat,
    AskWhom,
    TellBoth,
    ReadCode,
    WhoWrote,
    SumDebts,
    DeleteThread,
    DeleteMessage,
    KeepNewest,
    Archive,
    StarMessage,
    RefuseCode,
    AlreadySent,
    NoReply,
)
