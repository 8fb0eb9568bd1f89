"""Training on screenshots by the command's own parts: learnt, resumed, read again."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from built_in import TRIALS, find_template
from seeing_policy import SHAPE

from phoneworld import Task
from runtime.prompts.format import ObservationKind
from trainer.data.collection import collect
from trainer.data.store import open_collection
from trainer.errors import BadConfig
from trainer.facts import read_facts
from trainer.models.config import Lora, ModelConfig, ModelFolder, TinyLfm2
from trainer.models.trainable_model import load_model
from trainer.optimizers import OptimizerConfig
from trainer.sft.config import (
    DecisionsConfig,
    PackedConfig,
    PromptConfig,
    RunConfig,
    ScheduleConfig,
    SftConfig,
    ValidationConfig,
    read_config,
)
from trainer.sft.folder import MODEL
from trainer.sft.preparation import prepare_tokenizer, prepare_tokens
from trainer.sft.recipe import train
from trainer.sft.samples import DecisionSamples, PackedSamples
from trainer.vision.image_settings import ImageSettings, read_image_settings
from trainer.vision.screenshots import ScreenshotRenderer

CONFIGS = Path(__file__).parents[3] / "trainer" / "configs"
QUICK = SftConfig(
    prompt=PromptConfig("phonebuddy", history_steps=4, observation="screenshot", image_tokens=24),
    model=ModelConfig(SHAPE),
    optimizer=OptimizerConfig(kind="adamw", adamw_rate=3e-3),
    packed=PackedConfig(steps=0),
    decisions=DecisionsConfig(steps=4, batch_tokens=700, observation_weight=0.0),
    schedule=ScheduleConfig(warmup_steps=2, decay_share=0.2),
    validation=ValidationConfig(every=1000, samples=4),
    run=RunConfig(compiled=False, checkpoint_every=100, log_every=1),
)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    tasks = [Task(find_template(name), 10) for name in ("settings.wifi_on", "settings.volume")]
    for part in ("train", "validation"):
        with open_collection(folder / part) as collection:
            camera = ScreenshotRenderer(ImageSettings().at_most(24))
            collect(collection, tasks, TRIALS, split="train", screenshots=camera)
    return folder


def run(config: SftConfig, data: Path, out: Path, **how: int | bool | None) -> list[float]:
    """Train; the losses of all steps."""
    tokenizer = prepare_tokenizer(config, None, data, out)
    training, held_out = prepare_tokens(config, data, tokenizer, out)
    train(config, training, held_out, tokenizer, out, **how)  # pyright: ignore[reportArgumentType]
    lines = [json.loads(line) for line in (out / "log.jsonl").read_text().splitlines()]
    return [line["loss"] for line in lines if line["kind"] == "decisions"]


def test_a_handful_of_screens_is_learnt_by_heart(data: Path, tmp_path: Path) -> None:
    config = replace(QUICK, decisions=replace(QUICK.decisions, steps=24))
    losses = run(config, data, tmp_path)
    assert losses[-1] < losses[0] / 3


def test_interrupted_and_resumed_it_is_the_same_policy_bit_by_bit(
    data: Path, tmp_path: Path
) -> None:
    run(QUICK, data, tmp_path / "straight")
    torch.manual_seed(99)
    for steps in (1, 2, None):
        run(QUICK, data, tmp_path / "stopped", resume=True, stop_after=steps)
    straight, stopped = (
        dict(load_model(tmp_path / name / MODEL).named_parameters())
        for name in ("straight", "stopped")
    )
    assert straight.keys() == stopped.keys()
    for name, weight in straight.items():
        assert torch.equal(weight, stopped[name]), name


def test_the_policys_folder_says_how_it_is_asked_and_sees(data: Path, tmp_path: Path) -> None:
    run(replace(QUICK, decisions=replace(QUICK.decisions, steps=1)), data, tmp_path)
    facts = read_facts(tmp_path / MODEL)
    assert (facts.prompt_format, facts.observation) == ("phonebuddy", ObservationKind.SCREENSHOT)
    assert read_image_settings(tmp_path / MODEL).most_tokens == 24


def test_a_folder_with_weights_is_trained_by_lora_with_its_eyes_frozen(
    data: Path, tmp_path: Path
) -> None:
    short = replace(QUICK, decisions=replace(QUICK.decisions, steps=1))
    run(short, data, tmp_path / "base")
    source = ModelFolder(tmp_path / "base" / MODEL)
    tuned = replace(short, model=ModelConfig(source, Lora(rank=2), freeze_vision=True))
    run(tuned, data, tmp_path / "lora")
    before, after = (
        dict(load_model(tmp_path / name / MODEL).named_parameters()) for name in ("base", "lora")
    )
    changed = {name for name in before if not torch.equal(before[name], after[name])}
    assert changed
    assert not any(".visual." in name for name in changed)


@pytest.mark.parametrize("phase", ["packed", "decisions"])
def test_pictures_are_shown_and_never_predicted(phase: str, data: Path, tmp_path: Path) -> None:
    tokenizer = prepare_tokenizer(QUICK, None, data, tmp_path)
    training, _ = prepare_tokens(QUICK, data, tokenizer, tmp_path)
    everywhere = DecisionsConfig(observation_weight=1.0, observation_share=1.0)
    samples = (
        PackedSamples(training, PackedConfig(longest=400), seed=0)
        if phase == "packed"
        else DecisionSamples(training, everywhere, seed=0)
    )
    rows = samples.rows(0)
    assert rows
    for row in rows:
        predicted = row.tokens[row.places + 1]
        assert (row.tokens < 0).any()
        assert (predicted >= 0).all()
        # Everything else of a row is foretold, in both phases.
        assert len(predicted) == (row.tokens[1:] >= 0).sum()


def test_a_model_without_eyes_is_not_shown_pictures(data: Path, tmp_path: Path) -> None:
    blind = replace(QUICK, model=ModelConfig(TinyLfm2()))
    tokenizer = prepare_tokenizer(blind, None, data, tmp_path)
    with pytest.raises(BadConfig, match="cannot see"):
        prepare_tokens(blind, data, tokenizer, tmp_path)


@pytest.mark.parametrize("name", ["vision-tiny", "qwen35-vl-lora"])
def test_the_configurations_that_are_shipped_are_of_policies_that_see(name: str) -> None:
    config = read_config(CONFIGS / f"{name}.toml")
    assert config.prompt.shows is ObservationKind.SCREENSHOT
    assert config.prompt.open().name == "phonebuddy"


def test_what_older_trainings_do_not_say_does_not_keep_them_from_being_resumed() -> None:
    facts = SftConfig().facts()
    assert facts["prompt"].keys() == {"format", "history_steps", "rules"}
    assert "freeze_vision" not in facts["model"]
    assert "observation" in QUICK.facts()["prompt"]
