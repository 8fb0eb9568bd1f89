"""How a model reads rows of tokens with pictures in them: embeddings, and places in three dimensions.

Each picture of a batch is looked at once, however many rows show it. Training and sampling both read
through here, so that a reply is as likely in the one as in the other. A token that a model says itself is
never a picture, whichever it is: only keys of albums are.
"""

from __future__ import annotations

import torch
from torch import Tensor

from trainer.errors import ModelError
from trainer.models.trainable_model import Model, bare
from trainer.vision.image_settings import ImageSettings
from trainer.vision.pictures import ImageSource

Grid = tuple[int, int, int]


class VisionEncoder:
    """A model's vision part with the pictures it is shown."""

    def __init__(self, model: Model, pictures: ImageSource, image_settings: ImageSettings) -> None:
        self._model = bare(model).model
        self._pictures = pictures
        self._image_settings = image_settings

    def read(self, ids: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Embeddings of rows of tokens, and their places: time, height and width, each rows x width.

        `mask` is 0 at padding on the left; padding on the right needs none.
        """
        ids = ids.to(self._model.get_input_embeddings().weight.device)
        seen = ids < 0
        runs = _runs(ids)
        plain = ids.clamp(min=0)
        embeddings = self._model.get_input_embeddings()(plain)
        grids: dict[int, Grid] = {}
        if runs:
            features, grids = self._look(list(dict.fromkeys(key for key, _ in runs)))
            for key, length in runs:
                if len(features[key]) != length:
                    raise ModelError(
                        f"a picture is {len(features[key])} tokens and was given {length}: the prompts "
                        "were made for another size of pictures"
                    )
            shown = torch.cat([features[key] for key, _ in runs]).to(embeddings.dtype)
            embeddings = embeddings.masked_scatter(seen[..., None], shown)
        order = [grids[key] for key, _ in runs]
        places, _ = self._model.get_rope_index(
            plain,
            mm_token_type_ids=seen.int(),
            image_grid_thw=torch.tensor(order, device=ids.device) if order else None,
            attention_mask=None if mask is None else mask.to(ids.device),
        )
        return embeddings, places

    def _look(self, keys: list[int]) -> tuple[dict[int, Tensor], dict[int, Grid]]:
        looked = [self._image_settings.look(self._pictures.data(key)) for key in keys]
        weight = next(self._model.visual.parameters())
        patches = torch.cat([torch.from_numpy(patches) for patches, _ in looked])
        grids = [grid for _, grid in looked]
        features = self._model.get_image_features(
            patches.to(weight.device, weight.dtype), torch.tensor(grids, device=weight.device)
        ).pooler_output
        return dict(zip(keys, features, strict=True)), dict(zip(keys, grids, strict=True))


def _runs(ids: Tensor) -> list[tuple[int, int]]:
    """The pictures of rows, in order: key and how many tokens each has."""
    runs: list[tuple[int, int]] = []
    for row in ids.tolist():
        before = 0
        for token in row:
            if token < 0 and token == before:
                runs[-1] = (token, runs[-1][1] + 1)
            elif token < 0:
                runs.append((token, 1))
            before = token
    return runs
