"""uiautomator2's selectors: which views they choose."""

import contextlib
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from uiautomator2._selector import Selector as ClientSelector

from phoneworld.adb.u2.errors import BadParameters, JavaError
from phoneworld.adb.u2.nodes import UiNode
from phoneworld.adb.u2.regex import TooCostly
from phoneworld.adb.u2.regex_reader import PatternError
from phoneworld.adb.u2.selectors import MAX_LINKS, Selector, read_selector
from runtime.hierarchy_xml import HierarchyNode
from runtime.observation import (
    CHECKABLE,
    CHECKED,
    CLICKABLE,
    DISABLED,
    EDITABLE,
    SCROLLABLE,
    Bounds,
)

PACKAGE = "com.example"
SEEN = Bounds(0, 0, 10, 10)


def view(
    *children: HierarchyNode,
    text: str = "",
    kind: str = "View",
    flags: int = 0,
    description: str = "",
    id: str = "",
    hint: str = "",
    bounds: Bounds = SEEN,
) -> HierarchyNode:
    return HierarchyNode(
        f"android.widget.{kind}", text, hint, description, id, PACKAGE, bounds, flags, children
    )


def rooted(*children: HierarchyNode) -> UiNode:
    return UiNode(view(*children, kind="FrameLayout"), PACKAGE, None, 0)


SCREEN = rooted(
    view(
        view(view(text="Wi-Fi"), view(text="On"), kind="Row", id="com.example:id/row"),
        view(view(text="Bluetooth"), view(text="Off"), kind="Row", id="com.example:id/row"),
        view(
            view(text="Sound"),
            view(kind="Switch", flags=CHECKABLE | CHECKED | CLICKABLE, description="Sound switch"),
            kind="Row",
            id="com.example:id/row",
        ),
        kind="List",
        flags=SCROLLABLE,
    ),
    view(kind="EditText", hint="Search settings", flags=EDITABLE | CLICKABLE),
    view(text="Two\nlines", flags=DISABLED),
    view(view(text="Hidden"), bounds=Bounds(5, 5, 5, 9)),
)


def choose(**fields: object) -> Selector:
    """A selector as the real client writes it."""
    return read_selector(ClientSelector(**fields))


def text_of(node: UiNode | None) -> str | None:
    return None if node is None else node.text


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({"text": "Wi-Fi"}, "Wi-Fi"),
        ({"text": "wi-fi"}, None),
        ({"textContains": "Fi"}, "Wi-Fi"),
        ({"textStartsWith": "Blue"}, "Bluetooth"),
        ({"textMatches": "Blue.*"}, "Bluetooth"),
        ({"textMatches": "Blue"}, None),
        ({"className": "android.widget.EditText"}, "Search settings"),
        ({"className": ".EditText"}, "Search settings"),
        ({"text": "Search settings"}, "Search settings"),
        ({"classNameMatches": r".*\.Edit\w+"}, "Search settings"),
        ({"descriptionContains": "switch"}, ""),
        ({"resourceId": "com.example:id/row", "index": 1}, ""),
        ({"resourceIdMatches": ".*row", "instance": 2}, ""),
        ({"packageName": "com.example", "enabled": False}, "Two\nlines"),
        ({"checked": True}, ""),
        ({"text": "On", "index": 1}, "On"),
        ({"text": "On", "index": 0}, None),
        ({"index": 1, "className": "android.widget.View", "instance": 1}, "Off"),
        ({"text": "Hidden"}, None),
        ({"textMatches": "Two.lines", "instance": 0}, "Two\nlines"),
        ({"textMatches": "(?s)Two.lines"}, "Two\nlines"),
    ],
)
def test_one_selector(fields: dict[str, object], found: str | None) -> None:
    assert text_of(choose(**fields).find(SCREEN)) == found


def test_parts_of_texts_are_matched_with_case_until_it_comes_to_chains() -> None:
    plain, chained = choose(textContains="WI-FI"), choose(textContains="WI-FI", instance=0)

    assert not plain.exists(SCREEN)
    assert chained.exists(SCREEN)
    assert len(plain.find_all(SCREEN)) == 1


def test_property_given_twice_is_refused_as_on_a_phone() -> None:
    with pytest.raises(JavaError, match="Text selector is already defined"):
        choose(text="Wi-Fi", textContains="Fi").exists(SCREEN)


def chain(first: dict[str, object], *rest: tuple[str, dict[str, object]]) -> Selector:
    selector = ClientSelector(**first)
    for kind, fields in rest:
        getattr(selector, kind)(**fields)
    return read_selector(selector)


