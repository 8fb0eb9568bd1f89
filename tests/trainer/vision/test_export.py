"""A policy that sees, exported with its eyes and served by the runtime's own engine."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest
from built_in import CATALOGUE, TRIALS
from seeing_policy import FACTS, SIGHT, filmed_episode, make_seeing_policy
from tiny_models import tiny_qwen35
from torch_twin import picture, png

from runtime.engines.gguf.model import Model
from runtime.engines.gguf.vision import Projector
from runtime.engines.limits import EngineLimits
from runtime.policies.engine_loader import load_engine
from runtime.policies.manifest import read_manifest
from runtime.prompts.format import ObservationKind
from runtime.turn.decider import EngineDecider
from trainer.cli import main
from trainer.data.environments import PhoneWorldPhones
from trainer.data.rollouts import run_episode
from trainer.data.shards import write_shard
from trainer.errors import ExportError
from trainer.export.export import Exported, ExportRequest, export
from trainer.export.formats import FORMATS
from trainer.export.gguf.projector import write_projector
from trainer.export.heldout import HeldOutPrompts, prefill, prompts_of
from trainer.models.checkpoint import open_checkpoint
from trainer.vision.pictures import around_pictures

TASK = "settings.wifi_on#10"


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_seeing_policy(tmp_path_factory.mktemp("sure"), TASK, steps=45, gives_up=False)


@pytest.fixture(scope="module")
def untrained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_seeing_policy(tmp_path_factory.mktemp("untrained"), TASK, steps=0)


@pytest.fixture(scope="module")
def exported(checkpoint: Path, tmp_path_factory: pytest.TempPathFactory) -> Exported:
    prompts = HeldOutPrompts(tuple(prompts_of(filmed_episode(TASK))), "one episode")
    request = ExportRequest(
        checkpoint=checkpoint,
        target=tmp_path_factory.mktemp("out") / "bundle",
        name="seeing",
        formats=(FORMATS["q8_0"],),
        threads=1,
    )
    (one,) = export(request, lambda: prompts)
    return one


@pytest.mark.slow
def test_the_bundle_has_its_eyes_and_is_proven_with_pictures(exported: Exported) -> None:
    manifest = read_manifest(exported.folder)
    assert manifest.observation is ObservationKind.SCREENSHOT
    assert (exported.folder / manifest.projector).is_file()
    assert manifest.prompt_format == FACTS.prompt_format
    assert exported.proof.equal_decisions == 1.0
    assert exported.proof.right == 1.0
    assert exported.proof.divergence < 0.01


@pytest.mark.slow
def test_the_served_policy_solves_its_task_from_the_phones_own_screens(exported: Exported) -> None:
    manifest = read_manifest(exported.folder)
    trial = PhoneWorldPhones("mock", (TASK,), TRIALS, screenshots=True).reset(TASK)
    limits = EngineLimits(sessions=1, threads=1, threads_batch=1)
    with closing(load_engine(exported.folder, manifest, limits)) as engine:
        episode = run_episode(trial, EngineDecider(engine), limit=50)
    first = episode.steps[0].observation.screenshot
    assert first is not None
    assert first.width_px > 1000
    assert episode.outcome is not None
    assert episode.outcome.success


def test_onnx_is_refused_for_a_policy_that_sees(
    untrained: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["export", str(untrained), "--gguf", "--onnx", "--out", str(tmp_path / "bundle")]
    assert main(words) != 0
    assert "reads no pictures" in capsys.readouterr().err
    assert not (tmp_path / "bundle").exists()


def test_eyes_that_cannot_be_written_are_named(
    untrained: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other"
    shutil.copytree(untrained, other)
    config = (other / "config.json").read_text().replace("qwen3_5_text", "qwen3_vl_text")
    (other / "config.json").write_text(config)
    assert main(["export", str(other), "--gguf", "--out", str(tmp_path / "bundle")]) != 0
    assert "no vision part can be written" in capsys.readouterr().err


def test_prompts_without_screenshots_prove_nothing(tmp_path: Path) -> None:
    from trainer.data.collection import item_of
    from trainer.data.manifest import ShardEntry
    from trainer.data.shards import PART
    from trainer.data.store import open_collection
    from trainer.data.trials import oracle_episode

    plain = oracle_episode(TRIALS.workshop, CATALOGUE.task(TASK))
    with open_collection(tmp_path) as collection:
        part = write_shard(collection.shards, collection.next_name(), [plain])  # pyright: ignore[reportArgumentType]
        items = (item_of(plain, CATALOGUE),)  # pyright: ignore[reportArgumentType]
        entry = ShardEntry(part.name.removesuffix(PART), "oracle", "train", "off", items)
        collection.add(part, entry)
    with pytest.raises(ExportError, match="--screenshots"):
        prefill(tmp_path, most=5, screenshots=True)
    assert prefill(tmp_path, most=5).items


def test_prompts_are_taken_apart_at_their_pictures() -> None:
    assert around_pictures([1, 2, 9, -5, -5, 8, 3, 9, -6, 8, 4]) == [
        ([1, 2], -5),
        ([3], -6),
        ([4], 0),
    ]
    assert around_pictures([1, 2]) == [([1, 2], 0)]


def test_the_runtime_scales_pictures_to_what_the_model_was_trained_with(tmp_path: Path) -> None:
    files = tiny_qwen35(tmp_path)
    checkpoint = open_checkpoint(files.torch_folder)
    path = tmp_path / "mmproj-small.gguf"
    write_projector(path, checkpoint.config, checkpoint.weights(), image_settings=SIGHT)
    model = Model.load(files.text)
    with closing(model), closing(Projector.load(path, model.pointer, threads=1)) as projector:
        for size in ((1080, 2400), (2400, 1080), (96, 256), (500, 900)):
            seen = projector.encode(png(picture(*size))).embeddings
            assert len(seen) == SIGHT.tokens(*size)
