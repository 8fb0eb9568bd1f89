"""A walk through an app's screens: it finds taps that crash, and tells what it saw."""

from pathlib import Path

import pytest
from built_in import CATALOGUE
from printed_app import printed_app

from phoneworld import Workshop, open_catalogue
from phoneworld.app import App, Screen
from phoneworld.cli import main
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import Button
from phoneworld.ui.rows import Tile
from phoneworld.ui.view import Column, View
from phoneworld.walk import Walked, walk_app

PACKAGE = "com.example.doors"


class Hall(Screen):
    def view(self) -> View:
        doors = (
            Tile(name, on_click=lambda name=name: self.open(name)) for name in ("left", "right")
        )
        return Scaffold(TopBar("Doors"), Column(*doors))


class Room(Screen):
    """Behind it there is a door to nowhere."""

    def view(self) -> View:
        return Scaffold(TopBar("Room", back=self.close), Button("On", lambda: self.open("nowhere")))


class Closed(Hall):
    """No door leads here."""


def doors(**screens: type[Screen]) -> App:
    return App(
        package=PACKAGE,
        label="Doors",
        icon="home",
        color="#0288d1",
        screens={"hall": Hall, **screens},
        start="hall",
    )


def walk(app: App) -> Walked:
    return walk_app(Workshop({**CATALOGUE.apps, PACKAGE: app}), PACKAGE)


def test_a_tap_that_crashes_is_found_with_the_way_to_it() -> None:
    walked = walk(doors(left=Hall, right=Room))

    assert [crash.way for crash in walked.crashes] == [("Doors", "tap 'right'", "tap 'On'")]
    assert "nowhere" in walked.crashes[0].error


def test_an_app_whose_doors_all_lead_somewhere_does_not_crash() -> None:
    assert not walk(doors(left=Hall, right=Hall)).crashes


def test_a_screen_that_no_way_leads_to_is_unseen() -> None:
    walked = walk(doors(left=Hall, right=Hall, cellar=Closed))

    assert walked.seen == {"hall", "left", "right"}
    assert walked.unseen == {"cellar"}


def test_rows_below_the_screen_are_tried_too(workshop: Workshop) -> None:
    assert "about" in walk_app(workshop, "com.phoneworld.settings", tries=400).seen


@pytest.mark.parametrize("package", sorted(CATALOGUE.apps)[::3])
def test_built_in_app_does_not_crash(workshop: Workshop, package: str) -> None:
    """A sample, some taps into each; the whole of it: the exhaustive test below."""
    assert not walk_app(workshop, package, tries=60).crashes


@pytest.mark.exhaustive
@pytest.mark.parametrize("package", sorted(CATALOGUE.apps))
def test_built_in_app_does_not_crash_anywhere(workshop: Workshop, package: str) -> None:
    assert not walk_app(workshop, package).crashes


def test_check_tells_which_tap_crashes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with printed_app(tmp_path):
        path = tmp_path / "water" / "app.py"
        code = path.read_text(encoding="utf-8")
        path.write_text(code.replace('"drink": Drink', '"glass": Drink'), encoding="utf-8")
        assert "com.phoneworld.water" in open_catalogue().apps

        words = ["check", "water.log", "--seeds", "1", "--jobs", "1", "--tries", "50"]
        assert main(words) == 1

    printed = capsys.readouterr().out
    assert "Water: crash: Water > tap '" in printed
    assert "walked through 1 apps: 1 of 2 screens seen, not Water: glass" in printed
