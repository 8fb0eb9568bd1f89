"""Comparisons before their end: what has come to an iteration, and the policy of a checkpoint."""

import json
from pathlib import Path

import pytest
import torch

from trainer.checkpoints import Checkpoints
from trainer.cli import main
from trainer.comparison.partial import at_iteration, doses_of, measured_so_far
from trainer.comparison.plan import ComparisonPlan, make_plan
from trainer.comparison.recipe import ComparisonRecipe, read_recipe
from trainer.comparison.runner import DONE
from trainer.errors import BadConfig, EvaluationError
from trainer.models.trainable_model import load_model
from trainer.optimizers import Optimizer, OptimizerConfig
from trainer.rl import journal
from trainer.rl.model_policy import open_policy

RECIPE = """
rl = "rl.toml"
seeds = [0, 1]
[start]
checkpoint = "{start}"
[[arms]]
name = "real-only"
real = ["phoneworld:off"]
[[arms]]
name = "mixed"
real = ["phoneworld:off"]
mock = ["apps"]
mock_templates = ["*>*"]
[[measurements]]
name = "wifi"
suite = "settings.wifi_on"
[[hypotheses]]
name = "real-only-helps"
better = "real-only"
than = "start"
measurement = "wifi"
[[hypotheses]]
name = "mixed-beats-real-only"
better = "mixed"
than = "real-only"
measurement = "wifi"
"""


@pytest.fixture
def recipe(tmp_path: Path) -> ComparisonRecipe:
    (tmp_path / "policy").mkdir()
    (tmp_path / "recipe.toml").write_text(RECIPE.format(start=tmp_path / "policy"))
    return read_recipe(tmp_path / "recipe.toml")


def _came_to(out: Path, arm: str, iterations: int, *, tries: int = 128, seed: int = 0) -> None:
    """A training's folder as far as `at_iteration` looks at it."""
    folder = out / "rl" / arm / f"seed-{seed}"
    for iteration in range(1, iterations + 1):
        (folder / "checkpoints" / f"step-{iteration:06}").mkdir(parents=True)
        line = {"iteration": iteration, "tries": tries, "faults": 0, "updates": 1, "tasks": []}
        with (folder / journal.FILE).open("a") as log:
            log.write(f"{json.dumps(line)}\n")


def test_what_has_come_to_an_iteration_is_compared_and_the_rest_left_out(
    recipe: ComparisonRecipe, tmp_path: Path
) -> None:
    plan = make_plan(recipe, tmp_path)
    _came_to(tmp_path, "real-only", 4)
    _came_to(tmp_path, "mixed", 3)

    part, chosen = at_iteration(recipe, plan, tmp_path, 3)
    names = [policy.name for policy in chosen.policies]
    assert names == ["start", "real-only-seed-0", "mixed-seed-0"]
    assert part.hypotheses == recipe.hypotheses
    assert [(one.iterations, one.tries) for one in doses_of(plan, chosen.policies, 3)] == [
        (3, 384),
        (3, 384),
    ]
    assert all(stage.folder.is_relative_to(tmp_path / "at-3") for stage in chosen.stages)
    done = {stage.name for stage in chosen.stages}
    assert all(set(stage.needs) <= done for stage in chosen.stages)

    part, chosen = at_iteration(recipe, plan, tmp_path, 4)
    assert [policy.arm for policy in chosen.policies] == ["start", "real-only"]
    assert [one.name for one in part.hypotheses] == ["real-only-helps"]
    with pytest.raises(BadConfig, match="no hypothesis"):
        at_iteration(recipe, plan, tmp_path, 5)


def test_seeds_without_all_arms_are_left_out_where_others_are_whole(
    recipe: ComparisonRecipe, tmp_path: Path
) -> None:
    plan = make_plan(recipe, tmp_path)
    for arm, seed in (("real-only", 0), ("mixed", 0), ("real-only", 1), ("mixed-shuffled", 0)):
        _came_to(tmp_path, arm, 2, seed=seed)
    _, chosen = at_iteration(recipe, plan, tmp_path, 2)
    names = [policy.name for policy in chosen.policies]
    assert names == ["start", "real-only-seed-0", "mixed-seed-0", "mixed-shuffled-seed-0"]


