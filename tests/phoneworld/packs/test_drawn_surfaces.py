"""Apps of the pack that are told where a finger was: drawings, a canvas, pictures, a map."""

import io

import pytest
from PIL import Image

from phoneworld import gestures
from phoneworld.packs.androidworld.chrome.painting import PALETTE, colors_seen, wanted_colors
from phoneworld.packs.androidworld.draw_pro.data import encode
from phoneworld.packs.androidworld.files_there import put_file
from phoneworld.phone import Phone
from phoneworld.ui.custom_view import TouchSurface
from phoneworld.ui.view import View
from runtime.observation import Bounds

DRAW = "com.simplemobiletools.draw.pro"
GALLERY = "com.simplemobiletools.gallery.pro"
OSMAND = "net.osmand"


def view_of(phone: Phone, description: str) -> View:
    return next(view for view in phone.window().view.walk() if view.description == description)


def surface_of(phone: Phone) -> Bounds:
    walked = phone.window().view.walk()
    return next(view.bounds for view in walked if isinstance(view, TouchSurface))


def tap(phone: Phone, description: str) -> None:
    assert gestures.tap(phone, *view_of(phone, description).bounds.center) == ""


def picture(width: int, height: int) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height), "#204060").save(file, "PNG")
    return file.getvalue()


def test_stroke_on_the_sheet_is_a_line_from_end_to_end(phone: Phone) -> None:
    phone.launch(DRAW)
    box = surface_of(phone)
    middle = (box.top + box.bottom) // 2

    gestures.stroke(phone, (box.left, middle), (box.right - 1, middle))

    ((x1, y1, x2, y2, color),) = phone.activity.state["lines"]
    assert (x1, round(x2, 2), color) == (0.0, 1.0, "#000000")
    assert y1 == y2 == pytest.approx(0.5, abs=0.01)


def test_undo_takes_the_last_line_back(phone: Phone) -> None:
    phone.launch(DRAW)
    box = surface_of(phone)
    for down in (100, 200):
        gestures.stroke(phone, (box.left, box.top + down), (box.right - 1, box.top + down))
    tap(phone, "Undo")

    assert len(phone.activity.state["lines"]) == 1


@pytest.mark.parametrize("ending", ["png", "jpg"])
def test_saved_drawing_is_a_picture_of_its_lines(ending: str) -> None:
    content = encode([(0.0, 0.5, 1.0, 0.5, "#d32f2f")], ending)

    with Image.open(io.BytesIO(content)) as drawn:
        assert drawn.format == {"png": "PNG", "jpg": "JPEG"}[ending]
        pixel = drawn.convert("RGB").getpixel((drawn.width // 2, drawn.height // 2))
    assert isinstance(pixel, tuple)
    assert pixel[0] > 180
    assert pixel[2] < 90


def test_color_that_was_painted_over_is_not_seen() -> None:
    across = (0.1, 0.5, 0.9, 0.5)

    assert colors_seen([(*across, "#ff0000"), (*across, "#00ff00")]) == {"#00ff00"}


def test_tap_paints_nothing() -> None:
    assert colors_seen([(0.5, 0.5, 0.5, 0.5, "#ff0000")]) == set()


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1])
def test_wanted_colors_are_three_of_the_palette(seed: int) -> None:
    wanted = wanted_colors(seed)

    assert len(set(wanted)) == 3
    assert set(wanted) <= set(PALETTE)


def test_picture_comes_nearer_and_moves_with_the_finger(phone: Phone) -> None:
    put_file(phone, "/sdcard/DCIM/wide.png", picture(800, 200))
    phone.launch(GALLERY, "photo", {"path": "/sdcard/DCIM/wide.png"})
    box = surface_of(phone)
    (x, y) = box.center
    gestures.stroke(phone, (x, y), (x - 200, y))
    assert "middle" not in phone.activity.state

    tap(phone, "Zoom in")
    gestures.stroke(phone, (x, y), (x - 200, y))

    assert phone.activity.state["zoom"] == 1.5
    assert phone.activity.state["middle"][0] > 0.5


def test_gallery_lists_folders_with_pictures_only(phone: Phone) -> None:
    put_file(phone, "/sdcard/DCIM/one.png", picture(20, 20))
    put_file(phone, "/sdcard/Documents/text.txt", "no picture")
    phone.launch(GALLERY)

    texts = [view.text for view in phone.window().view.walk()]
    assert "DCIM" in texts
    assert "Documents" not in texts


def test_map_is_dragged_and_a_hold_shows_the_spot(phone: Phone) -> None:
    phone.launch(OSMAND)
    box = surface_of(phone)
    x, y = box.left + 60, box.center[1]
    gestures.stroke(phone, (x, y), (x + 300, y))
    west = phone.activity.state["center"][1]
    assert west < 9.545

    gestures.hold(phone, x, y)

    assert phone.activity.route == "place"
    assert phone.activity.args["lon"] < west
