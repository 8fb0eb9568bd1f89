"""What rebuilt apps do to rows they never saw touched, and to choices that were never made."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_recordings import record_exploration, record_oracle

from phoneworld import Workshop
from phoneworld.device import PhoneDevice
from phoneworld.phone import Phone
from phoneworld.reconstruction.actions import recorded_action
from phoneworld.reconstruction.rebuild import rebuild
from phoneworld.reconstruction.records import CHOICES, DATABASE
from phoneworld.reconstruction.replayer import phone_for
from phoneworld.reconstruction.rows import spoken, step_of, stepped, worded
from phoneworld.reconstruction.screen_parts import parts_of
from phoneworld.reconstruction.specification import AppSpec
from phoneworld.recording.sources import import_all
from phoneworld.store import database_path
from runtime.actions import Click, Direction, ElementRef, OpenApp, Point, Scroll, Stroke, Type
from runtime.hierarchy_xml import HierarchyNode
from runtime.observation import CLICKABLE, Bounds, Observation


def rebuilt_from(
    workshop: Workshop, folder: Path, app: str, *tasks: str, steps: int = 0
) -> AppSpec:
    for task in tasks:
        record_oracle(workshop, task, folder / task)
    if steps:
        record_exploration(workshop, app, folder / "explore", steps=steps)
    return rebuild(import_all([folder]), package=f"com.phoneworld.{app.lower()}", label=app).spec


def rows(phone: Phone, spec: AppSpec, table: str) -> list[dict[str, object]]:
    path = database_path(spec.package, DATABASE)
    found = phone.databases[path].rows("SELECT name FROM sqlite_master WHERE name = ?", table)
    assert found, f"no table {table}"
    return phone.databases[path].rows(f"SELECT * FROM {table} ORDER BY _id")  # noqa: S608 - checked


def tap(device: PhoneDevice, label: str) -> Observation:
    look = device.observe()
    target = next(e for e in look.elements if e.label == label)
    device.perform(Click(ElementRef(target.index)), look)
    return device.observe()


@pytest.fixture(scope="module")
def tasks_app(tmp_path_factory: pytest.TempPathFactory, workshop: Workshop) -> AppSpec:
    folder = tmp_path_factory.mktemp("tasks")
    return rebuilt_from(workshop, folder, "Tasks", "tasks.complete", "tasks.star", steps=40)


def test_a_button_in_a_row_acts_on_its_row_alone(tasks_app: AppSpec) -> None:
    phone = phone_for(tasks_app)
    device = PhoneDevice(phone)
    device.perform(OpenApp("Tasks"), device.observe())
    look = device.observe()
    touched = {one.label for one in tasks_app.transitions if one.action == "tap"}
    label = next(
        e.label
        for e in look.elements
        if e.label.startswith("Complete: ") and e.label not in touched
    )
    before = rows(phone, tasks_app, "tasks")
    look = tap(device, label)
    after = rows(phone, tasks_app, "tasks")
    changed = [now for was, now in zip(before, after, strict=True) if was != now]
    title = label.removeprefix("Complete: ")
    assert [row["title"] for row in changed] == [title]
    assert changed[0]["checkbox_tick"] == "on"
    for _ in range(20):
        if any(e.label == f"Reopen: {title}" for e in look.elements):
            break
        device.perform(Scroll(Direction.DOWN), look)
        look = device.observe()
    assert any(e.label == f"Reopen: {title}" for e in look.elements)


def test_a_swiped_row_is_gone(workshop: Workshop, tmp_path: Path) -> None:
    names = ("tasks.delete_one_of_two", "tasks.complete")
    spec = rebuilt_from(workshop, tmp_path, "Tasks", *names, steps=30)
    recorded = next(one for one in spec.row_effects if one.action.startswith("swipe"))
    assert recorded.removes
    phone = phone_for(spec)
    device = PhoneDevice(phone)
    device.perform(OpenApp("Tasks"), device.observe())
    look = device.observe()
    before = rows(phone, spec, recorded.table)
    row = next(e for e in look.elements if e.role == "item" and e.label)
    x, y = row.bounds.center
    ends = [look.point(x + 300, y), look.point(x - 300, y)]
    if recorded.action.endswith("right"):
        ends.reverse()
    device.perform(Scroll(Stroke(*ends)), look)
    after = rows(phone, spec, recorded.table)
    gone = [one["title"] for one in before if one not in after]
    assert len(gone) == 1
    assert row.label.startswith(str(gone[0]))


def test_a_choice_that_was_never_made_is_kept_and_shown(workshop: Workshop, tmp_path: Path) -> None:
    spec = rebuilt_from(workshop, tmp_path, "Clock", "clock.snooze_length")
    phone = phone_for(spec)
    device = PhoneDevice(phone)
    device.perform(OpenApp("Clock"), device.observe())
    tap(device, "More options")
    tap(device, "Settings")
    (choice,) = spec.choices
    opener = next(e.label for e in device.observe().elements if choice.initial in e.label)
    tap(device, opener)
    made = {o.label for o in spec.transitions if o.screen == choice.screen}
    other = next(o for o in choice.options if o not in made and o != choice.initial)
    look = tap(device, other)
    assert [row["value"] for row in rows(phone, spec, CHOICES)] == [other]
    assert any(other in e.label for e in look.elements)
    assert not any(e.label == opener for e in look.elements)


def test_a_row_picked_in_one_list_comes_into_the_other(workshop: Workshop, tmp_path: Path) -> None:
    record_oracle(workshop, "clock.add_city", tmp_path / "another", seed=1)
    spec = rebuilt_from(workshop, tmp_path, "Clock", "clock.add_city", "clock.remove_city")
    (pick,) = spec.picks
    phone = phone_for(spec)
    device = PhoneDevice(phone)
    device.perform(OpenApp("Clock"), device.observe())
    tap(device, "Clock")
    tap(device, "Add city")
    look = device.observe()
    before = len(rows(phone, spec, pick.into))
    city = next(e for e in look.elements if e.role == "item" and "Amsterdam" in e.label)
    device.perform(Click(ElementRef(city.index)), look)
    after = rows(phone, spec, pick.into)
    assert len(after) == before + 1
    assert after[-1]["title"] == "Amsterdam"


def test_typing_what_was_recorded_shows_what_was_recorded(
    workshop: Workshop, tmp_path: Path
) -> None:
    spec = rebuilt_from(workshop, tmp_path, "Clock", "clock.add_city")
    typed = next(one for one in spec.transitions if one.action == "type")
    phone = phone_for(spec)
    device = PhoneDevice(phone)
    phone.open_screen(spec.package, typed.screen, {"state": 0})
    look = device.observe()
    field = next(ElementRef(e.index) for e in look.elements if e.editable)
    wanted = next(
        v.text
        for v in next(s for s in spec.screens if s.name == typed.screen).states[1].views
        if "editable" in v.flags
    )
    device.perform(Type(wanted, field, clear=True), look)
    assert any(e.label.startswith(wanted) and e.role == "item" for e in device.observe().elements)


@pytest.mark.parametrize(
    ("before", "after", "other", "then"),
    [
        ("28:02", "29:02", "03:30", "04:30"),
        ("1:05:00", "1:06:00", "2:00:00", "2:01:00"),
        ("4", "5", "11", "12"),
        ("4", "3", "1", "0"),
        ("4", "3", "0", "0"),
    ],
)
def test_a_step_of_a_number_is_the_same_step_of_another(
    before: str, after: str, other: str, then: str
) -> None:
    assert stepped(other, step_of(before, after)) == then


def test_what_is_no_number_has_no_step() -> None:
    assert step_of("Open", "Paid back") == ""
    assert step_of("4", "4") == ""


def test_words_of_buttons_name_the_row_they_are_on() -> None:
    values = {"title": "Milk", "amount": "2 l"}
    words = worded("Remove Milk (2 l)", values)
    assert words == "Remove {title} ({amount})"
    assert spoken(words, {"title": "Eggs", "amount": "6"}) == "Remove Eggs (6)"


def test_a_stroke_across_a_row_is_a_swipe_of_that_row() -> None:
    def node(name: str, bounds: Bounds, *children: HierarchyNode, text: str = "") -> HierarchyNode:
        flags = CLICKABLE if name.endswith("Layout") else 0
        return HierarchyNode(name, text, "", "", "", "app", bounds, flags, children)

    rows = [
        node("x.LinearLayout", Bounds(0, top, 1000, top + 100), node("x.TextView", Bounds(0, top, 900, top + 90), text=name))
        for top, name in ((0, "One"), (100, "Two"), (200, "Three"))
    ]  # fmt: skip
    box = node("x.RecyclerView", Bounds(0, 0, 1000, 1000), *rows)
    parts = parts_of(node("hierarchy", Bounds(0, 0, 1000, 1000), box))
    recorded = recorded_action(Scroll(Stroke(Point(900, 150), Point(200, 150))), parts, 1000, 1000)
    assert recorded is not None
    assert (recorded.kind, recorded.label) == ("swipe left", "Two")
    down = recorded_action(Scroll(Stroke(Point(500, 600), Point(500, 100))), parts, 1000, 1000)
    assert down is not None
    assert down.kind == "scroll down"
