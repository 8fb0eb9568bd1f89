"""A comparison from its recipe to its page, killed in the middle; everything but size."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from built_in import CATALOGUE
from small_recordings import record_exploration

from phoneworld.catalogue.folders import read_app_folder, simple_plans, write_manifest
from phoneworld.reconstruction.rebuild import rebuild
from phoneworld.reconstruction.spec_files import save_app
from phoneworld.recording.sources import import_all
from trainer.cli import main
from trainer.comparison.plan import RecipeStage, make_plan
from trainer.comparison.recipe import read_recipe
from trainer.comparison.runner import DONE, is_done, running_process
from trainer.models.trainable_model import load_model
from trainer.rl import journal
from trainer.rl.recipe import LAST

RL = """
iterations = 2
[tasks]
templates = ["settings.wifi_on"]
seeds = "10:50"
[mock_tasks]
seeds = "10:50"
[rollouts]
groups = 2
tries = 2
longest_reply = 24
[sampling]
once = true
[update]
kl = 0.0
[schedule]
warmup = 1
decay_share = 0.5
[beside]
config = "{sft}"
weight = 0.1
[held_out]
every = 1
tasks = 2
"""
SFT = """
[prompt]
history_steps = 8
[decisions]
batch_tokens = 2000
"""
RECIPE = """
rl = "{rl}"
seeds = [0]
shuffled_seeds = []
tries = 8
[start]
checkpoint = "{init}"
beside = "{data}"
[[arms]]
name = "real-only"
real = ["phoneworld:off"]
[[arms]]
name = "mixed"
real = ["phoneworld:off"]
mock = ["{mock}"]
[[measurements]]
name = "wifi"
suite = "settings.wifi_on"
[[hypotheses]]
name = "mixed-beats-real-only"
better = "mixed"
than = "real-only"
measurement = "wifi"
"""


SAME = (
    "iteration",
    "tasks",
    "tries",
    "faults",
    "success",
    "lessons",
    "entropy",
    "gradient",
    "rehearsed",
)
"""What the log says of an iteration, but for its times."""


@pytest.fixture(scope="module")
def rebuilt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Settings, explored a little and rebuilt; which of its tasks are sound does not matter here."""
    folder: Path = tmp_path_factory.mktemp("rebuilt")
    record_exploration(CATALOGUE.workshop(), "Settings", folder / "recording", steps=40)
    made = rebuild(import_all([folder / "recording"]), look=False)
    save_app(folder / "settings", made.spec, made.images)
    app = read_app_folder(folder / "settings")
    tasks = tuple(plan.template.name for plan in simple_plans(app.spec))
    assert tasks
    listed = replace(app.manifest, tasks=tasks, checked_seeds=(0,), checked_app=app.digest)
    write_manifest(folder / "settings", listed)
    return folder / "settings"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some episodes to imitate beside rewards: so every iteration makes its update."""
    folder: Path = tmp_path_factory.mktemp("data") / "train"
    words = ["--templates", "settings.wifi_on", "--seeds", "10:14", "--workers", "1"]
    assert main(["collect", "--out", str(folder), *words]) == 0
    return folder


@pytest.fixture
def recipe(init: Path, rebuilt: Path, data: Path, tmp_path: Path) -> Path:
    (tmp_path / "sft.toml").write_text(SFT)
    (tmp_path / "rl.toml").write_text(RL.format(sft=tmp_path / "sft.toml"))
    file = tmp_path / "tiny.toml"
    file.write_text(RECIPE.format(rl=tmp_path / "rl.toml", init=init, data=data, mock=rebuilt))
    return file


def _words(recipe: Path, *more: str) -> list[str]:
    return ["compare", "--recipe", str(recipe), "--out", str(recipe.parent / "out"), *more]


def _is_as_without_the_kill(stage: RecipeStage, whole: Path) -> None:
    """The training of a stage, done again at one go, comes to the same."""
    (words,) = stage.commands
    out = words.index("--out") + 1
    assert main([*words[1:out], str(whole), *words[out + 1 :]]) == 0
    alone, resumed = (journal.read(folder / journal.FILE) for folder in (whole, stage.folder))
    for line, again in zip(alone, resumed, strict=True):
        assert {name: line[name] for name in SAME} == {name: again[name] for name in SAME}
    weights = load_model(stage.folder / LAST).state_dict()
    for name, weight in load_model(whole / LAST).state_dict().items():
        assert torch.equal(weight, weights[name]), name


# Quick tests of its parts: test_runner (what is killed goes on), test_partial (its page), and below (a stage).
@pytest.mark.exhaustive
@pytest.mark.parametrize("more", [False, True], ids=["one seed", "seeds and controls"])
def test_a_comparison_that_is_killed_goes_on_and_ends_with_its_page(
    recipe: Path, capsys: pytest.CaptureFixture[str], *, more: bool
) -> None:
    if more:
        text = recipe.read_text().replace("seeds = [0]", "seeds = [0, 1]")
        recipe.write_text(text.replace("shuffled_seeds = []", "shuffled_seeds = [0]"))
    out = recipe.parent / "out"
    plan = make_plan(read_recipe(recipe), out)
    child = subprocess.Popen(
        [sys.executable, "-m", "trainer", *_words(recipe)],
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    second = next(stage for stage in plan.stages if stage.name == "rl/mixed/seed-0")
    # In the middle of its second iteration, or of keeping the first.
    while not journal.read(second.folder / journal.FILE):
        assert child.poll() is None
        time.sleep(0.05)
    os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    before = [stage for stage in plan.stages if is_done(stage)]
    assert before
    assert not is_done(second)
    stamps = [(stage.folder / DONE).stat().st_mtime_ns for stage in before]

    assert main(_words(recipe)) == 0

    assert all(map(is_done, plan.stages))
    assert stamps == [(stage.folder / DONE).stat().st_mtime_ns for stage in before]
    for policy in plan.policies[1:]:
        lines = journal.read(policy.folder.parent / journal.FILE)
        assert [line["iteration"] for line in lines] == [1, 2]
        tasks = [task for line in lines for task in line["tasks"]]
        assert len(set(tasks)) == len(tasks)
    mixed = journal.read(out / "rl/mixed/seed-0" / journal.FILE)
    real = journal.read(out / "rl/real-only/seed-0" / journal.FILE)
    of_mock = [task.startswith("mock/com.phoneworld.settings") for task in mixed[0]["tasks"]]
    assert sorted(of_mock) == [False, True]
    assert not any(task.startswith("mock/") for task in real[0]["tasks"])
    page = (out / "results.md").read_text()
    assert "mixed-beats-real-only" in page
    assert "real-only" in (out / "wifi.svg").read_text()
    assert (out / "held-out.svg").read_text().count("<polygon") == (4 if more else 2)
    assert "| mixed-seed-0 | 2 | 8 | 0 | 2 | 0 |" in page
    assert ("| mixed-shuffled-seed-0 | 2 | 8 | 0 | 2 | 0 |" in page) == more
    assert "8 tries and 2 updates" in capsys.readouterr().out
    assert running_process(out) is None
    _is_as_without_the_kill(second, recipe.parent / "whole")

    if more:
        assert main(_words(recipe, "--at", "1")) == 0
        page = (out / "at-1" / "results.md").read_text()
        assert "| mixed-seed-0 | 1 | 4 | 0 | 1 | 0 |" in page
        assert "mixed-beats-real-only" in page
        capsys.readouterr()

    assert main(_words(recipe, "--dry-run")) == 0
    told = capsys.readouterr().out
    assert "measured on real-only, 8 tries" in told
    assert "rl/mixed/seed-0: done" in told


def test_a_plan_tells_hours_from_tries_that_it_makes(
    recipe: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(_words(recipe, "--dry-run")) == 0
    told = capsys.readouterr().out
    assert "measured on mixed, 4 tries" in told
    assert "hours of one process" in told
    assert not (recipe.parent / "out").exists()


def test_another_recipe_is_not_gone_on_with(
    recipe: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = recipe.parent / "out"
    out.mkdir()
    (out / "recipe.toml").write_text("another")
    assert main(_words(recipe)) == 2
    assert "begun with another recipe" in capsys.readouterr().err


def test_a_stage_whose_needs_are_not_done_is_refused_and_one_alone_can_be_run(
    recipe: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(_words(recipe, "--only", "eval/mixed-seed-0")) == 2
    assert "needs rl/mixed/seed-0" in capsys.readouterr().err
    assert main(_words(recipe, "--only", "eval/start")) == 0
    assert main(_words(recipe, "--status")) == 0
    told = capsys.readouterr().out
    assert "done    eval/start/wifi" in told
    assert "not yet rl/mixed/seed-0" in told
    assert "not running" in told
