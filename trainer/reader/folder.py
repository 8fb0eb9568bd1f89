"""A trained reader, from its folder."""

from __future__ import annotations

from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import torch

from runtime.engines.reader.about import ReaderFacts, read_facts
from runtime.errors import BadBundle
from trainer.errors import ModelError
from trainer.reader.model import ReaderModel
from trainer.reader.training import ABOUT, WEIGHTS


def open_reader(folder: Path) -> tuple[ReaderModel, ReaderFacts]:
    """Its weights, and what it knows. `ModelError` if it is none."""
    from transformers import AutoConfig, AutoModel

    try:
        facts = read_facts(folder / ABOUT)
        config: Any = AutoConfig.from_pretrained(folder, local_files_only=True)
        encoder: Any = AutoModel.from_config(config, add_pooling_layer=False)
        model = ReaderModel(encoder, requests=len(facts.requests), slots=facts.slots)
        model.load_state_dict(torch.load(folder / WEIGHTS, map_location="cpu", weights_only=True))
    except (OSError, ValueError, RuntimeError, BadBundle, UnpicklingError) as error:
        raise ModelError(
            f"{folder} holds no reader (`trainer reader` makes one): {error}"
        ) from error
    return model.eval(), facts
