from hypothesis import given
from hypothesis import strategies as st

from runtime.actions import FinishStatus
from runtime.episode import EnvironmentFault, Finished, Judgement, Outcome, RanOut
from trainer.rl.rewards import Rewards, reward_of

DONE = Finished(FinishStatus.DONE)
SOLVED, UNSOLVED = Judgement(True), Judgement(False, ("missing",))


def _worth(outcome: Outcome | None, rewards: Rewards | None = None, steps: int = 5) -> float | None:
    return reward_of(outcome, steps=steps, limit=10, rewards=rewards or Rewards())


def test_the_verifier_decides() -> None:
    assert _worth(Outcome(DONE, SOLVED)) == 1
    assert _worth(Outcome(RanOut("steps"), UNSOLVED)) == 0


def test_a_false_claim_costs_more_than_running_out() -> None:
    assert _worth(Outcome(DONE, UNSOLVED)) == -0.1


def test_giving_up_honestly_is_no_false_claim() -> None:
    assert _worth(Outcome(Finished(FinishStatus.IMPOSSIBLE), UNSOLVED)) == 0


def test_faults_and_what_nobody_judged_have_no_reward() -> None:
    assert _worth(Outcome(EnvironmentFault("gone"), SOLVED)) is None
    assert _worth(Outcome(DONE)) is None
    assert _worth(None) is None


@given(st.integers(1, 10))
def test_all_successes_are_paid_alike_unless_efficiency_is_asked_for(steps: int) -> None:
    assert _worth(Outcome(DONE, SOLVED), steps=steps) == 1


@given(st.integers(1, 9), st.floats(0.01, 0.9))
def test_an_efficient_success_is_paid_more_and_any_success_more_than_failure(
    steps: int, efficiency: float
) -> None:
    rewards = Rewards(efficiency=efficiency)
    quick = _worth(Outcome(DONE, SOLVED), rewards, steps)
    slow = _worth(Outcome(DONE, SOLVED), rewards, steps + 1)

    assert quick is not None
    assert slow is not None
    assert 1 > quick > slow > 0
