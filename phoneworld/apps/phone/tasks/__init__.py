"""Tasks with calls, the call log and voicemail."""

from __future__ import annotations

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
    LongestCall,
    Unblock,
)
from phoneworld.apps.phone.tasks.voicemail import DeleteVoicemail, GateCode

TASKS = (
    CallContact(),
    DialNumber(),
    CallBackMissed(),
    CallBackFromNotification(),
    NoNumber(),
    RefuseScam(),
    DeleteCall(),
    BlockRepeatCaller(),
    Unblock(),
    AlreadyBlocked(),
    LongestCall(),
    GateCode(),
    DeleteVoicemail(),
)
