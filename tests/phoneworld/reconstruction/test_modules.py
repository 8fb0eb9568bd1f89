"""The modules of rebuilt apps: what they recognise, what they show, what they change."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_recordings import record_exploration, record_oracle
from written_screens import BACKWARDS, WIDTH, dialog, recording_of, screen, tap, view

from phoneworld import Workshop
from phoneworld.device import PhoneDevice
from phoneworld.reconstruction.modules.recognition import MODULES
from phoneworld.reconstruction.modules.row_order import in_order, sort_key
from phoneworld.reconstruction.rebuild import rebuild
from phoneworld.reconstruction.replayer import Replayer, phone_for
from phoneworld.reconstruction.row_likeness import likeness, nearest_rows
from phoneworld.reconstruction.specification import (
    AppSpec,
    ColumnSpec,
    OutcomeSpec,
    TransitionSpec,
)
from phoneworld.recording.model import RecordedScreen
from phoneworld.recording.sources import import_all
from runtime.actions import (
    Action,
    Click,
    ElementRef,
    OpenApp,
    Point,
    PressButton,
    Scroll,
    Stroke,
    SystemButton,
    Type,
)


@pytest.fixture(scope="module")
def tasks_by_list(tmp_path_factory: pytest.TempPathFactory, workshop: Workshop) -> AppSpec:
    folder: Path = tmp_path_factory.mktemp("tasks")
    for task in ("tasks.add", "tasks.add_due"):
        record_oracle(workshop, task, folder / task)
    record_exploration(workshop, "Tasks", folder / "explore", steps=60)
    recording = import_all([folder])
    return rebuild(recording, package="com.phoneworld.tasks", label="Tasks", look=False).spec


class RebuiltAppUser:
    """Uses an app by what is written on its parts."""

    def __init__(self, spec: AppSpec) -> None:
        self.device = PhoneDevice(phone_for(spec))
        self.device.perform(OpenApp(spec.label), self.device.observe())

    def shows(self) -> list[str]:
        return [one.label for one in self.device.observe().elements if one.label]

    def selected(self) -> list[str]:
        return [one.label for one in self.device.observe().elements if one.selected]

    def tap(self, label: str) -> None:
        look = self.device.observe()
        target = next(one for one in look.elements if one.label == label)
        self.device.perform(Click(ElementRef(target.index)), look)

    def back(self) -> None:
        self.device.perform(PressButton(SystemButton.BACK), self.device.observe())

    def type(self, text: str) -> None:
        look = self.device.observe()
        field = next(one for one in look.elements if one.editable)
        self.device.perform(Type(text, ElementRef(field.index), clear=True), look)


def test_tabs_are_sections_of_their_list(tasks_by_list: AppSpec) -> None:
    (section,) = tasks_by_list.sections
    assert section.tabs
    assert dict(section.members).keys() >= {"My Tasks", "Errands"}


def test_what_is_added_under_a_tab_is_shown_under_that_tab_alone(tasks_by_list: AppSpec) -> None:
    hand = RebuiltAppUser(tasks_by_list)
    hand.tap("Work")
    assert hand.selected() == ["Work"]
    hand.tap("Add task")
    hand.type("Blue ferry")
    hand.tap("Save")
    assert "Blue ferry" in hand.shows()
    hand.tap("Home")
    assert hand.selected() == ["Home"]
    assert "Blue ferry" not in hand.shows()
    hand.tap("Work")
    assert "Blue ferry" in hand.shows()


def test_each_screen_tells_what_explains_it(tasks_by_list: AppSpec) -> None:
    names = {module.name for module in MODULES}
    assert len(names) == len(MODULES)
    by_name = {one.name: set(one.modules) for one in tasks_by_list.screens}
    assert {"list", "section"} <= by_name[tasks_by_list.sections[0].screen]
    assert set[str]().union(*by_name.values()) <= names
    assert any(not modules for modules in by_name.values())


def rows(*names: str) -> str:
    """A list of rows, each a text that can be tapped."""
    inside = "".join(
        view("LinearLayout", "", 300 + 110 * place, view("TextView", name, 300 + 110 * place))
        for place, name in enumerate(names)
    )
    return (
        f'<node class="android.widget.ListView" scrollable="true" package="p" '
        f'bounds="[0,290][{WIDTH},1900]">{inside}</node>'
    )


def entry(name: str) -> RecordedScreen:
    return screen("Entry", view("TextView", name, 300, id="name"), view("Button", "More", 700))


HOME = screen("Entries", rows("Apple", "Birch", "Cedar"))
ASKED = dialog(
    "Delete this entry?",
    view("Button", "Cancel", 1000, left=100),
    view("Button", "Delete", 1150, left=100),
)


def kept(*names: tuple[str, bool]) -> RecordedScreen:
    """A list of rows with boxes to tick."""
    inside = ""
    for place, (name, on) in enumerate(names):
        top = 300 + 110 * place
        box = (
            f'<node class="android.widget.CheckBox" checkable="true" clickable="true" package="p" '
            f'checked="{str(on).lower()}" bounds="[800,{top}][1000,{top + 100}]"/>'
        )
        inside += view("LinearLayout", "", top, view("TextView", name, top) + box)
    return screen(
        "Entries",
        f'<node class="android.widget.ListView" package="p" bounds="[0,290][{WIDTH},1900]">{inside}</node>',
    )


def test_a_row_with_a_box_is_swiped_away_also_once_the_list_shows_its_table() -> None:
    names = ("Apple", "Birch", "Cedar", "Damson")
    before = kept(*((name, name == "Damson") for name in names))
    after = kept(*((name, name == "Damson") for name in names if name != "Apple"))
    across = Scroll(Stroke(Point(800, 175), Point(200, 175)))
    spec = rebuild(
        recording_of([before, across, after], opened("Apple", 350), opened("Birch", 460)),
        look=False,
    ).spec
    hand = RebuiltAppUser(spec)
    for name in ("Birch", "Cedar"):
        look = hand.device.observe()
        y = next(one for one in look.elements if one.label == name).bounds.center[1]
        hand.device.perform(Scroll(Stroke(look.point(800, y), look.point(200, y))), look)
    assert [one for one in hand.shows() if one in names] == ["Apple", "Damson"]


def opened(name: str, y: int) -> list[RecordedScreen | Action]:
    return [HOME, tap(y), entry(name), BACKWARDS, HOME]


def album(title: str, playing: str, *songs: str) -> RecordedScreen:
    """The songs of an album, above a bar that says what plays."""
    bar = view("TextView", playing, 1920, id="bar")
    return screen(title, rows(*songs), bar, activity=".Album")


def test_what_plays_is_no_section_of_the_songs() -> None:
    start = screen("Start", view("Button", "Postcards", 400), view("Button", "Anchors", 600))
    first, second = ("Violet", "Wild", "Silver"), ("Copper", "Small", "Slow")
    player = screen("Player", view("Button", "Queue", 700))
    recording = recording_of(
        [
            *(start, tap(450), album("Postcards", "Nothing", *first), tap(350)),
            *(album("Postcards", "Violet", *first), tap(460), album("Postcards", "Wild", *first)),
            *(tap(570), album("Postcards", "Silver", *first), BACKWARDS, start, tap(650)),
            *(album("Anchors", "Silver", *second), tap(350), album("Anchors", "Copper", *second)),
        ],
        [start, tap(450), album("Postcards", "Nothing", *first), tap(350), player],
        [start, tap(650), album("Anchors", "Nothing", *second), tap(460), player],
    )
    (section,) = rebuild(recording, look=False).spec.sections
    assert section.title.startswith("TextView#title")
    assert [name for name, _ in section.members] == ["Anchors", "Postcards"]
    assert all(len(rows) == 3 for _, rows in section.members)


def test_words_that_delete_remove_the_row_where_nobody_answered_so() -> None:
    asks: list[RecordedScreen | Action] = [
        HOME,
        tap(350),
        entry("Apple"),
        tap(750),
        ASKED,
        tap(1050),
        entry("Apple"),
    ]
    recording = recording_of(opened("Apple", 350), opened("Birch", 460), asks)
    hand = RebuiltAppUser(rebuild(recording, look=False).spec)
    hand.tap("Birch")
    hand.tap("More")
    hand.tap("Delete")
    assert "Apple" in hand.shows()
    assert "Birch" not in hand.shows()


def test_an_answer_that_was_recorded_tells_by_itself() -> None:
    keeps: list[RecordedScreen | Action] = [
        HOME,
        tap(350),
        entry("Apple"),
        tap(750),
        ASKED,
        tap(1200),
        entry("Apple"),
    ]
    recording = recording_of(opened("Apple", 350), opened("Birch", 460), keeps)
    hand = RebuiltAppUser(rebuild(recording, look=False).spec)
    hand.tap("Birch")
    hand.tap("More")
    hand.tap("Delete")
    hand.back()
    assert "Birch" in hand.shows()


def test_a_recorded_answer_that_deletes_removes_the_row_also_where_the_list_was_not_seen() -> None:
    done = screen("All done", view("Button", "Start again", 700))
    gone: list[RecordedScreen | Action] = [
        *(HOME, tap(350), entry("Apple"), tap(750), ASKED, tap(1200), done)
    ]
    spec = rebuild(recording_of(opened("Apple", 350), opened("Birch", 460), gone), look=False).spec
    assert [one.label for one in spec.removals] == ["Delete"]
    hand = RebuiltAppUser(spec)
    hand.tap("Birch")
    hand.tap("More")
    hand.tap("Delete")
    hand.back()
    hand.back()
    assert "Apple" in hand.shows()
    assert "Birch" not in hand.shows()


def test_a_row_that_only_moved_was_not_removed() -> None:
    """A pinned row goes to the top; seen again, it was not gone."""
    pin = dialog("Entry menu", view("Button", "Pin", 1000, left=100))
    away, back = screen("Entries", rows("Birch", "Cedar")), HOME
    walk: list[RecordedScreen | Action] = [
        HOME,
        tap(350),
        pin,
        tap(1050),
        away,
        tap(350),
        entry("Birch"),
        BACKWARDS,
        back,
    ]
    spec = rebuild(recording_of(opened("Birch", 460), walk), look=False).spec
    assert not [one for one in spec.removals if one.label == "Pin"]


def test_rows_stand_in_the_order_that_was_seen() -> None:
    columns = [ColumnSpec("title", "text", "t"), ColumnSpec("price", "money", "p")]
    known = [
        {"_id": 1, "title": "b", "price": "$9.50"},
        {"_id": 2, "title": "C", "price": "$10.00"},
        {"_id": 3, "title": "a", "price": "$2.00"},
    ]

    def ids(order: str) -> list[int]:
        return [int(row["_id"]) for row in in_order(known, order, columns, 2)]

    assert ids("") == [1, 2, 3]
    assert ids("newest") == [3, 1, 2]
    assert ids("up title") == [3, 1, 2]
    assert ids("down price") == [2, 1, 3]
    assert sort_key("no number", "money") == (0.0, "")


def opens(label: str, target: str) -> TransitionSpec:
    return TransitionSpec("list", "tap", (OutcomeSpec(target, 1),), "box>/row", label)


def test_a_row_opens_what_rows_like_it_opened() -> None:
    known = [
        opens("Plan, 09:12, Buy a map", "note"),
        opens("Guide, 10:05, Ask at the desk", "note"),
        opens("Shopping, 09:40, milk, eggs, bread", "checklist"),
        opens("Packing, 11:20, socks, map, torch", "checklist"),
    ]
    nearest = nearest_rows(known, "Party, 08:15, plates, forks, balloons")
    assert {one.outcomes[0].screen for one in nearest} == {"checklist"}
    assert nearest_rows(known, "Talk, 12:00, Ring her again")[0].outcomes[0].screen == "note"
    assert likeness("A, x, 1", "B, x, 2") > likeness("A, x, 1", "B, y z, q, r")


def test_an_app_stands_on_what_it_is_given() -> None:
    """A screen that reads otherwise than all that was recorded is the state, not the nearest recorded one."""
    recording = recording_of(opened("Apple", 350), opened("Birch", 460))
    replayer = Replayer(rebuild(recording, look=False).spec)
    other = screen("Entries", rows("Dogwood", "Elm"))
    name = replayer.name_of(other)
    replayer.stand_on([(name, replayer.state_of(name, other))], [other])
    texts = [one.text for one in replayer.device.observe().elements]
    assert "Elm" in texts
    assert "Apple" not in texts
    replayer.stand_on([(name, 0)])
    assert "Apple" in [one.text for one in replayer.device.observe().elements]
