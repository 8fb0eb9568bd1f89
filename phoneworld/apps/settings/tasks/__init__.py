"""Tasks with the phone's settings."""

from __future__ import annotations

from phoneworld.apps.settings.tasks.connections import (
    ForgetDevice,
    ForgetNetwork,
    HotspotPassword,
    JoinNetwork,
    MissingNetwork,
    PairDevice,
)
from phoneworld.apps.settings.tasks.switches import (
    FlipSwitch,
    RevokePermission,
    SettingAlreadyOn,
    WifiOn,
)
from phoneworld.apps.settings.tasks.values import (
    ReadSerial,
    RenamePhone,
    Ringtone,
    TextSize,
    Timeout,
    Volume,
)
from phoneworld.author import templates_of

TASKS = templates_of(
    WifiOn,
    FlipSwitch,
    SettingAlreadyOn,
    RevokePermission,
    JoinNetwork,
    ForgetNetwork,
    PairDevice,
    ForgetDevice,
    HotspotPassword,
    MissingNetwork,
    Timeout,
    TextSize,
    Ringtone,
    Volume,
    RenamePhone,
    ReadSerial,
)
