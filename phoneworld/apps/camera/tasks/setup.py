"""What the tasks with the camera share: how it is opened, and what a picture leaves behind."""

from __future__ import annotations

from phoneworld.apps.camera import data
from phoneworld.apps.gallery import data as gallery
from phoneworld.author import Added, Changed, Maybe, OneOf, Pilot, StartsWith
from phoneworld.providers import media, system

GRANTED = Maybe(
    Changed(
        system.PATH,
        "permissions",
        {"package": data.PACKAGE, "permission": data.PERMISSION},
        {"granted": 1},
    )
)
"""The camera asks for its permission when it is opened; how that is answered is all the same."""


def photo(*, front: bool) -> Added:
    """A picture taken with one of the lenses."""
    kinds = (data.FRONT,) if front else data.BACK
    return Added(
        media.PATH,
        "files",
        {
            "parent": gallery.CAMERA,
            "mime_type": "image/jpeg",
            "art": OneOf(*(StartsWith(f"{kind}:") for kind in kinds)),
        },
    )


def setting(name: str, value: str) -> Changed:
    return Changed(data.PATH, "settings", {"name": name}, {"value": value})


def open_camera(pilot: Pilot) -> None:
    """Open the camera, and let it have its permission should it ask."""
    pilot.open("Camera")
    pilot.reach("Viewfinder")  # which answers what comes first
