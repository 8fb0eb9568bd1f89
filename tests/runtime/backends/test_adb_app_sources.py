"""Apps that no table knows: of other users, by the launcher's labels, by the user's own names."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.backends.adb.app_drawer import AppDrawer, fitting_label
from runtime.backends.adb.apps import InstalledApps, LaunchableApp, choose, profile_query
from runtime.backends.adb.calls import ShellResult
from runtime.backends.adb.gestures import TouchInput
from runtime.backends.adb.own_names import read_own_names
from runtime.backends.adb.screen import Views
from runtime.backends.adb.users import PhoneUser, parse_users
from runtime.errors import AmbiguousApp, DeviceError, UnknownApp
from runtime.observation import CLICKABLE, Bounds, Element

USERS = """Users:
\tUserInfo{0:Owner:c13} running
\tUserInfo{10:Work: and more:1030} running
\tUserInfo{11:Guest:414}
\tUserInfo{150:Folder:10061030} running
"""


def listed(package: str) -> str:
    return f"Activity #0:\n  name={package}.Main\n  packageName={package}\n"


@dataclass
class Phone:
    """Lists apps by user; user 150 keeps its own to itself."""

    asked: list[str] = field(default_factory=list)

    def shell(self, *words: str, timeout_s: float = 1, checked: bool = True) -> ShellResult:
        self.asked.append(" ".join(words))
        return ShellResult(b"", b"", 0)

    def script(self, text: str, *, timeout_s: float = 1, checked: bool = True) -> ShellResult:
        self.asked.append(text)
        if text == profile_query(10):
            return ShellResult(
                (listed("org.example.mail") + listed("org.example.vpn")).encode(), b"", 0
            )
        if text == profile_query(150):
            return ShellResult(b"", b"SecurityException", 1)
        return ShellResult((USERS + listed("org.example.mail")).encode(), b"", 0)


def test_users_are_read_with_what_they_are() -> None:
    assert parse_users(USERS) == (
        PhoneUser(0, "Owner", is_profile=False, is_running=True),
        PhoneUser(10, "Work: and more", is_profile=True, is_running=True),
        PhoneUser(11, "Guest", is_profile=False, is_running=False),
        PhoneUser(150, "Folder", is_profile=True, is_running=True),
    )


@pytest.mark.parametrize(
    ("name", "package", "user"),
    [
        ("mail", "org.example.mail", 0),
        ("work mail", "org.example.mail", 10),
        ("vpn", "org.example.vpn", 10),
        ("Dual VPN", "org.example.vpn", 10),
    ],
)
def test_app_of_a_profile_is_found_after_the_owners(name: str, package: str, user: int) -> None:
    found = InstalledApps(Phone()).find(name)

    assert (found.package, found.user) == (package, user)


def test_app_of_a_profile_is_started_and_ended_there() -> None:
    phone = Phone()
    apps = InstalledApps(phone)

    apps.launch(apps.find("vpn"))
    apps.stop(apps.find("vpn"))

    assert "--user 10 -n org.example.vpn/" in phone.asked[-2]
    assert phone.asked[-1] == "am force-stop --user 10 org.example.vpn"
    apps.launch(apps.find("mail"))
    assert "--user" not in phone.asked[-1]


def test_app_that_is_called_work_something_is_no_profiles() -> None:
    apps = (
        LaunchableApp("org.example.timer", ".A", "Work Timer"),
        LaunchableApp("org.example.timer", ".A", "Timer", 10),
    )

    assert choose("work timer", apps).user == 0


def test_name_that_was_learned_or_given_is_known() -> None:
    apps = InstalledApps(Phone(), {"My Letters": "org.example.mail"})

    assert apps.find("my  letters").package == "org.example.mail"
    with pytest.raises(UnknownApp):
        apps.find("Tunnel")
    apps.learn("Tunnel", "org.example.vpn")
    assert apps.find("tunnel").package == "org.example.vpn"


def test_own_names_are_read(tmp_path: Path) -> None:
    path = tmp_path / "names.json"
    assert read_own_names(path) == {}
    path.write_text('{"My bank": "com.example.bank"}')
    assert read_own_names(path) == {"My bank": "com.example.bank"}


@pytest.mark.parametrize("text", ["", "[]", '{"a": 1}', "{", '"x"'])
def test_own_names_that_make_no_sense_are_an_error(tmp_path: Path, text: str) -> None:
    path = tmp_path / "names.json"
    path.write_text(text)

    with pytest.raises(DeviceError, match=r"names\.json"):
        read_own_names(path)


# The drawer

LABELS = ("Uhr", "Kochbuch", "Kalender", "Kamera", "Notizen", "Rechner")


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("Uhr", "Uhr"),
        ("kochbuch ", "Kochbuch"),
        ("Koch", "Kochbuch"),
        ("Kalendar", "Kalender"),
        ("Bank", ""),
    ],
)
def test_label_that_is_meant_is_found(name: str, label: str) -> None:
    assert fitting_label(name, LABELS) == label


def test_several_labels_are_listed() -> None:
    with pytest.raises(AmbiguousApp, match="Kalender, Kamera"):
        fitting_label("Ka", LABELS)


@given(st.text(max_size=12))
def test_any_name_is_a_label_or_none(name: str) -> None:
    try:
        found = fitting_label(name, LABELS)
    except AmbiguousApp:
        found = ""
    assert found in ("", *LABELS)


@dataclass
class Launcher:
    """A drawer of two icons a page, below a home screen that has none."""

    page: int = -1
    tapped: list[object] = field(default_factory=list)

    def call(self, method: str, *params: object, timeout_s: float = 1) -> object:
        match method:
            case "pressKey":
                self.page = -1
            case "swipe":
                self.page = min(self.page + 1, 2)
            case _:
                self.tapped += [params[:2]]
        return True

    def read(self, method: str, *params: object, timeout_s: float = 1) -> object:
        raise AssertionError(method)

    def views(self) -> Views:
        shown = LABELS[2 * self.page : 2 * self.page + 2] if self.page >= 0 else ()
        return Views(
            (),
            tuple(
                Element(n, "text", label, "", "", "", Bounds(n * 10, 0, n * 10 + 10, 10), CLICKABLE)
                for n, label in enumerate(shown)
            ),
        )


def test_drawer_is_read_to_its_end_once_and_an_icon_is_tapped() -> None:
    launcher = Launcher()
    drawer = AppDrawer(TouchInput(launcher, lambda _: None), launcher.views, lambda: (100, 200))

    assert drawer.find("Rechner") == "Rechner"
    assert drawer.is_read
    drawer.tap("Rechner")

    assert launcher.tapped == [(15, 5)]
    launcher.page = 7
    assert drawer.find("Notizen") == "Notizen"
    assert launcher.page == 7
