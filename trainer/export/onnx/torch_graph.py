"""A checkpoint as an ONNX graph by torch.onnx, with its memory as inputs and outputs.

For architectures that onnxruntime-genai's builder does not know. Layers of attention have keys and
values that come back longer, layers of convolution a state of one size; other kinds are refused.
Names are those that the runtime's onnx engine reads.
"""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

from trainer.errors import ExportError
from trainer.export.onnx.origins import forget_origins
from trainer.models.checkpoint import ModelCheckpoint
from trainer.models.torch_checkpoint import load_model

_ATTENTION, _CONVOLUTION = "full_attention", "conv"


def write_graph(checkpoint: ModelCheckpoint, folder: Path) -> Path:
    """Write model.onnx, with its data beside it."""
    import torch

    model = load_model(checkpoint.folder)
    config: Any = model.config
    layers = list(range(config.num_hidden_layers))
    kinds = list(getattr(config, "layer_types", None) or [_ATTENTION] * len(layers))
    odd = sorted(set(kinds) - {_ATTENTION, _CONVOLUTION})
    if odd:
        raise ExportError(
            f"this {checkpoint.architecture} has layers of {', '.join(odd)}, which cannot be "
            "exported by torch here: export it as GGUF, or with --exporter genai"
        )
    heads = config.num_key_value_heads
    size = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
    batch, past, new = 2, 5, 4
    pasts: list[Any] = []
    names: list[str] = []
    moves: list[dict[int, Any]] = []
    free = torch.export.Dim.DYNAMIC
    for layer, kind in zip(layers, kinds, strict=True):
        if kind == _ATTENTION:
            pasts += [torch.randn(batch, heads, past, size) for _ in range(2)]
            names += [f"past_key_values.{layer}.key", f"past_key_values.{layer}.value"]
            moves += [{0: free, 2: free}] * 2
        else:
            pasts.append(torch.randn(batch, config.hidden_size, config.conv_L_cache))
            names.append(f"past_conv.{layer}")
            moves.append({0: free})
    ids = torch.zeros(batch, new, dtype=torch.long)
    mask = torch.ones(batch, past + new, dtype=torch.long)
    places = torch.arange(past, past + new).repeat(batch, 1)
    outputs = [
        name.replace("past_key_values", "present").replace("past", "present") for name in names
    ]
    with torch.no_grad(), warnings.catch_warnings():
        # torch warns of its own deprecations.
        warnings.simplefilter("ignore")
        program: Any = torch.onnx.export(
            _decoder(model, kinds),
            (ids, mask, places, pasts),
            dynamo=True,
            input_names=["input_ids", "attention_mask", "position_ids", *names],
            output_names=["logits", *outputs],
            dynamic_shapes=(*[{0: free, 1: free}] * 3, moves),
            optimize=True,
            verbose=False,
        )
        folder.mkdir(parents=True, exist_ok=True)
        target = folder / "model.onnx"
        program.save(target, external_data=True)
        forget_origins(target)
    return target


def _decoder(model: Any, kinds: list[str]) -> Any:  # noqa: ANN401  torch modules
    import torch
    from transformers import DynamicCache

    class Decoder(torch.nn.Module):
        """The model with its memory in plain sight."""

        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, ids: Any, mask: Any, places: Any, pasts: list[Any]) -> tuple[Any, ...]:  # noqa: ANN401
            memory: Any = DynamicCache(config=model.config)
            left = iter(pasts)
            for layer, kind in enumerate(kinds):
                if kind == _ATTENTION:
                    memory.update(next(left), next(left), layer)
                else:
                    memory.update_conv_state(
                        next(left), layer, conv_kernel_size=model.config.conv_L_cache
                    )
            found = self.model(
                input_ids=ids,
                attention_mask=mask,
                position_ids=places,
                past_key_values=memory,
                use_cache=True,
                logits_to_keep=1,
            )
            presents: list[Any] = []
            for kind, layer in zip(kinds, found.past_key_values.layers, strict=True):
                if kind == _ATTENTION:
                    presents += [layer.keys, layer.values]
                else:
                    presents.append(layer.conv_states[0])
            return (found.logits, *presents)

    return Decoder()
