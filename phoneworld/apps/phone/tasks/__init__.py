"""Tasks with calls, the call log and voicemail."""

from __future__ import annotations

from phoneworld.apps.phone.tasks.caller import CallAboutVoicemail, SaveCaller
from phoneworld.apps.phone.tasks.calling import (
    CallBackFromNotification,
    CallBackMissed,
    CallContact,
    DialNumber,
    NoNumber,
    RefuseScam,
)
from phoneworld.apps.phone.tasks.log import (
    AlreadyBlocked,
    BlockRepeatCaller,
    DeleteCall,
    DeleteMissedCalls,
    LongestCall,
    Unblock,
)
from phoneworld.apps.phone.tasks.voicemail import DeleteVoicemail, GateCode
from phoneworld.author import templates_of

TASKS = templates_of(
    CallContact,
    DialNumber,
    CallBackMissed,
    CallBackFromNotification,
    NoNumber,
    RefuseScam,
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
)
