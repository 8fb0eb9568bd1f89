import pytest
from hypothesis import given
from hypothesis import strategies as st
from phonebuddy.v1 import observation_pb2
from PIL import Image
from tui_events import screen

from tui.errors import NotAPicture
from tui.pictures import OUTLINE, TOUCH, ImageSize, fit, half_blocks, picture

sizes = st.builds(ImageSize, st.integers(1, 5000), st.integers(1, 5000))


@given(sizes, st.integers(1, 400), st.integers(1, 120), st.floats(1.0, 3.0))
def test_a_picture_fits_its_place(size: ImageSize, columns: int, rows: int, ratio: float) -> None:
    got = fit(size, columns, rows, cell_ratio=ratio)
    assert 1 <= got.width <= columns
    assert 1 <= got.height <= rows


def test_proportions_are_kept() -> None:
    assert fit(ImageSize(1080, 2400), 100, 40) == ImageSize(36, 40)
    assert fit(ImageSize(2400, 1080), 100, 40) == ImageSize(100, 22)
    assert fit(ImageSize(1080, 2400), 0, 40) == ImageSize(0, 0)


def test_half_blocks_join_what_looks_alike() -> None:
    image = Image.new("RGB", (4, 4), (1, 2, 3))
    image.putpixel((3, 1), (9, 9, 9))
    rows = half_blocks(image)
    assert [[run.length for run in row] for row in rows] == [[3, 1], [4]]
    assert rows[0][1].upper == (1, 2, 3)
    assert rows[0][1].lower == (9, 9, 9)


@given(st.integers(1, 40), st.integers(1, 40), st.binary(min_size=1, max_size=60))
def test_half_blocks_say_every_pixel(width: int, height: int, seed: bytes) -> None:
    data = (seed * (width * height * 6 // len(seed) + 1))[: width * height * 6]
    image = Image.frombytes("RGB", (width, height * 2), data)
    rows = half_blocks(image)
    told = bytes(
        value
        for row in rows
        for half in ("upper", "lower")
        for run in row
        for _ in range(run.length)
        for value in getattr(run, half)
    )
    assert told == data


def test_a_screen_is_scaled() -> None:
    image = picture(screen("A", picture=True), ImageSize(18, 40))
    assert image.size == (18, 40)
    assert image.getpixel((9, 1)) == (40, 60, 160)


def test_outlines_and_touches_are_drawn() -> None:
    look = screen("A", picture=True)
    plain = picture(look, ImageSize(90, 200))
    outlined = picture(look, ImageSize(90, 200), outlines=True)
    assert plain.getpixel((10, 15)) != OUTLINE
    assert outlined.getpixel((10, 15)) == OUTLINE
    touched = picture(look, ImageSize(90, 200), touches=((450, 1000),))
    assert TOUCH in {pixel for _, pixel in touched.getcolors(100_000) or []}


def test_without_a_screenshot_the_elements_are_outlined() -> None:
    image = picture(screen("A"), ImageSize(90, 200))
    assert image.getpixel((10, 15)) == OUTLINE


@given(st.binary(max_size=200))
def test_a_damaged_screenshot_is_told(data: bytes) -> None:
    look = observation_pb2.Observation(width_px=10, height_px=10)
    look.screenshot.data = b"\x89PNG\r\n\x1a\n" + data
    with pytest.raises(NotAPicture):
        picture(look, ImageSize(4, 4))


@given(st.lists(st.tuples(st.integers(-9999, 9999), st.integers(-9999, 9999)), max_size=4))
def test_touches_and_bounds_beside_the_screen_are_no_crash(
    touches: list[tuple[int, int]],
) -> None:
    look = screen("A")
    look.elements[0].bounds.left, look.elements[0].bounds.top = (touches or [(0, 0)])[0]
    picture(look, ImageSize(10, 20), outlines=True, touches=touches)
