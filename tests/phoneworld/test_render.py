import io
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from subprocess import run

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from phoneworld.apps.huddle.mini.cinema.data import FILMS
from phoneworld.apps.recipes.cookbook import BOOK
from phoneworld.apps.shop.catalogue import PRODUCTS
from phoneworld.frame import Frame, KeyboardLook, Layer, StatusBar
from phoneworld.render.caches import ByteCache
from phoneworld.render.canvas import PillowCanvas
from phoneworld.render.dishes import DISHES
from phoneworld.render.fonts import icon_table
from phoneworld.render.goods import GOODS
from phoneworld.render.motifs import MOTIFS, Motif, motif_of
from phoneworld.render.paint import encode, paint, shrink
from phoneworld.render.pictures import KINDS, picture
from phoneworld.render.sketch import Ink, Sketch
from phoneworld.render.small_goods import SMALL_GOODS
from phoneworld.ui.bars import Fab, Scaffold, TopBar, bottom_bar, tabs
from phoneworld.ui.buttons import Button, Chip
from phoneworld.ui.canvas import Color
from phoneworld.ui.controls import Checkbox, Slider
from phoneworld.ui.env import Env
from phoneworld.ui.rows import Bubble, Card, Section, Tile, switch_tile
from phoneworld.ui.scroll_views import ScrollView
from phoneworld.ui.theme import make_theme
from phoneworld.ui.typeset import width_of
from phoneworld.ui.view import Row, View
from phoneworld.ui.widgets import Field, Picture, Progress, Text
from phoneworld.ui.windows import Dialog

BLACK: Color = (0, 0, 0, 255)
RED: Color = (255, 0, 0, 255)
STATUS = StatusBar("12:45", ("wifi",), ("message",), 81)


def _nothing(*_: object) -> None:
    pass


def _blank(w: int = 60, h: int = 60) -> PillowCanvas:
    return PillowCanvas(Image.new("RGB", (w, h), (255, 255, 255)))


def _ink(canvas: PillowCanvas) -> tuple[int, int, int, int] | None:
    """The box around all that is not white."""
    return canvas.surface.convert("L").point([255] * 255 + [0]).getbbox()


def _screen() -> View:
    return Scaffold(
        TopBar("Settings", back=_nothing),
        ScrollView(
            Section("Network"),
            switch_tile("Wi-Fi", "Connected", on=True, on_click=_nothing, icon="wifi"),
            switch_tile("Airplane mode", on=False, on_click=_nothing),
            Tile("Anna", "مرحبا 😀", avatar="Anna", note="09:30", bold=True),
            Card(Text("Notes " * 30), raised=True),
            Bubble("שלום", mine=True, note="12:00"),
            Row(Button("Save", _nothing), Chip("Work", _nothing), Checkbox(on=True)),
            Field("name", "Name"),
            Slider(40, _nothing, description="Volume"),
            Progress(0.5),
            Progress(),
            Picture("beach:1", height=80, radius=12),
        ),
        tab_row=tabs(["One", "Two"], "One", _nothing),
        fab=Fab("add", "Add", _nothing),
        bottom=bottom_bar([("Home", "home"), ("More", "menu")], "Home", _nothing),
    )


def _frame(
    *,
    w: int = 720,
    h: int = 1280,
    density: float = 2.0,
    dark: bool = False,
    keyboard: KeyboardLook | None = None,
    over: View | None = None,
    toast: str = "",
    wallpaper: bool = False,
    black: bool = False,
) -> Frame:
    env = Env(
        package="com.example",
        theme=make_theme("#1a73e8", dark=dark),
        density=density,
        texts={"name": "Ada"},
        focus="name",
    )
    layers: list[Layer] = []
    for view in (_screen(), over):
        if view is not None:
            view.place(env, 0, env.px(32), w, h - env.px(32 + 48))
            is_first = not layers
            layers.append(Layer(view, env, dims=not is_first, wallpaper=wallpaper and is_first))
    return Frame(
        w, h, density, dark, 128, "mountain:4", tuple(layers), STATUS, keyboard, toast, black
    )


LETTERS = KeyboardLook("letters", shifted=False, enter="search")
FRAMES = {
    "light": _frame,
    "dark": lambda: _frame(dark=True),
    "keyboard": lambda: _frame(keyboard=LETTERS, toast="Saved"),
    "dialog": lambda: _frame(over=Dialog(Text("Sure?"), title="Delete")),
    "wallpaper": lambda: _frame(wallpaper=True),
}


@pytest.mark.parametrize("name", FRAMES)
def test_same_frame_gives_the_same_bytes(name: str) -> None:
    assert encode(paint(FRAMES[name]())) == encode(paint(FRAMES[name]()))


