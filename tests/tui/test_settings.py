from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.settings import PictureMode, TuiSettings, load_settings, parse_settings


def test_all_can_be_set() -> None:
    settings = parse_settings(
        'theme = "nord"\npicture = "text"\noutlines = true\nmirror_fps = 2\ndevice = "adb://"\n'
        'policy = "buddy"\nwelcome = false\nexport_folder = "out"\n'
    )
    assert settings == TuiSettings(
        "nord", PictureMode.TEXT, True, 2.0, "adb://", "buddy", welcome=False, export_folder="out"
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("colour = 1", "no setting 'colour'"),
        ("theme = 3", "theme must be a text"),
        ('picture = "oil"', "picture must be one of auto, sixel"),
        ('picture = "browser"', "picture must be one of auto, sixel"),
        ('outlines = "yes"', "outlines must be true or false"),
        ("mirror_fps = 99", "mirror_fps must be a number"),
        ("mirror_fps = nan", "mirror_fps must be a number"),
        ("mirror_fps = true", "mirror_fps must be a number"),
        ("theme = ", "is not TOML"),
        ("[theme]\na=1", "theme must be a text"),
    ],
)
def test_what_is_wrong_is_told_and_ignored(text: str, told: str) -> None:
    settings = parse_settings(text)
    assert told in settings.warnings[0]
    assert settings == TuiSettings(warnings=settings.warnings)


def test_one_mistake_does_not_spoil_the_rest() -> None:
    settings = parse_settings('picture = "oil"\ntheme = "nord"\n')
    assert settings.theme == "nord"
    assert len(settings.warnings) == 1


@given(st.text())
def test_no_file_is_a_crash(text: str) -> None:
    parse_settings(text)


@given(
    st.dictionaries(
        st.sampled_from(["theme", "picture", "mirror_fps", "outlines", "welcome", "other"]),
        st.one_of(st.text("ab\\\"'\x00\n"), st.integers(), st.booleans(), st.floats()),
    )
)
def test_no_value_is_a_crash(values: dict[str, object]) -> None:
    text = "\n".join(f"{key} = {value!r}".replace("True", "true") for key, value in values.items())
    parse_settings(text)


def test_a_missing_file_is_told_only_where_it_was_named(tmp_path: Path) -> None:
    assert "there is no" in load_settings(tmp_path / "none.toml").warnings[0]


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    assert "cannot be read" in load_settings(tmp_path).warnings[0]
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'theme = "\xe9"')
    assert "cannot be read" in load_settings(latin).warnings[0]


def test_a_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "tui.toml"
    file.write_text('policy = "buddy"')
    assert load_settings(file) == TuiSettings(policy="buddy")


def test_the_settings_of_the_guide_are_understood() -> None:
    guide = Path(__file__).parents[2] / "docs" / "tui.md"
    block = guide.read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0]
    assert parse_settings(block).warnings == ()
