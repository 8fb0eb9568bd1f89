"""`accelerate launch` with two processes on the CPU trains as one process does."""

import json
from pathlib import Path

import pytest
import torch
from launched import accelerate

from trainer.cli import main
from trainer.models.trainable_model import load_model
from trainer.rl.journal import read

SFT = """
[model]
hidden = 16
heads = 2
kv_heads = 2
feed_forward = 32
layers = "ca"
[optimizer]
kind = "{kind}"
[packed]
steps = 2
batch_tokens = 600
[decisions]
steps = 3
batch_tokens = 600
[schedule]
warmup_steps = 2
[validation]
samples = 4
every = 3
[run]
compiled = false
log_every = 1
checkpoint_every = 3
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    for split, seeds in (("train", "10:12"), ("validation", "2:3")):
        words = ["collect", "--out", str(folder / split), "--split", split, "--seeds", seeds]
        assert main([*words, "--templates", "contacts.add", "--workers", "1"]) == 0
    return folder


def _words(data: Path, folder: Path, kind: str) -> list[str]:
    config = folder.with_suffix(".toml")
    config.write_text(SFT.format(kind=kind))
    return ["sft", "--config", str(config), "--data", str(data), "--out", str(folder)]


def _losses(folder: Path) -> dict[tuple[str, int], float]:
    lines = map(json.loads, (folder / "log.jsonl").read_text().splitlines())
    return {(line["kind"], line["step"]): line["loss"] for line in lines}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("config", "kind", "tolerance"),
    [
        # Without a launcher two processes are tried in tests/trainer/sft, and this one's below, in RL.
        pytest.param("accelerate-ddp.yaml", "muon", 2e-4, marks=pytest.mark.exhaustive),
        ("accelerate-fsdp.yaml", "adamw", 2e-4),
    ],
)
def test_two_processes_train_as_one(
    data: Path,
    tmp_path: Path,
    unused_tcp_port: int,
    monkeypatch: pytest.MonkeyPatch,
    config: str,
    kind: str,
    tolerance: float,
) -> None:
    accelerate(config, *_words(data, tmp_path / "two", kind), port=unused_tcp_port)
    # As if launched already: in this process.
    monkeypatch.setenv("WORLD_SIZE", "1")
    assert main(_words(data, tmp_path / "one", kind)) == 0

    one, two = _losses(tmp_path / "one"), _losses(tmp_path / "two")
    assert list(one) == list(two)
    assert len(one) == 5 + 2
    for name, loss in one.items():
        assert two[name] == pytest.approx(loss, rel=1e-4), name
    alone = dict(load_model(tmp_path / "one" / "model").named_parameters())
    together = dict(load_model(tmp_path / "two" / "model").named_parameters())
    for name, weight in alone.items():
        torch.testing.assert_close(together[name], weight, atol=tolerance, rtol=0)


RL = """
iterations = 2
[tasks]
templates = ["settings.wifi_on"]
seeds = "10:12"
[rollouts]
groups = 2
tries = 4
longest_reply = 40
[update]
batch_tokens = 600
[optimizer]
kind = "adamw"
adamw_rate = 5e-4
weight_decay = 0.0
"""
FIGURES = ("success", "tries", "steps", "lessons", "unreadable", "false_done")


def _rl_words(init: Path, folder: Path) -> list[str]:
    config = folder.with_suffix(".toml")
    config.write_text(RL)
    return ["rl", "--init", str(init), "--config", str(config), "--mock", "--out", str(folder)]


@pytest.fixture(scope="module")
def trained_alone(init: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What this process makes of it by itself: what all others are compared with."""
    folder = tmp_path_factory.mktemp("alone") / "one"
    assert main(_rl_words(init, folder)) == 0
    return folder


@pytest.mark.slow
def test_two_processes_share_rollouts_and_updates(
    init: Path, trained_alone: Path, tmp_path: Path, unused_tcp_port: int
) -> None:
    accelerate("accelerate-ddp.yaml", *_rl_words(init, tmp_path / "two"), port=unused_tcp_port)

    one, two = (read(folder / "log.jsonl") for folder in (trained_alone, tmp_path / "two"))
    assert [[line[name] for name in FIGURES] for line in two] == [
        [line[name] for name in FIGURES] for line in one
    ]
    assert sum(line["lessons"] for line in one) > 0
    for alone, together in zip(one, two, strict=True):
        for name in ("entropy", "kl", "gradient"):
            assert together[name] == pytest.approx(alone[name], rel=1e-3, abs=1e-6), name
    before = dict(load_model(init).named_parameters())
    alone = dict(load_model(trained_alone / "model").named_parameters())
    shared = dict(load_model(tmp_path / "two" / "model").named_parameters())
    for name, weight in alone.items():
        torch.testing.assert_close(shared[name], weight, atol=1e-4, rtol=0)
    assert any(not torch.equal(before[name], weight) for name, weight in alone.items())


@pytest.mark.slow
def test_two_ray_workers_train_a_language_model(
    init: Path, trained_alone: Path, tmp_path: Path
) -> None:
    words = _rl_words(init, tmp_path / "workers")
    assert main([*words, "--rollout-workers", "ray:2"]) == 0

    here, workers = (read(folder / "log.jsonl") for folder in (trained_alone, tmp_path / "workers"))
    assert [[line[name] for name in FIGURES] for line in workers] == [
        [line[name] for name in FIGURES] for line in here
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--rollout-workers", "dask:2"], "ray:COUNT"),
        (["--rollout-workers", "ray:2", "--engine", "x"], "both make the rollouts"),
    ],
)
def test_workers_that_make_no_sense_are_refused(
    init: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    assert main([*_rl_words(init, tmp_path / "run"), *words]) == 2
    assert message in capsys.readouterr().err
