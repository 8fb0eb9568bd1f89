"""Tasks about what a screen offers: its buttons, its field, its one sentence, its options."""

from __future__ import annotations

from rebuilt_tasks import chooser, drawn, sound_of
from written_screens import app_of, dialog, screen, tap, view

from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.recorded_paths import RecordedPaths
from phoneworld.reconstruction.specification import AppSpec
from phoneworld.tasks.check import make_mistake
from phoneworld.tasks.mistakes import Way
from phoneworld.tasks.steps import End, Open, Tap


def failed() -> AppSpec:
    """An app that says that something failed, and asks for a code."""
    first = screen(
        "Set-up failed",
        view("TextView", "Please send us the log.", 400),
        view("Button", "Send the log", 800, id="send"),
        view("Button", "Enter a code", 1000, id="code"),
    )
    field = (
        '<node class="android.widget.EditText" text="" hint="Your postal code" package="p" '
        'resource-id="p:id/code" clickable="true" bounds="[100,900][900,1000]"/>'
    )
    asked = dialog("Code", field, view("Button", "Check it", 1100, left=100, id="check"))
    sent = screen("Log", view("Button", "Share it", 400), view("Button", "Throw it away", 600))
    return app_of([first, tap(1050), asked], [first, tap(850), sent])


def test_one_of_three_buttons_is_on_the_screen() -> None:
    spec = failed()
    found = {one.name.rpartition(".")[2]: one for one in sound_of(spec, "button")}
    trial = drawn(spec, found["log"])
    answer = trial.drawn.answer  # type: ignore[attr-defined]
    assert answer in ("Share it", "Throw it away")
    wrong = next(one for one in trial.drawn.names if one != answer)  # type: ignore[attr-defined]
    assert not make_mistake(trial, Way(Open(spec.label), Tap("Send the log"), End(wrong))).success


def test_the_one_sentence_of_a_screen_is_asked_for() -> None:
    spec = failed()
    (template,) = sound_of(spec, "says")
    assert drawn(spec, template).drawn.answer == "Please send us the log."  # type: ignore[attr-defined]


def test_what_a_field_asks_for_is_asked_for() -> None:
    spec = failed()
    (template,) = sound_of(spec, "hint")
    assert drawn(spec, template).drawn.answer == "Your postal code"  # type: ignore[attr-defined]


def test_options_are_counted_and_told_by_their_place() -> None:
    spec = chooser()
    (count,) = sound_of(spec, "count")
    assert drawn(spec, count).drawn.answer == "3"  # type: ignore[attr-defined]
    (last,) = sound_of(spec, "last")
    assert drawn(spec, last).drawn.answer == "Sepia"  # type: ignore[attr-defined]
    (spot,) = sound_of(spec, "spot")
    answers = {drawn(spec, spot, seed).drawn.answer for seed in range(8)}  # type: ignore[attr-defined]
    assert answers == {"Dark", "Sepia"}


def test_what_is_disabled_is_no_way() -> None:
    shut = view("Button", "Answer", 400).replace("<node ", '<node enabled="false" ', 1)
    spec = app_of([screen("Quiz", shut), tap(450), screen("Right", view("TextView", "Yes", 900))])
    ways = RecordedPaths(Blueprint(spec, {})).everywhere((spec.start, 0))
    assert {name for name, _ in ways} == {spec.start}
