"""Which tasks a rebuilt app suggests, what they call things, and that the ways of their oracles hold."""

from __future__ import annotations

from written_screens import WIDTH, app_of, name_of, screen, tap, view

from phoneworld import Workshop
from phoneworld.author import Page, Tap, TapId
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.generated_tasks import plans_of
from phoneworld.reconstruction.generic_app import make_app
from phoneworld.reconstruction.rebuild import Rebuilt
from phoneworld.reconstruction.recorded_paths import RecordedPaths
from phoneworld.reconstruction.specification import AppSpec
from phoneworld.system import launcher
from phoneworld.tasks.check import check_task
from phoneworld.tasks.template import Template
from phoneworld.tasks.trial import Task, Trial
from runtime.actions import Direction, Scroll

SETTINGS = screen("Settings", view("TextView", "Nothing here", 400))
ABOUT = screen("About", view("TextView", "Version 1", 400))


def switch(label: str, top: int, *, on: bool) -> str:
    """A row that can be tapped, with a switch in it that cannot."""
    inner = (
        f'<node class="android.widget.Switch" text="{label}" checkable="true" '
        f'checked="{str(on).lower()}" package="p" bounds="[0,{top}][{WIDTH},{top + 100}]"/>'
    )
    return view("RelativeLayout", "", top, inner, id=f"row_{top}")


def templates_of(spec: AppSpec) -> dict[str, Template]:
    return {plan.template.name: plan.template for plan in plans_of(spec)}


def workshop_of(spec: AppSpec) -> Workshop:
    app = make_app(spec)
    return Workshop({launcher.APP.package: launcher.APP, app.package: app})


def goal_of(spec: AppSpec, template: Template, seed: int = 0) -> str:
    return Trial(workshop_of(spec), Task(template, seed)).goal


def is_sound(spec: AppSpec, template: Template) -> bool:
    return not [one for seed in (0, 1) for one in check_task(workshop_of(spec), template, seed)]


def test_a_switch_and_the_row_it_lies_in_are_one_setting() -> None:
    main = screen("Main", switch("Line wrap", 400, on=False), switch("Sounds", 600, on=True))
    turned = screen("Main", switch("Line wrap", 400, on=True), switch("Sounds", 600, on=True))
    spec = app_of([main, tap(450), turned])
    assert [one.label for one in spec.settings] == ["Line wrap", "Sounds"]
    templates = templates_of(spec)
    asked = [one for name, one in templates.items() if ".state." in name]
    assert len(asked) == 2
    assert all(is_sound(spec, one) for one in templates.values())


def test_a_way_goes_by_ids_where_labels_do_not_tell() -> None:
    main = screen(
        "Main",
        view("ImageButton", "", 400, id="gear"),
        view("Button", "More", 600, id="first"),
        view("Button", "More", 800, id="second"),
    )
    spec = app_of([main, tap(450), SETTINGS], [main, tap(850), ABOUT])
    ways = RecordedPaths(Blueprint(spec, {})).everywhere((spec.start, 0))
    found = {place[0]: way for place, way in ways.items()}
    assert found[name_of(spec, "Settings")] == (TapId("gear"),)
    assert found[name_of(spec, "About")] == (TapId("second"),)


def test_a_way_goes_by_pages_that_were_scrolled() -> None:
    first = screen("Main", view("ListView", "", 300, view("Button", "One", 400), id="list"))
    second = screen("Main", view("ListView", "", 300, view("Button", "Nine", 400), id="list"))
    spec = app_of([first, Scroll(Direction.DOWN), second, tap(450), ABOUT])
    ways = RecordedPaths(Blueprint(spec, {})).everywhere((spec.start, 0))
    way = next(way for place, way in ways.items() if place[0] == name_of(spec, "About"))
    assert way == (Page(Direction.DOWN), Tap("Nine"))


def test_screens_of_one_name_are_told_apart_by_what_opens_them() -> None:
    main = screen("Main", view("Button", "People", 400), view("Button", "Files", 600))
    people = screen("People", view("Button", "Order", 400))
    files = screen("Files", view("Button", "Order", 400))
    by_name = screen("Order", view("Button", "Names", 1000), activity=".Names")
    by_size = screen("Order", view("Button", "Sizes", 1000), activity=".Sizes")
    spec = app_of(
        [main, tap(450), people, tap(450), by_name], [main, tap(650), files, tap(450), by_size]
    )
    opened = [one for name, one in templates_of(spec).items() if ".open." in name]
    goals = [goal_of(spec, one) for one in opened]
    assert len(set(goals)) == len(goals)
    assert sum("“Order” under “People”" in goal for goal in goals) == 1
    assert sum("“Order” under “Files”" in goal for goal in goals) == 1


def pair(name: str, value: str, top: int) -> str:
    return view(
        "LinearLayout", "", top, view("TextView", name, top) + view("TextView", value, top + 50)
    )


def test_what_stands_with_a_name_in_two_ways_is_not_asked_for() -> None:
    rows = pair("Theme", "Dark", 400) + pair("Size", "Large", 600)
    main = screen("Main", rows, view("Button", "More", 800))
    other = screen("More", pair("Theme", "Light", 400), pair("Voice", "Anna", 600))
    spec = app_of([main, tap(850), other])
    asked = [name.rpartition(".")[2] for name in templates_of(spec) if ".read." in name]
    assert sorted(asked) == ["size", "voice"]


def test_a_text_is_entered_on_its_page() -> None:
    field = '<node class="android.widget.EditText" text="" hint="{}" clickable="true" package="p" '
    field += f'bounds="[0,400][{WIDTH},500]"/>'
    main = screen("Main", field.format("Find"), view("Button", "More", 800))
    more = screen("More", field.format("Note"))
    spec = app_of([main, tap(850), more])
    entered = {name: one for name, one in templates_of(spec).items() if ".enter." in name}
    assert len(entered) == 2
    assert all(is_sound(spec, one) for one in entered.values())


def test_no_two_tasks_have_one_name(rebuilt: Rebuilt) -> None:
    names = [plan.template.name for plan in plans_of(rebuilt.spec)]
    assert len(names) == len(set(names)) > 10
