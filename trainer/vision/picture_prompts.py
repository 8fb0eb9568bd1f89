"""Prompts with their pictures as tokens, exactly as the runtime's engine for GGUF lays them out."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import cache

from runtime.engine import Prompt
from runtime.observation import Screenshot
from runtime.prompts.format import PromptFormat, TextPart
from trainer.tokenizer.policy_tokenizer import PolicyTokenizer
from trainer.vision.image_settings import ImageSettings
from trainer.vision.pictures import ImageBuffer, SeenTokens
from trainer.vision.tokenizers import shown

_PNG = "image/png"


def ask_seeing(
    prompt: Prompt, form: PromptFormat, tokenizer: PolicyTokenizer, image_settings: ImageSettings
) -> SeenTokens:
    """A prompt as a model that sees reads it.

    A screen that cannot be photographed (apps may forbid it) is black, as phones have it.
    """
    observation = prompt.observation
    if observation.screenshot is None and form.observation.has_screenshot:
        black = _black(observation.width_px, observation.height_px, image_settings)
        prompt = replace(prompt, observation=replace(observation, screenshot=black))
    album = ImageBuffer()
    show = shown(tokenizer, image_settings, album)
    pieces = [
        part.text if isinstance(part, TextPart) else show(part.screenshot)
        for part in form.render(prompt).parts
    ]
    return SeenTokens(tokenizer.encode_prompt(pieces), album.held)


@cache
def _black(width_px: int, height_px: int, image_settings: ImageSettings) -> Screenshot:
    from PIL import Image

    size = image_settings.size_seen(width_px, height_px)
    held = io.BytesIO()
    Image.new("RGB", size).save(held, "PNG")
    return Screenshot(held.getvalue(), _PNG, *size)
