"""Whatever a phone shows: words never lie on one another, nothing is lost unsaid, and clicks hit."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phonebuddy.v1 import observation_pb2
from rich.cells import cell_len

from tui.drawing.boxes import box_of, screen_box
from tui.drawing.layout import LayoutPart
from tui.drawing.paint import Marks, paint
from tui.drawing.pieces import pieces_of
from tui.drawing.places import touch_pixel
from tui.drawing.windows import PhoneLayout, draw

WIDTH, HEIGHT = 1080, 2400
ROLES = ["text", "item", "button", "field", "switch", "checkbox", "radio", "tab", "slider"]
ROLES += ["image", "progress", "choice", "list", "page", "nonsense"]
WORDS = st.text(st.sampled_from("abc ,.:…é漢字🙂\u0301\n\x1b"), max_size=40)


@st.composite
def elements(draw_value: st.DrawFn) -> observation_pb2.Element:
    left = draw_value(st.integers(-50, WIDTH))
    top = draw_value(st.integers(-50, HEIGHT))
    role = draw_value(st.sampled_from(ROLES))
    return observation_pb2.Element(
        role=role,
        text=draw_value(WORDS),
        description=draw_value(WORDS),
        hint=draw_value(WORDS),
        bounds=observation_pb2.Bounds(
            left=left,
            top=top,
            right=left + draw_value(st.integers(0, WIDTH)),
            bottom=top + draw_value(st.sampled_from([0, 5, 50, 150, 400, 2000])),
        ),
        clickable=draw_value(st.booleans()),
        editable=role == "field",
        checked=draw_value(st.booleans()),
        selected=draw_value(st.booleans()),
        scrollable=role == "list",
        password=draw_value(st.booleans()),
    )


@st.composite
def looks(draw_value: st.DrawFn) -> observation_pb2.Observation:
    found = draw_value(st.lists(elements(), max_size=25))
    for number, element in enumerate(found):
        element.index = number
    look = observation_pb2.Observation(
        package="com.example.app",
        width_px=WIDTH,
        height_px=HEIGHT,
        elements=found,
        keyboard_shown=draw_value(st.booleans()),
        notices=draw_value(st.lists(WORDS, max_size=1)),
    )
    if found and draw_value(st.booleans()):
        look.focused = draw_value(st.integers(0, len(found) - 1))
    return look


SIZES = st.tuples(st.integers(12, 80), st.integers(3, 50))


@settings(max_examples=60, deadline=None)
@given(looks(), SIZES)
def test_no_two_texts_overlap(look: observation_pb2.Observation, size: tuple[int, int]) -> None:
    drawing = draw(look, *size)
    assert drawing.rows == size[1]
    for row in range(drawing.rows):
        labels = sorted((n for n in drawing.labels if n.row == row), key=lambda n: n.column)
        for one, other in pairwise(labels):
            assert one.end <= other.column, (one, other)
        assert all(label.column >= 0 and label.end <= drawing.columns for label in labels)
    assert all(0 <= label.row < drawing.rows for label in drawing.labels)


@settings(max_examples=60, deadline=None)
@given(looks(), SIZES)
def test_what_has_words_is_drawn_or_counted_as_cut(
    look: observation_pb2.Observation, size: tuple[int, int]
) -> None:
    drawing = draw(look, *size)
    drawn = {label.piece.element for label in drawing.labels if label.piece is not None}
    known = {piece.element for piece in drawing.pieces if piece.text}
    assert known <= drawn | set(drawing.cut)
    for number, element in enumerate(look.elements):
        seen = not box_of(element.bounds).clipped(screen_box(look)).is_empty
        is_read = element.clickable and element.role != "list"
        if is_read and seen and element.text.strip(" \n\x1b\u0301"):
            assert number in drawn | set(drawing.cut)


@settings(max_examples=60, deadline=None)
@given(looks(), SIZES)
def test_a_click_on_words_hits_their_element(
    look: observation_pb2.Observation, size: tuple[int, int]
) -> None:
    drawing = draw(look, *size)
    for label in drawing.labels:
        if label.piece is None:
            continue
        for column in (label.column, label.end - 1):
            at = touch_pixel(drawing, column, label.row)
            assert label.piece.box.holds(*at)
            assert box_of(look.elements[label.piece.element].bounds).holds(*at)


@settings(max_examples=60, deadline=None)
@given(looks(), SIZES, st.lists(st.tuples(st.integers(-9, 1200), st.integers(-9, 2500))))
def test_every_look_can_be_painted(
    look: observation_pb2.Observation, size: tuple[int, int], points: list[tuple[int, int]]
) -> None:
    drawing = draw(look, *size)
    marks = Marks(tuple(points[:2]), tuple(points[2:3]))
    canvas = paint(drawing, None, marks)
    assert "\x1b" not in canvas.text()
    for row in range(canvas.rows):
        assert sum(cell_len(run.text) for run in canvas.runs(row)) == drawing.columns


def element(
    role: str, text: str, box: tuple[int, int, int, int], **more: object
) -> observation_pb2.Element:
    left, top, right, bottom = box
    bounds = observation_pb2.Bounds(left=left, top=top, right=right, bottom=bottom)
    return observation_pb2.Element(role=role, text=text, bounds=bounds, **more)  # type: ignore[arg-type]


def look_at(*found: observation_pb2.Element, **more: object) -> observation_pb2.Observation:
    for number, one in enumerate(found):
        one.index = number
    return observation_pb2.Observation(
        package="com.example.app",
        width_px=WIDTH,
        height_px=HEIGHT,
        elements=found,
        **more,  # type: ignore[arg-type]
    )


def text_of(drawing: PhoneLayout) -> str:
    return paint(drawing, None).text()


TITLE = element("text", "Title", (42, 130, 900, 205))


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (element("button", "Send", (42, 600, 300, 705), clickable=True), "[Send]"),
        (element("button", "All", (42, 600, 160, 690), clickable=True, selected=True), "(•All)"),
        (element("switch", "Wi-Fi", (0, 600, 1080, 760), checkable=True, checked=True), "on ━●"),
        (element("switch", "Wi-Fi", (0, 600, 1080, 760), checkable=True), "off ●━"),
        (element("checkbox", "Agree", (0, 600, 1080, 760), checked=True), "[x] Agree"),
        (element("radio", "Blue", (0, 600, 1080, 760)), "( ) Blue"),
        (element("tab", "Home", (0, 2200, 540, 2390), selected=True), "•Home"),
        (element("field", "Ada", (42, 600, 1038, 747), editable=True, focused=True), "[Ada▏"),
        (element("choice", "English", (42, 600, 500, 700), clickable=True), "English ▾"),
        (element("slider", "40 %", (42, 600, 1038, 700)), "━●─"),
        (element("image", "", (0, 600, 1080, 1500), description="A lake"), "A lake"),
        (element("field", "secret", (42, 600, 1038, 747), editable=True, password=True), "[••••••"),
    ],
)
def test_controls_say_what_they_are_and_how_they_stand(
    found: observation_pb2.Element, text: str
) -> None:
    assert text in text_of(draw(look_at(TITLE, found), 44, 36))


def test_a_row_of_a_list_has_its_amount_at_the_right() -> None:
    row = element("item", "Felix Park, asks for money, $27.00", (0, 600, 1080, 760), clickable=True)
    lines = text_of(draw(look_at(TITLE, row), 44, 36)).splitlines()
    assert any(line.split() == ["Felix", "Park", "$27.00"] for line in lines)
    assert any(line.strip() == "asks for money" for line in lines)


def test_a_dialog_stands_above_what_was_there() -> None:
    before = look_at(TITLE, element("text", "Behind it all", (42, 300, 1038, 353)))
    dialog = look_at(
        element("text", "Delete?", (126, 1000, 954, 1080)),
        element("button", "OK", (800, 1200, 950, 1305), clickable=True),
    )
    drawing = draw(dialog, 44, 36, behind=before)
    text = text_of(drawing)
    assert drawing.frame is not None
    assert "╭" in text
    assert "Delete?" in text
    assert "Behind it all" in text


def test_the_keyboard_is_a_strip_at_the_lower_edge() -> None:
    drawing = draw(look_at(TITLE, keyboard_shown=True), 44, 36)
    assert [label.row for label in drawing.labels if label.part is LayoutPart.KEYBOARD] == [35]


def test_more_rows_than_there_is_room_for_are_cropped_around_what_matters() -> None:
    rows = [
        element("item", f"Row {n}", (0, 60 * n, 1080, 60 * n + 60), clickable=True)
        for n in range(40)
    ]
    look = look_at(*rows)
    assert "Row 0\n" in text_of(draw(look, 44, 20))
    drawing = draw(look, 44, 20, follow_px=60 * 35)
    assert "Row 35" in text_of(drawing)
    assert drawing.above
    assert drawing.above + drawing.below == len(drawing.cut) == 21


def test_a_row_is_touched_beside_the_button_in_it() -> None:
    row = element("item", "Play me", (0, 600, 1080, 760), clickable=True)
    inner = element("button", "", (400, 620, 700, 740), clickable=True, description="More options")
    drawing = draw(look_at(TITLE, row, inner), 44, 36)
    label = next(n for n in drawing.labels if n.piece and n.piece.text == "Play me")
    x, y = touch_pixel(drawing, label.column, label.row)
    assert not pieces_of(look_at(TITLE, row, inner)).pieces[2].box.holds(x, y)
    assert 600 <= y < 760


def test_what_is_about_to_be_touched_and_what_was_are_marked() -> None:
    button = element("button", "Send", (42, 600, 300, 705), clickable=True)
    drawing = draw(look_at(TITLE, button), 44, 36)
    canvas = paint(drawing, None, Marks(touches=((540, 1800),), aims=((170, 650),)))
    assert "▶[Send]" in canvas.text()
    assert "◉" in canvas.text()
