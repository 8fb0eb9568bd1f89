"""Recipes, doses and statistics of comparisons; the recipes that come with the project."""

import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.comparison.dose import Dose, check_equal
from trainer.comparison.plan import make_plan
from trainer.comparison.recipe import read_recipe
from trainer.errors import BadConfig, EvaluationError
from trainer.evaluation.statistics import crossed_interval, holm, mcnemar, sign_flip

SHARES = st.floats(0, 1)
SAME = Dose("a", 15, 15360, 0, 15, 0)


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (Dose("b", 14, 15360, 0, 15, 0), "iterations"),
        (Dose("b", 15, 15359, 0, 15, 0), "tries"),
        (Dose("b", 15, 15360, 0, 14, 0), "updates"),
        (Dose("b", 15, 15360, 800, 15, 0), "faults"),
    ],
)
def test_unequal_doses_are_refused(other: Dose, why: str) -> None:
    check_equal([SAME, SAME], least_tries=15000)
    with pytest.raises(EvaluationError, match=why):
        check_equal([SAME, other], least_tries=15000)
    with pytest.raises(EvaluationError, match="wants 20,000"):
        check_equal([SAME], least_tries=20000)


def test_holm_gives_the_textbook_values() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []


@given(st.lists(SHARES, max_size=8))
def test_holm_never_lowers_and_keeps_the_order(values: list[float]) -> None:
    adjusted = holm(values)
    assert all(value <= after <= 1 for value, after in zip(values, adjusted, strict=True))
    pairs = sorted(zip(values, adjusted, strict=True))
    assert all(one[1] <= other[1] for one, other in itertools.pairwise(pairs))


@given(st.integers(0, 9), st.integers(0, 5))
def test_flipped_signs_of_solved_tasks_are_mcnemars_test(gained: int, lost: int) -> None:
    differences = [1.0] * gained + [-1.0] * lost + [0.0] * 3
    assert sign_flip(differences) == pytest.approx(mcnemar(gained, lost))


def test_an_interval_over_seeds_is_wider_where_seeds_differ() -> None:
    alike = [[1.0, 0.0, 0.0, 1.0] * 10] * 3
    apart = [[1.0] * 40, [0.0] * 40, [0.5] * 40]
    low, high = crossed_interval(alike)
    wide_low, wide_high = crossed_interval(apart)
    assert high - low < wide_high - wide_low
    assert crossed_interval([]) == (-1.0, 1.0)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "rl is missing"),
        ('rl = "x"\n[start]\ncheckpoint = "c"', "arms is empty"),
        ('rl = "x"\nshuffled_seeds = [9]', "shuffled_seeds|arms"),
        ('rl = "x"\nsides = 3', "no entry sides|arms"),
    ],
)
def test_a_recipe_without_sense_is_refused(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "r.toml").write_text(text)
    with pytest.raises(BadConfig, match=why):
        read_recipe(tmp_path / "r.toml")


def test_the_small_recipe_has_twelve_trainings_of_fifteen_thousand_tries() -> None:
    from trainer.rl.config import read_config

    recipe = read_recipe(Path("trainer/configs/recipes/paper-small.toml"))
    config = read_config(Path(recipe.rl))
    plan = make_plan(recipe, Path("work/x"))
    assert sum(stage.kind == "rl" for stage in plan.stages) == 12
    assert (
        config.iterations * config.rollouts.groups * config.rollouts.tries >= recipe.tries == 15000
    )
    names = [stage.name for stage in plan.stages]
    assert all(
        names.index(need) < at for at, stage in enumerate(plan.stages) for need in stage.needs
    )
