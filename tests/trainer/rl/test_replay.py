import json

from hypothesis import given
from hypothesis import strategies as st

from runtime.engine import TokenTrace
from trainer.rl.replay import ReplayBuffer, ReplaySample
from trainer.rl.trajectories import Trajectory, TrajectoryGroup


def _try(task: str, *, success: bool = True, iteration: int = 1, reply: int = 0) -> Trajectory:
    turn = TokenTrace((1, 2), (reply,), (-0.5,))
    return Trajectory("mock", task, "single", (turn,), float(success), success, iteration)


def _failed(task: str, environment: str = "mock") -> TrajectoryGroup:
    return TrajectoryGroup(
        environment, task, (_try(task, success=False), _try(task, success=False))
    )


def test_a_group_that_failed_altogether_gets_a_success_at_its_task() -> None:
    replay = ReplaySample()
    replay.remember([_try("a.b#1"), _try("a.b#2")])

    helped = replay.help_out(_failed("a.b#1"), 2)

    assert [each.task for each in helped.tries if each.success] == ["a.b#1"]


def test_a_success_at_the_like_of_it_is_better_than_none() -> None:
    replay = ReplaySample()
    replay.remember([_try("a.b#2"), _try("c.d#1")])

    assert [each.task for each in replay.help_out(_failed("a.b#1"), 2).tries if each.success] == [
        "a.b#2"
    ]
    assert replay.help_out(_failed("e.f#1"), 2) == _failed("e.f#1")


def test_a_group_with_a_success_of_its_own_needs_no_help() -> None:
    replay = ReplaySample()
    replay.remember([_try("a.b#1", reply=3)])
    group = TrajectoryGroup("mock", "a.b#1", (_try("a.b#1"), _try("a.b#1", success=False)))

    assert replay.help_out(group, 2) is group


def test_successes_elsewhere_or_of_long_ago_do_not_help() -> None:
    replay = ReplaySample(ReplayBuffer(oldest=5))
    replay.remember([_try("a.b#1")])

    assert replay.help_out(_failed("a.b#1", "real"), 2) == _failed("a.b#1", "real")
    assert replay.help_out(_failed("a.b#1"), 7) == _failed("a.b#1")


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 5), st.booleans()), max_size=60))
def test_memory_is_bounded_and_holds_successes_only(made: list[tuple[int, int, bool]]) -> None:
    replay = ReplaySample(ReplayBuffer(size=7, per_task=2))
    replay.remember(
        _try(f"a#{task}", reply=reply, success=success) for task, reply, success in made
    )

    assert len(replay.kept) <= 7
    assert all(each.success for each in replay.kept)
    for task in range(10):
        assert sum(each.task == f"a#{task}" for each in replay.kept) <= 2


def test_memory_goes_on_from_its_state() -> None:
    replay, again = ReplaySample(), ReplaySample()
    replay.remember([_try("a#1"), _try("b#2", iteration=4)])
    again.restore(json.loads(json.dumps(replay.state())))

    assert again.kept == replay.kept
