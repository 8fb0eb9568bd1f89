"""Camera: the built-in app under another package, with folders of its own."""

from __future__ import annotations

from dataclasses import replace

from phoneworld.apps import camera
from phoneworld.apps.camera.app import Viewfinder, run_timer
from phoneworld.apps.camera.data import PERMISSION
from phoneworld.packs.androidworld.camera.data import DATABASE, PACKAGE, PHOTOS, VIDEOS
from phoneworld.phone import Phone


class PocketCamera(Viewfinder):
    """What the lens sees. Photos go to Pictures, videos to Movies."""

    photo_folder = PHOTOS
    video_folder = VIDEOS


def on_time(phone: Phone, before: float, now: float) -> None:
    """The self-timer runs out."""
    del before
    run_timer(phone, PACKAGE, now)


APP = replace(
    camera.APP,
    package=PACKAGE,
    activity="com.android.camera.CameraLauncher",
    screens={**camera.APP.screens, "viewfinder": PocketCamera},
    database=DATABASE,
    seed=None,
    permissions=(PERMISSION, "android.permission.ACCESS_COARSE_LOCATION"),
    asks_first=(),
    on_time=on_time,
    stands_in_for=camera.APP,
)
