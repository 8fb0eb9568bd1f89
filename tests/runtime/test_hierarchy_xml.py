import tarfile
import time
from contextlib import suppress
from pathlib import Path
from xml.sax.saxutils import quoteattr

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.errors import BadHierarchy, DeviceError
from runtime.hierarchy import elements_of
from runtime.hierarchy_xml import HierarchyNode, parse_hierarchy
from runtime.observation import (
    CHECKABLE,
    CHECKED,
    CLICKABLE,
    DISABLED,
    EDITABLE,
    FOCUSABLE,
    FOCUSED,
    LONG_CLICKABLE,
    PASSWORD,
    SCROLLABLE,
    SELECTED,
    Bounds,
)

RECORDED = Path(__file__).resolve().parents[3] / "shared" / "traces" / "real-gui-a.tar.xz"
DECLARATION = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"


def node(inner: str = "", *, tag: str = "node", **attributes: str) -> str:
    given_attributes = {"class": "android.view.View", "bounds": "[0,0][100,50]", **attributes}
    written = " ".join(
        f"{name.replace('_', '-')}={quoteattr(value)}" for name, value in given_attributes.items()
    )
    return f"<{tag} {written}>{inner}</{tag}>"


def dump(*nodes: str) -> str:
    return f'{DECLARATION}<hierarchy rotation="0">{"".join(nodes)}</hierarchy>'


def only(*nodes: str) -> HierarchyNode:
    (found,) = parse_hierarchy(dump(*nodes)).children
    return found


def test_node_has_what_the_dump_says() -> None:
    found = only(
        node(
            text="Save & go",
            content_desc="Saves",
            resource_id="a:id/save",
            package="com.a",
            hint="h",
            bounds="[-5,10][100,60]",
        )
    )

    assert found == HierarchyNode(
        "android.view.View",
        "Save & go",
        "h",
        "Saves",
        "a:id/save",
        "com.a",
        Bounds(-5, 10, 100, 60),
        0,
        (),
    )


@pytest.mark.parametrize(
    ("attribute", "value", "flag"),
    [
        ("clickable", "true", CLICKABLE),
        ("long_clickable", "true", LONG_CLICKABLE),
        ("checkable", "true", CHECKABLE),
        ("checked", "true", CHECKED),
        ("focusable", "true", FOCUSABLE),
        ("focused", "true", FOCUSED),
        ("scrollable", "true", SCROLLABLE),
        ("selected", "true", SELECTED),
        ("password", "true", PASSWORD),
        ("enabled", "false", DISABLED),
        ("enabled", "true", 0),
        ("clickable", "false", 0),
    ],
)
def test_attribute_becomes_a_flag(attribute: str, value: str, flag: int) -> None:
    assert only(node(**{attribute: value})).flags == flag


@pytest.mark.parametrize(
    ("class_name", "flag"),
    [
        ("android.widget.EditText", EDITABLE),
        ("com.google.android.material.textfield.TextInputEditText", EDITABLE),
        ("android.widget.MultiAutoCompleteTextView", EDITABLE),
        ("android.widget.TextView", 0),
    ],
)
def test_field_is_editable(class_name: str, flag: int) -> None:
    assert only(node(**{"class": class_name})).flags == flag


@pytest.mark.parametrize(
    ("attributes", "text", "hint"),
    [
        ({"text": "Search", "hint": "Search"}, "", "Search"),
        ({"text": "cats", "hint": "Search"}, "cats", "Search"),
        ({"text": "Search", "showing_hint": "true"}, "", "Search"),
        (
            {"text": "Search", "class": "android.widget.TextView", "hint": "Search"},
            "Search",
            "Search",
        ),
    ],
)
def test_hint_of_an_empty_field_is_not_its_text(
    attributes: dict[str, str], text: str, hint: str
) -> None:
    found = only(node(**{"class": "android.widget.EditText", **attributes}))

    assert (found.text, found.hint) == (text, hint)


@pytest.mark.parametrize(
    "attributes",
    [
        {"bounds": "[0,90][100,50]"},
        {"bounds": "[0,0][0,0]"},
        {"bounds": ""},
        {"bounds": "everywhere"},
        {"visible_to_user": "false"},
        {"displayed": "false"},
    ],
)
def test_view_that_cannot_be_seen_gives_its_place_to_what_is_inside(
    attributes: dict[str, str],
) -> None:
    assert only(node(node(text="inner"), text="outer", **attributes)).text == "inner"


