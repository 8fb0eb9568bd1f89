"""Rebuilt apps in use: closed loops, left-out demonstrations, other values, order, several packages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from small_recordings import two_screens
from written_screens import (
    BACKWARDS,
    app_of,
    dialog,
    name_of,
    recording_of,
    screen,
    tap,
    touch,
    view,
)

from phoneworld.cli import main
from phoneworld.reconstruction.behaviour import Behaviour
from phoneworld.reconstruction.closed_loop import run_episodes
from phoneworld.reconstruction.fidelity import measure
from phoneworld.reconstruction.fidelity_share import FidelityShare
from phoneworld.reconstruction.other_values import try_other_values
from phoneworld.reconstruction.rebuild import Rebuilt, rebuild
from phoneworld.reconstruction.replayer import Replayer
from phoneworld.reconstruction.round_trip import round_trip_fault
from phoneworld.reconstruction.spec_files import check_app, load_app
from phoneworld.recording.model import RecordedScreen, Recording
from phoneworld.recording.phone_sizes import at_phone_size
from phoneworld.recording.sources import import_apps
from runtime.actions import SCALE, Point, Type
from runtime.observation import Bounds

MAIN = screen("Main", view("Button", "Settings", 400, id="settings"))
SETTINGS = screen("Settings", view("Button", "About", 400, id="about"))
ABOUT = screen("About", view("Button", "Licences", 400, id="licences"))
WALK = recording_of(
    [MAIN, tap(450), SETTINGS, tap(450), ABOUT, BACKWARDS, SETTINGS, BACKWARDS, MAIN],
    [MAIN, tap(450), SETTINGS],
)


def test_a_whole_episode_is_right_in_a_closed_loop() -> None:
    steps = run_episodes(Replayer(rebuild(WALK, look=False).spec), WALK.episodes)
    assert [one.right and one.has_content for one in steps] == [True] * 5


def test_one_wrong_step_makes_those_wrong_that_need_it() -> None:
    spec = rebuild(WALK, look=False).spec
    broken = replace(
        spec,
        transitions=tuple(
            one for one in spec.transitions if (one.screen, one.label) != (spec.start, "Settings")
        ),
        screens=tuple(replace(one, title="") for one in spec.screens),
    )
    steps = run_episodes(Replayer(broken), WALK.episodes[:1])
    assert [one.right for one in steps] == [False] * 4
    figures = measure(WALK, folds=0, look=False, rebuilt=Rebuilt(broken, {}))
    assert figures.use.loop.right < figures.use.loop.total
    assert {one.kind for one in figures.use.breaks} >= {"closed loop"}


def test_figures_in_use_are_those_of_the_app() -> None:
    use = measure(WALK, look=False).use
    assert use.reachable == FidelityShare(3, 3)
    assert use.loop == FidelityShare(5, 5)
    assert use.loop_episodes == FidelityShare(2, 2)
    assert use.working == FidelityShare(1, 1)
    assert not use.fault


def test_an_app_that_cannot_be_loaded_is_found_out() -> None:
    rebuilt = rebuild(WALK, look=False)
    assert round_trip_fault(rebuilt) == ""
    unusable = replace(rebuilt.spec, start="nowhere")
    assert "nowhere" in round_trip_fault(replace(rebuilt, spec=unusable))


def test_a_demonstration_is_left_out_of_the_app_it_is_tried_on() -> None:
    told = replace(WALK.episodes[1], goal="Open the settings")
    use = measure(replace(WALK, episodes=(WALK.episodes[0], told)), folds=0, look=False).use
    assert use.demonstrations == FidelityShare(1, 1)
    alone = replace(WALK, episodes=(replace(WALK.episodes[0], goal="Look around"),))
    assert measure(alone, folds=0, look=False).use.demonstrations == FidelityShare(0, 0)


def field(words: str) -> str:
    return view("EditText", words, 600, id="words").replace(
        'clickable="false"', 'clickable="true" editable="true"'
    )


def test_another_text_than_was_recorded_is_shown_as_it_was_typed() -> None:
    empty, filled = (screen("Form", field(words), activity=".form") for words in ("", "Milk"))
    typed = Type("Milk", Point(SCALE // 2, 650 * SCALE // 2000), clear=True)
    recording = recording_of([empty, typed, filled])
    (tried,) = try_other_values(
        Replayer(rebuild(recording, look=False).spec), recording.episodes, most=5
    )
    assert tried.recorded == "Milk" != tried.value
    assert tried.right


@settings(max_examples=10)
@given(st.permutations(range(4)))
def test_the_order_of_recordings_does_not_matter(order: list[int]) -> None:
    other = screen("Other", view("Button", "Settings", 700, id="settings"))
    whole = recording_of(
        [MAIN, tap(450), SETTINGS, tap(450), ABOUT],
        [MAIN, tap(450), SETTINGS, BACKWARDS, MAIN],
        [other, tap(750), SETTINGS],
        [ABOUT, BACKWARDS, SETTINGS],
    )
    shuffled = replace(
        whole,
        episodes=tuple(whole.episodes[place] for place in order),
        screens=tuple(reversed(whole.screens)),
    )
    assert rebuild(shuffled, look=False).spec == rebuild(whole, look=False).spec


@settings(max_examples=10)
@given(st.integers(1, 3))
def test_more_recordings_do_not_take_anything_away(count: int) -> None:
    whole = recording_of(
        [MAIN, tap(450), SETTINGS, BACKWARDS, MAIN],
        [MAIN, tap(450), SETTINGS, tap(450), ABOUT],
        [SETTINGS, BACKWARDS, MAIN],
        [ABOUT, BACKWARDS, SETTINGS],
    )

    def first(number: int) -> Recording:
        episodes = whole.episodes[:number]
        seen = {s for e in episodes for step in e.steps for s in (step.before, step.after)}
        return replace(
            whole, episodes=episodes, screens=tuple(s for s in whole.screens if s in seen)
        )

    less, more = (rebuild(first(number), look=False).spec for number in (count, count + 1))
    assert {one.title for one in less.screens} <= {one.title for one in more.screens}
    assert {(t.screen, t.action, t.slot, t.label) for t in less.transitions} <= {
        (t.screen, t.action, t.slot, t.label) for t in more.transitions
    }


def listed(rows: str, count: str) -> RecordedScreen:
    return screen(
        "Rows", view("TextView", rows, 500, id="rows"), view("TextView", count, 700, id="count"),
        view("Button", "Nothing", 900, id="nothing"), activity=".rows",
    )  # fmt: skip


def test_what_changed_nothing_elsewhere_changes_nothing_here() -> None:
    """The content that followed on another one is not shown: it would contradict this one."""
    spec = app_of(
        [listed("apples", "1"), tap(950), listed("apples", "1")],
        [listed("pears", "2")],
    )
    rows = name_of(spec, "Rows")
    states = next(one.states for one in spec.screens if one.name == rows)
    pears = next(n for n, s in enumerate(states) if any(v.text == "pears" for v in s.views))
    move = Behaviour(spec).decide(rows, pears, "tap", slot="Button#nothing", label="Nothing")
    assert move is not None
    assert (move.screen, move.state) == (rows, pears)


def test_radio_buttons_are_a_choice_and_no_switches() -> None:
    def radios(on: str) -> list[str]:
        return [
            view("RadioButton", words, top, id="option").replace(
                "package", f'checkable="true" checked="{str(words == on).lower()}" package'
            )
            for words, top in (("Light", 400), ("Dark", 600))
        ]

    light, dark = (screen("Theme", *radios(on), activity=".theme") for on in ("Light", "Dark"))
    spec = app_of([light, tap(650), dark])
    assert spec.settings == ()
    assert [one.options for one in spec.choices] == [("Light", "Dark")]
    replayer = Replayer(spec)
    replayer.cold_start()
    for _ in range(2):
        touch(replayer, "Dark")
        ticked = [one.text for one in replayer.device.observe().elements if one.checked]
        assert ticked == ["Dark"]


def test_a_switch_that_nobody_touched_can_be_turned() -> None:
    switch = view("Switch", "Vibrate", 700, id="vibrate").replace(
        "package", 'checkable="true" checked="false" package'
    )
    spec = app_of([screen("Main", view("Button", "Settings", 400), switch), tap(450), SETTINGS])
    assert [(one.label, one.changes) for one in spec.settings] == [("Vibrate", 0)]
    replayer = Replayer(spec)
    replayer.cold_start()
    touch(replayer, "Vibrate")
    assert [one.text for one in replayer.device.observe().elements if one.checked] == ["Vibrate"]


def test_a_table_of_a_screen_with_a_chinese_title_can_be_loaded() -> None:
    def row(words: str, top: int) -> str:
        return view("LinearLayout", "", top, view("TextView", words, top, id="name"))

    rows = "".join(row(words, top) for words, top in (("甲", 300), ("乙", 500), ("丙", 700)))
    box = (
        '<node class="android.widget.ListView" resource-id="p:id/list" package="p" '
        f'bounds="[0,200][1000,1900]">{rows}</node>'
    )
    names = screen("清单", box, activity=".list")
    details = [
        screen("详情", view("TextView", one, 600, id="what"), activity=".one") for one in "甲乙"
    ]
    spec = app_of(
        [names, tap(350), details[0], BACKWARDS, names, tap(550), details[1], BACKWARDS, names]
    )
    assert [table.name for table in spec.tables] == ["rows"]
    check_app(spec, "here")
    assert round_trip_fault(Rebuilt(spec, {})) == ""


def test_a_pop_up_keeps_its_size() -> None:
    small = dialog("Menu", view("Button", "Share", 900, left=100))
    bounds = Bounds(500, 200, 900, 700)
    menu = replace(small, root=replace(small.root, bounds=bounds), width_px=900, height_px=700)
    sized = at_phone_size({"main": MAIN, "settings": SETTINGS, "menu": menu})
    assert (sized["menu"].width_px, sized["menu"].height_px) == (1000, 2000)
    assert sized["main"] is not None
    assert at_phone_size({"menu": menu})["menu"].width_px == 900


def test_several_packages_are_several_apps(tmp_path: Path) -> None:
    two_screens(tmp_path / "rec" / "one")
    two_screens(tmp_path / "rec" / "two")
    for path in (tmp_path / "rec" / "two").rglob("*.json"):
        path.write_text(path.read_text().replace("org.example.app", "org.example.other"))
    apps = import_apps([tmp_path / "rec"])
    assert sorted(apps) == ["org.example.app", "org.example.other"]
    assert (
        main(["reconstruct", str(tmp_path / "rec"), "--out", str(tmp_path / "apps"), "--no-tasks"])
        == 0
    )
    for package in apps:
        spec, _ = load_app(tmp_path / "apps" / package)
        assert {screen.package for screen in spec.screens} == {package}
