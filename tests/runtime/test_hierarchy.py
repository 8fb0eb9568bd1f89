from dataclasses import dataclass

import pytest

from runtime.hierarchy import elements_of, role_of
from runtime.observation import (
    CHECKABLE,
    CHECKED,
    CLICKABLE,
    EDITABLE,
    LONG_CLICKABLE,
    SCROLLABLE,
    Bounds,
)

BOUNDS = Bounds(0, 0, 10, 10)


@dataclass(frozen=True)
class View:
    class_name: str = "android.view.View"
    text: str = ""
    flags: int = 0
    children: tuple["View", ...] = ()
    description: str = ""
    hint: str = ""
    resource_id: str = ""
    bounds: Bounds = BOUNDS

    @property
    def inside(self) -> tuple["View", ...]:
        return self.children


def seen(root: View) -> list[tuple[str, str]]:
    return [(element.role, element.text) for element in elements_of(root)]


def test_structure_is_left_out() -> None:
    assert seen(View(children=(View(children=(View(),)),))) == []


def test_text_is_an_element_of_its_own() -> None:
    title, body = View("android.widget.TextView", "Title"), View("android.widget.TextView", "Body")

    assert seen(View(children=(title, body))) == [("text", "Title"), ("text", "Body")]


def test_row_takes_in_the_text_inside_it() -> None:
    row = View(
        flags=CLICKABLE,
        children=(View(text="Wi-Fi"), View(children=(View(text="Off"),))),
    )

    assert seen(row) == [("item", "Wi-Fi, Off")]


def test_row_takes_in_descriptions_where_it_has_none() -> None:
    row = View(flags=CLICKABLE, children=(View(description="Photo of Ada"), View(text="Ada")))

    (element,) = elements_of(row)

    assert (element.text, element.description) == ("Ada", "Photo of Ada")


@pytest.mark.parametrize("flag", [CLICKABLE, LONG_CLICKABLE, EDITABLE])
def test_what_can_be_acted_on_inside_a_row_is_another_element(flag: int) -> None:
    inner = View("android.widget.Button", "Delete", flag)

    assert seen(View(flags=CLICKABLE, children=(View(text="Ada"), inner))) == [
        ("item", "Ada"),
        ("button", "Delete"),
    ]


def test_row_with_one_switch_counts_as_that_switch() -> None:
    switch = View("android.widget.Switch", flags=CHECKABLE | CHECKED)

    (element,) = elements_of(View(flags=CLICKABLE, children=(View(text="Wi-Fi"), switch)))

    assert (element.role, element.text) == ("switch", "Wi-Fi")
    assert element.checked
    assert element.clickable


def test_container_that_scrolls_is_a_list_without_text() -> None:
    rows = tuple(View(text=name, flags=CLICKABLE) for name in ("a", "b"))

    assert seen(View(flags=SCROLLABLE, text="ignored", children=rows)) == [
        ("list", ""),
        ("item", "a"),
        ("item", "b"),
    ]


def test_elements_are_numbered_in_document_order() -> None:
    views = View(children=tuple(View(text=str(number)) for number in range(5)))

    assert [(e.index, e.text) for e in elements_of(views)] == [(i, str(i)) for i in range(5)]


@pytest.mark.parametrize(
    ("class_name", "role"),
    [
        ("android.widget.EditText", "field"),
        ("androidx.appcompat.widget.SwitchCompat", "switch"),
        ("com.example.Fancy", "item"),
        ("", "item"),
    ],
)
def test_role_is_a_short_word_for_the_class(class_name: str, role: str) -> None:
    assert role_of(class_name) == role


def test_several_switches_in_a_row_stay_apart() -> None:
    wifi = View("android.widget.Switch", "Wi-Fi", CHECKABLE | CHECKED)
    data = View("android.widget.Switch", "Data", CHECKABLE)

    assert seen(View(flags=CLICKABLE, children=(wifi, data))) == [
        ("item", "Wi-Fi, Data"),
        ("switch", "Wi-Fi"),
        ("switch", "Data"),
    ]


def test_clickable_list_does_not_take_in_its_rows() -> None:
    rows = (View(flags=CLICKABLE, text="One"), View("android.widget.TextView", "Two"))
    listing = View(flags=CLICKABLE | SCROLLABLE, children=rows)

    assert seen(listing) == [("list", ""), ("item", "One"), ("text", "Two")]


def test_list_inside_a_clickable_view_is_an_element() -> None:
    listing = View(flags=SCROLLABLE, children=(View("android.widget.TextView", "Row"),))
    panel = View(flags=CLICKABLE, children=(View(text="Title"), listing))

    assert seen(panel) == [("item", "Title"), ("list", ""), ("text", "Row")]
