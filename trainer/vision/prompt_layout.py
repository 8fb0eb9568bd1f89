"""Prompts as the tokens of a checkpoint, with pictures or without, as the runtime's engines lay them out."""

from __future__ import annotations

from runtime.engines.tokens import PolicyTokens
from runtime.prompts.format import Rendered, TextPart
from trainer.errors import ExportError
from trainer.vision.image_settings import ImageSettings
from trainer.vision.pictures import VISION_END, VISION_START, ImageBuffer, SeenTokens, Shown


def lay_out(
    rendered: Rendered, tokens: PolicyTokens, image_settings: ImageSettings | None = None
) -> tuple[int, ...]:
    """The tokens of a prompt, part by part, as the runtime's engines have them; with `image_settings`, its
    pictures in their places.
    """
    laid = list(tokens.opening)
    album = ImageBuffer()
    for part in rendered.parts:
        if isinstance(part, TextPart):
            laid += tokens.text(part.text)
            continue
        if image_settings is None:
            raise ExportError("a prompt shows a picture, and the model reads text only")
        start, end = (_markup(tokens, name) for name in (VISION_START, VISION_END))
        laid += Shown(image_settings, album, start=start, end=end)(part.screenshot)
    whole = [*laid, *tokens.closing]
    return SeenTokens(whole, album.held) if image_settings is not None else tuple(whole)


def _markup(tokens: PolicyTokens, name: str) -> int:
    found = tokens.markup(name)
    if len(found) != 1:
        raise ExportError(f"the tokenizer has no token {name}, which stands around pictures")
    return found[0]
