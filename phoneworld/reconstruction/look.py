"""How recorded screens look: colours, sizes of letters, icons cut out of the screenshots.

Text is never kept as a picture, because it may change; what is no text and not of one colour is cut
out. Passwords are dots on any phone, but nothing inside a password field is cut out either.
"""

from __future__ import annotations

import hashlib
import io
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import cast

from PIL import Image, ImageChops

from phoneworld.reconstruction.specification import AppSpec, ScreenSpec, StateSpec, ViewSpec
from phoneworld.reconstruction.states import SortedScreens
from phoneworld.recording.model import Picture
from phoneworld.ui.typeset import width_of
from runtime.observation import Bounds

WIDEST_PX = 540
"""Screenshots are looked at in this width: what is cut out is never shown larger than a phone."""
MOST_PIXELS = 40_000_000
NEAR = 10
Color = tuple[int, int, int]
_INKED = [255 if level > 48 else 0 for level in range(256)]
_RIM = tuple(spot for spot in range(64) if spot < 8 or spot >= 56 or spot % 8 in (0, 7))


def open_picture(picture: Picture | None) -> Image.Image | None:
    """A screenshot, made small; None where there is none that can be read."""
    if picture is None:
        return None
    try:
        source = picture if isinstance(picture, Path) else io.BytesIO(picture)
        with Image.open(source, formats=("JPEG", "PNG", "WEBP")) as file:
            if file.width * file.height > MOST_PIXELS or min(file.size) < 16:
                return None
            file.draft("RGB", (WIDEST_PX, WIDEST_PX * 2))
            image = file.convert("RGB")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None  # Pillow's readers raise any of these on a broken file
    if image.width > WIDEST_PX:
        height = max(1, image.height * WIDEST_PX // image.width)
        image = image.resize((WIDEST_PX, height), Image.Resampling.BILINEAR, reducing_gap=2.0)
    return image


def add_look(spec: AppSpec, found: SortedScreens) -> tuple[AppSpec, dict[str, bytes]]:
    """The specification with the look of every content that has a screenshot, and the cut-outs."""
    images: dict[str, bytes] = {}
    screens: list[ScreenSpec] = []
    for screen, contents in zip(spec.screens, found.contents, strict=True):
        states: list[StateSpec] = []
        for state, content in zip(screen.states, contents, strict=True):
            picture = open_picture(content.screen.picture)
            if picture is None or _is_turned(picture, spec):
                states.append(state)
            else:
                states.append(_Looker(picture, spec, images).look(state))
        screens.append(replace(screen, states=tuple(states)))
    return replace(spec, screens=tuple(screens)), images


def _is_turned(picture: Image.Image, spec: AppSpec) -> bool:
    return (picture.width > picture.height) != (spec.width_px > spec.height_px)


def with_row_look(spec: AppSpec) -> AppSpec:
    """Lists whose row looks as it does on the screen it was taken from."""
    screens = {screen.name: screen for screen in spec.screens}
    return replace(
        spec,
        lists=tuple(
            replace(one, row=_seen_row(one.row, screens[one.screen])) for one in spec.lists
        ),
    )


def _seen_row(row: tuple[ViewSpec, ...], screen: ScreenSpec) -> tuple[ViewSpec, ...]:
    known = {
        (view.class_name, view.bounds, view.text, view.description): view
        for state in reversed(screen.states)
        if state.background
        for view in state.views
    }
    seen: list[ViewSpec] = []
    for view in row:
        found = known.get((view.class_name, view.bounds, view.text, view.description))
        seen.append(view if found is None else replace(found, depth=view.depth))
    return tuple(seen)


class _Looker:
    """Looks at one screenshot."""

    def __init__(self, picture: Image.Image, spec: AppSpec, images: dict[str, bytes]) -> None:
        self._picture = picture
        self._images = images
        self._across = picture.width / spec.width_px
        self._down = picture.height / spec.height_px

    def look(self, state: StateSpec) -> StateSpec:
        ground = usual_color(self._picture)
        shades: list[Color] = []
        depths: list[int] = []
        views: list[ViewSpec] = []
        for place, view in enumerate(state.views):
            while depths and depths[-1] >= view.depth:
                depths.pop()
                shades.pop()
            around = shades[-1] if shades else ground
            is_leaf = place + 1 == len(state.views) or state.views[place + 1].depth <= view.depth
            seen, shade = self._view(view, around, is_leaf=is_leaf)
            views.append(seen)
            depths.append(view.depth)
            shades.append(shade)
        return replace(state, views=tuple(views), background=hex_of(ground))

    def _view(self, view: ViewSpec, around: Color, *, is_leaf: bool) -> tuple[ViewSpec, Color]:
        box = self._box(view.bounds)
        if box is None:
            return view, around
        rim = _rim_color(self._picture, box)
        shade = around if rim is None or near(rim, around) else rim
        if view.text or view.hint:
            inner = self._picture.crop(_inset(box))
            shade = usual_color(inner)
            shade = around if near(shade, around) else shade
            background = "" if shade == around else hex_of(shade)
            ink, size = self._letters(view, inner, shade)
            return replace(view, background=background, color=ink, size_px=size), shade
        background = "" if shade == around else hex_of(shade)
        if not is_leaf or "password" in view.flags:
            return replace(view, background=background), shade
        part = self._picture.crop(box)
        if _is_plain(part):
            return replace(view, background=background), shade
        return replace(view, image=self._cut(part)), shade

    def _box(self, bounds: Bounds) -> tuple[int, int, int, int] | None:
        left, top = int(bounds.left * self._across), int(bounds.top * self._down)
        right = min(self._picture.width, round(bounds.right * self._across))
        bottom = min(self._picture.height, round(bounds.bottom * self._down))
        return (left, top, right, bottom) if right - left >= 2 and bottom - top >= 2 else None

    def _letters(self, view: ViewSpec, part: Image.Image, shade: Color) -> tuple[str, int]:
        """Colour and size of a text, from the ink that stands out from its ground."""
        plain = Image.new("RGB", part.size, shade)
        ink = ImageChops.difference(part, plain).convert("L").point(_INKED)
        box = ink.getbbox()
        if box is None:
            return "", 0
        color = _ink_color(part, shade)
        height = (box[3] - box[1]) / self._down
        width = max(1, view.bounds.right - view.bounds.left)
        text = view.text or view.hint
        for lines in range(1, 7):
            size = height / (1.25 * lines - 0.3)
            if width_of(text, size, 400) <= width * lines * 1.05:
                break
        else:
            size = height / 7
        return hex_of(color), max(6, min(200, round(size)))

    def _cut(self, part: Image.Image) -> str:
        data = io.BytesIO()
        part.save(data, "PNG", optimize=False, compress_level=6)
        name = hashlib.sha256(part.tobytes() + str(part.size).encode()).hexdigest()[:16] + ".png"
        self._images.setdefault(name, data.getvalue())
        return name


def _inset(box: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """The inside of a box, without what may be its frame."""
    left, top, right, bottom = box
    across, down = (right - left) // 24, (bottom - top) // 8
    return left + across, top + down, right - across, bottom - down


def usual_color(image: Image.Image) -> Color:
    """The colour that most of an image has."""
    small = image.resize((24, 48), Image.Resampling.NEAREST)
    counts = cast("list[tuple[int, Color]]", small.getcolors(24 * 48) or [(1, (255, 255, 255))])
    return max(counts)[1]


def _rim_color(picture: Image.Image, box: tuple[int, int, int, int]) -> Color | None:
    """The colour of the edge of a part; None where it has no single one."""
    small = picture.resize((8, 8), Image.Resampling.NEAREST, box=box)
    pixels = cast("list[Color]", list(small.get_flattened_data()))
    rim = [pixels[spot] for spot in _RIM]
    coarse = Counter((r >> 4, g >> 4, b >> 4) for r, g, b in rim)
    best, count = max(coarse.items(), key=lambda item: (item[1], item[0]))
    if count * 10 < len(rim) * 7:
        return None
    return max(one for one in rim if (one[0] >> 4, one[1] >> 4, one[2] >> 4) == best)


def _ink_color(part: Image.Image, shade: Color) -> Color:
    """The colour farthest from the ground: that of the letters' strokes."""
    small = part.resize((min(48, part.width), min(24, part.height)), Image.Resampling.NEAREST)
    counts = cast("list[tuple[int, Color]]", small.getcolors(48 * 24) or [(1, (0, 0, 0))])
    red, green, blue = shade
    return max((abs(c[0] - red) + abs(c[1] - green) + abs(c[2] - blue), c) for _, c in counts)[1]


def _is_plain(part: Image.Image) -> bool:
    extrema = cast("tuple[tuple[int, int], ...]", part.getextrema())
    return all(high - low <= NEAR for low, high in extrema)


def near(one: Color, other: Color) -> bool:
    """Whether two colours look the same."""
    return (
        abs(one[0] - other[0]) <= NEAR
        and abs(one[1] - other[1]) <= NEAR
        and abs(one[2] - other[2]) <= NEAR
    )


def hex_of(color: Color) -> str:
    return "#{:02x}{:02x}{:02x}".format(*color)
