"""Tasks with calls, the call log and voicemail."""

from __future__ import annotations

from phoneworld.apps.phone.tasks.blocked_numbers import AlreadyBlocked, BlockRepeatCaller, Unblock
from phoneworld.apps.phone.tasks.call_log import (
    DeleteCall,
    DeleteMissedCalls,
    LongestCall,
    SaveCaller,
)
from phoneworld.apps.phone.tasks.calls import (
    CallBackFromNotification,
    CallBackMissed,
    CallContact,
    DialNumber,
    NoNumber,
    RefuseScamCall,
)
from phoneworld.apps.phone.tasks.everyday_calls import (
    BlockNumber,
    ClearHistory,
    Redial,
)
from phoneworld.apps.phone.tasks.everyday_questions import (
    LastCaller,
    LatestVoicemail,
    MissedFrom,
    WhenCalled,
)
from phoneworld.apps.phone.tasks.voicemail import CallAboutVoicemail, DeleteVoicemail, GateCode
from phoneworld.author import templates_of

TASKS = templates_of(
    CallContact,
    DialNumber,
    CallBackMissed,
    CallBackFromNotification,
    NoNumber,
    RefuseScamCall,
    DeleteCall,
    DeleteMissedCalls,
    BlockRepeatCaller,
    Unblock,
    AlreadyBlocked,
    LongestCall,
    GateCode,
    DeleteVoicemail,
    CallAboutVoicemail,
    SaveCaller,
    Redial,
    BlockNumber,
    ClearHistory,
    LastCaller,
    WhenCalled,
    MissedFrom,
    LatestVoicemail,
)
