"""The part of the screen that a question is about."""

import io

from phonebuddy.v1 import observation_pb2
from PIL import Image
from textual.app import App
from tui_events import APPROVAL

from tui.cut_out import SHARE, cut_out
from tui.screens.question import QuestionDialog, Reply
from tui.settings import PictureMode
from tui.widgets.phone_drawing import PhoneDrawing
from tui.widgets.phone_picture import Cell, PhonePicture
from tui.widgets.touch_screen import MousePress

WIDTH, HEIGHT = 1080, 2400


def look() -> observation_pb2.Observation:
    """A page with a title, a total and a button at the bottom."""
    seen = observation_pb2.Observation(id="1", width_px=WIDTH, height_px=HEIGHT)
    for text, top in (("Your basket", 100), ("Total $499.00", 1950), ("Pay now", 2100)):
        bounds = observation_pb2.Bounds(left=40, top=top, right=1040, bottom=top + 120)
        seen.elements.add(
            index=len(seen.elements), role="button", text=text, bounds=bounds, clickable=True
        )
    return seen


def test_the_button_and_what_stands_above_it_are_cut_out() -> None:
    part = cut_out(look(), ((540, 2160),))

    assert part is not None
    assert [one.text for one in part.look.elements] == ["Total $499.00", "Pay now"]
    assert [one.index for one in part.look.elements] == [0, 1]
    assert part.look.height_px == round(HEIGHT * SHARE)
    ((x, y),) = part.aims
    button = part.look.elements[1].bounds
    assert button.left <= x < button.right
    assert button.top <= y < button.bottom <= part.look.height_px


def test_a_cut_out_stays_on_the_screen() -> None:
    for y in (0, 60, 1200, HEIGHT - 1):
        part = cut_out(look(), ((540, y),))
        assert part is not None
        assert part.look.height_px == round(HEIGHT * SHARE)
        assert 0 <= part.aims[0][1] < part.look.height_px


def test_all_places_of_a_stroke_are_cut_out() -> None:
    part = cut_out(look(), ((540, 300), (540, 2000)))

    assert part is not None
    assert all(0 <= y < part.look.height_px for _, y in part.aims)


def test_nothing_is_cut_out_where_nothing_is_touched() -> None:
    assert cut_out(look(), ()) is None
    assert cut_out(None, ((1, 1),)) is None


def photographed() -> observation_pb2.Observation:
    """The same page with a screenshot at half its size: white, and red where its button is."""
    image = Image.new("RGB", (WIDTH // 2, HEIGHT // 2), "white")
    image.paste((255, 0, 0), (20, 1050, 520, 1110))
    encoded = io.BytesIO()
    image.save(encoded, "PNG")
    seen = look()
    seen.screenshot.data = encoded.getvalue()
    return seen


def test_the_same_part_is_cut_out_of_the_screenshot() -> None:
    part = cut_out(photographed(), ((540, 2160),), pictured=True)

    assert part is not None
    assert part.is_pictured
    image = Image.open(io.BytesIO(part.look.screenshot.data)).convert("RGB")
    assert image.size == (WIDTH // 2, part.look.height_px // 2)
    ((x, y),) = part.aims
    assert image.getpixel((x // 2, y // 2)) == (255, 0, 0)
    assert image.getpixel((x // 2, 4)) == (255, 255, 255)


def test_a_screenshot_that_cannot_be_read_leaves_the_words() -> None:
    seen = look()
    seen.screenshot.data = b"no picture"

    part = cut_out(seen, ((540, 2160),), pictured=True)

    assert part is not None
    assert not part.is_pictured
    assert [one.text for one in part.look.elements] == ["Total $499.00", "Pay now"]


class Host(App[None]):
    """Asks one question about a part of the screen."""

    CSS_PATH = "../../tui/styles.tcss"

    def __init__(self, picture: PhonePicture | None = None) -> None:
        super().__init__()
        self._shown = picture

    def on_mount(self) -> None:
        replies: list[Reply] = []
        seen = look() if self._shown is None else photographed()
        part = cut_out(seen, ((540, 2160),), pictured=self._shown is not None)
        dialog = QuestionDialog(APPROVAL, part=part, picture=self._shown, quiet_s=0.0)
        self.push_screen(dialog, replies.append)


async def test_the_dialog_shows_it_as_a_picture_where_the_terminal_can() -> None:
    # Half-blocks are the one kind of picture that a test can read back.
    picture = PhonePicture(PictureMode.HALF_BLOCKS, Cell(), MousePress())
    app = Host(picture)
    async with app.run_test(size=(100, 40)) as pilot:
        dialog = app.screen
        assert isinstance(dialog, QuestionDialog)
        while not dialog.is_drawn:
            await pilot.pause(0.01)
        assert not dialog.query(PhoneDrawing)
        shown = picture.children[0]
        colours = {
            segment.style.color.triplet
            for row in range(shown.size.height)
            for segment in shown.render_line(row)
            if segment.style is not None and segment.style.color is not None
        }
        assert (255, 0, 0) in colours, colours
        assert dialog.query_one("#deny").region.bottom <= 40


async def test_the_dialog_shows_it_in_words() -> None:
    app = Host()
    async with app.run_test(size=(80, 24)) as pilot:
        drawing, dialog = app.screen.query_one(PhoneDrawing), app.screen
        assert isinstance(dialog, QuestionDialog)
        while not dialog.is_drawn:
            await pilot.pause(0.01)
        lines = [drawing.render_line(row).text for row in range(drawing.size.height)]
        assert any("Total $499.00" in line for line in lines), lines
        assert any("Pay now" in line for line in lines), lines
        assert not any("Your basket" in line for line in lines), lines
        buttons = app.screen.query_one("#deny").region
        assert buttons.bottom <= 24
