"""A tiny model in torch: what its GGUF form must agree with."""

from __future__ import annotations

import io
import os
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

PATCH, MERGE = 16, 2


@cache
def tokenizer(folder: Path) -> Any:  # noqa: ANN401  its types are loose
    """The tokenizer as saved; transformers would replace its pre-tokenizer by the model type's own."""
    from tokenizers import Tokenizer

    return Tokenizer.from_file(str(folder / "tokenizer.json"))


@cache
def torch_model(folder: Path) -> Any:  # noqa: ANN401  transformers' types are loose
    """The model in float32, loaded without a weight too many or too few."""
    os.environ["HF_HUB_OFFLINE"] = "1"
    import torch
    import transformers

    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    torch.set_num_threads(1)
    sees = (folder / "config.json").read_text().count("vision_config")
    kind = transformers.AutoModelForImageTextToText if sees else transformers.AutoModelForCausalLM
    loaded: Any = kind.from_pretrained(folder, dtype=torch.float32, output_loading_info=True)
    model, problems = loaded
    assert not any(problems.values()), problems
    return model.eval()


def torch_logits(folder: Path, tokens: list[int]) -> np.ndarray:
    """What may follow the last token of a text."""
    import torch

    with torch.no_grad():
        return torch_model(folder)(input_ids=torch.tensor([tokens])).logits[0, -1].numpy()


def torch_embeddings(folder: Path, picture: Image.Image) -> np.ndarray:
    """What the vision tower makes of a picture whose sides are multiples of 32."""
    import torch

    patches, grid = _patches(picture)
    with torch.no_grad():
        seen = torch_model(folder).model.visual(patches, grid_thw=grid)
    return seen.pooler_output.numpy()


def torch_logits_after_picture(
    folder: Path, before: list[int], picture: Image.Image, after: list[int]
) -> np.ndarray:
    """What may follow a text, a picture with its markup, and a text."""
    import torch

    model = torch_model(folder)
    patches, grid = _patches(picture)
    config = model.config
    count = len(patches) // MERGE**2
    shown = [
        config.vision_start_token_id,
        *[config.image_token_id] * count,
        config.vision_end_token_id,
    ]
    ids = torch.tensor([[*before, *shown, *after]])
    with torch.no_grad():
        return (
            model(
                input_ids=ids,
                pixel_values=patches,
                image_grid_thw=grid,
                mm_token_type_ids=(ids == config.image_token_id).int(),
            )
            .logits[0, -1]
            .numpy()
        )


def picture(width_px: int, height_px: int, seed: int = 0) -> Image.Image:
    """Coloured boxes, as screens have them."""
    random = np.random.default_rng(seed)
    image = Image.new("RGB", (width_px, height_px), "white")
    drawing = ImageDraw.Draw(image)
    for top in range(8, height_px - 24, 32):
        colour = tuple(int(value) for value in random.integers(0, 256, 3))
        right = int(random.integers(width_px // 2, width_px))
        drawing.rectangle((4, top, right, top + 20), fill=colour)
    return image


def png(image: Image.Image) -> bytes:
    held = io.BytesIO()
    image.save(held, "PNG")
    return held.getvalue()


def _patches(image: Image.Image) -> tuple[Any, Any]:
    """Two equal frames, cut into patches, those that are merged side by side."""
    import torch

    rows, columns = image.height // PATCH, image.width // PATCH
    pixels = torch.tensor(np.array(image)).permute(2, 0, 1).float() / 127.5 - 1
    blocks = (
        pixels[None]
        .repeat(2, 1, 1, 1)
        .reshape(1, 2, 3, rows // MERGE, MERGE, PATCH, columns // MERGE, MERGE, PATCH)
    )
    patches = blocks.permute(0, 3, 6, 4, 7, 2, 1, 5, 8).reshape(rows * columns, -1)
    return patches, torch.tensor([[1, rows, columns]])
