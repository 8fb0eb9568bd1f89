"""Tasks with text messages."""

from __future__ import annotations

from phoneworld.apps.messages.tasks.conversations import (
    ArchiveConversation,
    DeleteMessage,
    DeleteThread,
    KeepNewest,
    StarMessage,
)
from phoneworld.apps.messages.tasks.everyday_chats import (
    AnswerLatest,
    OpenChat,
    Unarchive,
)
from phoneworld.apps.messages.tasks.everyday_questions import (
    LastWords,
    LastWriter,
    UnreadFrom,
)
from phoneworld.apps.messages.tasks.forwards import CopyToChat, ForwardTextedAddress
from phoneworld.apps.messages.tasks.limits import AlreadySent, NoReply, RefuseCode
from phoneworld.apps.messages.tasks.new_messages import (
    AskWhomToText,
    FirstMessage,
    TellBoth,
    ToNumber,
)
from phoneworld.apps.messages.tasks.questions import ReadCodeInMessage, SumDebts, WhoWrote
from phoneworld.apps.messages.tasks.replies import AnswerNotification, ReplyToMessage
from phoneworld.author import templates_of

TASKS = templates_of(
    ReplyToMessage,
    FirstMessage,
    ToNumber,
    AnswerNotification,
    ForwardTextedAddress,
    CopyToChat,
    AskWhomToText,
    TellBoth,
    ReadCodeInMessage,
    WhoWrote,
    SumDebts,
    DeleteThread,
    DeleteMessage,
    KeepNewest,
    ArchiveConversation,
    StarMessage,
    RefuseCode,
    AlreadySent,
    NoReply,
    AnswerLatest,
    OpenChat,
    Unarchive,
    LastWords,
    LastWriter,
    UnreadFrom,
)
