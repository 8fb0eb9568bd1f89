"""What waits to be placed reads, lies and is touched as what was placed at once."""

import itertools
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phoneworld.apps.browser.blocks import PageScroll
from phoneworld.ui.buttons import Button, Chip, IconButton
from phoneworld.ui.controls import Checkbox, Switch
from phoneworld.ui.env import Env
from phoneworld.ui.rows import Card, Tile, check_tile, switch_tile
from phoneworld.ui.scroll_views import Grid, LazyList, ScrollView, SideScroll
from phoneworld.ui.theme import make_theme
from phoneworld.ui.view import (
    Center,
    Column,
    Row,
    Space,
    Stack,
    View,
    answers,
    keep_visible,
)
from phoneworld.ui.widgets import Avatar, Field, Icon, Text
from runtime.hierarchy import elements_of
from runtime.observation import SCROLLABLE

WIDE, TALL = 1080, 2000
words = st.sampled_from(
    ["Ada", "", "A long line of words that is broken into several lines, twice"]
)


def nothing() -> None:
    """What a touch does here."""


def at_once(words: str) -> str:
    """No translation, but not the one that is known to be none: whoever has it places everything at once."""
    return words


def surroundings(*, late: bool, focus: str = "", scroll: int = 0) -> Env:
    theme = make_theme("#1a73e8", dark=False)
    env = Env(package="x", theme=theme, density=2.625, scroll={"main": scroll}, focus=focus)
    if not late:
        env.translate = at_once
    return env


leaves = st.one_of(
    words.map(lambda text: ("text", text, 0)),
    words.map(lambda text: ("line", text, 0)),
    words.map(lambda text: ("held", text, 0)),
    st.integers(0, 90).map(lambda size: ("icon", "", size)),
    st.integers(0, 400).map(lambda size: ("space", "", size)),
    st.sampled_from(["switch", "checkbox", "button", "chip", "icon button", "field"]).map(
        lambda kind: (kind, "Wi-Fi", 0)
    ),
    st.tuples(st.sampled_from(["tile", "switch tile", "check tile"]), words, st.integers(0, 1)),
)
Plan = tuple[str, str, int] | tuple[str, list["Plan"], bool, bool]
boxes = [
    "column", "row", "stack", "center", "card", "grid", "scroll", "side", "list", "end", "middle",
]  # fmt: skip
plans: st.SearchStrategy[Plan] = st.recursive(
    leaves,
    lambda inner: st.tuples(
        st.sampled_from(boxes),
        st.lists(inner, min_size=1, max_size=4),
        st.booleans(),
        st.booleans(),
    ),
    max_leaves=14,
)


def leaf(kind: str, text: str, size: int) -> View:
    match kind:
        case "text" | "line":
            return Text(text, lines=1 if kind == "line" else 0)
        case "held":
            return Text(text, selectable=True)
        case "icon":
            return Icon("home", size=size, description="Home" if size % 2 else "")
        case "space":
            return Space(size)
        case "switch":
            return Switch(on=True)
        case "checkbox":
            return Checkbox(on=False, on_click=nothing)
        case "button":
            return Button(text, nothing)
        case "chip":
            return Chip(text, nothing)
        case "icon button":
            return IconButton("home", text, nothing)
        case "field":
            return Field("name", "Name")
        case "switch tile":
            return switch_tile(text, "below", on=True, on_click=nothing)
        case "check tile":
            return check_tile(text, on=True, on_click=nothing)
        case _:
            trailing = IconButton("more_vert", "More", nothing) if size else Avatar("B")
            return Tile(text, text, avatar="A", trailing=trailing, on_click=nothing, lines=2)


def build(plan: Plan) -> View:
    """The same tree each time: views keep where they were placed, so that each try needs one of its own."""
    if len(plan) == 3:
        return leaf(*plan)
    kind, inner, clickable, grows = plan
    children = [build(one) for one in inner]
    view: View
    match kind:
        case "row":
            view = Row(*children, pad=8, gap=4, align="stretch" if grows else "center")
        case "stack":
            view = Stack(*children, pad=3)
        case "center":
            view = Center(children[0])
        case "card":
            view = Card(*children)
        case "grid":
            view = Grid(children, columns=2, row_height=90, gap=4)
        case "scroll":
            view = ScrollView(*children)
        case "side":
            view = SideScroll(*children, key="side")
        case "list":
            view = LazyList(lambda first, count: inner[first : first + count], build)
        case "end" | "middle":
            view = Column(*children, align="end" if kind == "end" else "center")
        case _:
            view = Column(*children, pad=(4, 8), gap=2)
    if clickable:
        view.clicked(nothing)
    return view.grow() if grows else view


def lines_of(view: View) -> Iterator[tuple[object, ...]]:
    yield (
        type(view), view.text, view.description, view.resource_id, view.flags,
        view.bounds, view.x, view.y, view.w, view.h,
    )  # fmt: skip
    for child in view.children:
        yield from lines_of(child)


def placed(plan: Plan, *, late: bool, focus: str = "", scroll: int = 0) -> ScrollView:
    view = ScrollView(build(plan), *(Tile(f"row {n}", on_click=nothing) for n in range(30)))
    env = surroundings(late=late, focus=focus, scroll=scroll)
    view.place(env, 0, 84, WIDE, TALL)
    return view


