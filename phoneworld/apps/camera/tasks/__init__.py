"""Tasks with the camera."""

from __future__ import annotations

from phoneworld.apps.camera.tasks.everyday import (
    Photo,
    ShortVideo,
    SwitchFlash,
    SwitchSetting,
)
from phoneworld.apps.camera.tasks.photos import FlashPhoto, PhotoWithCaption, TakePhoto, TimerPhoto
from phoneworld.apps.camera.tasks.settings import ChangeSetting, FlashIsOff
from phoneworld.apps.camera.tasks.videos import RecordVideo, SpyVideo
from phoneworld.author import templates_of

TASKS = templates_of(
    TakePhoto,
    ChangeSetting,
    FlashIsOff,
    FlashPhoto,
    TimerPhoto,
    RecordVideo,
    SpyVideo,
    PhotoWithCaption,
    Photo,
    ShortVideo,
    SwitchFlash,
    SwitchSetting,
)
