"""From recordings to a complete specification."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from phoneworld.reconstruction.app_draft import draft_app
from phoneworld.reconstruction.knowledge import mark_known
from phoneworld.reconstruction.look import add_look, with_row_look
from phoneworld.reconstruction.modules.recognition import recognise
from phoneworld.reconstruction.screen_names import Namer
from phoneworld.reconstruction.specification import AppSpec
from phoneworld.recording.model import Recording


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """A specification with the images that it names."""

    spec: AppSpec
    images: dict[str, bytes]


def rebuild(
    recording: Recording,
    *,
    package: str = "",
    label: str = "",
    namer: Namer | None = None,
    look: bool = True,
    others: Collection[str] = (),
) -> Rebuilt:
    """The app that was recorded; `CannotRebuild` where there is none. Screens of `others`, which are apps of
    their own, are none of its own.

    Without `look`, screenshots are not opened, which is much quicker.
    """
    draft = draft_app(recording, package=package, label=label, namer=namer, others=others)
    spec = mark_known(recognise(draft))
    if not look:
        return Rebuilt(spec, {})
    spec, images = add_look(spec, draft.screens)
    return Rebuilt(with_row_look(spec), images)
