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


def test_apps_are_read_with_their_first_activity_and_their_own_label() -> None:
    assert parse_apps(LISTED) == (
        LaunchableApp("com.google.android.calculator", "com.google.android.calculator.Main"),
        LaunchableApp("org.example.tide", "org.example.Tide", "Gezeiten Übersicht"),
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
