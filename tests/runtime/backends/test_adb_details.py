import pytest

from runtime.backends.adb.address import AdbAddress
from runtime.backends.adb.details import parse_info
from runtime.backends.adb.errors import CommandFailed

ADDRESS = AdbAddress("R58M1234ABC")
TEXT = "Pixel 8\n15\n\nde-DE\nPhysical size: 1080x2400\nPhysical density: 420\n"


def test_phone_describes_itself() -> None:
    info = parse_info(TEXT, ADDRESS)

    assert (info.model, info.android_version, info.locale) == ("Pixel 8", "15", "de-DE")
    assert (info.width_px, info.height_px, info.density_dpi) == (1080, 2400, 420)


def test_chosen_size_and_language_win() -> None:
    text = TEXT.replace("\n\n", "\nfr-FR\n") + "Override size: 720x1600\nOverride density: 300\n"

    info = parse_info(text, ADDRESS)

    assert (info.width_px, info.height_px, info.density_dpi) == (720, 1600, 300)
    assert info.locale == "fr-FR"


@pytest.mark.parametrize(
    ("component", "launcher"),
    [
        ("com.google.android.apps.nexuslauncher/.NexusLauncherActivity", "com.google.android.apps.nexuslauncher"),
        ("android/com.android.internal.app.ResolverActivity", ""),
        ("No activity found", ""),
    ],
)  # fmt: skip
def test_phone_tells_its_home_screen_unless_none_is_chosen(component: str, launcher: str) -> None:
    resolved = f"priority=0 preferredOrder=0 match=0x108000 isDefault=true\n{component}\n"

    assert parse_info(TEXT + resolved, ADDRESS).launcher == launcher


def test_phone_without_a_size_is_an_error() -> None:
    with pytest.raises(CommandFailed):
        parse_info("Pixel 8\n15\n", ADDRESS)
