"""`trainer deepen POLICY --layers N --out FOLDER`: more layers for a policy, which says the same with them at first.

The last layers are put in once more, with outputs of zero: what they compute is added to nothing until they are
trained. So a policy grows without losing what it has learnt. For models of LFM2, whose layers come in turn.
"""

from __future__ import annotations

import argparse
import re
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from trainer.checkpoints import PART, publish_folder
from trainer.errors import InvalidDataRequest, ModelError
from trainer.facts import read_facts, write_facts

if TYPE_CHECKING:
    from torch import Tensor

_WEIGHTS = "*.safetensors*"
_LAYER = re.compile(r"(.*\.layers\.)(\d+)(\..*)")
_OUTPUTS = (".out_proj.weight", ".feed_forward.w2.weight")
"""What a layer adds to its input comes out of these."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("policy", type=Path, metavar="POLICY", help="the folder of a checkpoint")
    parser.add_argument("--layers", type=int, default=2, metavar="N", help="how many more (2)")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")


def run(given: argparse.Namespace) -> int:
    """Deepen; the exit code."""
    deepen(given.policy, given.out, layers=given.layers)
    print(given.out)
    return 0


def deepen(policy: Path, out: Path, *, layers: int) -> None:
    """Write the deeper policy. The folder appears whole or not at all."""
    from transformers import Lfm2Config, Lfm2ForCausalLM

    from trainer.models.trainable_model import load_model, save_model

    if out.exists():
        raise InvalidDataRequest(f"{out} is there already: choose another folder")
    model = load_model(policy)
    config = model.config
    if not isinstance(config, Lfm2Config):
        raise ModelError(f"{policy} is no LFM2: only those can be deepened")
    there = config.num_hidden_layers
    if not 1 <= layers <= there:
        raise InvalidDataRequest(f"--layers is from 1 to {there}: the last ones are put in again")
    kinds = list(config.layer_types or ())
    deeper = Lfm2Config.from_dict(
        {
            **config.to_dict(),
            "num_hidden_layers": there + layers,
            "layer_types": kinds + kinds[there - layers :],
        }
    )
    grown = Lfm2ForCausalLM(deeper)
    grown.load_state_dict(with_more_layers(model.state_dict(), there, layers))

    part = out.with_name(f"{out.name}{PART}")
    shutil.rmtree(part, ignore_errors=True)
    shutil.copytree(policy, part, ignore=shutil.ignore_patterns(_WEIGHTS))
    save_model(grown, part)
    facts = read_facts(policy)
    said = f"{layers} more layers, with outputs of zero"
    write_facts(part, replace(facts, recipe=(*facts.recipe, said)))
    publish_folder(part, out)


def with_more_layers(weights: Mapping[str, Tensor], there: int, layers: int) -> dict[str, Tensor]:
    """The weights of a model whose last layers, of those that are `there`, stand in it once more."""
    found = dict(weights)
    for name, weight in weights.items():
        layer = _LAYER.fullmatch(name)
        if layer is None or int(layer[2]) < there - layers:
            continue
        again = weight.clone()
        if layer[3].endswith(_OUTPUTS):
            again.zero_()
        found[f"{layer[1]}{int(layer[2]) + layers}{layer[3]}"] = again
    return found
