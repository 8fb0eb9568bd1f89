"""Checkpoints: what a training needs to go on as if it had never stopped. Written whole or not at all.

A checkpoint is a folder `step-000120` with the weights (of a model with LoRA, those that are trained), the optimizer's state, torch's random state and
what the training itself counts. It is written under another name, synced and renamed; the newest few are kept.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import torch
from torch import nn

from trainer.errors import CheckpointError
from trainer.optimizers import Optimizer
from trainer.sharding import divided_like, gathered

PART = ".part"
_PREFIX = "step-"
_STATE = "state.pt"
_FACTS = "facts.json"


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A checkpoint on disk."""

    folder: Path
    step: int


class Checkpoints:
    """The checkpoints of one training, in a folder of their own."""

    def __init__(self, folder: Path, *, facts: Mapping[str, Any], keep: int = 2) -> None:
        """`facts` tell this training from others: one with other facts is not resumed from."""
        self._folder = folder
        self._facts = json.loads(json.dumps(facts, default=str))
        self._keep = keep

    def newest(self) -> Checkpoint | None:
        """The newest whole checkpoint."""
        found = self._all()
        return found[-1] if found else None

    def save(
        self,
        step: int,
        model: nn.Module,
        optimizer: Optimizer,
        counts: Mapping[str, Any],
        *,
        writes: bool = True,
    ) -> Checkpoint:
        """Write a checkpoint after so many steps, and forget the oldest.

        Where weights are divided between processes, all of them save, and one `writes`.
        """
        final = folder_of_step(self._folder, step)
        part = final.with_name(f"{final.name}{PART}")
        state = {
            "model": gathered(_kept(model)),
            "optimizer": gathered(optimizer.state_dict()),
            "random": torch.get_rng_state(),
            "counts": dict(counts),
        }
        if not writes:
            return Checkpoint(final, step)
        try:
            shutil.rmtree(part, ignore_errors=True)
            part.mkdir(parents=True)
            torch.save(state, part / _STATE)
            _write_json(part / _FACTS, self._facts)
            publish_folder(part, final)
        except OSError as error:
            raise CheckpointError(f"cannot write {part}: {error}; free some space") from error
        for old in self._all()[: -self._keep]:
            shutil.rmtree(old.folder, ignore_errors=True)
        return Checkpoint(final, step)

    def load(
        self, checkpoint: Checkpoint, model: nn.Module, optimizer: Optimizer
    ) -> dict[str, Any]:
        """Put model, optimizer and randomness where they were; what the training counted."""
        try:
            facts = json.loads((checkpoint.folder / _FACTS).read_text(encoding="utf-8"))
            # No code is loaded from a checkpoint, whoever wrote it.
            state = torch.load(checkpoint.folder / _STATE, map_location="cpu", weights_only=True)
        except (OSError, ValueError, RuntimeError, UnpicklingError) as error:
            raise CheckpointError(
                f"{checkpoint.folder} cannot be read ({error}): delete it to go on from the one before"
            ) from error
        changed = [name for name in self._facts if facts.get(name) != self._facts[name]]
        if changed:
            raise CheckpointError(
                f"{checkpoint.folder} is of another training: {', '.join(changed)} changed; "
                "resume with the configuration it was started with, or choose another folder"
            )
        _put_back(model, divided_like(state["model"], model), checkpoint)
        optimizer.load_state_dict(state["optimizer"])
        torch.set_rng_state(state["random"])
        return state["counts"]

    def _all(self) -> list[Checkpoint]:
        if not self._folder.is_dir():
            return []
        names = (path.name for path in self._folder.iterdir())
        steps = sorted(
            int(number)
            for name in names
            if name.startswith(_PREFIX) and (number := name.removeprefix(_PREFIX)).isdecimal()
        )
        return [Checkpoint(folder_of_step(self._folder, step), step) for step in steps]


def folder_of_step(folder: Path, step: int) -> Path:
    """Where the checkpoint after so many steps lies, if it is there, in the folder of checkpoints."""
    return folder / f"{_PREFIX}{step:06}"


def is_checkpoint(folder: Path) -> bool:
    """Whether a folder is a checkpoint of a training."""
    return (folder / _STATE).is_file()


def read_weights(folder: Path) -> dict[str, Any]:
    """The model's weights of a checkpoint."""
    try:
        # No code is loaded from a checkpoint, whoever wrote it.
        return torch.load(folder / _STATE, map_location="cpu", weights_only=True)["model"]
    except (OSError, ValueError, RuntimeError, KeyError, UnpicklingError) as error:
        raise CheckpointError(f"{folder} cannot be read as a checkpoint: {error}") from error


def _kept(model: nn.Module) -> dict[str, Any]:
    """The weights to keep. Those that LoRA leaves as they are come from the model's own folder."""
    weights = dict(model.state_dict())
    if not hasattr(model, "peft_config"):
        return weights
    trained = {name for name, weight in model.named_parameters() if weight.requires_grad}
    return {name: weight for name, weight in weights.items() if name in trained}


def _put_back(model: nn.Module, weights: Mapping[str, Any], checkpoint: Checkpoint) -> None:
    expected = set(_kept(model))
    if not expected <= set(weights):
        raise CheckpointError(
            f"{checkpoint.folder} is of another model: it has no {min(expected - set(weights))}"
        )
    model.load_state_dict(dict(weights), strict=expected == set(model.state_dict()))


def publish_folder(part: Path, final: Path) -> None:
    """Give a finished folder its real name, in place of what had it before."""
    for path in part.rglob("*"):
        if path.is_file():
            with path.open("rb") as file:
                os.fsync(file.fileno())
    old = final.with_name(f"{final.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if final.exists():
        final.replace(old)
    part.replace(final)
    shutil.rmtree(old, ignore_errors=True)


def _write_json(path: Path, value: Mapping[str, Any]) -> None:
    path.write_text(json.dumps(value, indent=2), encoding="utf-8")
