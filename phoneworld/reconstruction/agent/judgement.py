"""How true an app is, as numbers that an edit must raise: measured in a child process with limits.

The same steps count before and after an edit, so that leaving things out gains nothing. A part of the
episodes is held back: the model is not told what fails there, and an edit may not make that worse.
"""

from __future__ import annotations

import multiprocessing
import resource
from dataclasses import astuple, dataclass
from multiprocessing.connection import Connection
from typing import Protocol

from phoneworld.errors import PhoneWorldError
from phoneworld.reconstruction.closed_loop import run_episodes
from phoneworld.reconstruction.fidelity import cut, fold_of
from phoneworld.reconstruction.reachability import explore_app
from phoneworld.reconstruction.replayer import Replayer
from phoneworld.reconstruction.specification import AppSpec
from phoneworld.recording.model import Recording

FOLDS = 4
MOST_LOOP_STEPS = 200
MOST_FAILURES = 30
TIME_LIMIT_S = 600.0
MEMORY_LIMIT_BYTES = 2 << 30
_ALIKE = 0.8


class CannotJudge(PhoneWorldError):
    """The edited app could not be measured: it took too long, too much memory, or did not run."""


@dataclass(frozen=True, slots=True)
class Scores:
    """Counts of what is right. `held_back` is of episodes that the model is told nothing of."""

    replayed: int = 0
    replayed_content: int = 0
    loop: int = 0
    loop_content: int = 0
    reachable: int = 0
    held_back: int = 0
    held_back_content: int = 0

    def rises_from(self, other: Scores) -> bool:
        """Whether nothing is worse than before, and something is better."""
        pairs = list(zip(astuple(self), astuple(other), strict=True))
        return all(a >= b for a, b in pairs) and any(a > b for a, b in pairs)


@dataclass(frozen=True, slots=True)
class JudgedApp:
    """The scores of an app, and what of it fails: lines for the model."""

    scores: Scores
    failures: tuple[str, ...] = ()


class AppJudge(Protocol):
    """What measures an app; `CannotJudge` where it cannot."""

    def __call__(self, spec: AppSpec) -> JudgedApp: ...


def judge_app(spec: AppSpec, recording: Recording) -> JudgedApp:
    """Measure an app on a recording, here and now."""
    episodes = cut(recording.episodes)
    held = [one for one in episodes if fold_of(one.name, FOLDS) == 0]
    shown = [one for one in episodes if fold_of(one.name, FOLDS) != 0] or list(episodes)
    replayer = Replayer(spec)
    steps = [one for episode in shown for one in replayer.replay(episode)]
    back = [one for episode in held for one in replayer.replay(episode)]
    loop = run_episodes(replayer, shown, most=MOST_LOOP_STEPS)
    reach = explore_app(replayer)
    failures = [
        f"{one.episode} step {one.number}: {one.action} on {one.source} should lead to {one.target}, "
        f"not to {one.landed or 'nothing known'}"
        for one in steps
        if one.target and not one.right
    ]
    failures += [
        f"no touches lead to the screen {name}" for name in sorted(reach.shown - reach.reached)
    ]
    scores = Scores(
        replayed=sum(one.right for one in steps),
        replayed_content=sum(one.right and one.texts >= _ALIKE for one in steps),
        loop=sum(one.right for one in loop),
        loop_content=sum(one.has_content for one in loop),
        reachable=len(reach.reached & reach.shown),
        held_back=sum(one.right for one in back),
        held_back_content=sum(one.right and one.texts >= _ALIKE for one in back),
    )
    return JudgedApp(scores, tuple(failures[:MOST_FAILURES]))


class LimitedJudge:
    """Measures in a child process that is ended when it takes too long or too much memory."""

    def __init__(self, recording: Recording, *, time_limit_s: float = TIME_LIMIT_S) -> None:
        self._recording = recording
        self._time_limit_s = time_limit_s

    def __call__(self, spec: AppSpec) -> JudgedApp:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        seconds = int(self._time_limit_s) + 1
        child = context.Process(
            target=_judge_in_child, args=(spec, self._recording, theirs, seconds)
        )
        child.start()
        theirs.close()
        try:
            if not ours.poll(self._time_limit_s):
                raise CannotJudge(f"the app was not measured within {self._time_limit_s:.0f} s")
            found: object = ours.recv()
        except EOFError as error:
            raise CannotJudge("the app took too much: its measurement ended") from error
        finally:
            child.kill()
            child.join()
            ours.close()
        if not isinstance(found, JudgedApp):
            raise CannotJudge(f"the app does not run: {found}"[:300])
        return found


def _judge_in_child(spec: AppSpec, recording: Recording, answer: Connection, seconds: int) -> None:
    """Measure under limits of processor time and memory, without writing files."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT_BYTES, MEMORY_LIMIT_BYTES))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    try:
        answer.send(judge_app(spec, recording))
    except (PhoneWorldError, MemoryError, RecursionError, LookupError, ValueError) as error:
        answer.send(f"{type(error).__name__}: {error}")
