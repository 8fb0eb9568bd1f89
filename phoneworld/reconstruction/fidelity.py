"""How true a rebuilt app is to what was recorded: replay, coverage and look, measured.

Episodes are split by their names, so that the split does not depend on their order, and long ones
are cut first: a crawl of a thousand steps is many walks through an app, not one. A step is held out
when the app was not built from its episode; it counts where the app has the screen it led to.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from phoneworld.reconstruction.app_draft import CannotRebuild
from phoneworld.reconstruction.fidelity_share import NOTHING, FidelityShare, share_where
from phoneworld.reconstruction.knowledge import Knowledge, knowledge_of
from phoneworld.reconstruction.look import open_picture
from phoneworld.reconstruction.rebuild import Rebuilt, rebuild
from phoneworld.reconstruction.replayer import Replayed, Replayer, overlap, texts_of
from phoneworld.reconstruction.similarity import similarity
from phoneworld.reconstruction.specification import AppSpec
from phoneworld.reconstruction.states import resized
from phoneworld.reconstruction.use_figures import UseFigures, measure_use, with_held_out_use
from phoneworld.recording.model import RecordedEpisode, RecordedScreen, Recording

LONGEST = 40
MOST_PICTURES = 40


@dataclass(frozen=True, slots=True)
class Fidelity:
    """The figures of one app. Shares without anything to share are `-`."""

    app: str
    screens: int
    states: int
    steps: int
    built: FidelityShare = NOTHING
    held_out: FidelityShare = NOTHING
    held_out_new: FidelityShare = NOTHING
    """Of the held-out steps, those whose part was never touched in what the app was built from."""
    held_out_all: FidelityShare = NOTHING
    """Held-out steps whatever they led to, also to screens that the app does not have, and those of
    a part without which there was no app to build."""
    texts: FidelityShare = NOTHING
    """Built-from steps after which at least 80 % of the texts are those recorded."""
    rendered: FidelityShare = NOTHING
    transitions: FidelityShare = NOTHING
    knowledge: Knowledge = field(default_factory=lambda: Knowledge(0, 0, 0))
    look: float | None = None
    pictures: int = 0
    recorded_only: FidelityShare = NOTHING
    """Screens that no module explains: they stay as they were recorded."""
    modules: tuple[tuple[str, int], ...] = ()
    """The modules that were recognised, and on how many screens."""
    use: UseFigures = field(default_factory=UseFigures)


def cut(episodes: Iterable[RecordedEpisode]) -> tuple[RecordedEpisode, ...]:
    """Episodes of at most `LONGEST` steps."""
    pieces: list[RecordedEpisode] = []
    for episode in episodes:
        if len(episode.steps) <= LONGEST:
            pieces.append(episode)
            continue
        for number, start in enumerate(range(0, len(episode.steps), LONGEST)):
            steps = episode.steps[start : start + LONGEST]
            goal = "" if number else episode.goal
            pieces.append(RecordedEpisode(f"{episode.name}/{number}", steps, goal))
    return tuple(pieces)


def fold_of(name: str, folds: int) -> int:
    """Which part of a split an episode belongs to."""
    return zlib.crc32(name.encode()) % folds


def only(recording: Recording, episodes: tuple[RecordedEpisode, ...]) -> Recording:
    """A recording of only these episodes and what they show."""
    seen = {s for episode in episodes for step in episode.steps for s in (step.before, step.after)}
    screens = tuple(screen for screen in recording.screens if screen in seen)
    return replace(recording, episodes=episodes, screens=screens)


def measure(
    recording: Recording, *, folds: int = 4, look: bool = True, rebuilt: Rebuilt | None = None
) -> Fidelity:
    """All figures of the app that a recording gives, with `folds` apps for the held-out ones."""
    recording = replace(recording, episodes=cut(recording.episodes))
    rebuilt = rebuild(recording) if rebuilt is None else rebuilt
    found = measure_app(rebuilt, recording, look=look)
    held: list[Replayed] = []
    for fold in range(folds if folds > 1 else 0):
        kept = tuple(e for e in recording.episodes if fold_of(e.name, folds) != fold)
        rest = tuple(e for e in recording.episodes if fold_of(e.name, folds) == fold)
        if not kept or not rest:
            continue
        try:
            part = rebuild(only(recording, kept), package=recording.package, look=False)
        except CannotRebuild:
            held += missed(rebuilt, rest)
            continue
        replayer = Replayer(part.spec)
        held += [one for episode in rest for one in replayer.replay(episode)]
    return with_held_out(found, held)


def missed(rebuilt: Rebuilt, episodes: Iterable[RecordedEpisode]) -> list[Replayed]:
    """The steps of episodes as an app that could not be built does them: none of them arrives."""
    replayer = Replayer(rebuilt.spec)
    return [
        replace(one, source="", target="", landed="", known_before=False, texts=0.0)
        for episode in episodes
        for one in replayer.replay(episode)
    ]


def with_held_out(found: Fidelity, held: list[Replayed]) -> Fidelity:
    """The figures with those of held-out steps."""
    seen = [one for one in held if one.target]
    return replace(
        found,
        held_out=share_of(seen),
        held_out_new=share_of([one for one in seen if not one.known_before]),
        held_out_all=FidelityShare(sum(one.right for one in held), len(held)),
        use=with_held_out_use(found.use, held),
    )


def share_of(steps: list[Replayed]) -> FidelityShare:
    return FidelityShare(sum(one.right for one in steps), len(steps))


def measure_app(rebuilt: Rebuilt, recording: Recording, *, look: bool = True) -> Fidelity:
    """What can be measured of an app on what it was built from."""
    spec = rebuilt.spec
    replayer = Replayer(spec, rebuilt.images)
    steps = [one for episode in recording.episodes for one in replayer.replay(episode)]
    ways: dict[tuple[str, str, str], bool] = {}
    for one in steps:
        way = (one.source, one.action, one.target)
        ways[way] = ways.get(way, False) or one.right
    score, pictures = _look(replayer, recording) if look else (None, 0)
    return Fidelity(
        app=spec.package,
        screens=len(spec.screens),
        states=sum(len(screen.states) for screen in spec.screens),
        steps=len(steps),
        built=share_of(steps),
        texts=FidelityShare(sum(one.right and one.texts >= 0.8 for one in steps), len(steps)),
        rendered=_rendered(replayer, recording),
        transitions=FidelityShare(sum(ways.values()), len(ways)),
        knowledge=knowledge_of(spec),
        look=score,
        pictures=pictures,
        recorded_only=share_where(not screen.modules for screen in spec.screens),
        modules=module_counts(spec),
        use=measure_use(rebuilt, recording),
    )


def module_counts(spec: AppSpec) -> tuple[tuple[str, int], ...]:
    """The modules of an app, the most frequent first, with the screens they are on."""
    counts = Counter(name for screen in spec.screens for name in screen.modules)
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _own_screens(replayer: Replayer, recording: Recording) -> list[tuple[str, RecordedScreen]]:
    spec = replayer.spec
    named = [
        (replayer.name_of(screen), screen)
        for screen in (resized(one, spec.width_px, spec.height_px) for one in recording.screens)
    ]
    return [(name, screen) for name, screen in named if not name.startswith("(")]


def _rendered(replayer: Replayer, recording: Recording) -> FidelityShare:
    """Recorded screens that the app shows: the same type, and all but a few of the same texts."""
    right = 0
    screens = _own_screens(replayer, recording)
    for name, screen in screens:
        if not name:
            continue
        replayer.stand_on([(name, replayer.state_of(name, screen))])
        shown = replayer.shown()
        right += (
            shown is not None
            and replayer.name_of(shown) == name
            and overlap(texts_of(shown.root), texts_of(screen.root)) >= 0.9
        )
    return FidelityShare(right, len(screens))


def _look(replayer: Replayer, recording: Recording) -> tuple[float | None, int]:
    """Mean similarity of what is painted and what was recorded, between the phone's bars."""
    screens = [one for one in _own_screens(replayer, recording) if one[0] and one[1].picture]
    step = max(1, len(screens) // MOST_PICTURES)
    scores: list[float] = []
    for name, screen in screens[::step]:
        recorded = open_picture(screen.picture)
        if recorded is None or (recorded.width > recorded.height):
            continue
        replayer.stand_on([(name, replayer.state_of(name, screen))])
        scores.append(similarity(replayer.content_of(recorded), replayer.painted()))
    return (sum(scores) / len(scores) if scores else None), len(scores)
