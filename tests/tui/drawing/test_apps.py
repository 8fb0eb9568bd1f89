"""Every app's first screen in words, at three sizes, to be read in review.

`pytest tests/tui/drawing --snapshot-update` writes them anew.
"""

import pytest
from drawn_looks import first_looks, look_of, phone_in, tapped
from phonebuddy.v1 import observation_pb2
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from phoneworld import Workshop, open_catalogue
from tui.drawing.paint import paint
from tui.drawing.windows import draw

SIZES = ((30, 24), (44, 36), (70, 45))
_ANY = observation_pb2.Observation


class TextFiles(SingleFileSnapshotExtension):
    """A file for each text."""

    _write_mode = WriteMode.TEXT
    _file_extension = "txt"


@pytest.fixture(scope="module")
def workshop() -> Workshop:
    return open_catalogue().workshop()


@pytest.fixture
def drawn(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(TextFiles)


def page(look: _ANY, behind: _ANY | None = None) -> str:
    """A look at all sizes, one below the other, each in a frame."""
    parts: list[str] = []
    for columns, rows in SIZES:
        text = paint(draw(look, columns, rows, behind=behind), None).text()
        lines = [f"│{line}" for line in text.splitlines()]
        parts += [f"{columns} x {rows}", *lines, ""]
    return "\n".join(parts)


APPS = """Browser Calculator Calendar Camera Clock Contacts Expenses Files Gallery Huddle Mail Maps
Messages Music Notes Phone Recipes Settings Shop Tasks Wallet""".split()


def test_every_app_is_drawn(workshop: Workshop) -> None:
    assert [
        app.label
        for app in sorted(workshop.apps.values(), key=lambda app: app.label)
        if app.in_launcher
    ] == APPS


@pytest.fixture(scope="module")
def looks(workshop: Workshop) -> dict[str, _ANY]:
    return first_looks(workshop)


@pytest.mark.parametrize("app", APPS)
def test_first_screen(app: str, looks: dict[str, _ANY], drawn: SnapshotAssertion) -> None:
    assert page(looks[app]) == drawn


def test_home(workshop: Workshop, drawn: SnapshotAssertion) -> None:
    assert page(look_of(workshop.phone(0))) == drawn


def test_keyboard(workshop: Workshop, drawn: SnapshotAssertion) -> None:
    phone = phone_in(workshop, "com.phoneworld.contacts", "edit")
    phone.focus_field("first")
    assert page(look_of(phone)) == drawn


def test_date_dialog(workshop: Workshop, drawn: SnapshotAssertion) -> None:
    phone = phone_in(workshop, "com.phoneworld.contacts", "edit")
    behind = look_of(phone)
    phone.activity.screen.pick_date("2026-05-14", then="close")
    assert page(look_of(phone), behind) == drawn


def test_shade(workshop: Workshop, drawn: SnapshotAssertion) -> None:
    phone = workshop.phone(0)
    phone.notify("com.phoneworld.messages", "Ada", "See you at ten!")
    phone.show_panel("shade")
    assert page(look_of(phone)) == drawn


@pytest.mark.parametrize(
    ("package", "taps"),
    [
        ("settings", ("Sound & vibration", "Phone ringtone")),
        ("files", ("More options",)),
        ("messages", ("Tess Lang",)),
        ("clock", ("Swim training",)),
    ],
    ids=["choice", "menu", "chat", "alarm"],
)
def test_further_in(
    workshop: Workshop, package: str, taps: tuple[str, ...], drawn: SnapshotAssertion
) -> None:
    phone = phone_in(workshop, f"com.phoneworld.{package}")
    *_, behind, now = tapped(phone, *taps)
    assert page(now, behind) == drawn
