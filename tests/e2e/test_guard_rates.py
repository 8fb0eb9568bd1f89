"""The guard on PhoneWorld: nothing irreversible without a question, few questions about nothing.

A seeded sample of all templates, in all languages; all of them: python tests/support/guard_rates.py
--all (some minutes).
"""

from random import Random

import pytest
from built_in import CATALOGUE
from guard_rates import measure_monkey, measure_tasks

from phoneworld import Workshop
from runtime.guard.rule_guard import RuleGuard
from runtime.guard.rules_file import load_rules, read_rules

SAMPLE = sorted(Random(11).sample(sorted(CATALOGUE.templates), 120))


@pytest.fixture(scope="module")
def guard() -> RuleGuard:
    return RuleGuard(load_rules())


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.exhaustive)])
def test_oracles_do_nothing_irreversible_unasked_and_are_seldom_disturbed(
    shared_workshop: Workshop, guard: RuleGuard, seed: int
) -> None:
    rates = measure_tasks(shared_workshop, guard, SAMPLE, seeds=(seed,))

    assert [str(case) for case in rates.missed] == []
    assert rates.needless_share < 0.02, rates
    assert rates.disturbed_share < 0.05, rates
    # The sample has something of every kind: else there was nothing to miss.
    risks = {"message", "deletion", "payment", "purchase", "credential", "call", "permission"}
    assert risks <= set(rates.risks)


@pytest.mark.parametrize("actions", [1600, pytest.param(4000, marks=pytest.mark.exhaustive)])
def test_a_hand_without_a_plan_does_nothing_irreversible_unasked(
    shared_workshop: Workshop, guard: RuleGuard, actions: int
) -> None:
    rates = measure_monkey(shared_workshop, guard, actions=actions)

    assert [str(case) for case in rates.missed] == []
    assert rates.irreversible > 30 * actions / 4000


def test_a_guard_without_rules_misses_all_but_what_leaks_data(shared_workshop: Workshop) -> None:
    rates = measure_tasks(
        shared_workshop,
        RuleGuard(read_rules("extends = false", source="none")),
        SAMPLE[:80],
        seeds=(0,),
        languages=("en",),
    )

    # What was read in one app and leaves by another is asked about without any rule.
    assert rates.irreversible > 10
    assert rates.irreversible - len(rates.missed) <= 1
    assert rates.needless == []
