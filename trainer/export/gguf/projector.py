"""The vision part of a Qwen3.5 (mmproj) for llama.cpp. Without deepstack, which Qwen3.5 has not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from trainer.errors import ExportError
from trainer.export.gguf.architectures import Config
from trainer.export.gguf.writer import tensor_name, write_tensors
from trainer.models.tensors import Array, Weights
from trainer.vision.image_settings import ImageSettings

_PLACE = "model.visual."
_MERGER = {"norm": "v.post_ln", "linear_fc1": "mm.0", "linear_fc2": "mm.2"}


def write_projector(
    path: Path,
    config: Config,
    weights: Weights,
    *,
    image_settings: ImageSettings | None = None,
    half: bool = False,
) -> None:
    """Write the vision part; `config` is the whole config.json. With `image_settings`, how it scales and
    normalizes pictures; without, as published models do.
    """
    import gguf

    vision, text = config["vision_config"], config["text_config"]
    if vision.get("deepstack_visual_indexes"):
        raise ExportError("vision parts with deepstack layers cannot be written as GGUF here")
    writer = gguf.GGUFWriter(path, gguf.MODEL_ARCH_NAMES[gguf.MODEL_ARCH.MMPROJ])
    writer.add_type(gguf.GGUFType.MMPROJ)
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_F16 if half else gguf.LlamaFileType.ALL_F32)
    writer.add_clip_has_vision_encoder(True)
    writer.add_clip_projector_type(gguf.VisionProjectorType.QWEN3VL)
    writer.add_vision_use_gelu(True)
    writer.add_vision_projection_dim(text["hidden_size"])
    writer.add_vision_image_size(
        int(vision["num_position_embeddings"] ** 0.5) * vision["patch_size"]
    )
    writer.add_vision_patch_size(vision["patch_size"])
    writer.add_vision_spatial_merge_size(vision["spatial_merge_size"])
    writer.add_vision_embedding_length(vision["hidden_size"])
    writer.add_vision_feed_forward_length(vision["intermediate_size"])
    writer.add_vision_block_count(vision["depth"])
    writer.add_vision_head_count(vision["num_heads"])
    writer.add_vision_attention_layernorm_eps(text["rms_norm_eps"])
    seen = image_settings or ImageSettings()
    writer.add_vision_image_mean(list(seen.mean))
    writer.add_vision_image_std(list(seen.deviation))
    if image_settings is not None:
        writer.add_vision_min_pixels(image_settings.least_tokens * image_settings.cell_px**2)
        writer.add_vision_max_pixels(image_settings.most_tokens * image_settings.cell_px**2)
    writer.add_vision_is_deepstack_layers([False] * vision["depth"])
    names = gguf.get_tensor_name_map(gguf.MODEL_ARCH.MMPROJ, vision["depth"])

    def tensors(source: Weights) -> Iterator[tuple[str, Array]]:
        for stored in source.names():
            if not stored.startswith(_PLACE):
                continue
            inner = stored.removeprefix(_PLACE)
            array = source.array(stored)
            if inner.startswith("merger."):
                _, part, kind = inner.split(".")
                yield f"{_MERGER[part]}.{kind}", array
            elif inner == "patch_embed.proj.weight":
                # A picture counts as two equal frames: one 3D convolution is two in 2D.
                yield "v.patch_embd.weight", array[:, :, 0]
                yield "v.patch_embd.weight.1", array[:, :, 1]
            elif inner == "patch_embed.proj.bias":
                yield "v.patch_embd.bias", array
            else:
                yield tensor_name(names, f"visual.{inner}"), array

    write_tensors(writer, weights, tensors, half=half)
