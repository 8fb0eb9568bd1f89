"""Tasks with text messages."""

from __future__ import annotations

from phoneworld.apps.messages.tasks.judging import AlreadySent, NoReply, RefuseCode
from phoneworld.apps.messages.tasks.reading import ReadCode, SumDebts, WhoWrote
from phoneworld.apps.messages.tasks.sending import (
    AnswerNotification,
    AskWhom,
    Compose,
    CopyToChat,
    ForwardAddress,
    Reply,
    ToNumber,
)
from phoneworld.apps.messages.tasks.tidying import (
    Archive,
    DeleteMessage,
    DeleteThread,
    StarMessage,
)

TASKS = (
    Reply(),
    Compose(),
    ToNumber(),
    AnswerNotification(),
    ForwardAddress(),
    CopyToChat(),
    AskWhom(),
    ReadCode(),
    WhoWrote(),
    SumDebts(),
    DeleteThread(),
    DeleteMessage(),
    Archive(),
    StarMessage(),
    RefuseCode(),
    AlreadySent(),
    NoReply(),
)
