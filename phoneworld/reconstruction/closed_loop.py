"""Recorded episodes done in the rebuilt app from their first screen to their last, as a policy would:
nothing puts the app right in between.

An episode that begins with the app's start, or on its first screen, begins with a cold start here too.
Any other begins on its first recorded screen, which is opened above the app's first. A step is right when the
app then shows the recorded screen type. What a step touches may not be there any more because an
earlier one went wrong: then nothing is done, and the step is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from phoneworld.reconstruction.actions import recorded_action
from phoneworld.reconstruction.replayer import HOME, UNKNOWN, Replayer, overlap, texts_of
from phoneworld.reconstruction.screen_parts import parts_of
from phoneworld.reconstruction.states import resized
from phoneworld.recording.model import RecordedEpisode, RecordedScreen, RecordedStep
from runtime.actions import CloseApp, OpenApp, Wait

ALIKE = 0.8
"""The share of texts that two screens with the same content have in common."""


@dataclass(frozen=True, slots=True)
class LoopStep:
    """A step of an episode in a closed loop. `target` is empty where the app has no such screen."""

    episode: str
    number: int
    action: str
    label: str
    source: str
    target: str
    landed: str
    texts: float

    @property
    def right(self) -> bool:
        return bool(self.target) and self.target == self.landed

    @property
    def has_content(self) -> bool:
        return self.right and self.texts >= ALIKE


def run_episodes(replayer: Replayer, episodes: Iterable[RecordedEpisode]) -> list[LoopStep]:
    """All steps of several episodes, each from a fresh phone."""
    return [step for episode in episodes for step in run_episode(replayer, episode)]


def run_episode(replayer: Replayer, episode: RecordedEpisode) -> Iterator[LoopStep]:
    """The steps of one episode in a row."""
    if not episode.steps:
        return
    _begin(replayer, episode.steps[0])
    for number, step in enumerate(episode.steps):
        done = _do(replayer, step)
        if done is None:
            continue
        action, label = done
        after = _sized(replayer, step.after)
        target = replayer.name_of(after)
        shown = replayer.shown()
        landed = HOME if shown is None else replayer.name_of(shown)
        texts = 1.0 if shown is None else overlap(texts_of(shown.root), texts_of(after.root))
        yield LoopStep(
            episode=episode.name,
            number=number,
            action=action,
            label=label,
            source=replayer.name_of(_sized(replayer, step.before)),
            target=target,
            landed=landed,
            texts=texts,
        )


def _begin(replayer: Replayer, first: RecordedStep) -> None:
    before = _sized(replayer, first.before)
    name = replayer.name_of(before)
    spec = replayer.spec
    if name in (HOME, UNKNOWN) or isinstance(first.action, OpenApp | CloseApp):
        replayer.go_home()
    elif name == spec.start:
        replayer.cold_start()
        replayer.settle_on(name, replayer.state_of(name, before))
    else:
        replayer.stand_on([(spec.start, 0), (name, replayer.state_of(name, before))])


def _do(replayer: Replayer, step: RecordedStep) -> tuple[str, str] | None:
    """Do a step; what it was, or None where it is none of the app's."""
    spec = replayer.spec
    match step.action:
        case OpenApp():
            if step.after.package != spec.package:
                return None
            replayer.launch()
            return "open", spec.label
        case CloseApp():
            replayer.phone.stop_app(spec.package)
            return None
        case Wait():
            replayer.wait()
            return "wait", ""
        case _:
            pass
    before = _sized(replayer, step.before)
    if replayer.name_of(before) == HOME:
        return None
    recorded = recorded_action(step.action, parts_of(before.root), spec.width_px, spec.height_px)
    if recorded is None:
        return None
    now = replayer.shown()
    if now is not None:
        replayer.do(recorded, step.action, now, keyboard=before.keyboard_shown)
    return recorded.kind, recorded.label or recorded.slot


def _sized(replayer: Replayer, screen: RecordedScreen) -> RecordedScreen:
    return resized(screen, replayer.spec.width_px, replayer.spec.height_px)
