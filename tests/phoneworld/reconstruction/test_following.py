"""Which content follows on one that was not recorded so: it is foretold from what was."""

from __future__ import annotations

from written_screens import app_of, dialog, name_of, screen, tap, view

from phoneworld.reconstruction.behaviour import Behaviour
from phoneworld.reconstruction.specification import AppSpec, ScreenSpec
from phoneworld.reconstruction.telling_features import Way, telling_places, told_alike
from phoneworld.recording.model import RecordedScreen
from runtime.actions import Direction, Point, Scroll

CANCELS = {"Settings": "CANCEL", "Instellings": "KANSELLEER"}


def found(spec: AppSpec, title: str) -> ScreenSpec:
    name = name_of(spec, title)
    return next(one for one in spec.screens if one.name == name)


def reads(spec: AppSpec, title: str, state: int) -> set[str]:
    return {one.text for one in found(spec, title).states[state].views if one.text}


def place_of(spec: AppSpec, title: str, *texts: str) -> int:
    """The content of a screen that reads all these texts."""
    states = range(len(found(spec, title).states))
    return next(state for state in states if set(texts) <= reads(spec, title, state))


def settings(heading: str, *summaries: str) -> RecordedScreen:
    """A screen in one of two languages; most of what it reads is in neither."""
    lines = (view("TextView", words, 500 + 100 * n) for n, words in enumerate(summaries))
    head = view("TextView", heading, 300, id="heading")
    return screen(
        "Here", head, *lines, view("Button", "Theme", 1500, id="theme"), activity=".settings"
    )


def asked(heading: str) -> RecordedScreen:
    return dialog("Choose", view("Button", CANCELS[heading], 1100, left=100, id="cancel"))


def test_a_dialog_is_in_the_language_of_the_screen_that_opens_it() -> None:
    def steps(heading: str, *rest: str) -> list[object]:
        return [settings(heading, *rest), tap(1550), asked(heading)]

    spec = app_of(
        steps("Settings", "a", "b", "c", "d", "1"),  # type: ignore[arg-type]
        steps("Settings", "a", "b", "c", "d", "2"),  # type: ignore[arg-type]
        steps("Instellings", "p", "q", "r", "s"),  # type: ignore[arg-type]
        steps("Instellings", "p", "q", "t", "u"),  # type: ignore[arg-type]
        [settings("Instellings", "a", "b", "c", "d")],
    )
    new = place_of(spec, "Here", "Instellings", "d")
    move = Behaviour(spec).decide(
        name_of(spec, "Here"), new, "tap", slot="Button#theme", label="Theme"
    )
    assert move is not None
    assert "KANSELLEER" in reads(spec, "Choose", move.state)


def test_only_what_foretells_counts() -> None:
    shown = {
        0: {"language": (("en", 0),), "clock": (("1:00", 0),)},
        1: {"language": (("en", 0),), "clock": (("2:00", 0),)},
        2: {"language": (("af", 0),), "clock": (("1:00", 0),)},
        3: {"language": (("af", 0),), "clock": (("2:00", 0),)},
    }
    ways: list[Way] = [(0, 10, 1, -1), (1, 10, 1, -1), (2, 11, 1, -1), (3, 11, 1, -1)]
    places = telling_places(ways, lambda state: shown[state], lambda a, b: float(a == b))
    assert set(places) == {"language"}
    assert told_alike(places, shown[0], shown[1]) == 1.0
    assert told_alike(places, shown[0], shown[2]) == 0.0


def test_values_that_never_come_twice_foretell_nothing() -> None:
    shown = {n: {"clock": ((f"{n}:00", 0),)} for n in range(4)}
    ways: list[Way] = [(0, 10, 1, -1), (1, 10, 1, -1), (2, 11, 1, -1), (3, 11, 1, -1)]
    assert telling_places(ways, lambda state: shown[state], lambda a, b: float(a == b)) == {}


def test_a_screen_that_keeps_what_the_one_before_showed_keeps_it() -> None:
    def listed(*names: str, searching: bool) -> RecordedScreen:
        rows = [view("TextView", name, 500 + 100 * n) for n, name in enumerate(names)]
        top = view("EditText", "", 300, id="field") if searching else ""
        button = view("Button", "Search", 1500, id="search")
        return screen("Towns", top or button, *rows, activity=".towns")

    groups = [
        ("Oslo", "Bergen", "Tromso", "Narvik"),
        ("Rome", "Milan", "Turin", "Bari"),
        ("Lyon", "Nice", "Lille", "Brest"),
    ]
    other = ("Bonn", "Kiel", "Ulm", "Jena")
    spec = app_of(
        *([listed(*g, searching=False), tap(1550), listed(*g, searching=True)] for g in groups),
        [listed(*other, searching=False)],
        [listed(*other, searching=True)],
    )
    plain, searching = (one for one in spec.screens)
    if any(view.text == "Search" for view in searching.states[0].views):
        plain, searching = searching, plain
    new = next(
        n for n, state in enumerate(plain.states) if any(v.text == "Bonn" for v in state.views)
    )
    move = Behaviour(spec).decide(plain.name, new, "tap", slot="Button#search", label="Search")
    assert move is not None
    assert move.screen == searching.name
    assert "Bonn" in {v.text for v in searching.states[move.state].views}


def test_a_scroll_does_on_another_content_what_it_did_on_the_one_like_it() -> None:
    def page(number: int, mark: str) -> RecordedScreen:
        lines = [view("TextView", f"line {number}.{n}", 500 + 100 * n) for n in range(5)]
        return screen("Text", view("TextView", mark, 300, id="mark"), *lines, activity=".text")

    down = Scroll(Direction.DOWN, Point(500, 500))
    spec = app_of([page(1, "Monday"), down, page(2, "Monday")], [page(1, "Friday")])
    text = name_of(spec, "Text")
    move = Behaviour(spec).decide(text, place_of(spec, "Text", "Friday"), "scroll down")
    assert move is not None
    assert "line 2.0" in reads(spec, "Text", move.state)


def test_preferences_are_no_rows() -> None:
    def preferences(*pairs: tuple[str, str]) -> RecordedScreen:
        rows = ""
        for n, (title, summary) in enumerate(pairs):
            top = 300 + 200 * n
            texts = "".join(
                f'<node class="android.widget.TextView" text="{words}" package="p" '
                f'resource-id="android:id/{id}" bounds="[0,{at}][1000,{at + 90}]"/>'
                for words, id, at in ((title, "title", top), (summary, "summary", top + 90))
            )
            rows += (
                f'<node class="android.widget.LinearLayout" clickable="true" package="p" '
                f'bounds="[0,{top}][1000,{top + 200}]">{texts}</node>'
            )
        box = (
            f'<node class="androidx.recyclerview.widget.RecyclerView" package="p" '
            f'resource-id="p:id/recycler_view" bounds="[0,300][1000,1900]">{rows}</node>'
        )
        return screen("Preferences", box)

    both = preferences(("Theme", "Dark"), ("Language", "English"))
    one, other = (
        dialog(title, view("Button", "OK", 900, left=100)) for title in ("Theme", "Language")
    )
    spec = app_of([both, tap(400), one], [both, tap(600), other], [both, tap(400), one])
    assert spec.tables == ()
