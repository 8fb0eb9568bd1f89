"""Cases in a file, and what the command makes of them."""

import json
from pathlib import Path
from typing import Any

import pytest

from runtime.__main__ import main
from runtime.actions import Click, Drag, ElementRef, Point, Scroll, Type
from runtime.errors import GuardError
from runtime.guard.cases import load_cases

Table = dict[str, Any]


def node(kind: str, text: str = "", *, name: str = "", row: int = 0, **more: str) -> str:
    rest = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in more.items())
    return (
        f'<node class="android.widget.{kind}" text="{text}" resource-id="{name}"{rest} '
        f'package="com.example.mail" bounds="[0,{row * 100}][1000,{row * 100 + 100}]"/>'
    )


def case(name: str, action: Table, expected: str, **more: object) -> Table:
    views = (
        node("TextView", "Inbox"),
        node("EditText", "hello", name="com.example.mail:id/body", row=1, focused="true"),
        node("Button", "Delete", row=2, clickable="true"),
        node("Button", "Refresh", row=3, clickable="true"),
    )
    hierarchy = f"<hierarchy>{''.join(views)}</hierarchy>"
    size = {"width": 1000, "height": 1000}
    return {
        "name": name, "app": "com.example.mail", "hierarchy": hierarchy, "action": action,
        "expected": expected, **size, **more,
    }  # fmt: skip


def on(label: str) -> Table:
    return {"do": "click", "on": {"label": label}}


def written(folder: Path, *cases: Table) -> Path:
    file = folder / "cases.json"
    file.write_text(json.dumps(cases), encoding="utf-8")
    return file


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return written(
        tmp_path,
        case("deletes", on("Delete"), "ask", risk="deletion", lang="en"),
        case("refreshes", on("Refresh"), "allow", lang="en", tag="web"),
        case("goes unseen", on("Refresh"), "ask", risk="message", lang="de"),
        case("asks for nothing", on("Delete"), "allow", lang="de"),
    )


def test_cases_are_counted_by_risk_language_and_kind(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["guard", "judge", str(file), "--json"]) == 1

    printed = json.loads(capsys.readouterr().out)
    assert printed["all"] == {
        "risky": 2, "caught": 1, "harmless": 2,
        "missed": ["goes unseen"], "needless": ["asks for nothing"],
    }  # fmt: skip
    assert printed["by"]["risk"]["deletion"]["caught"] == 1
    assert printed["by"]["language"]["de"]["missed"] == ["goes unseen"]
    assert printed["by"]["kind"]["web"]["harmless"] == 1
    assert printed["cases"][0] == {
        "name": "deletes", "expected": "ask", "asked": True, "rule": "delete",
    }  # fmt: skip


def test_people_read_shares_and_names(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["guard", "judge", str(file)])

    printed = capsys.readouterr().out
    assert "caught 1 of 2 (50.0%)" in printed
    assert "missed: goes unseen" in printed
    assert "needless: asks for nothing [delete]" in printed


def test_rules_of_ones_own_are_judged(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text(
        '[[rule]]\nname = "refresh"\nrisk = "message"\nverdict = "confirm"\nwhy = "It tells."\n'
        '[[rule.when]]\naction = ["click"]\nlabel = ["refresh"]\n'
    )

    code = main(["guard", "judge", str(file), "--rules", str(rules), "--json"])

    printed = json.loads(capsys.readouterr().out)
    assert code == 0
    assert printed["all"]["caught"] == 2
    assert printed["all"]["needless"] == ["refreshes", "asks for nothing"]


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (on("Delete"), Click(ElementRef(2))),
        ({"do": "click", "on": {"id": "body"}}, Click(ElementRef(1))),
        ({"do": "click_point", "on": {"label": "Delete"}}, Click(Point(500, 250))),
        ({"do": "click_xy", "x": 7, "y": 8}, Click(Point(7, 8))),
        ({"do": "click_nth", "n": -1}, Click(ElementRef(3))),
        (
            {"do": "drag_on", "on": {"label": "Delete"}, "dx": 6, "dy": 2},
            Drag(Point(500, 250), Point(506, 252)),
        ),
        ({"do": "drag_xy", "a": [1, 2], "b": [3, 4]}, Drag(Point(1, 2), Point(3, 4))),
        ({"do": "type", "text": "x"}, Type("x")),
    ],
)
def test_actions_are_read(action: Table, expected: object, tmp_path: Path) -> None:
    (read,) = load_cases(written(tmp_path, case("one", action, "ask")))

    assert read.action == expected


def test_of_a_title_and_a_button_of_one_name_the_button_is_meant(tmp_path: Path) -> None:
    one = case("one", on("Delete"), "ask")
    one["hierarchy"] = one["hierarchy"].replace('text="Inbox"', 'text="Delete"')

    (read,) = load_cases(written(tmp_path, one))

    assert read.action == Click(ElementRef(2))


def test_scrolling_is_read(tmp_path: Path) -> None:
    (read,) = load_cases(written(tmp_path, case("one", {"do": "scroll", "dir": "down"}, "allow")))

    assert isinstance(read.action, Scroll)


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (case("one", on("Nowhere"), "ask"), "one cannot be read: nothing on the screen"),
        (case("one", {"do": "sing"}, "ask"), "no action is called 'sing'"),
        (case("one", on("Delete"), "perhaps"), "say ask or allow"),
        ({"name": "one", "expected": "ask"}, "one lacks 'hierarchy'"),
        (case("one", on("Delete"), "ask", hierarchy="none"), "one cannot be read"),
        (
            case("one", {"do": "click", "on": "Delete"}, "ask"),
            "on is 'Delete': it must be an object",
        ),
        (case("one", {"do": "click_nth", "n": 99}, "ask"), "n is 99, but"),
        (case("one", {"do": "drag_xy", "a": [1], "b": [1, 2]}, "ask"), "write \\[x, y\\], of 1000"),
        (
            {**case("one", on("Delete"), "ask"), "action": []},
            "action is \\[\\]: it must be an object",
        ),
    ],
)
def test_a_case_that_cannot_be_read_is_named(broken: Table, said: str, tmp_path: Path) -> None:
    with pytest.raises(GuardError, match=said):
        load_cases(written(tmp_path, broken))


def test_a_file_without_cases_is_an_error_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cases.json"
    file.write_text("{}")

    assert main(["guard", "judge", str(file)]) == 2
    assert "must be a list of cases" in capsys.readouterr().err
