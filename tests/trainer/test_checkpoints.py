from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch import nn

from trainer.checkpoints import PART, Checkpoints, publish_folder
from trainer.errors import CheckpointError
from trainer.optimizers import Optimizer, OptimizerConfig


def parts() -> tuple[nn.Module, Optimizer]:
    model = nn.Linear(3, 3)
    optimizer = Optimizer(model, OptimizerConfig())
    model(torch.ones(1, 3)).sum().backward()
    optimizer.step(1.0)
    return model, optimizer


def test_what_was_saved_comes_back(tmp_path: Path) -> None:
    model, optimizer = parts()
    checkpoints = Checkpoints(tmp_path, facts={"rate": 1})
    checkpoints.save(7, model, optimizer, {"lowest": 0.5})
    drawn = torch.rand(3)
    other, its_optimizer = parts()
    newest = checkpoints.newest()
    assert newest is not None
    assert newest.step == 7
    assert checkpoints.load(newest, other, its_optimizer) == {"lowest": 0.5}
    for ours, theirs in zip(other.parameters(), model.parameters(), strict=True):
        assert torch.equal(ours, theirs)
    assert torch.equal(torch.rand(3), drawn)  # randomness too is where it was


def test_only_the_newest_are_kept(tmp_path: Path) -> None:
    model, optimizer = parts()
    checkpoints = Checkpoints(tmp_path, facts={}, keep=2)
    for step in (1, 20, 300):
        checkpoints.save(step, model, optimizer, {})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["step-000020", "step-000300"]


def test_a_half_written_checkpoint_does_not_exist(tmp_path: Path) -> None:
    model, optimizer = parts()
    checkpoints = Checkpoints(tmp_path, facts={})
    checkpoints.save(1, model, optimizer, {})
    (tmp_path / f"step-000002{PART}").mkdir()
    newest = checkpoints.newest()
    assert newest is not None
    assert newest.step == 1
    checkpoints.save(2, model, optimizer, {})
    assert not (tmp_path / f"step-000002{PART}").exists()


def test_one_of_another_training_is_refused_by_name(tmp_path: Path) -> None:
    model, optimizer = parts()
    Checkpoints(tmp_path, facts={"rate": 1, "seed": 0}).save(1, model, optimizer, {})
    other = Checkpoints(tmp_path, facts={"rate": 2, "seed": 0})
    newest = other.newest()
    assert newest is not None
    with pytest.raises(CheckpointError, match="rate changed"):
        other.load(newest, model, optimizer)


def test_a_damaged_one_is_an_error_that_says_what_to_do(tmp_path: Path) -> None:
    model, optimizer = parts()
    checkpoints = Checkpoints(tmp_path, facts={})
    saved = checkpoints.save(1, model, optimizer, {})
    state = saved.folder / "state.pt"
    state.write_bytes(state.read_bytes()[:100])
    with pytest.raises(CheckpointError, match="delete it"):
        checkpoints.load(saved, model, optimizer)


def test_a_checkpoint_runs_no_code(tmp_path: Path) -> None:
    model, optimizer = parts()
    checkpoints = Checkpoints(tmp_path, facts={})
    saved = checkpoints.save(1, model, optimizer, {})
    torch.save({"model": print}, saved.folder / "state.pt")
    with pytest.raises(CheckpointError):
        checkpoints.load(saved, model, optimizer)


def test_a_full_disk_is_a_checkpoint_error(tmp_path: Path) -> None:
    model, optimizer = parts()
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    with pytest.raises(CheckpointError, match="cannot write"):
        Checkpoints(blocked, facts={}).save(1, model, optimizer, {})


def test_a_published_folder_replaces_the_one_before(tmp_path: Path) -> None:
    for text in ("old", "new"):
        part = tmp_path / "model.part"
        part.mkdir()
        (part / "weights").write_text(text)
        publish_folder(part, tmp_path / "model")
    assert (tmp_path / "model" / "weights").read_text() == "new"
    assert [path.name for path in tmp_path.iterdir()] == ["model"]