def _measure(plan: ComparisonPlan, *names: str) -> None:
    """What an evaluation leaves, as far as the comparison looks at it."""
    for stage in plan.stages:
        if stage.name in {f"eval/{name}/wifi" for name in names}:
            stage.folder.mkdir(parents=True)
            words = [list(command) for command in stage.commands]
            (stage.folder / DONE).write_text(json.dumps({"commands": words}))


def test_what_is_measured_so_far_is_compared_by_whole_seeds(
    recipe: ComparisonRecipe, tmp_path: Path
) -> None:
    plan = make_plan(recipe, tmp_path)
    with pytest.raises(EvaluationError, match="nothing"):
        measured_so_far(recipe, plan, tmp_path)
    _measure(plan, "start", "real-only-seed-0")
    part, chosen = measured_so_far(recipe, plan, tmp_path)
    assert [policy.name for policy in chosen.policies] == ["start", "real-only-seed-0"]
    assert [one.name for one in part.hypotheses] == ["real-only-helps"]
    _measure(plan, "mixed-seed-0", "real-only-seed-1")
    part, chosen = measured_so_far(recipe, plan, tmp_path)
    names = [policy.name for policy in chosen.policies]
    assert names == ["start", "real-only-seed-0", "mixed-seed-0"]
    assert part.hypotheses == recipe.hypotheses


def test_an_arm_takes_its_own_mock_tasks(recipe: ComparisonRecipe, tmp_path: Path) -> None:
    plan = make_plan(recipe, tmp_path)
    (words,) = next(one for one in plan.stages if one.name == "rl/mixed/seed-1").commands
    at = words.index("--mock-templates")
    assert words[at + 1] == "*>*"
    (words,) = next(one for one in plan.stages if one.name == "rl/real-only/seed-1").commands
    assert "--mock-templates" not in words


def test_trainings_with_other_doses_are_not_compared(
    recipe: ComparisonRecipe, tmp_path: Path
) -> None:
    plan = make_plan(recipe, tmp_path)
    _came_to(tmp_path, "real-only", 2)
    _came_to(tmp_path, "mixed", 2, tries=120)
    _, chosen = at_iteration(recipe, plan, tmp_path, 2)
    with pytest.raises(EvaluationError, match="differ in tries"):
        doses_of(plan, chosen.policies, 2)


def test_a_checkpoint_is_a_policy_again(init: Path, tmp_path: Path) -> None:
    policy = open_policy(init)
    with torch.no_grad():
        for weight in policy.model.parameters():
            weight.add_(0.25)
    optimizer = Optimizer(policy.model, OptimizerConfig(kind="adamw"))
    saved = Checkpoints(tmp_path / "checkpoints", facts={}).save(3, policy.model, optimizer, {})

    words = ["unpack", str(saved.folder), "--out", str(tmp_path / "policy")]
    assert main([*words, "--like", str(init)]) == 0
    again = dict(load_model(tmp_path / "policy").named_parameters())
    for name, weight in policy.model.named_parameters():
        assert torch.equal(weight, again[name]), name
    assert open_policy(tmp_path / "policy").facts.prompt_format == policy.facts.prompt_format
    # A checkpoint does not say how its policy is asked.
    assert main(words) == 2


def test_the_status_tells_how_far_a_training_is(
    recipe: ComparisonRecipe, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del recipe
    rl = tmp_path / "rl.toml"
    rl.write_text("iterations = 9")
    text = (tmp_path / "recipe.toml").read_text().replace('"rl.toml"', f'"{rl}"')
    (tmp_path / "recipe.toml").write_text(text)
    _came_to(tmp_path / "out", "mixed", 4)
    words = ["--recipe", str(tmp_path / "recipe.toml"), "--out", str(tmp_path / "out")]
    assert main(["compare", *words, "--status"]) == 0
    told = capsys.readouterr().out
    assert "not yet rl/mixed/seed-0, 4 of 9 iterations\n" in told
    assert "not yet rl/real-only/seed-0\n" in told