@given(plans, st.sampled_from([0, 90, 700, 1500]))
def test_a_screen_reads_the_same_before_everything_is_placed(plan: Plan, scroll: int) -> None:
    late = placed(plan, late=True, scroll=scroll)

    assert elements_of(late) == elements_of(placed(plan, late=False, scroll=scroll))


@given(plans, st.sampled_from([0, 90, 700, 1500]))
def test_what_waited_lies_where_it_would_have(plan: Plan, scroll: int) -> None:
    late = placed(plan, late=True, scroll=scroll)
    elements_of(late)

    assert list(lines_of(late)) == list(lines_of(placed(plan, late=False, scroll=scroll)))


@given(plans, st.integers(0, WIDE - 1), st.integers(84, TALL))
def test_a_touch_meets_the_same_views(plan: Plan, x: int, y: int) -> None:
    late, at_once = (placed(plan, late=late).at(x, y) for late in (True, False))

    # What lies inside a row and answers to no finger may be left out: the row answers.
    assert [(type(v), v.bounds) for v in late] == [(type(v), v.bounds) for v in at_once][
        : len(late)
    ]
    assert not any(answers([view]) for view in at_once[len(late) :])


def placed_whole(plan: Plan, *, focus: str, scroll: int) -> tuple[ScrollView, int | None]:
    """A column of which everything is placed, what does not show too; where a field with the focus shows."""
    view = ScrollView(build(plan), *(Tile(f"row {n}", on_click=nothing) for n in range(30)))
    env = surroundings(late=True, focus=focus, scroll=scroll)
    height = view.column.measure(env, WIDE)
    view.offset = min(scroll, max(0, height - TALL))
    if height > TALL:
        view.flags |= SCROLLABLE
    View.place(view, env, 0, 84, WIDE, TALL)
    view.column.place(env, 0, 84 - view.offset, WIDE, max(height, TALL))
    showing = view.offset if focus else None
    fields = (v for v in view.column.walk_placed() if isinstance(v, Field) and v.key == focus)
    for field in itertools.islice(fields, 1):
        lowest = view.offset + field.y + field.h - 84 - TALL
        showing = max(0, min(max(view.offset, lowest), view.offset + field.y - 84))
    view.children = keep_visible(view.column.children, 0, 84, WIDE, 84 + TALL)
    return view, showing


@given(plans, st.sampled_from(["", "name", "nowhere"]), st.sampled_from([0, 90, 700, 1500]))
def test_a_column_places_what_shows_as_if_it_placed_all(
    plan: Plan, focus: str, scroll: int
) -> None:
    whole, showing = placed_whole(plan, focus=focus, scroll=scroll)
    view = placed(plan, late=True, focus=focus, scroll=scroll)

    assert list(lines_of(view)) == list(lines_of(whole))
    assert view.focus_offset == showing


@pytest.mark.parametrize("box", [box for box in boxes if box != "list"])
def test_a_field_with_the_focus_is_found_wherever_it_lies_below(box: str) -> None:
    fields: list[Plan] = [("field", "Name", 0), ("field", "Name", 0)]
    above: list[Plan] = [("space", "", 400)] * 8
    plan: Plan = ("column", [*above, (box, fields, False, False)], False, False)

    _, showing = placed_whole(plan, focus="name", scroll=0)

    assert showing
    assert placed(plan, late=True, focus="name").focus_offset == showing


def test_half_of_a_list_is_never_placed() -> None:
    rows = [Tile(f"row {n}", "below", icon="home", on_click=nothing) for n in range(8)]
    view = ScrollView(*rows)
    view.place(surroundings(late=True), 0, 84, WIDE, TALL)

    elements = elements_of(view)

    assert [element.text for element in elements] == [f"row {n}, below" for n in range(8)]
    assert all(row.waits and not row.written for row in rows)


def test_a_touch_on_a_row_places_nothing_inside_it() -> None:
    row = Tile("Ada", "below", icon="home", on_click=nothing)
    row.place(surroundings(late=True), 0, 84, WIDE, 200)

    assert row.at(500, 100) == [row]
    assert not row.written


def test_a_field_in_a_row_that_can_be_touched_is_found_at_once() -> None:
    row = Row(Field("name", "Name").grow(), Icon("home")).clicked(nothing)
    row.place(surroundings(late=True), 0, 84, WIDE, 200)

    assert not row.waits
    assert [type(view) for view in row.walk_placed()] == [Row, Field, Icon]


@pytest.mark.parametrize("focus", ["", "name"])
def test_a_box_that_is_placed_again_takes_its_new_place(focus: str) -> None:
    row = Tile("Ada", icon="home", on_click=nothing)
    env = surroundings(late=True, focus=focus)
    row.place(env, 0, 0, WIDE, 200)
    row.place(env, 0, 500, WIDE, 200)

    assert all(500 <= child.y < 700 for child in row.children)


def test_a_page_starts_at_a_block_that_lies_behind_one_which_is_cut() -> None:
    before = Column(*(Text(f"line {n}").sized(height=60) for n in range(30)))
    after = Column(*(Text(f"further {n}").sized(height=60) for n in range(30)))
    page = PageScroll(before, after, key="page", start=1)
    page.place(surroundings(late=True), 0, 84, WIDE, TALL)

    assert after.y == 84 + TALL // 3
    assert all(84 <= view.bounds.top < view.bounds.bottom <= 84 + TALL for view in page.children)
    assert elements_of(page)[-1].text.startswith("further")
