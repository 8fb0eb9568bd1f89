"""How alike two pictures look: structural similarity (SSIM), on grey images in blocks of 8 pixels.

Pillow does the arithmetic, because PhoneWorld needs no numpy. Means, variances and covariance are
those of whole blocks and not of a sliding window: the same measure on a coarser grid.
"""

from __future__ import annotations

from typing import cast

from PIL import Image, ImageMath

SIZE = (184, 368)
BLOCK = 8
C1, C2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2


def similarity(one: Image.Image, other: Image.Image) -> float:
    """1 for pictures that look the same, near 0 for those that have nothing in common."""
    a, b = _grey(one), _grey(other)
    mean_a, mean_b = a.reduce(BLOCK), b.reduce(BLOCK)
    squares_a = _product(a, a).reduce(BLOCK)
    squares_b = _product(b, b).reduce(BLOCK)
    products = _product(a, b).reduce(BLOCK)
    cells = zip(
        *(_values(image) for image in (mean_a, mean_b, squares_a, squares_b, products)),
        strict=True,
    )
    scores = [_cell(*cell) for cell in cells]
    return sum(scores) / len(scores)


def _cell(mean_a: float, mean_b: float, square_a: float, square_b: float, product: float) -> float:
    variance_a = max(0.0, square_a - mean_a * mean_a)
    variance_b = max(0.0, square_b - mean_b * mean_b)
    covariance = product - mean_a * mean_b
    brightness = (2 * mean_a * mean_b + C1) / (mean_a**2 + mean_b**2 + C1)
    structure = (2 * covariance + C2) / (variance_a + variance_b + C2)
    return brightness * structure


def _grey(image: Image.Image) -> Image.Image:
    return image.convert("L").resize(SIZE, Image.Resampling.BOX).convert("F")


def _product(a: Image.Image, b: Image.Image) -> Image.Image:
    return ImageMath.lambda_eval(lambda images: images["a"] * images["b"], a=a, b=b)


def _values(image: Image.Image) -> list[float]:
    return cast("list[float]", list(image.get_flattened_data()))
