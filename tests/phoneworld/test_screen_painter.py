from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from phoneworld import PhoneDevice, Workshop
from phoneworld.monkey import next_action
from phoneworld.render.display_list import (
    DisplayListRecorder,
    DrawOp,
    PictureScale,
    bands_of,
    changed_boxes,
)
from phoneworld.render.paint import paint, paint_at
from phoneworld.render.playback import play
from phoneworld.render.screen_painter import ScreenPainter

SIZES = ((360, 800), (270, 600), (224, 480), (541, 1201))
ALL = (0, 0, 120, 160)


@given(seed=st.integers(0, 2**32), place=st.integers(0, 20), size=st.sampled_from(SIZES))
@settings(max_examples=12)
def test_what_is_repainted_equals_what_is_painted_anew(
    workshop: Workshop, seed: int, place: int, size: tuple[int, int]
) -> None:
    rng = Random(seed)
    phone = workshop.phone(seed % 4, realism="mild" if seed % 3 == 0 else "off")
    packages = [app.package for app in phone.apps.values() if app.in_launcher]
    phone.launch(packages[place % len(packages)])
    device = PhoneDevice(phone)
    painter = ScreenPainter(*size)
    for _ in range(12):
        frame = phone.frame()
        assert painter.rgb(frame) == paint_at(frame, *size).tobytes()
        screen = device.observe()
        device.perform(next_action(rng, screen), screen)


shades = st.tuples(*[st.integers(0, 255)] * 3, st.sampled_from((255, 255, 128, 0)))
spots = st.tuples(st.integers(-20, 340), st.integers(-20, 460))
extents = st.tuples(st.integers(0, 300), st.integers(0, 300))


@st.composite
def drawings(draw: st.DrawFn) -> tuple[DrawOp, ...]:
    """Anything that a view may draw, in a phone of 360x480 shown at a third."""
    canvas = DisplayListRecorder(PictureScale(120, 160, 360, 480))
    for _ in range(draw(st.integers(0, 8))):
        (x, y), (w, h), shade = draw(spots), draw(extents), draw(shades)
        with canvas.clip(*draw(spots), 250, 300):
            match draw(st.integers(0, 7)):
                case 0:
                    canvas.rect(x, y, w, h, shade, radius=w // 4, border=shade, border_px=3)
                case 1:
                    canvas.rect(x, y, w, h, shade)
                case 2:
                    canvas.shadow(x, y, w, h, radius=9, elevation_px=9)
                case 3:
                    canvas.lines([(x, y), (x + w, y + h), (w, h)], shade, width_px=5)
                case 4:
                    canvas.polygon([(x, y), (x + w, y), (w, y + h)], shade)
                case 5:
                    canvas.text(x, y, "Þgj مرحبا 😀", size_px=40, weight=400, color=shade)
                case 6:
                    canvas.icon(draw(st.sampled_from(("wifi", "no such"))), x, y, 60, shade)
                case _:
                    canvas.picture("beach:1", x, y, w, h, radius=draw(st.sampled_from((0, 20))))
    return canvas.finished()


@given(before=drawings(), after=drawings(), shared=drawings())
@settings(max_examples=60)
def test_outside_the_changed_boxes_two_lists_give_the_same_pixels(
    before: tuple[DrawOp, ...], after: tuple[DrawOp, ...], shared: tuple[DrawOp, ...]
) -> None:
    first, second = (*before, *shared), (*shared, *after)
    surface = play(first, Image.new("RGB", (120, 160)), ALL)
    for band in bands_of(changed_boxes(first, second)):
        surface = play(second, surface, band)
    assert surface.tobytes() == play(second, Image.new("RGB", (120, 160)), ALL).tobytes()


@given(st.lists(st.tuples(*[st.integers(0, 50)] * 4)))
def test_bands_share_no_row_and_cover_every_box(corners: list[tuple[int, int, int, int]]) -> None:
    boxes = [(min(a, c), min(b, d), max(a, c) + 1, max(b, d) + 1) for a, b, c, d in corners]
    bands = bands_of(boxes)
    for a, b, c, d in boxes:
        assert any(e <= a and f <= b and c <= g and d <= h for e, f, g, h in bands)
    for above, below in pairwise(bands):
        assert above[3] < below[1]


def test_an_unchanged_frame_is_handed_out_again_without_painting(workshop: Workshop) -> None:
    painter = ScreenPainter(90, 200)
    frame = workshop.phone(0).frame()
    assert painter.rgb(frame) is painter.rgb(frame)


@pytest.mark.parametrize("size", SIZES)
def test_a_small_picture_shows_what_the_large_one_shows(
    workshop: Workshop, size: tuple[int, int]
) -> None:
    phone = workshop.phone(0)
    phone.launch("com.phoneworld.settings")
    small = paint_at(phone.frame(), *size).convert("L").resize((18, 40), Image.Resampling.BOX)
    large = paint(phone.frame()).convert("L").resize((18, 40), Image.Resampling.BOX)
    pairs = zip(small.tobytes(), large.tobytes(), strict=True)
    assert sum(abs(one - other) for one, other in pairs) / (18 * 40) < 4


def test_a_secure_screen_is_black_in_raw_pixels(workshop: Workshop) -> None:
    phone = workshop.phone(0)
    device = PhoneDevice(phone)
    secure = next(app.package for app in phone.apps.values() if app.secure)
    assert any(device.rgb(36, 80))
    phone.launch(secure)
    assert not any(device.rgb(36, 80))
