import pytest

from runtime.backends.adb.status import parse_status

ORDINARY = """1789456123.250000000
  Window #4 Window{a1b2c3 u0 NavigationBar0}:
      fl=NOT_FOCUSABLE TOUCHABLE_WHEN_WAKING SECURE
  Window #7 Window{5fe21 u0 com.example.notes/com.example.notes.EditActivity}:
      fl=LAYOUT_IN_SCREEN HARDWARE_ACCELERATED
  mCurrentFocus=Window{5fe21 u0 com.example.notes/com.example.notes.EditActivity}
  mFocusedApp=ActivityRecord{77 u0 com.example.notes/.EditActivity t12}
  showing=false
  mIsShowing=false
  mCurMethodId=com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME
  mShowRequested=true mInputShown=true
"""


def test_status_tells_app_keyboard_and_clock() -> None:
    status = parse_status(ORDINARY)

    assert (status.package, status.activity) == ("com.example.notes", ".EditActivity")
    assert status.keyboard_shown
    assert status.keyboard_package == "com.google.android.inputmethod.latin"
    assert status.time_s == 1789456123.25


def test_secure_bar_does_not_make_the_app_secure() -> None:
    assert not parse_status(ORDINARY).secure


def test_secure_window_in_front_is_secure() -> None:
    assert parse_status(ORDINARY.replace("LAYOUT_IN_SCREEN", "LAYOUT_IN_SCREEN SECURE")).secure


@pytest.mark.parametrize(("flags", "secure"), [("#81812100", True), ("#81810100", False)])
def test_old_phones_give_flags_as_a_number(flags: str, secure: bool) -> None:  # noqa: FBT001
    text = ORDINARY.replace("fl=LAYOUT_IN_SCREEN HARDWARE_ACCELERATED", f"fl={flags}")

    assert parse_status(text).secure == secure


def test_window_of_the_system_has_no_package() -> None:
    text = ORDINARY.replace(
        "5fe21 u0 com.example.notes/com.example.notes.EditActivity}\n  mF",
        "5fe21 u0 NotificationShade}\n  mF",
    )

    assert parse_status(text).package == ""


def test_lock_screen_is_noticed() -> None:
    assert not parse_status(ORDINARY).locked
    assert parse_status(ORDINARY.replace("mIsShowing=false", "mIsShowing=true")).locked


def test_app_is_known_while_no_window_has_the_focus() -> None:
    focus = "mCurrentFocus=Window{5fe21 u0 com.example.notes/com.example.notes.EditActivity}"

    status = parse_status(ORDINARY.replace(focus, "mCurrentFocus=null"))

    assert (status.package, status.activity) == ("com.example.notes", ".EditActivity")


def test_phone_that_says_nothing_is_no_error() -> None:
    assert parse_status("").package == ""
