"""Recorded episodes done in the rebuilt app from their first screen to their last, as a policy would:
nothing puts the app right in between.

An episode that begins with the app's start begins with a cold start here too. Any other begins on its first
recorded screen, which is opened above the app's start. A step is right when the
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

LONGEST = 40
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


def run_episodes(
    replayer: Replayer, episodes: Iterable[RecordedEpisode], *, most: int | None = None
) -> list[LoopStep]:
    """All steps of several episodes, each from a fresh phone; no more episodes once there are so many."""
    found: list[LoopStep] = []
    for episode in episodes:
        if most is not None and len(found) >= most:
            break
        found += run_episode(replayer, episode)
    return found


def run_episode(replayer: Replayer, episode: RecordedEpisode) -> Iterator[LoopStep]:
    """The steps of one episode in a row; a long one is put right every `LONGEST` steps."""
    stack: list[tuple[str, int]] = []
    closed = False
    for number, step in enumerate(episode.steps):
        before, after = _sized(replayer, step.before), _sized(replayer, step.after)
        source, target = replayer.name_of(before), replayer.name_of(after)
        stack = replayer.above(stack, source, before)
        fresh = closed or source in (HOME, UNKNOWN)
        closed = isinstance(step.action, CloseApp)
        if number % LONGEST == 0:
            _begin(replayer, step, stack)
        if isinstance(step.action, OpenApp) and not fresh and target not in (HOME, UNKNOWN):
            # It comes back as somebody left it, which this episode does not show.
            stack = replayer.above([], target, after)
            _stand(replayer, stack)
            continue
        done = _do(replayer, step, before, target)
        if done is None or target in replayer.passing:
            # Where a recorded splash stood, the app has gone on already.
            continue
        action, label = done
        shown = replayer.shown()
        yield LoopStep(
            episode=episode.name,
            number=number,
            action=action,
            label=label,
            source=source,
            target=target,
            landed=HOME if shown is None else replayer.name_of(shown),
            texts=1.0 if shown is None else overlap(texts_of(shown.root), texts_of(after.root)),
        )


def _begin(replayer: Replayer, step: RecordedStep, stack: list[tuple[str, int]]) -> None:
    if not stack or isinstance(step.action, OpenApp | CloseApp):
        replayer.go_home()
    else:
        _stand(replayer, stack)


def _stand(replayer: Replayer, stack: list[tuple[str, int]]) -> None:
    """Put the app on a recorded screen, above those that came before it, and above its first."""
    start = replayer.spec.start
    below = [] if stack[0][0] == start else [(start, 0)]
    replayer.stand_on([*below, *stack])


def _do(
    replayer: Replayer, step: RecordedStep, before: RecordedScreen, target: str
) -> tuple[str, str] | None:
    """Do a step; what it was, or None where it is none of the app's."""
    spec = replayer.spec
    match step.action:
        case OpenApp():
            if target in (HOME, UNKNOWN):
                return None
            replayer.launch(first=target == spec.first)
            return "open", spec.label
        case CloseApp():
            replayer.phone.stop_app(spec.package)
            return None
        case Wait():
            replayer.perform(step.action)
            return "wait", ""
        case _:
            pass
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