@pytest.mark.parametrize(
    ("selector", "found"),
    [
        (chain({"scrollable": True}, ("child", {"text": "Off"})), ["Off"]),
        (
            chain({"text": "Wi-Fi"}, ("sibling", {"className": "android.widget.View"})),
            ["Wi-Fi", "On"],
        ),
        (chain({"text": "Wi-Fi"}, ("sibling", {"text": "Off"})), []),
        (chain({"text": "Wi-Fi"}, ("child", {"text": "On"})), []),
        (
            chain(
                {"scrollable": True},
                ("child", {"className": "android.widget.Row", "instance": 1}),
                ("child", {"index": 1}),
            ),
            ["Off", ""],
        ),
        (
            chain(
                {"className": "android.widget.Row"}, ("child", {"className": "android.widget.View"})
            ),
            ["Wi-Fi", "On", "Bluetooth", "Off", "Sound"],
        ),
        (chain({"text": "Off"}, ("sibling", {"index": 0}), ("sibling", {"text": "Off"})), ["Off"]),
    ],
)
def test_chains(selector: Selector, found: list[str]) -> None:
    assert [node.text for node in selector.find_all(SCREEN)] == found
    assert text_of(selector.find(SCREEN)) == (found[0] if found else None)


def test_instance_of_a_child_counts_over_all_parents() -> None:
    selector = chain(
        {"className": "android.widget.Row"},
        ("child", {"className": "android.widget.View", "instance": 3}),
    )

    assert text_of(selector.find(SCREEN)) == "Off"


def test_view_without_text_is_an_empty_text_only_for_plain_selectors() -> None:
    assert choose(text="").exists(SCREEN)
    assert not choose(text="", instance=0).exists(SCREEN)


@pytest.mark.parametrize(
    "value",
    [
        None,
        "text",
        [],
        {"mask": "1"},
        {"mask": 1},
        {"mask": 1, "text": 5},
        {"mask": 0x400, "checkable": "yes"},
        {"mask": 0x800000, "index": 1.5},
        {"mask": 1 << 40},
        {"mask": 0, "colour": "red"},
        {"mask": 0, "childOrSibling": "child", "childOrSiblingSelector": []},
        {"mask": 0, "childOrSibling": ["child"], "childOrSiblingSelector": [5]},
        {
            "mask": 0,
            "childOrSibling": ["child"] * (MAX_LINKS + 1),
            "childOrSiblingSelector": [{"mask": 0}] * (MAX_LINKS + 1),
        },
    ],
)
def test_what_is_no_selector_is_refused(value: object) -> None:
    with pytest.raises(BadParameters):
        read_selector(value)


def test_fields_without_their_bit_do_not_count() -> None:
    assert text_of(read_selector({"mask": 1, "text": "On", "index": 7}).find(SCREEN)) == "On"


def test_chain_of_siblings_ends_in_time() -> None:
    links = [{"mask": 0}] * 20
    selector = read_selector(
        {
            "mask": 4,
            "textMatches": ".+",
            "childOrSibling": ["sibling"] * 20,
            "childOrSiblingSelector": links,
        }
    )

    with pytest.raises(TooCostly):
        selector.find_all(rooted(*(view(text=str(number)) for number in range(30))))


# Any screen, any selector

texts = st.sampled_from(["", "a", "b", "ab"])
trees = st.recursive(
    st.builds(view, text=texts),
    lambda inner: st.builds(
        lambda children, text: view(*children, text=text), st.lists(inner, max_size=3), texts
    ),
    max_leaves=15,
)
links = st.fixed_dictionaries(
    {},
    optional={
        "textContains": st.sampled_from(["a", "b", "A"]),
        "textMatches": st.sampled_from(["a.*", ".*", "[ab]"]),
        "index": st.integers(0, 2),
    },
)


@given(trees, links)
def test_each_instance_is_one_of_all(tree: HierarchyNode, fields: dict[str, object]) -> None:
    root = rooted(tree)
    selector = choose(**fields)
    every = selector.find_all(root)

    assert [
        selector.with_instance(place).find_in_chain(root) for place in range(len(every))
    ] == every
    assert selector.with_instance(len(every)).find_in_chain(root) is None


@given(trees, links, links)
def test_child_means_anywhere_below_the_outermost_match(
    tree: HierarchyNode, outer: dict[str, object], inner: dict[str, object]
) -> None:
    root = rooted(tree)
    outer_nodes, inner_nodes = choose(**outer).find_all(root), choose(**inner).find_all(root)

    def ancestors(node: UiNode) -> Iterator[UiNode]:
        while node.parent is not None:
            node = node.parent
            yield node

    below = [node for node in inner_nodes if any(each in outer_nodes for each in ancestors(node))]
    assert chain(outer, ("child", inner)).find_all(root) == below


json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=6,
)
wild = st.fixed_dictionaries(
    {"mask": st.integers(0, 0x01FFFFFF)},
    optional={
        "text": texts,
        "textMatches": st.text("a(|)*+[]\\", max_size=6),
        "instance": st.integers(-3, 5),
        "index": json,
        "clickable": json,
        "childOrSibling": st.lists(st.sampled_from(["child", "sibling", "x"]), max_size=3),
        "childOrSiblingSelector": st.lists(st.fixed_dictionaries({"mask": st.just(0)}) | json),
    },
)


@given(json | wild)
def test_any_json_is_a_selector_or_refused(value: object) -> None:
    with contextlib.suppress(JavaError, BadParameters, PatternError, TooCostly):
        read_selector(value).find(SCREEN)
