"""What the tasks with Simple Gallery Pro share."""

from __future__ import annotations

import io
from random import Random

LABEL = "Simple Gallery Pro"
GOODS = "Lamp,Kettle,Notebook,Scarf,Tea pot,Garden hose,Pillow,Umbrella".split(",")


def receipt(rng: Random) -> bytes:
    """A photographed receipt with a few lines, as JPEG."""
    from PIL import Image, ImageDraw

    lines = [
        f"{name:<14}{rng.randint(100, 9999) / 100:>9.2f}"
        for name in rng.sample(GOODS, rng.randint(2, 5))
    ]
    picture = Image.new("RGB", (500, 500), "white")
    ink = ImageDraw.Draw(picture)
    for number, line in enumerate(["RECEIPT", *lines]):
        ink.text((40, 40 + 44 * number), line, fill="black", font_size=24)
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=70)
    return file.getvalue()
