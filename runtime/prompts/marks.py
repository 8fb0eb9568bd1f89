"""Screenshots with the elements' numbers on them, so that a model that looks can name what it sees."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw, ImageFont

from runtime.errors import EngineError
from runtime.observation import Observation, Screenshot
from runtime.prompts.screen_lines import needed_screenshot, offered

LONGEST_PX = 1280
"""What providers shrink pictures to anyway, or near it; smaller ones cost fewer tokens."""
_QUALITY = 80
_COLOURS = ((200, 30, 30), (20, 90, 200), (20, 120, 40), (140, 40, 160), (170, 90, 0))


def shrunk(observation: Observation) -> Screenshot:
    """The screenshot, no larger than a model looks at."""
    return _encoded(_opened(needed_screenshot(observation)))


def marked(observation: Observation) -> Screenshot:
    """The same with a box and a number on every element that may be chosen."""
    image = _opened(needed_screenshot(observation))
    across = image.width / max(1, observation.width_px)
    down = image.height / max(1, observation.height_px)
    drawing = ImageDraw.Draw(image)
    font = ImageFont.load_default(size=max(12, image.height // 60))
    for element in offered(observation):
        colour = _COLOURS[element.index % len(_COLOURS)]
        box = element.bounds
        left, top = box.left * across, box.top * down
        right, bottom = box.right * across - 1, box.bottom * down - 1
        if right <= left or bottom <= top:
            continue
        drawing.rectangle((left, top, right, bottom), outline=colour, width=2)
        label = drawing.textbbox((left + 2, top + 1), str(element.index), font=font)
        drawing.rectangle((label[0] - 2, label[1] - 1, label[2] + 2, label[3] + 1), fill=colour)
        drawing.text((left + 2, top + 1), str(element.index), fill=(255, 255, 255), font=font)
    return _encoded(image)


def _opened(screenshot: Screenshot) -> Image.Image:
    try:
        with Image.open(io.BytesIO(screenshot.data)) as file:
            image = file.convert("RGB")
    except (OSError, ValueError, Image.DecompressionBombError) as error:
        raise EngineError(f"the phone's screenshot cannot be read: {error}") from error
    image.thumbnail((LONGEST_PX, LONGEST_PX))
    return image


def _encoded(image: Image.Image) -> Screenshot:
    file = io.BytesIO()
    image.save(file, "JPEG", quality=_QUALITY)
    return Screenshot(file.getvalue(), "image/jpeg", image.width, image.height)
