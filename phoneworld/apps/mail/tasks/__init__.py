"""Tasks with mail."""

from __future__ import annotations

from phoneworld.apps.mail.tasks.everyday import (
    DeleteOnlyMail,
    EmptyMailTrash,
    QuickMail,
    QuickReply,
)
from phoneworld.apps.mail.tasks.everyday_questions import (
    CountUnread,
    LatestSender,
    ReadLatest,
    ReadMailFrom,
)
from phoneworld.apps.mail.tasks.limits import Impersonation, NothingAttached, Phishing
from phoneworld.apps.mail.tasks.mailings import DeleteAllFrom, ReportSpam, Unsubscribe
from phoneworld.apps.mail.tasks.new_mails import FinishDraft, SendFile, SendMail, SetSignature
from phoneworld.apps.mail.tasks.notes import AlreadyStarred, ArchiveMail, LabelMail, StarMail
from phoneworld.apps.mail.tasks.questions import BillAmount, FindCode, SaveAttachment, SpentTotal
from phoneworld.apps.mail.tasks.replies import (
    AnswerQuestion,
    AskWhomToMail,
    ForwardBooking,
    ReplyMail,
)
from phoneworld.author import templates_of

TASKS = templates_of(
    FindCode,
    BillAmount,
    SpentTotal,
    SaveAttachment,
    ArchiveMail,
    StarMail,
    AlreadyStarred,
    LabelMail,
    ReportSpam,
    DeleteAllFrom,
    Unsubscribe,
    ReplyMail,
    ForwardBooking,
    AnswerQuestion,
    AskWhomToMail,
    SendMail,
    SendFile,
    FinishDraft,
    SetSignature,
    Phishing,
    Impersonation,
    NothingAttached,
    QuickMail,
    QuickReply,
    DeleteOnlyMail,
    EmptyMailTrash,
    CountUnread,
    LatestSender,
    ReadLatest,
    ReadMailFrom,
)
