"""How a rebuilt app holds up in use, as a policy sees it: from a cold start, in a closed loop, with content.

Everything is measured through the phone's own touches. Where there is too much of it, a sample is taken by
a fixed seed, so that two measurements of one app agree.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from phoneworld.reconstruction.app_draft import CannotRebuild
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.closed_loop import ALIKE, LoopStep, run_episodes
from phoneworld.reconstruction.fidelity_share import NOTHING, FidelityShare, share_where
from phoneworld.reconstruction.other_values import OtherValue, try_other_values
from phoneworld.reconstruction.reachability import Reach, explore_app
from phoneworld.reconstruction.rebuild import Rebuilt, rebuild
from phoneworld.reconstruction.recorded_paths import RecordedPaths
from phoneworld.reconstruction.replayer import Replayed, Replayer
from phoneworld.reconstruction.round_trip import round_trip_fault
from phoneworld.recording.model import RecordedEpisode, Recording

MOST_LOOP_STEPS = 400
MOST_DEMONSTRATIONS = 5
MOST_VALUES = 40
MOST_BREAKS = 60


@dataclass(frozen=True, slots=True)
class Break:
    """Where the app did not do as recorded: `kind` names the figure that counts it."""

    kind: str
    episode: str
    step: int
    screen: str
    action: str
    wanted: str
    landed: str


@dataclass(frozen=True, slots=True)
class UseFigures:
    """The figures of an app in use. Shares of held-out steps are of those to screens that the app has."""

    reachable: FidelityShare = NOTHING
    """Screens that can be come to from a cold start, of those to which the recording shows a way."""
    reachable_all: FidelityShare = NOTHING
    """The same of all screens."""
    walked: FidelityShare = NOTHING
    """Screens to which the ways lead that generated tasks use, of all screens."""
    loop: FidelityShare = NOTHING
    """Steps of episodes done in a closed loop that show the recorded screen type."""
    loop_content: FidelityShare = NOTHING
    """The same with at least 80 % of the texts."""
    loop_episodes: FidelityShare = NOTHING
    """Episodes of which every step in the closed loop was right."""
    held_out_content: FidelityShare = NOTHING
    """Held-out steps with the right type and at least 80 % of the texts."""
    held_out_moving: FidelityShare = NOTHING
    """Held-out steps that lead to another screen type."""
    idle: FidelityShare = NOTHING
    """Held-out steps that an app which does nothing would have right."""
    idle_content: FidelityShare = NOTHING
    """The same with at least 80 % of the texts."""
    demonstrations: FidelityShare = NOTHING
    """Steps of demonstrations in a closed loop, in an app built from everything but that one."""
    other_values: FidelityShare = NOTHING
    """Recorded steps with another text or another row than was recorded."""
    working: FidelityShare = NOTHING
    """Apps that can be saved, loaded and run."""
    fault: str = ""
    breaks: tuple[Break, ...] = ()


def measure_use(rebuilt: Rebuilt, recording: Recording) -> UseFigures:
    """What can be measured of one app on what it was built from."""
    replayer = Replayer(rebuilt.spec)
    episodes = sample_of(recording.episodes)
    loop = run_episodes(replayer, episodes, most=MOST_LOOP_STEPS)
    steps = [one for one in loop if one.target]
    reach = explore_app(replayer)
    values = try_other_values(replayer, recording.episodes, most=MOST_VALUES)
    spec = rebuilt.spec
    ways = RecordedPaths(Blueprint(spec, {})).everywhere((spec.start, 0))
    walked = {name for name, _ in ways}
    fault = round_trip_fault(rebuilt)
    return UseFigures(
        reachable=FidelityShare(len(reach.reached & reach.shown), len(reach.shown)),
        reachable_all=FidelityShare(len(reach.reached), len(reach.screens)),
        walked=FidelityShare(len(walked & reach.screens), len(reach.screens)),
        loop=share_where(one.right for one in steps),
        loop_content=share_where(one.has_content for one in steps),
        loop_episodes=_whole_episodes(steps),
        demonstrations=_demonstrations(recording),
        other_values=share_where(one.right for one in values),
        working=FidelityShare(int(not fault), 1),
        fault=fault,
        breaks=(*_loop_breaks(steps), *_reach_breaks(reach), *_value_breaks(values)),
    )


def with_held_out_use(found: UseFigures, held: Sequence[Replayed]) -> UseFigures:
    """The figures with those of held-out steps, and of an app that does nothing."""
    seen = [one for one in held if one.target]
    return replace(
        found,
        held_out_content=share_where(one.right and one.texts >= ALIKE for one in seen),
        held_out_moving=share_where(one.right for one in seen if one.source != one.target),
        idle=share_where(one.source == one.target for one in seen),
        idle_content=share_where(
            one.source == one.target and one.idle_texts >= ALIKE for one in seen
        ),
        breaks=(
            *found.breaks,
            *(
                Break("held out", o.episode, o.number, o.source, o.action, o.target, o.landed)
                for o in [one for one in seen if not one.right][:MOST_BREAKS]
            ),
        ),
    )


def sample_of(episodes: Iterable[RecordedEpisode]) -> list[RecordedEpisode]:
    """Episodes in an order that only their names decide, to take a sample from."""
    return sorted(episodes, key=lambda one: (zlib.crc32(one.name.encode()), one.name))


def demonstration_name(episode: RecordedEpisode) -> str:
    """What all parts of one demonstration are called."""
    return episode.name.partition("#")[0]


def _demonstrations(recording: Recording) -> FidelityShare:
    """Each demonstration of a sample, in an app that was built from everything else."""
    named = [one for one in recording.episodes if one.goal]
    found = NOTHING
    for episode in sample_of(named)[:MOST_DEMONSTRATIONS]:
        name = demonstration_name(episode)
        rest = tuple(one for one in recording.episodes if demonstration_name(one) != name)
        seen = {s for one in rest for step in one.steps for s in (step.before, step.after)}
        if not rest:
            continue
        kept = replace(
            recording, episodes=rest, screens=tuple(s for s in recording.screens if s in seen)
        )
        try:
            other = rebuild(kept, package=recording.package, look=False)
        except CannotRebuild:
            found += FidelityShare(0, len(episode.steps))
            continue
        steps = run_episodes(Replayer(other.spec), [episode])
        found += share_where(one.right for one in steps)
    return found


def _whole_episodes(steps: Sequence[LoopStep]) -> FidelityShare:
    right: dict[str, bool] = {}
    for one in steps:
        right[one.episode] = right.get(one.episode, True) and one.right
    return share_where(right.values())


def _loop_breaks(steps: Sequence[LoopStep]) -> list[Break]:
    """The first wrong step of each episode: what follows may only follow from it."""
    first: dict[str, Break] = {}
    for one in steps:
        if not one.right and one.episode not in first:
            action = f"{one.action} {one.label}".strip()
            first[one.episode] = Break(
                "closed loop", one.episode, one.number, one.source, action, one.target, one.landed
            )
    return list(first.values())[:MOST_BREAKS]


def _reach_breaks(reach: Reach) -> list[Break]:
    return [
        Break("reachable", "", 0, "", "", name, "")
        for name in sorted(reach.shown - reach.reached)[:MOST_BREAKS]
    ]


def _value_breaks(values: Sequence[OtherValue]) -> list[Break]:
    return [
        Break(
            "other values",
            one.episode,
            0,
            one.source,
            f"{one.value!r} in place of {one.recorded!r}",
            one.target,
            one.landed,
        )
        for one in values
        if not one.right
    ][:MOST_BREAKS]
