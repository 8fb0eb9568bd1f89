"""Tabs and entries of drawers that differ from recording to recording."""

from __future__ import annotations

import pytest
from written_screens import dialog, recording_of, screen, tap, touch, view

from phoneworld.reconstruction.modules.strips import table_of_strip
from phoneworld.reconstruction.rebuild import rebuild
from phoneworld.reconstruction.replayer import Replayer
from phoneworld.reconstruction.specification import AppSpec
from phoneworld.recording.model import RecordedScreen
from runtime.actions import Action, Direction, Point, Scroll, Type

WIDE = 300


def tabs(*names: str, selected: str = "All") -> RecordedScreen:
    inside = "".join(
        f'<node class="android.widget.Button" text="{name}" clickable="true" package="p" '
        f'selected="{str(name == selected).lower()}" '
        f'bounds="[{WIDE * place},200][{WIDE * (place + 1)},300]"></node>'
        for place, name in enumerate(names)
    )
    strip = (
        f'<node class="android.widget.HorizontalScrollView" scrollable="true" package="p" '
        f'bounds="[0,200][1000,300]">{inside}</node>'
    )
    return screen("Lists", strip, view("Button", "New list", 1700), view("Button", "Name", 1500))


def rebuilt(*more: list[RecordedScreen | Action]) -> AppSpec:
    plain: list[RecordedScreen | Action] = [tabs("All", "Work"), tap(1999), tabs("All", "Work")]
    other = tabs("All", "Work", "Garden")
    return rebuild(recording_of(plain, [other, tap(1999), other], *more), look=False).spec


def shown(replayer: Replayer) -> list[str]:
    return [one.text for one in replayer.device.observe().elements if one.role == "button"]


def test_all_tabs_that_were_recorded_are_there() -> None:
    replayer = Replayer(rebuilt())
    replayer.cold_start()
    assert shown(replayer)[:3] == ["All", "Work", "Garden"]


def test_tabs_scroll_sideways_where_they_are_wider_than_their_place() -> None:
    many = tabs("All", "Work", "Home", "Trips")
    spec = rebuilt([many, tap(1999), many])
    replayer = Replayer(spec)
    replayer.cold_start()
    last = spec.strips[0].entries[-1].label
    assert last not in shown(replayer)
    replayer.perform(Scroll(Direction.RIGHT, Point(500, 125)))
    assert last in shown(replayer)


def _named(
    button: int, before: RecordedScreen, after: RecordedScreen
) -> list[RecordedScreen | Action]:
    field = '<node class="android.widget.EditText" text="{}" package="p" resource-id="p:id/name" clickable="true" bounds="[100,900][900,1000]"></node>'
    title = "New list" if button == 1750 else "Rename list"
    ask, filled = (
        dialog(title, field.format(text), view("Button", "Save", 1100, left=100))
        for text in ("", "Choir")
    )
    return [before, tap(button), ask, Type("Choir", Point(500, 475)), filled, tap(1150), after]


def test_a_list_that_is_added_is_a_tab() -> None:
    adds = _named(1750, tabs("All", "Work"), tabs("All", "Work", "Choir"))
    spec = rebuilt(adds)
    (strip,) = spec.strips
    assert "Choir" not in [entry.label for entry in strip.entries]
    (form,) = [one for one in spec.forms if one.table == strip.table]
    assert form.effect == "insert"


def test_a_list_is_added_also_where_its_tab_comes_into_sight_by_scrolling() -> None:
    before = tabs("All", "Work", "Home", "Trips")
    adds = _named(1750, before, tabs("Home", "Trips", "Choir"))
    (form,) = rebuilt(adds).forms
    assert form.effect == "insert"


def test_a_list_that_got_another_name_is_the_same_tab() -> None:
    renames = _named(1550, tabs("All", "Work"), tabs("All", "Choir"))
    spec = rebuilt(renames)
    (form,) = [one for one in spec.forms if one.table == spec.strips[0].table]
    assert form.effect == "update"


def test_buttons_that_are_always_the_same_are_no_tabs() -> None:
    same = tabs("All", "Work")
    assert not rebuild(recording_of([same, tap(1999), same]), look=False).spec.strips


def test_a_tab_that_was_recorded_once_can_be_tapped() -> None:
    replayer = Replayer(rebuilt())
    replayer.cold_start()
    touch(replayer, "Garden")
    assert "Garden" in shown(replayer)


@pytest.mark.parametrize(
    ("screen", "table"),
    [
        ("home", "home_tabs"),
        ("同城", "tabs"),
        ("3_同城_feed", "feed_tabs"),
        ("feed_同城", "feed_tabs"),
    ],
)
def test_any_screen_gives_its_strip_a_table_that_can_be_named(screen: str, table: str) -> None:
    assert table_of_strip(screen, set()) == table
    assert table_of_strip(screen, {table}) == f"{table}_2"


def test_a_bar_that_hides_the_words_of_the_chosen_place_is_no_data() -> None:
    """Four places, always, of which the chosen one shows a picture instead of its name."""
    names = ("All", "Work", "Home", "Done")
    shown = [tabs(*("" if name == at else name for name in names), selected=at) for at in names]
    spec = rebuild(recording_of(*([one, tap(1999), one] for one in shown)), look=False).spec
    assert spec.strips == ()
