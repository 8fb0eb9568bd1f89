from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from phoneworld.reconstruction.columns import column_name
from phoneworld.reconstruction.rows import type_of
from phoneworld.reconstruction.screen_names import RESERVED
from phoneworld.reconstruction.screen_parts import parts_of
from phoneworld.reconstruction.screen_types import ScreenTypes, shape_of
from phoneworld.reconstruction.similarity import similarity
from phoneworld.reconstruction.trees import tree_of, views_of
from phoneworld.recording.dumps import screen_of
from phoneworld.recording.model import RecordedScreen, Recording


def page(rows: list[str], *, title: str = "Things", button: str = "Add") -> RecordedScreen:
    inside = "".join(
        f'<node class="android.widget.LinearLayout" clickable="true" package="p" '
        f'bounds="[0,{300 + n * 150}][1080,{450 + n * 150}]"><node class="android.widget.TextView" '
        f'text="{text}" package="p" bounds="[40,{320 + n * 150}][900,{400 + n * 150}]"/></node>'
        for n, text in enumerate(rows)
    )
    return screen_of(
        '<hierarchy><node class="android.widget.FrameLayout" package="p" bounds="[0,0][1080,1920]">'
        f'<node class="android.widget.TextView" text="{title}" package="p" bounds="[40,80][900,180]"/>'
        '<node class="androidx.recyclerview.widget.RecyclerView" package="p" resource-id="p:id/list" '
        f'bounds="[0,300][1080,1700]">{inside}</node>'
        f'<node class="android.widget.Button" text="{button}" clickable="true" package="p" '
        'bounds="[800,1740][1060,1880]"/></node></hierarchy>',
        name="page",
    )


def test_lists_of_any_length_are_one_type() -> None:
    types = ScreenTypes()
    found = {types.add(shape_of(page([f"row {n}" for n in range(count)]))) for count in (2, 5, 9)}
    assert found == {0}


def test_another_structure_is_another_type(small_dialog: RecordedScreen) -> None:
    types = ScreenTypes()
    assert types.add(shape_of(page(["a", "b", "c"]))) != types.add(shape_of(small_dialog))


@pytest.fixture
def small_dialog() -> RecordedScreen:
    return screen_of(
        '<hierarchy><node class="android.widget.FrameLayout" package="p" '
        'bounds="[0,0][1080,1920]"><node class="android.widget.LinearLayout" package="p" '
        'bounds="[80,700][1000,1200]"><node class="android.widget.TextView" text="Delete it?" '
        'package="p" resource-id="p:id/alertTitle" bounds="[120,740][960,820]"/><node '
        'class="android.widget.Button" text="OK" clickable="true" package="p" '
        'bounds="[760,1080][960,1180]"/></node></node></hierarchy>',
        name="dialog",
    )


def test_a_small_window_is_a_dialog(small_dialog: RecordedScreen) -> None:
    assert shape_of(small_dialog).group[2] == "dialog"
    assert shape_of(page(["a", "b", "c"])).group[2] == "screen"


def column(kind: str, rows: str, *, right: int = 1080, scrolls: bool = False) -> RecordedScreen:
    return screen_of(
        '<hierarchy><node class="android.widget.FrameLayout" package="p" bounds="[0,0][1080,1920]">'
        f'<node class="android.widget.{kind}" package="p" scrollable="{str(scrolls).lower()}" '
        f'bounds="[0,80][{right},1920]">{rows}</node></node></hierarchy>',
        name="column",
    )


def lines(*words: str, left: int = 0, right: int = 1080, tick: bool = False) -> str:
    box = '<node class="android.widget.CheckBox" checkable="true" package="p" bounds="{}"/>'
    return "".join(
        f'<node class="android.widget.LinearLayout" clickable="true" package="p" '
        f'bounds="[{left},{100 + n * 150}][{right},{250 + n * 150}]">'
        + (box.format(f"[{left},{120 + n * 150}][{left + 90},{210 + n * 150}]") if tick else "")
        + f'<node class="android.widget.TextView" text="{text}" package="p" '
        f'bounds="[{left + 100},{120 + n * 150}][{right - 100},{220 + n * 150}]"/></node>'
        for n, text in enumerate(words)
    )


def test_parts_are_called_the_same_whether_their_box_scrolls_now_or_not() -> None:
    rows = lines("One", "Two", "Three", "Four")
    long, short = column("ScrollView", rows, scrolls=True), column("ScrollView", rows)
    slots = [[part.slot for part in parts_of(one.root)] for one in (long, short)]
    assert slots[0] == slots[1]


def test_things_to_tick_off_do_not_tell_screens_apart() -> None:
    types = ScreenTypes()
    lists = (("Milk", "Eggs", "Bread", "Tea"), ("Tent", "Rope", "Map", "Knife", "Lamp"))
    found = {types.add(shape_of(column("ScrollView", lines(*one, tick=True)))) for one in lists}
    assert found == {0}


@pytest.mark.parametrize("count", [6, 11])
def test_a_column_at_the_left_is_a_drawer_however_long(count: int) -> None:
    rows = lines(*(f"Place {n}" for n in range(count)), left=32, right=800)
    assert shape_of(column("ScrollView", rows, right=840)).group[2] == "drawer"
    assert shape_of(column("ScrollView", lines("Place"))).group[2] == "screen"


def test_no_table_or_column_is_named_by_a_word_of_sql() -> None:
    database = sqlite3.connect(":memory:")
    for word in ("all", "order", "select", "values", "title"):
        name = column_name(word)
        database.execute(f"CREATE TABLE t_{word} (_id INTEGER PRIMARY KEY, {name} TEXT)")
    assert "title" not in RESERVED


def test_screens_of_one_route_are_one_type(notes: Recording) -> None:
    """The truth is known here: PhoneWorld tells the route of every screen."""
    types = ScreenTypes()
    routes: dict[str, set[int]] = {}
    for screen in notes.screens:
        shape = shape_of(screen)
        if shape.group[2] == "screen" and screen.package == notes.package:
            routes.setdefault(screen.activity, set()).add(types.add(shape))
    assert len(routes) >= 4
    assert sum(map(len, routes.values())) <= 2 * len(routes)


def test_views_survive_being_written_flat() -> None:
    root = page(["a", "b"]).root
    again = tree_of(views_of(root), "p")
    assert again.children == root.children


@given(st.lists(st.text(max_size=12), max_size=8))
def test_every_column_has_a_type(values: list[str]) -> None:
    assert type_of(values) in {"integer", "real", "money", "time", "date", "text"}


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (["1", "22"], "integer"),
        (["$4.20", "$1,503.94"], "money"),
        (["09:30", "7:00 am"], "time"),
        (["2026-05-14", "3 May"], "date"),
        (["1", "two"], "text"),
        ([], "text"),
    ],
)
def test_columns_are_typed_by_all_their_values(values: list[str], kind: str) -> None:
    assert type_of(values) == kind


def test_similarity_is_one_for_the_same_and_falls_with_difference() -> None:
    plain = Image.new("RGB", (360, 720), "white")
    drawn = plain.copy()
    ImageDraw.Draw(drawn).rectangle((40, 40, 320, 300), fill="black")
    other = plain.copy()
    ImageDraw.Draw(other).rectangle((40, 400, 320, 700), fill="black")
    assert similarity(drawn, drawn) == pytest.approx(1.0, abs=1e-4)
    assert similarity(drawn, plain) < 0.8
    assert similarity(drawn, other) < similarity(drawn, plain)
