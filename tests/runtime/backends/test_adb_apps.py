import pytest

from runtime.backends.adb.apps import LaunchableApp, choose, parse_apps
from runtime.errors import AmbiguousApp, UnknownApp

LISTED = """Activity #0:
    name=com.google.android.calculator.Main
    packageName=com.google.android.calculator
    labelRes=0x7f1 nonLocalizedLabel=null icon=0x7f0
    ApplicationInfo:
      name=com.google.android.calculator.App
      packageName=com.google.android.calculator
      labelRes=0x7f1 nonLocalizedLabel=null icon=0x7f0 banner=0x0
Activity #1:
    name=org.example.Tide
    packageName=org.example.tide
    labelRes=0x0 nonLocalizedLabel=Gezeiten Übersicht icon=0x7f0
    ApplicationInfo:
      packageName=org.example.tide
      labelRes=0x0 nonLocalizedLabel=Tide icon=0x7f0
Activity #2:
    name=org.example.Second
    packageName=org.example.tide
"""
APPS = (
    LaunchableApp("com.tencent.mm", ".Main"),
    LaunchableApp("com.android.settings", ".Settings", "Einstellungen"),
    LaunchableApp("org.example.calculator", ".Main", "Calculator"),
    LaunchableApp("org.example.calendar", ".Main", "Calendar"),
    LaunchableApp("org.example.wetter", ".Main", "Wetter"),
    LaunchableApp("com.example.unnamedthing", ".Main"),
)


def test_apps_are_read_with_every_icon_and_their_own_label() -> None:
    assert parse_apps(LISTED) == (
        LaunchableApp("com.google.android.calculator", "com.google.android.calculator.Main"),
        LaunchableApp("org.example.tide", "org.example.Tide", "Gezeiten Übersicht"),
        LaunchableApp("org.example.tide", "org.example.Second"),
    )


@pytest.mark.parametrize(
    ("name", "package"),
    [
        ("com.tencent.mm", "com.tencent.mm"),
        ("微信", "com.tencent.mm"),
        ("WeChat", "com.tencent.mm"),
        ("einstellungen", "com.android.settings"),
        ("Settings", "com.android.settings"),
        ("  CALCULATOR ", "org.example.calculator"),
        ("Calcu", "org.example.calculator"),
        ("Calandar", "org.example.calendar"),
        ("Wettter", "org.example.wetter"),
        ("unnamedthing", "com.example.unnamedthing"),
    ],
)
def test_name_finds_its_app(name: str, package: str) -> None:
    assert choose(name, APPS).package == package


def test_name_that_fits_several_apps_lists_them() -> None:
    with pytest.raises(AmbiguousApp, match=r"Calculator .*Calendar"):
        choose("Cal", APPS)


@pytest.mark.parametrize("name", ["Telegraph", "", "   ", "com", "example"])
def test_name_that_fits_none_lists_what_there_is(name: str) -> None:
    with pytest.raises((UnknownApp, AmbiguousApp)):
        choose(name, APPS[:5])


CONTACTS = "com.android.contacts"
SHIPPED = (
    LaunchableApp(CONTACTS, "com.android.contacts.activities.TwelveKeyDialer"),
    LaunchableApp(CONTACTS, "com.android.contacts.activities.PeopleActivity"),
    LaunchableApp("com.sec.android.app.popupcalculator", ".Calculator"),
    LaunchableApp("com.samsung.android.messaging", ".Main"),
    LaunchableApp("com.google.android.apps.messaging", ".Main"),
    LaunchableApp("com.miui.notes", ".Main"),
    LaunchableApp("com.xunmeng.pinduoduo", ".Main"),
    LaunchableApp("com.samsung.android.app.tipsAndTricks", ".Main"),
    LaunchableApp("com.samsung.android.kidsinstaller", ".Main"),
)


@pytest.mark.parametrize(
    ("name", "activity"),
    [("Phone", "TwelveKeyDialer"), ("电话", "TwelveKeyDialer"), ("Contacts", "PeopleActivity"),
     ("联系人", "PeopleActivity"), (CONTACTS, "PeopleActivity")],
)  # fmt: skip
def test_icon_is_found_among_several_of_one_package(name: str, activity: str) -> None:
    assert choose(name, SHIPPED).activity.endswith(activity)


@pytest.mark.parametrize(
    ("name", "package"),
    [
        ("Calculator", "com.sec.android.app.popupcalculator"),
        ("计算器", "com.sec.android.app.popupcalculator"),
        ("便签", "com.miui.notes"),
        ("拼多多", "com.xunmeng.pinduoduo"),
        ("Samsung Messages", "com.samsung.android.messaging"),
        ("tips and tricks", "com.samsung.android.app.tipsAndTricks"),
        ("Samsung tips", "com.samsung.android.app.tipsAndTricks"),
    ],
)
def test_app_whose_label_is_not_known_is_found_by_what_people_call_it(
    name: str, package: str
) -> None:
    assert choose(name, SHIPPED).package == package


def test_app_that_two_makers_brought_lists_both() -> None:
    with pytest.raises(AmbiguousApp, match=r"com.google.*com.samsung"):
        choose("Messages", SHIPPED)


def test_name_of_a_maker_alone_finds_nothing() -> None:
    with pytest.raises(UnknownApp):
        choose("Xiaomi", (*SHIPPED, LaunchableApp("com.xiaomi.thing", ".Main")))
