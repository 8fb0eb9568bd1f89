"""A comparison before its end: all trainings at one iteration, each from its checkpoint of it.

Everything lies in a folder `at-N` of its own, so that the trainings go on as if nobody had looked. What
has not come so far is left out, with the hypotheses about it: those of the rest are corrected for their
own number. Where some seeds are whole, with every arm, the others are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from trainer.checkpoints import folder_of_step
from trainer.comparison.dose import Dose, check_equal, read_dose
from trainer.comparison.plan import (
    MADE,
    ComparisonPlan,
    RecipeStage,
    TrainedPolicy,
    all_measured,
)
from trainer.comparison.recipe import START, ComparisonRecipe
from trainer.comparison.runner import is_done
from trainer.errors import BadConfig, EvaluationError
from trainer.rl.recipe import CHECKPOINTS


def folder_at(out: Path, iteration: int) -> Path:
    """Where the comparison at an iteration lies."""
    return out / f"at-{iteration}"


def at_iteration(
    recipe: ComparisonRecipe, plan: ComparisonPlan, out: Path, iteration: int
) -> tuple[ComparisonRecipe, ComparisonPlan]:
    """The recipe and the plan of what has come to an iteration, the start with it."""
    (start,) = (policy for policy in plan.policies if policy.arm == START)
    if not start.folder.is_dir():
        raise EvaluationError(f"the start is not made yet: there is no folder {start.folder}")
    here = folder_at(out, iteration)
    policies, stages = [replace(start, stage="")], list[RecipeStage]()
    for policy in _reached(recipe, plan, iteration):
        saved = _checkpoint(policy, iteration)
        name = f"policy/{policy.name}"
        made = here / name / MADE
        words = ("trainer", "unpack", str(saved), "--like", str(start.folder), "--out", str(made))
        stages.append(RecipeStage(name, here / name, (words,), anew=(made,)))
        policies.append(replace(policy, folder=made, stage=name))
    arms = {policy.arm for policy in policies}
    tested = tuple(one for one in recipe.hypotheses if {one.better, one.than} <= arms)
    if not tested:
        raise BadConfig(
            f"no hypothesis of the recipe has both of its sides at iteration {iteration}: trainings "
            "have checkpoints of the iterations that `keep` of the configuration leaves"
        )
    stages += all_measured(policies, recipe.measurements, here)
    return replace(recipe, hypotheses=tested), ComparisonPlan(tuple(stages), tuple(policies))


def measured_so_far(
    recipe: ComparisonRecipe, plan: ComparisonPlan, out: Path
) -> tuple[ComparisonRecipe, ComparisonPlan]:
    """The recipe and the plan of the policies that are measured to the end, of whole seeds if there are any."""
    done = {stage.name for stage in plan.stages if is_done(stage)}
    names = [name for one in recipe.measurements for name in one.names]
    policies = [
        policy
        for policy in plan.policies
        if {f"eval/{policy.name}/{name}" for name in names} <= done
    ]
    start = [policy for policy in policies if policy.arm == START]
    policies = start + _of_whole_seeds(recipe, policies)
    arms = {policy.arm for policy in policies}
    tested = tuple(one for one in recipe.hypotheses if {one.better, one.than} <= arms)
    if not tested:
        raise EvaluationError(
            f"nothing in {out} is measured so far that a hypothesis of the recipe is about"
        )
    return replace(recipe, hypotheses=tested), replace(plan, policies=tuple(policies))


def _checkpoint(policy: TrainedPolicy, iteration: int) -> Path:
    return folder_of_step(policy.folder.parent / CHECKPOINTS, iteration)


def _reached(recipe: ComparisonRecipe, plan: ComparisonPlan, iteration: int) -> list[TrainedPolicy]:
    """The trainings that have come to an iteration, of whole seeds if there are any."""
    reached = [
        policy
        for policy in plan.policies
        if policy.arm != START and _checkpoint(policy, iteration).is_dir()
    ]
    return _of_whole_seeds(recipe, reached)


def _of_whole_seeds(
    recipe: ComparisonRecipe, policies: Sequence[TrainedPolicy]
) -> list[TrainedPolicy]:
    """Those of seeds that every arm has, if there are any; else all. The start is none of them."""
    trained = [policy for policy in policies if policy.arm != START]
    there = {(policy.arm, policy.seed) for policy in trained}
    whole = [seed for seed in recipe.seeds if all((arm.name, seed) in there for arm in recipe.arms)]
    return [policy for policy in trained if not whole or policy.seed in whole]


def doses_of(
    plan: ComparisonPlan, policies: Sequence[TrainedPolicy], iteration: int | None = None
) -> list[Dose]:
    """The doses of these policies by the logs of their trainings, up to an iteration or in all; they are equal."""
    folders = {policy.name: policy.folder.parent for policy in plan.policies}
    doses = [
        read_dose(one.name, folders[one.name], until=iteration)
        for one in policies
        if one.arm != START
    ]
    check_equal(doses, least_tries=0)
    return doses