def test_every_window_is_a_child_of_the_root() -> None:
    root = parse_hierarchy(dump(node(bounds="[0,0][100,10]"), node(bounds="[0,10][100,90]")))

    assert [window.bounds.top for window in root.children] == [0, 10]
    assert root.bounds == Bounds(0, 0, 100, 90)


def test_class_name_may_be_the_tag() -> None:
    xml = '<hierarchy><android.widget.Button bounds="[0,0][9,9]" text="OK" clickable="true"/></hierarchy>'

    (element,) = elements_of(parse_hierarchy(xml))

    assert (element.role, element.text) == ("button", "OK")


def test_bounds_are_cut_to_the_screen() -> None:
    root = parse_hierarchy(
        dump(node(bounds="[-20,-20][50,300]"), node(bounds="[200,0][300,50]")),
        screen=Bounds(0, 0, 100, 200),
    )

    assert [child.bounds for child in root.children] == [Bounds(0, 0, 50, 200)]


WHOLE = dump(node(text="Grüße 你好"))


@pytest.mark.parametrize(
    "data",
    [
        WHOLE,
        WHOLE.encode(),
        b"\xef\xbb\xbf" + WHOLE.encode(),
        WHOLE.encode("utf-16"),
        b"\xfe\xff" + WHOLE.encode("utf-16-be"),
        WHOLE.encode("utf-16-le"),
        WHOLE + "UI hierchary dumped to: /dev/tty\n",
        "dump.xml:" + WHOLE,
        "WARNING: linker\n" + WHOLE.replace("'", "\\'") + "\n\n",
        WHOLE.removeprefix(DECLARATION),
    ],
)
def test_dump_is_read_however_it_comes(data: str | bytes) -> None:
    (found,) = parse_hierarchy(data).children

    assert found.text == "Grüße 你好"


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (b"a\xffb", "a\ufffdb"),
        (b"a\x01b", "a\ufffdb"),
        (b"a&#0;b", "a\ufffdb"),
        (b"&#55357;&#56832;", "😀"),
        (b"&#xD83D;&#xDE00;&#10;&lt;&#60;", "😀\n<<"),
        (b"&#55357;", "\ufffd"),
        (b"&#9999999;", "\ufffd"),
    ],
)
def test_characters_that_xml_forbids_do_no_harm(written: bytes, text: str) -> None:
    assert (
        parse_hierarchy(dump(node(text="@")).encode().replace(b"@", written)).children[0].text
        == text
    )


BOMB = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>'


@pytest.mark.parametrize(
    "data",
    [
        "",
        b"",
        "ERROR: could not get idle state.",
        "a < b",
        WHOLE[:-20],
        "<hierarchy",
        "<hierarchy><node></hierarchy>",
        BOMB + dump(node(text="x")),
        f"{DECLARATION}{BOMB}<hierarchy>&b;</hierarchy>",
        "<a>&undefined;</a>",
        "<node>" * 5000,
    ],
)
def test_what_is_no_screen_is_refused(data: str | bytes) -> None:
    with pytest.raises(BadHierarchy) as caught:
        parse_hierarchy(data)

    assert isinstance(caught.value, DeviceError)


@given(st.text() | st.binary())
def test_nothing_else_is_ever_raised(data: str | bytes) -> None:
    for xml in (data, f"<hierarchy>{data!r}</hierarchy>"):
        with suppress(BadHierarchy):
            parse_hierarchy(xml)


@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn"])))
def test_any_text_reads_back(text: str) -> None:
    assert only(node(text=text)).text == text


def test_large_dump_is_read_in_linear_time() -> None:
    xml = dump(node(text="&#55357;") * 20_000)
    began = time.process_time()

    root = parse_hierarchy(xml)

    assert len(root.children) == 20_000
    assert time.process_time() - began < 5


@pytest.mark.slow
@pytest.mark.skipif(not RECORDED.exists(), reason="the recordings of real apps are not here")
def test_recorded_dumps_of_real_apps_are_read() -> None:
    read = unseen = 0
    with tarfile.open(RECORDED, "r|xz") as archive:
        for member in archive:
            if member.name.startswith(("dumps/", "./dumps/")) and member.isfile():
                file = archive.extractfile(member)
                assert file is not None
                elements = elements_of(parse_hierarchy(file.read()))
                read += 1
                unseen += not elements

    assert read == 308
    assert unseen <= 1
