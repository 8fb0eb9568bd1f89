import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.evaluation.statistics import Proportion, mcnemar, paired_interval, quantile, wilson


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    # Worked out with other programs.
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (90, 100, 0.8256, 0.9448), (1, 1, 0.2065, 1.0)],
)
def test_wilsons_interval_is_the_known_one(count: int, total: int, low: float, high: float) -> None:
    assert wilson(count, total) == pytest.approx((low, high), abs=1e-4)


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_a_share_lies_in_its_interval(pair: tuple[int, int]) -> None:
    share = Proportion(*pair)
    low, high = share.interval
    assert 0 <= low <= share.value <= high <= 1
    assert low < high


def test_of_nothing_nothing_is_known() -> None:
    assert Proportion(0, 0).interval == (0.0, 1.0)
    assert quantile([], 0.5) == 0.0
    assert paired_interval([]) == (-1.0, 1.0)


@pytest.mark.parametrize(
    ("gained", "lost", "p"), [(0, 0, 1.0), (5, 5, 1.0), (0, 5, 0.0625), (1, 9, 0.021484375)]
)
def test_mcnemar_is_exact(gained: int, lost: int, p: float) -> None:
    assert mcnemar(gained, lost) == pytest.approx(p)


@given(st.integers(0, 1500), st.integers(0, 1500))
def test_mcnemar_is_a_probability_and_takes_no_side(gained: int, lost: int) -> None:
    assert 0 <= mcnemar(gained, lost) <= 1
    assert mcnemar(gained, lost) == mcnemar(lost, gained)


def test_mcnemar_of_many_is_not_lost_to_rounding() -> None:
    exact = 2 * Fraction(1 + 1000, 1) / Fraction(1 << 1000)
    assert mcnemar(1, 999) == float(exact) > 0


def test_the_bootstrap_is_repeatable_and_near_the_normal_interval() -> None:
    differences = [1] * 60 + [0] * 120 + [-1] * 20
    low, high = paired_interval(differences, seed=3)
    assert (low, high) == paired_interval(differences, seed=3)
    error = math.sqrt((80 / 200 - 0.2**2) / 200)
    assert (low, high) == pytest.approx((0.2 - 1.96 * error, 0.2 + 1.96 * error), abs=0.02)


@given(st.lists(st.floats(0, 10), min_size=1), st.floats(0, 1))
def test_a_quantile_is_one_of_the_values(values: list[float], share: float) -> None:
    found = quantile(values, share)
    assert found in values
    assert sum(value <= found for value in values) >= share * len(values)
