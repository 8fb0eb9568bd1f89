"""The canvas of `phoneworld.ui`, on a Pillow image. One canvas serves one frame, in one thread."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from typing import cast

from PIL import Image, ImageChops

from phoneworld.render import masks
from phoneworld.render.caches import ByteCache
from phoneworld.render.fonts import icon_mask
from phoneworld.render.pictures import decoded, picture
from phoneworld.render.strokes import Box, DrawnStroke, Points, moved, reach, union
from phoneworld.render.text_lines import TextLine, line_of
from phoneworld.ui.canvas import Color

NOWHERE: Box = (1 << 30, 1 << 30, 1 << 30, 1 << 30)
"""A clip in which nothing shows."""

MANY = 8
"""From so many strokes on it is worth looking whether they were drawn before."""

SMALL_PX = 8192
"""Round shapes of so few pixels are stamped at once, larger ones filled and given corners."""


@cache
def _drawings() -> ByteCache[Image.Image]:
    return ByteCache(32 << 20)


class PillowCanvas:
    """Draws on `surface`, an RGB image, within a clip. Read `surface` anew when all is drawn.

    Lines and polygons are gathered until something else is drawn: a map or a chart on a plain
    ground is often the same as in the frame before, and is then taken from there.
    """

    __slots__ = ("_bound", "_clip", "_pending", "_surface")

    def __init__(self, surface: Image.Image, bound: Box | None = None) -> None:
        """Nothing is drawn outside `bound`, whatever is clipped to."""
        surface.load()
        self._surface = surface
        self._bound: Box = bound or (0, 0, surface.width, surface.height)
        self._clip: Box = self._bound
        self._pending: list[DrawnStroke] = []

    @property
    def surface(self) -> Image.Image:
        """What has been drawn so far."""
        self._draw_pending()
        return self._surface

    @contextmanager
    def clip(self, x: int, y: int, w: int, h: int) -> Generator[None]:
        before = self._clip
        left, top, right, bottom = before
        left, top = max(left, x), max(top, y)
        right, bottom = min(right, x + w), min(bottom, y + h)
        self._clip = (left, top, right, bottom) if left < right and top < bottom else NOWHERE
        try:
            yield
        finally:
            self._clip = before

    def confine(self, box: Box) -> None:
        """Clip to this box from now on, as far as it lies within the bound."""
        left, top, right, bottom = self._bound
        a, b, c, d = box
        self._clip = (max(left, a), max(top, b), min(right, c), min(bottom, d))

    # What everything else is made of

    # Straight to Pillow's core: what `Image.paste` checks each time takes longer than what it does.

    def _fill(self, x: int, y: int, w: int, h: int, color: Color) -> None:
        left, top, right, bottom = self._clip
        box = (max(left, x), max(top, y), min(right, x + w), min(bottom, y + h))
        if box[0] >= box[2] or box[1] >= box[3]:
            return
        if color[3] >= 255:
            self._surface.im.paste(color[:3], box)
        elif color[3] > 0:
            even = Image.new("L", (box[2] - box[0], box[3] - box[1]), color[3])
            self._surface.im.paste(color[:3], box, even.im)

    def _stamp(self, mask: Image.Image, x: int, y: int, color: Color) -> None:
        """Lay a colour through a mask."""
        left, top, right, bottom = self._clip
        w, h = mask.size
        if x >= right or y >= bottom or x + w <= left or y + h <= top or not color[3]:
            return
        if x < left or y < top or x + w > right or y + h > bottom:
            x0, y0 = max(0, left - x), max(0, top - y)
            mask = mask.crop((x0, y0, min(w, right - x), min(h, bottom - y)))
            x += x0
            y += y0
            w, h = mask.size
        if color[3] < 255:
            mask = ImageChops.multiply(mask, Image.new("L", (w, h), color[3]))
        self._surface.im.paste(color[:3], (x, y, x + w, y + h), mask.im)

    def _lay(self, image: Image.Image, x: int, y: int, mask: Image.Image | None) -> None:
        """Lay an image, through a mask of the same size where there is one."""
        left, top, right, bottom = self._clip
        w, h = image.size
        if x >= right or y >= bottom or x + w <= left or y + h <= top:
            return
        if x < left or y < top or x + w > right or y + h > bottom:
            x0, y0 = max(0, left - x), max(0, top - y)
            part = (x0, y0, min(w, right - x), min(h, bottom - y))
            image = image.crop(part)
            mask = mask.crop(part) if mask is not None else None
            x += x0
            y += y0
        self._surface.paste(image, (x, y), mask)

    # Shapes

    def rect(
        self,
        x: int,
        y: int,
        w: int,
        h: int,
        color: Color,
        *,
        radius: int = 0,
        border: Color | None = None,
        border_px: int = 0,
    ) -> None:
        if w <= 0 or h <= 0 or self._is_hidden(x, y, w, h):
            return
        self._draw_pending()
        radius = max(0, min(radius, w // 2, h // 2))
        if color[3]:
            self._rounded(x, y, w, h, radius, color)
        if border is not None and border_px > 0:
            self._border(x, y, w, h, radius, border, min(border_px, (w + 1) // 2, (h + 1) // 2))

    def _is_hidden(self, x: int, y: int, w: int, h: int) -> bool:
        left, top, right, bottom = self._clip
        return x >= right or y >= bottom or x + w <= left or y + h <= top

    def _rounded(self, x: int, y: int, w: int, h: int, r: int, color: Color) -> None:
        if not r:
            self._fill(x, y, w, h, color)
            return
        if w * h <= SMALL_PX:
            self._stamp(masks.whole(w, h, r), x, y, color)
            return
        self._fill(x + r, y, w - 2 * r, r, color)
        self._fill(x, y + r, w, h - 2 * r, color)
        self._fill(x + r, y + h - r, w - 2 * r, r, color)
        self._corners(masks.corners(r), x, y, w, h, r, color)

    def _border(self, x: int, y: int, w: int, h: int, r: int, color: Color, thick: int) -> None:
        inner = max(r, thick)
        self._fill(x + inner, y, w - 2 * inner, thick, color)
        self._fill(x + inner, y + h - thick, w - 2 * inner, thick, color)
        self._fill(x, y + inner, thick, h - 2 * inner, color)
        self._fill(x + w - thick, y + inner, thick, h - 2 * inner, color)
        if r > thick:
            self._corners(masks.corners(r, thick), x, y, w, h, r, color)
        else:
            self._fill(x, y, thick, thick, color)
            self._fill(x + w - thick, y, thick, thick, color)
            self._fill(x, y + h - thick, thick, thick, color)
            self._fill(x + w - thick, y + h - thick, thick, thick, color)

    def _corners(
        self,
        four: tuple[Image.Image, Image.Image, Image.Image, Image.Image],
        x: int,
        y: int,
        w: int,
        h: int,
        r: int,
        color: Color,
    ) -> None:
        self._stamp(four[0], x, y, color)
        self._stamp(four[1], x + w - r, y, color)
        self._stamp(four[2], x, y + h - r, color)
        self._stamp(four[3], x + w - r, y + h - r, color)

    def shadow(self, x: int, y: int, w: int, h: int, *, radius: int, elevation_px: int) -> None:
        if w <= 0 or h <= 0 or elevation_px <= 0:
            return
        self._draw_pending()
        for mask, dx, dy in masks.shadow_pieces(w, h, radius, elevation_px):
            self._stamp(mask, x + dx, y + dy, (0, 0, 0, 255))

    def circle(self, cx: int, cy: int, r: int, color: Color) -> None:
        self.rect(cx - r, cy - r, 2 * r, 2 * r, color, radius=r)

    def lines(self, points: Points, color: Color, *, width_px: int) -> None:
        if len(points) < 2 or width_px <= 0:
            return
        if len(points) == 2 and (points[0][0] == points[1][0] or points[0][1] == points[1][1]):
            self._straight(points[0], points[1], color, width_px)
            return
        self._pending.append(DrawnStroke(tuple(points), color, width_px, self._clip))

    def _straight(
        self, start: tuple[float, float], end: tuple[float, float], color: Color, width_px: int
    ) -> None:
        """A level or upright line: a rectangle, which is far cheaper than a stroke."""
        self._draw_pending()
        left, right = sorted((start[0], end[0]))
        top, bottom = sorted((start[1], end[1]))
        half = width_px // 2
        left, top, right, bottom = round(left), round(top), round(right), round(bottom)
        if top == bottom:
            self._fill(left, top - half, right - left, width_px, color)
        else:
            self._fill(left - half, top, width_px, bottom - top, color)

    def polygon(self, points: Points, color: Color) -> None:
        if len(points) >= 3:
            self._pending.append(DrawnStroke(tuple(points), color, 0, self._clip))

    def _draw_pending(self) -> None:
        if not self._pending:
            return
        strokes, self._pending = tuple(self._pending), []
        self.strokes(strokes)

    def strokes(self, strokes: tuple[DrawnStroke, ...]) -> None:
        """Lines and polygons, each within its own clip."""
        box = union(strokes) if len(strokes) >= MANY else None
        if box is None or not self._is_within_bound(box):
            self._draw_strokes(strokes)
            return
        ground = cast("tuple[tuple[int, int], ...]", self._surface.crop(box).getextrema())
        if any(low != high for low, high in ground):
            self._draw_strokes(strokes)
            return
        key = (strokes, box, ground)
        drawn = _drawings().get(key)
        if drawn is None:
            self._draw_strokes(strokes)
            drawn = self._surface.crop(box)
            _drawings().put(key, drawn, drawn.width * drawn.height * 4)
        else:
            self._surface.paste(drawn, box)

    def _is_within_bound(self, box: Box) -> bool:
        left, top, right, bottom = self._bound
        return left <= box[0] and top <= box[1] and box[2] <= right and box[3] <= bottom

    def _draw_strokes(self, strokes: tuple[DrawnStroke, ...]) -> None:
        before = self._clip
        for stroke in strokes:
            box = reach(stroke)
            if box is None:
                continue
            self.confine(stroke.clip)
            if self._is_hidden(box[0], box[1], box[2] - box[0], box[3] - box[1]):
                continue
            x, y, w, h = box[0], box[1], box[2] - box[0], box[3] - box[1]
            points = moved(stroke.points, x, y)
            width_px = stroke.width_px
            shape = (
                masks.stroke(points, width_px, w, h) if width_px else masks.polygon(points, w, h)
            )
            for left, top, right, bottom in shape.solid:
                self._fill(x + left, y + top, right - left, bottom - top, stroke.color)
            for mask, dx, dy in shape.edges:
                self._stamp(mask, x + dx, y + dy, stroke.color)
        self._clip = before

    # Text and pictures

    def text(
        self,
        x: int,
        y: int,
        text: str,
        *,
        size_px: float,
        weight: int,
        color: Color,
        mono: bool = False,
    ) -> None:
        left, top, right, bottom = self._clip
        size_px = max(1, size_px)
        if not text or y >= bottom or y + 2 * size_px <= top or x >= right or left >= right:
            return
        self.line(x, y, line_of(text, size_px, weight, mono=mono), color)

    def line(self, x: int, y: int, line: TextLine, color: Color) -> None:
        """A line of text that is already set."""
        self._draw_pending()
        if line.mask is not None:
            self._stamp(line.mask, x + line.left, y + line.top, color)
        for stamp, dx, dy in line.emoji:
            self._lay(stamp, x + dx, y + dy, stamp)

    def icon(self, name: str, x: int, y: int, size_px: int, color: Color) -> None:
        if size_px <= 0:
            return
        self._draw_pending()
        shape = icon_mask(name, size_px)
        if shape is None:
            inset = size_px // 8
            side = size_px - 2 * inset
            clear = (0, 0, 0, 0)
            self.rect(
                x + inset, y + inset, side, side, clear,
                radius=side // 2, border=color, border_px=max(1, size_px // 12),
            )  # fmt: skip
        elif shape.mask is not None:
            self._stamp(shape.mask, x + shape.left, y + size_px + shape.top, color)

    def picture(self, art: str, x: int, y: int, w: int, h: int, *, radius: int = 0) -> None:
        if w > 0 and h > 0 and not self._is_hidden(x, y, w, h):
            self._framed(picture(art, w, h), x, y, radius)

    def image(self, data: bytes, x: int, y: int, w: int, h: int, *, radius: int = 0) -> None:
        if w <= 0 or h <= 0 or self._is_hidden(x, y, w, h):
            return
        image = decoded(data, w, h)
        if image is not None:
            self._framed(image, x, y, radius)
            return
        self.rect(x, y, w, h, (128, 132, 140, 90), radius=radius)
        size = max(8, min(w, h) // 3)
        self.icon("image", x + (w - size) // 2, y + (h - size) // 2, size, (128, 132, 140, 255))

    def lay(self, image: Image.Image, x: int, y: int) -> None:
        """A picture that is already painted."""
        self._draw_pending()
        self._lay(image, x, y, None)

    def _framed(self, image: Image.Image, x: int, y: int, radius: int) -> None:
        """Lay a picture; what its round corners would hide is kept and put back."""
        self._draw_pending()
        w, h = image.size
        radius = max(0, min(radius, w // 2, h // 2))
        if not radius:
            self._lay(image, x, y, None)
            return
        spots = ((x, y), (x + w - radius, y), (x, y + h - radius), (x + w - radius, y + h - radius))
        kept = [self._surface.crop((cx, cy, cx + radius, cy + radius)) for cx, cy in spots]
        self._lay(image, x, y, None)
        for (cx, cy), part, mask in zip(spots, kept, masks.outer_corners(radius), strict=True):
            self._lay(part, cx, cy, mask)