def test_frames_painted_in_threads_are_the_same() -> None:
    expected = [paint(make()).tobytes() for make in FRAMES.values()] * 4

    with ThreadPoolExecutor(4) as pool:
        painted = list(pool.map(lambda make: paint(make()).tobytes(), [*FRAMES.values()] * 4))

    assert painted == expected


@pytest.mark.parametrize(
    ("w", "h", "density"), [(1080, 2400, 2.625), (720, 1280, 2), (320, 480, 1)]
)
def test_image_has_the_size_of_the_frame(w: int, h: int, density: float) -> None:
    image = paint(_frame(w=w, h=h, density=density))

    assert (image.size, image.mode) == ((w, h), "RGB")


def test_black_frame_is_black() -> None:
    assert paint(_frame(black=True)).getbbox() is None


def test_dialog_darkens_what_lies_behind() -> None:
    dimmed = paint(FRAMES["dialog"]()).convert("L").resize((1, 1)).getpixel((0, 0))
    plain = paint(FRAMES["light"]()).convert("L").resize((1, 1)).getpixel((0, 0))

    assert isinstance(dimmed, int | float)
    assert isinstance(plain, int | float)
    assert dimmed < 0.75 * plain


@pytest.mark.parametrize(("mime", "form"), [("image/jpeg", "JPEG"), ("image/png", "PNG")])
def test_encoded_image_is_of_the_kind_asked_for(mime: str, form: str) -> None:
    file = encode(paint(_frame()), mime)

    assert Image.open(io.BytesIO(file)).format == form


def test_unknown_kind_of_image_is_refused() -> None:
    with pytest.raises(ValueError, match="image/webp"):
        encode(paint(_frame()), "image/webp")


def test_image_is_shrunk_to_the_longest_side() -> None:
    assert paint(_frame(), max_side_px=640).size == (360, 640)
    assert Image.open(io.BytesIO(encode(paint(_frame()), max_side_px=320))).size == (180, 320)


def test_small_image_is_not_enlarged() -> None:
    image = Image.new("RGB", (30, 40))

    assert shrink(image, 100) is image


def test_every_icon_draws_something() -> None:
    for name in icon_table():
        canvas = _blank()
        canvas.icon(name, 6, 6, 48, BLACK)
        ink = _ink(canvas)
        assert ink is not None, name
        assert ink[0] >= 5, name
        assert ink[1] >= 5, name
        assert ink[2] <= 55, name
        assert ink[3] <= 55, name


def test_unknown_icon_draws_a_ring() -> None:
    canvas = _blank()

    canvas.icon("no-such-icon", 6, 6, 48, BLACK)

    assert _ink(canvas) is not None
    assert canvas.surface.getpixel((30, 30)) == (255, 255, 255)


@given(st.text(st.characters(), max_size=40), st.sampled_from([400, 500, 700]), st.booleans())
def test_any_text_can_be_drawn(text: str, weight: int, mono: bool) -> None:  # noqa: FBT001
    _blank().text(3, 3, text, size_px=20, weight=weight, color=BLACK, mono=mono)


@pytest.mark.parametrize(
    "text",
    [
        "x" * 10_000,
        "م" * 10_000,
        "😀" * 10_000,
        "\x00\x1b[0m\u202e",
        "\ud83d lone \udc00",
        "👨‍👩‍👧 🇸🇪 ❤️",
        "\u0301",
        "",
    ],
)
def test_strange_text_can_be_drawn(text: str) -> None:
    _blank().text(3, 3, text, size_px=20, weight=400, color=BLACK)


@pytest.mark.parametrize(
    "text",
    [
        "Wallpaper & style",
        "AVATAR To. Ty “We”",
        "81% – About 1 day left",
        "محمد قال: السلام",
        "שלום עולם",
        "漢字 こんにちは",
        "Ελληνικά Привет",
    ],
)
@pytest.mark.parametrize("size", [24, 37, 42, 72])
def test_text_is_as_wide_as_measured(text: str, size: int) -> None:
    canvas = _blank(1400, 120)

    canvas.text(20, 10, text, size_px=size, weight=400, color=BLACK)

    ink = _ink(canvas)
    assert ink is not None
    # Side bearings are part of the measure, not of the ink.
    assert ink[2] - 20 <= width_of(text, size, 400) + 2
    assert ink[2] - ink[0] >= width_of(text, size, 400) - size * 0.25 - 2


_shapes = st.sampled_from(
    ["rect", "circle", "text", "icon", "picture", "image", "lines", "polygon", "shadow"]
)
_near = st.integers(-80, 140)


