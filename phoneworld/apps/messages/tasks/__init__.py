"""Tasks with text messages."""

from __future__ import annotations

from phoneworld.apps.messages.tasks.judging import AlreadySent, NoReply, RefuseCode
from phoneworld.apps.messages.tasks.passing_on import CopyToChat, ForwardAddress
from phoneworld.apps.messages.tasks.reading import ReadCode, SumDebts, WhoWrote
from phoneworld.apps.messages.tasks.sending import (
    AnswerNotification,
    AskWhom,
    Compose,
    Reply,
    TellBoth,
    ToNumber,
)
from phoneworld.apps.messages.tasks.tidying import (
    Archive,
    DeleteMessage,
    DeleteThread,
    KeepNewest,
    StarMessage,
)
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
