"""A stop never waits for a judgement: not for a guard that hangs, nor for a second opinion that thinks."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from desk_scene import QUICK, Scene, SlowEngine, until

from runtime.actions import Action, Click, Finish, OpenApp, Point
from runtime.cancellation import Cancellation
from runtime.engine import Engine
from runtime.errors import NotStill
from runtime.guard.engine_opinion import EngineOpinion
from runtime.guard.episode_guard import EpisodeGuard
from runtime.guard.ruling import ALLOWED, Guard, Ruling
from runtime.observation import Observation
from runtime.runs.model import RunState

OPEN, TAP, DONE = OpenApp("Notes"), Click(Point(500, 500)), Finish("done")


class Judgement:
    """A judgement that takes until it is let go."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.may_end = threading.Event()

    def __call__(self, action: Action, screen: Observation) -> Ruling:
        del action, screen
        self.begun.set()
        self.may_end.wait(300)
        return ALLOWED


def test_a_stop_returns_while_the_guard_still_judges_and_nothing_is_sent_after() -> None:
    scene = Scene(settings=replace(QUICK, heeded_within_s=0.2))
    judgement = Judgement()
    scene.guard.on_action = judgement
    try:
        run = scene.start([OPEN, DONE])
        until(judgement.begun.is_set)

        with pytest.raises(NotStill):  # it is told to stop, and has not heeded yet
            scene.desk.cancel(run.id)

        assert not judgement.may_end.is_set()  # the stop came back before the judgement did
        judgement.may_end.set()
        assert scene.until_state(run.id, RunState.CANCELLED)
        assert scene.phone().performed == []
    finally:
        judgement.may_end.set()
        scene.close()


def test_a_second_opinion_that_thinks_ends_with_the_run() -> None:
    thinking = SlowEngine([])

    @contextmanager
    def use(cancel: Cancellation | None) -> Iterator[Engine]:
        del cancel
        yield thinking

    class Listening:
        def __init__(self, guard: Guard) -> None:
            self._guard = guard

        def judge(self, action: Action, observation: Observation) -> Ruling:
            return self._guard.judge(action, observation)

        def judge_screen(self, observation: Observation) -> Ruling:
            return self._guard.judge_screen(observation)

        def begin(self, goal: str, *, cancel: Callable[[], Cancellation | None]) -> EpisodeGuard:
            return EpisodeGuard(self._guard, goal, opinion=EngineOpinion(use), cancel=cancel)

    scene = Scene()
    scene.guard = Listening(scene.guard)  # type: ignore[assignment] - any guard will do
    scene.restart()
    try:
        run = scene.start([TAP, DONE])
        until(thinking.thinking.is_set)

        assert scene.desk.cancel(run.id).state is RunState.CANCELLED
        assert scene.phone().performed == []
    finally:
        thinking.answer.set()
        scene.close()
