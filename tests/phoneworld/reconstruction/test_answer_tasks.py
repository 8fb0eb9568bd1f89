"""Tasks that are answered from a screen, or leave one as it was asked for."""

from __future__ import annotations

from rebuilt_tasks import chooser, drawn, sound_of
from written_screens import WIDTH, app_of, screen, tap, view

from phoneworld.reconstruction.screen_names import app_label
from phoneworld.tasks.check import make_mistake
from phoneworld.tasks.mistakes import Way
from phoneworld.tasks.steps import End, Open, Tap

WORDS = ("Amsterdam", "Brussels", "Copenhagen", "Dublin", "Edinburgh")


def listed(*names: str) -> str:
    rows = (view("TextView", name, 300 + 100 * n) for n, name in enumerate(names))
    inside = "".join(
        view("LinearLayout", "", 300 + 100 * n, row, left=1) for n, row in enumerate(rows)
    )
    return f'<node class="android.widget.ListView" package="p" bounds="[0,300][{WIDTH},1900]">{inside}</node>'


def test_all_options_of_a_dialog_are_asked_for() -> None:
    spec = chooser()
    (template,) = sound_of(spec, "options")
    trial = drawn(spec, template)
    assert not make_mistake(trial, Way(Open(spec.label), Tap("Theme"), End("Light, Dark"))).success
    trial = drawn(spec, template)
    assert make_mistake(
        trial, Way(Open(spec.label), Tap("Theme"), End("Dark, Sepia, Light"))
    ).success


def test_which_option_is_chosen_differs_from_seed_to_seed() -> None:
    spec = chooser()
    (template,) = sound_of(spec, "chosen")
    answers = {drawn(spec, template, seed).drawn.answer for seed in range(8)}  # type: ignore[attr-defined]
    assert len(answers) > 1


def test_entries_of_a_list_are_compared_and_found() -> None:
    main = screen("Main", view("Button", "Towns", 400), view("Button", "Lakes", 600))
    towns, lakes = screen("Towns", listed(*WORDS)), screen("Lakes", listed("Como", "Garda", "Iseo"))
    spec = app_of([main, tap(450), towns], [main, tap(650), lakes])
    order = next(one for one in sound_of(spec, "order") if "towns" in one.name)
    trial = drawn(spec, order)
    names = trial.drawn.names  # type: ignore[attr-defined]
    assert trial.drawn.answer == min(names, key=WORDS.index)  # type: ignore[attr-defined]
    among = sound_of(spec, "among")
    assert len(among) == 2


def test_what_has_to_be_opened_to_read_a_sentence_is_asked_for() -> None:
    main = screen("Main", view("Button", "Help", 400), view("Button", "About", 600))
    hints = screen("First steps", view("TextView", "Press and hold to record", 400))
    about = screen("Version", view("TextView", "Made with care in Lisbon", 400), activity=".About")
    spec = app_of([main, tap(450), hints], [main, tap(650), about])
    answers = {drawn(spec, one).drawn.answer for one in sound_of(spec, "where")}  # type: ignore[attr-defined]
    assert answers == {"Help", "About"}
    headings = {drawn(spec, one).drawn.answer for one in sound_of(spec, "heading")}  # type: ignore[attr-defined]
    assert headings == {"First steps", "Version"}


def test_what_a_tap_shows_is_left_on_the_screen() -> None:
    closed = screen("Main", view("Button", "Details", 400))
    opened = screen("Main", view("Button", "Details", 400), view("TextView", "All the rest", 600))
    spec = app_of([closed, tap(450), opened])
    (template,) = sound_of(spec, "show")
    assert not make_mistake(drawn(spec, template), Way(Open(spec.label), End())).success


def test_several_fields_are_filled_in() -> None:
    def field(hint: str, top: int) -> str:
        return (
            f'<node class="android.widget.EditText" text="" hint="{hint}" clickable="true" package="p" '
            f'resource-id="p:id/f{top}" bounds="[0,{top}][{WIDTH},{top + 100}]"/>'
        )

    main = screen("Main", view("Button", "New", 400))
    form = screen("New", field("Name", 400), field("Town", 600))
    spec = app_of([main, tap(450), form])
    (template,) = sound_of(spec, "fill")
    goal = drawn(spec, template).goal
    assert "“Name”" in goal
    assert "“Town”" in goal


def test_an_app_is_called_as_it_writes_its_name() -> None:
    assert app_label("com.x.filemanager.pro", ["Open with File Manager", "Files"]) == "File Manager"
    assert app_label("com.x.filemanager.pro", ["Files"], []) == "Filemanager"
