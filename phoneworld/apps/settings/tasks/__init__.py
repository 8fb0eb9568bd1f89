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
from phoneworld.apps.settings.tasks.everyday_levels import (
    Brighter,
    Brightness,
    BrightnessStep,
    Louder,
    Mute,
    SoundStep,
    VolumeStep,
)
from phoneworld.apps.settings.tasks.everyday_questions import (
    BatteryLevel,
    HotspotPasswordAsked,
    WhatIsSet,
    WhichWifi,
)
from phoneworld.apps.settings.tasks.everyday_switches import (
    BluetoothSwitch,
    DarkTheme,
    DisconnectDevice,
    HotspotSwitch,
    IsItOn,
    LocationSwitch,
    MobileData,
    WifiOff,
)
from phoneworld.apps.settings.tasks.everyday_values import (
    ChooseWallpaper,
    ClockFormat,
    OpenSettingsPage,
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
    BatteryLevel,
    WhatIsSet,
    WhichWifi,
    HotspotPasswordAsked,
    BluetoothSwitch,
    DarkTheme,
    HotspotSwitch,
    MobileData,
    LocationSwitch,
    WifiOff,
    IsItOn,
    DisconnectDevice,
    Brightness,
    Brighter,
    VolumeStep,
    Louder,
    SoundStep,
    BrightnessStep,
    Mute,
    ClockFormat,
    ChooseWallpaper,
    OpenSettingsPage,
)
