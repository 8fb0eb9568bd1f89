from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from torch_twin import picture, png

from trainer.errors import ModelError
from trainer.vision.image_settings import ImageSettings, read_image_settings

SIDES = st.integers(8, 3000)


@given(SIDES, SIDES, st.integers(1, 6), st.integers(6, 2000))
def test_sizes_are_those_of_transformers(width: int, height: int, least: int, most: int) -> None:
    from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import smart_resize

    image_settings = ImageSettings(least_tokens=least, most_tokens=most)
    if max(width, height) > 200 * min(width, height):
        with pytest.raises(ModelError, match="narrow"):
            image_settings.size_seen(width, height)
        return
    theirs = smart_resize(height, width, factor=32, min_pixels=least * 1024, max_pixels=most * 1024)
    assert image_settings.size_seen(width, height)[::-1] == theirs


@given(st.integers(100, 3000), st.floats(1 / 3, 3), st.integers(8, 2000))
def test_a_phones_picture_never_takes_more_tokens_than_it_may(
    width: int, ratio: float, most: int
) -> None:
    image_settings = ImageSettings(least_tokens=1, most_tokens=most)
    assert 1 <= image_settings.tokens(width, round(width * ratio)) <= most


@pytest.mark.parametrize("size", [(256, 448), (500, 900), (90, 40)])
def test_patches_are_those_of_transformers(size: tuple[int, int]) -> None:
    from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import Qwen2VLImageProcessorPil

    image = picture(*size)
    theirs = Qwen2VLImageProcessorPil(
        patch_size=16,
        merge_size=2,
        temporal_patch_size=2,
        image_mean=[0.5] * 3,
        image_std=[0.5] * 3,
        size={"shortest_edge": 4 * 1024, "longest_edge": 112 * 1024},
    )(images=[image], return_tensors="np")

    patches, grid = ImageSettings().at_most(112).look(png(image))

    assert list(grid) == theirs["image_grid_thw"][0].tolist()
    np.testing.assert_allclose(patches, theirs["pixel_values"], atol=1e-6)


def test_a_screen_of_256_by_448_pixels_is_112_tokens() -> None:
    assert ImageSettings().tokens(256, 448) == 112


def test_what_is_saved_beside_a_model_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"vision_config": {"patch_size": 14}}')
    image_settings = ImageSettings(patch=14, mean=(0.1, 0.2, 0.3), least_tokens=2, most_tokens=77)
    image_settings.save(tmp_path)
    assert read_image_settings(tmp_path) == image_settings


def test_a_model_without_vision_is_told_apart(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"model_type": "lfm2"}')
    with pytest.raises(ModelError, match="cannot see"):
        read_image_settings(tmp_path)
