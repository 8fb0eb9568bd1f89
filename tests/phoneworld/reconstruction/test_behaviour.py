"""What a rebuilt app does on what was not recorded just so, on screens that are written here."""

from __future__ import annotations

from dataclasses import replace

import pytest
from written_screens import BACKWARDS, app_of, dialog, name_of, screen, tap, view

from phoneworld.reconstruction.behaviour import BACK, Behaviour, Move
from phoneworld.reconstruction.specification import Known
from phoneworld.recording.model import RecordedScreen

FIRST = screen("First", view("Button", "Share", 400))
SECOND = screen("Second", view("Button", "Tell", 400), view("ImageButton", "Picture", 700))
SHARING = dialog("Send it", view("Button", "Mail", 900, left=100, id="mail"))


@pytest.mark.parametrize(
    ("action", "slot", "label"), [("back", "", ""), ("tap", "Button#mail", "Mail")]
)
@pytest.mark.parametrize(("below", "target"), [("First", "First"), ("Second", "")])
def test_what_uncovered_one_screen_uncovers_whatever_lies_below(
    action: str, slot: str, label: str, below: str, target: str
) -> None:
    spec = app_of(
        [FIRST, tap(450), SHARING, BACKWARDS, FIRST, tap(450), SHARING, tap(950), FIRST], [SECOND]
    )
    move = Behaviour(spec).decide(
        name_of(spec, "Send it"), 0, action, slot=slot, label=label, below=name_of(spec, below)
    )
    assert move is not None
    assert move.screen == (name_of(spec, target) if target else BACK)


def test_a_tab_closes_nothing() -> None:
    tabs = view("Button", "One", 1800, id="one"), view("Button", "Two", 1900, id="two")
    left = screen("Left", *tabs, view("TextView", "of the left", 500))
    right = screen("Right", *tabs, view("EditText", "of the right", 500))
    spec = app_of([left, tap(1950), right, tap(1850), left], [FIRST])
    move = Behaviour(spec).decide(
        name_of(spec, "Right"),
        0,
        "tap",
        slot="Button#one",
        label="One",
        below=name_of(spec, "First"),
    )
    assert move is not None
    assert move.screen == name_of(spec, "Left")


def test_where_a_screen_was_come_back_to_nothing_is_known_to_lie_below() -> None:
    spec = app_of([SECOND, BACKWARDS, FIRST, tap(450), SECOND])
    opened = next(one for one in spec.transitions if one.action == "tap")
    assert not opened.outcomes[0].closes


def form(value: str, *, title: str = "New") -> RecordedScreen:
    def line(name: str, detail: str, top: int) -> str:
        inside = view("TextView", name, top) + view("TextView", detail, top + 50)
        return view("LinearLayout", "", top, inside)

    return screen(title, line("Kind", value, 400), line("Day", "Monday", 600), activity=".form")


def test_a_part_with_another_value_does_the_same() -> None:
    choosing = dialog("Choose one", view("Button", "Food", 900, left=100))
    picking = dialog("Which day", view("ImageButton", "Next", 900, left=100))
    spec = app_of(
        [form("Food"), tap(410), choosing, BACKWARDS, form("Food"), tap(610), picking],
        [form("Books")],
    )
    new = name_of(spec, "New")
    kinds = {one.slot: one.outcomes[0].screen for one in spec.transitions if one.screen == new}
    assert len(kinds) == 2
    slot = next(slot for slot, led in kinds.items() if led == name_of(spec, "Choose one"))
    move = Behaviour(spec).decide(new, 0, "tap", slot=slot, label="Kind, Books")
    assert move is not None
    assert move.screen == name_of(spec, "Choose one")


def test_what_is_called_like_a_screen_opens_it() -> None:
    spec = app_of([FIRST, tap(450), SHARING], [screen("Settings")])
    move = Behaviour(spec).decide(name_of(spec, "First"), 0, "tap", slot="x", label="settings")
    assert move == Move(name_of(spec, "Settings"), -1, Known.INFERRED)


@pytest.mark.parametrize(("stays", "closes"), [(False, True), (True, False)])
def test_only_an_answer_closes_a_dialog(*, stays: bool, closes: bool) -> None:
    spec = app_of([FIRST, tap(450), SHARING])
    move = Behaviour(spec).decide(
        name_of(spec, "Send it"), 0, "tap", slot="x", label="?", stays=stays
    )
    assert (move is not None) == closes


def test_putting_the_keyboard_away_says_nothing_about_going_back() -> None:
    typing = replace(screen("Form", view("EditText", "", 400)), keyboard_shown=True)
    still = screen("Form", view("EditText", "", 400))
    spec = app_of([typing, BACKWARDS, still])
    assert Behaviour(spec).decide(name_of(spec, "Form"), 0, "back") is None


def test_of_several_outcomes_that_on_the_nearest_content_is_due() -> None:
    def shown(what: str, count: str) -> RecordedScreen:
        words = view("TextView", what, 300), view("TextView", count, 500)
        return screen("Shop", *words, view("Button", "Go", 700, id="go"), activity=".shop")

    spec = app_of(
        [shown("open", "1"), tap(750), FIRST],
        [shown("shut", "2"), tap(750), SECOND],
        [shown("shut", "3")],
    )
    shop = name_of(spec, "Shop")
    states = [
        number
        for number, state in enumerate(next(s for s in spec.screens if s.name == shop).states)
        if any(one.text == "3" for one in state.views)
    ]
    move = Behaviour(spec).decide(shop, states[0], "tap", slot="Button#go", label="Go")
    assert move is not None
    assert move.screen == name_of(spec, "Second")


def test_a_tab_that_was_tapped_on_its_own_screen_leads_there() -> None:
    tabs = view("Button", "Left", 1800, id="one"), view("Button", "Right", 1900, id="two")
    left = screen("Left", *tabs, view("TextView", "of the left", 500))
    right = screen("Right", *tabs, view("EditText", "of the right", 500))
    spec = app_of([left, tap(1850), left, tap(1950), right])
    move = Behaviour(spec).decide(name_of(spec, "Right"), 0, "tap", slot="Button#one", label="Left")
    assert move == Move(name_of(spec, "Left"), -1, Known.INFERRED)
