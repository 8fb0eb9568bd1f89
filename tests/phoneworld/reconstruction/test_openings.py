"""How rebuilt apps open: on their steady screen, with what is shown once above it, past a splash."""

from __future__ import annotations

from written_screens import BACKWARDS, app_of, dialog, name_of, screen, tap, touch, view

from phoneworld.reconstruction.reachability import explore_app
from phoneworld.reconstruction.replayer import Replayer
from phoneworld.reconstruction.specification import AppSpec
from runtime.actions import OpenApp, Wait

HOME = screen("Apps", package="com.android.launcher3", name="home")
MAIN = screen("Main", view("Button", "Settings", 400, id="settings"))
SETTINGS = screen("Settings", view("Button", "About", 400, id="about"))
SPLASH = screen("Welcome", name="splash")
ASKED = dialog("Allow it?", view("Button", "Allow", 900, left=100, id="allow"))
OPENED = OpenApp("P")


def shown_title(replayer: Replayer) -> str:
    look = replayer.device.observe()
    return next(one.text for one in look.elements if one.resource_id.endswith(("itle", "Title")))


def opened(spec: AppSpec) -> Replayer:
    replayer = Replayer(spec)
    replayer.cold_start()
    return replayer


def test_an_app_opens_on_what_followed_its_splash() -> None:
    spec = app_of([HOME, OPENED, SPLASH, tap(1500), MAIN, tap(450), SETTINGS])
    assert spec.start == name_of(spec, "Main")
    assert [one.screen for one in spec.passes] == [name_of(spec, "Welcome")]
    assert shown_title(opened(spec)) == "Main"


def test_a_splash_gives_way_to_time_and_to_a_touch() -> None:
    spec = app_of([HOME, OPENED, SPLASH, tap(1500), MAIN, tap(450), SETTINGS])
    for action in (Wait(2000), tap(1500)):
        replayer = Replayer(spec)
        replayer.stand_on([(name_of(spec, "Welcome"), 0)])
        assert shown_title(replayer) == "Welcome"
        replayer.perform(action)
        assert shown_title(replayer) == "Main"


def test_a_screen_that_back_closes_was_waiting() -> None:
    told = screen("Wrong answer", name="told")
    spec = app_of(
        [HOME, OPENED, MAIN, tap(450), told, BACKWARDS, MAIN, tap(450), told, BACKWARDS, MAIN]
    )
    assert spec.passes == ()
    replayer = opened(spec)
    touch(replayer, "Settings")
    assert shown_title(replayer) == "Wrong answer"


def test_a_screen_with_something_to_tap_is_no_splash() -> None:
    spec = app_of([HOME, OPENED, MAIN, tap(450), SETTINGS])
    assert spec.passes == ()


def test_an_app_that_never_shows_more_than_a_small_window_rests_on_it() -> None:
    asked = dialog("Postal code", view("Button", "Terms", 900, left=100, id="terms"))
    terms = screen("Terms of service", view("Button", "Agreed", 1500, id="agreed"))
    launch = [HOME, OPENED, asked]
    spec = app_of(launch, launch, [*launch, tap(950), terms, tap(1550), asked])
    assert spec.start == name_of(spec, "Postal code")
    replayer = opened(spec)
    touch(replayer, "Terms")
    assert shown_title(replayer) == "Terms of service"
    replayer.perform(BACKWARDS)
    assert shown_title(replayer) == "Postal code"


def test_a_question_at_the_first_opening_lies_above_the_app_and_is_asked_once() -> None:
    spec = app_of(
        [HOME, OPENED, ASKED, tap(950), MAIN, tap(450), SETTINGS],
        [HOME, OPENED, MAIN, tap(450), SETTINGS],
    )
    assert (spec.start, spec.first) == (name_of(spec, "Main"), name_of(spec, "Allow it?"))
    replayer = opened(spec)
    assert shown_title(replayer) == "Allow it?"
    touch(replayer, "Allow")
    assert shown_title(replayer) == "Main"
    replayer.phone.stop_app(spec.package)
    replayer.launch()
    assert shown_title(replayer) == "Main"


def test_answering_a_dialog_that_lies_on_nothing_does_not_leave_the_app() -> None:
    spec = app_of([MAIN, tap(450), SETTINGS], [ASKED])
    replayer = Replayer(spec)
    replayer.stand_on([(name_of(spec, "Allow it?"), 0)])
    touch(replayer, "Allow")
    assert shown_title(replayer) == "Main"


def test_every_screen_with_a_recorded_way_is_reached_from_a_cold_start() -> None:
    about = screen("About", view("Button", "Licences", 400, id="licences"))
    spec = app_of(
        [
            HOME,
            OPENED,
            ASKED,
            tap(950),
            MAIN,
            tap(450),
            SETTINGS,
            tap(450),
            about,
            BACKWARDS,
            SETTINGS,
        ]
    )
    reach = explore_app(Replayer(spec))
    assert reach.shown == reach.reached == reach.screens
    assert len(reach.screens) == 4


def test_a_screen_without_a_way_is_not_reached() -> None:
    spec = app_of([MAIN, tap(450), SETTINGS], [screen("Island", view("Button", "Palm", 600))])
    reach = explore_app(Replayer(spec))
    assert name_of(spec, "Island") not in reach.shown | reach.reached