def _draw_any(
    canvas: PillowCanvas, shape: str, x: int, y: int, w: int, h: int, color: Color
) -> None:
    corners = [(x, y), (x + w, y + h), (x, y + h)]
    match shape:
        case "rect":
            canvas.rect(x, y, w, h, color, radius=h // 3, border=RED, border_px=2)
        case "circle":
            canvas.circle(x, y, w, color)
        case "text":
            canvas.text(x, y, "Text 😀 אב", size_px=18, weight=400, color=color)
        case "icon":
            canvas.icon("home", x, y, w, color)
        case "picture":
            canvas.picture("city:1", x, y, w, h, radius=8)
        case "image":
            canvas.image(b"no image", x, y, w, h, radius=4)
        case "lines":
            canvas.lines(corners, color, width_px=5)
        case "polygon":
            canvas.polygon(corners, color)
        case _:
            canvas.shadow(x, y, w, h, radius=6, elevation_px=4)


@given(
    _shapes, _near, _near, st.integers(-5, 90), st.integers(-5, 90), st.sampled_from([0, 90, 255])
)
def test_nothing_is_drawn_outside_the_clip(
    shape: str, x: int, y: int, w: int, h: int, alpha: int
) -> None:
    canvas = _blank(100, 100)

    with canvas.clip(30, 40, 35, 25):
        _draw_any(canvas, shape, x, y, w, h, (0, 0, 0, alpha))

    ink = _ink(canvas)
    assert ink is None or (ink[0] >= 30 and ink[1] >= 40 and ink[2] <= 65 and ink[3] <= 65)


@pytest.mark.parametrize(
    "shape", ["rect", "circle", "text", "picture", "lines", "polygon", "shadow"]
)
def test_nothing_is_drawn_in_an_empty_clip(shape: str) -> None:
    canvas = _blank(100, 100)

    with canvas.clip(10, 10, 30, 30), canvas.clip(60, 60, 30, 30):
        _draw_any(canvas, shape, -20, -20, 140, 140, BLACK)

    assert _ink(canvas) is None


def test_clip_ends_with_its_block() -> None:
    canvas = _blank()

    with canvas.clip(0, 0, 5, 5):
        pass
    canvas.rect(20, 20, 10, 10, BLACK)

    assert _ink(canvas) == (20, 20, 30, 30)


def test_lines_lie_below_what_is_drawn_after_them() -> None:
    canvas = _blank()

    canvas.lines([(0, 30), (60, 30)], BLACK, width_px=20)
    canvas.rect(20, 20, 20, 20, RED)

    assert canvas.surface.getpixel((30, 30)) == (255, 0, 0)


def test_drawing_that_was_kept_is_the_same_as_the_first() -> None:
    def draw() -> bytes:
        canvas = _blank(200, 200)
        for step in range(20):
            canvas.lines([(step * 10, 0), (200, 200 - step * 7)], BLACK, width_px=3)
        return canvas.surface.tobytes()

    assert draw() == draw()


def test_points_far_away_do_no_harm() -> None:
    canvas = _blank()

    canvas.lines([(-(10**9), 30), (10**9, 30)], BLACK, width_px=4)
    canvas.polygon([(-(10**9), -(10**9)), (10**9, 0), (0, 10**9)], BLACK)

    assert _ink(canvas) is not None


def test_translucent_colour_mixes_with_what_is_there() -> None:
    canvas = _blank()

    canvas.rect(0, 0, 60, 30, (0, 0, 0, 128))
    canvas.rect(0, 30, 60, 30, (0, 0, 0, 128), radius=8)

    assert canvas.surface.getpixel((30, 10)) == canvas.surface.getpixel((30, 45)) == (127, 127, 127)


@pytest.mark.parametrize(
    "data", [b"", b"no image", b"\x89PNG\r\n\x1a\n" + b"\x00" * 40, b"\xff\xd8\xff\xe0" + b"x" * 99]
)
def test_broken_image_draws_a_placeholder(data: bytes) -> None:
    canvas = _blank()

    canvas.image(data, 10, 10, 40, 40)

    assert _ink(canvas) == (10, 10, 50, 50)


def test_truncated_image_draws_a_placeholder() -> None:
    whole, broken, cut = _blank(), _blank(), encode(picture("city:1", 90, 90), "image/png")

    whole.image(cut, 10, 10, 40, 40)
    broken.image(cut[: len(cut) // 2], 10, 10, 40, 40)

    assert broken.surface.tobytes() != whole.surface.tobytes()
    assert _ink(broken) == (10, 10, 50, 50)


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "LA", "P", "1", "CMYK", "I;16"])
def test_image_of_any_mode_is_drawn(mode: str) -> None:
    file = io.BytesIO()
    Image.new(mode, (20, 10)).save(file, "TIFF" if mode in ("CMYK", "LA") else "PNG")
    canvas = _blank()

    canvas.image(file.getvalue(), 10, 10, 40, 40, radius=6)

    assert canvas.surface.size == (60, 60)


@pytest.mark.parametrize("kind", KINDS)
def test_picture_is_drawn_the_same_every_time(kind: str) -> None:
    sheets = [Sketch(90, 60), Sketch(90, 60)]
    for sheet in sheets:
        KINDS[kind](sheet, Random(7))

    assert sheets[0].image.tobytes() == sheets[1].image.tobytes()


@pytest.mark.parametrize("art", ["", "beach", "no-such-kind:4", "beach:x", ":"])
def test_strange_art_is_a_picture_too(art: str) -> None:
    assert picture(art, 40, 30).size == (40, 30)


@pytest.mark.parametrize(("w", "h"), [(1, 1), (1, 500), (500, 1), (3000, 40)])
def test_picture_has_the_size_asked_for(w: int, h: int) -> None:
    assert picture("mountain:1", w, h).size == (w, h)


def test_every_process_paints_the_same() -> None:
    program = (
        "import zlib\nfrom PIL import Image\nfrom phoneworld.render.canvas import PillowCanvas\n"
        "canvas = PillowCanvas(Image.new('RGB', (300, 200)))\n"
        "canvas.picture('city:3', 0, 0, 300, 150, radius=9)\n"
        "canvas.text(5, 150, 'To 😀 مرحبا', size_px=30, weight=500, color=(255, 0, 0, 255))\n"
        "print(zlib.crc32(canvas.surface.tobytes()))"
    )
    painted = {
        run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }

    assert len(painted) == 1


def test_pictures_of_a_kind_differ() -> None:
    assert picture("beach:1", 60, 60).tobytes() != picture("beach:2", 60, 60).tobytes()


def test_cache_stays_within_its_bounds() -> None:
    cache: ByteCache[int] = ByteCache(10_000)

    for key in range(100):
        cache.put(key, key, 1_000)

    assert cache.used_bytes <= 10_000
    assert cache.get(99) == 99
    assert cache.get(0) is None


def test_cache_refuses_what_would_push_out_the_rest() -> None:
    cache: ByteCache[str] = ByteCache(10_000)

    assert cache.put("large", "value", 9_000) == "value"
    assert cache.get("large") is None


def test_layout_does_not_load_pillow() -> None:
    program = "import sys, phoneworld.ui.bars, phoneworld.keyboard; print('PIL' in sys.modules)"

    loaded = run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout

    assert loaded.strip() == "False"


def test_goods_and_dishes_are_drawn_by_their_names_and_colours() -> None:
    drawn = {
        name: picture(f"product:7:{name}", 90, 90).tobytes()
        for name in (
            "Cotton hoodie Grey",
            "Cotton hoodie Navy",
            "Basic T-shirt Grey",
            "Linen shirt Grey",
        )
    }
    assert len(set(drawn.values())) == len(drawn)
    pie, pizza = picture("food:3:Apple pie", 90, 90), picture("food:3:Pizza", 90, 90)
    assert pie.tobytes() != pizza.tobytes()
    soup = picture("food:4:Tomato soup", 90, 90).crop((30, 45, 31, 46)).tobytes()
    assert soup[0] > 180  # red
    assert soup[1] < 100


def test_every_dish_and_product_of_the_apps_has_a_drawing_of_its_kind() -> None:
    assert all(any(word in product.name.casefold() for word in GOODS) for product in PRODUCTS)
    assert all(any(word in recipe.title.casefold() for word in DISHES) for recipe in BOOK)


def test_every_film_has_a_poster_of_what_its_title_names() -> None:
    posters = {title: picture(f"city:1:{title}", 52, 68).tobytes() for title, *_ in FILMS}
    unnamed = picture("city:1", 52, 68).tobytes()
    assert unnamed not in posters.values()
    # Both lighthouses are lighthouses.
    assert len(set(posters.values())) == len(posters) - 1


@pytest.mark.parametrize("name", ["", "A walk", "Martin", "Trampoline", "lighthouses"])
def test_a_title_that_names_nothing_known_has_no_motif(name: str) -> None:
    assert motif_of(name) is None


@pytest.mark.parametrize("size", [(8, 8), (52, 68), (600, 150)])
def test_motifs_are_drawn_alike_each_time_in_any_size(size: tuple[int, int]) -> None:
    for draw in {*MOTIFS.values(), *(_of_color(one) for one in SMALL_GOODS.values())}:
        sheets = Sketch(*size), Sketch(*size)
        for sheet in sheets:
            draw(sheet, Random(3))
        assert sheets[0].image.tobytes() == sheets[1].image.tobytes()
        assert sheets[0].image.getcolors(maxcolors=1) is None, "there is something on it"


def _of_color(draw: Callable[[Sketch, Ink], None]) -> Motif:
    return lambda sheet, _: draw(sheet, (58, 96, 160))
