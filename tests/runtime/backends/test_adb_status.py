import re

import pytest

from runtime.backends.adb.status import SCRIPT, parse_status

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


def displays(text: str) -> str:
    return f"WINDOW MANAGER POLICY STATE (dumpsys window policy)\n  showing=false\n{text}"


FROZEN = """WINDOW MANAGER LAST ANR (dumpsys window lastanr)
  ANR time: yesterday
  mCurrentFocus=Window{bad u0 org.example.stuck/org.example.stuck.Main}
  isKeyguardShowing=true
Last ANR continued
WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)
  mCurrentFocus=Window{bad u0 org.example.stuck/org.example.stuck.Main}
  mDreamingLockscreen=true
"""


def test_copy_of_the_moment_when_an_app_hung_does_not_count() -> None:
    status = parse_status(FROZEN + displays(ORDINARY))

    assert (status.package, status.locked) == ("com.example.notes", False)


def test_text_that_is_all_a_frozen_copy_tells_nothing() -> None:
    assert parse_status(FROZEN).package == ""


def test_phone_on_which_nothing_ever_hung_has_no_frozen_copy() -> None:
    none = "WINDOW MANAGER LAST ANR (dumpsys window lastanr)\n  <no ANR has occurred since boot>\n"

    assert parse_status(none + ORDINARY).package == "com.example.notes"


def test_parts_of_the_dump_are_asked_for_and_never_the_whole() -> None:
    asked = re.findall(r"dumpsys window( \w+)? \|", SCRIPT)

    assert asked == [" policy", " displays", " windows"]


COVER = """  Display: mDisplayId=1
    init=260x512 160dpi cur=260x512 app=260x512
    mRotation=0
  mCurrentFocus=Window{c0 u0 com.android.systemui/com.android.systemui.Cover}
  mFocusedApp=ActivityRecord{c1 u0 com.android.systemui/.Cover t3}
"""
INNER = """  Display: mDisplayId=0
    init=1080x2640 425dpi cur=2640x1080 app=2640x1000
    mRotation=ROTATION_90 mDeferredRotationPauseCount=0
  mCurrentFocus=Window{d0 u0 org.example.chat/org.example.chat.Main}
  mFocusedApp=ActivityRecord{d1 u0 org.example.chat/.Main t9}
"""


@pytest.mark.parametrize("text", [COVER + INNER, INNER + COVER + "  mTopFocusedDisplayId=0\n"])
def test_of_several_displays_the_one_with_the_focus_counts(text: str) -> None:
    assert parse_status(text).package == "org.example.chat"


def test_app_of_the_last_display_counts_while_no_window_has_the_focus() -> None:
    text = re.sub(r"mCurrentFocus=.*", "mCurrentFocus=null", COVER + INNER)

    assert parse_status(text).package == "org.example.chat"


@pytest.mark.parametrize("text", [COVER + INNER, INNER + COVER])
def test_size_and_rotation_are_those_of_the_default_display(text: str) -> None:
    status = parse_status(text)

    assert (status.width_px, status.height_px, status.rotation) == (2640, 1080, 1)


def test_dialog_about_an_app_that_hangs_is_not_the_app() -> None:
    focus = "mCurrentFocus=Window{e7 u0 Application Not Responding: org.example.stuck}\n"
    app = "mFocusedApp=ActivityRecord{e8 u0 org.example.stuck/.Main t5}\n"
    owner = "  Window #2 Window{e7 u0 Application Not Responding: org.example.stuck}:\n package=android\n"

    assert parse_status(focus + app).package == ""
    assert parse_status(focus + app + owner).package == "android"


def test_menu_that_an_app_opened_is_the_app() -> None:
    focus = "mCurrentFocus=Window{e7 u0 PopupWindow:3fd01}\n"

    assert parse_status(INNER + focus).package == "org.example.chat"


def test_record_with_a_comma_after_the_activity_is_read() -> None:
    text = "mFocusedApp=AppWindowToken{1 token=Token{2 ActivityRecord{3 u0 org.ab/.C, isShadow:false t1}}}"

    assert (parse_status(text).package, parse_status(text).activity) == ("org.ab", ".C")


def test_app_that_shows_over_the_lock_screen_can_be_used() -> None:
    assert parse_status("      showing=true\n      occluded=false\n").locked
    assert not parse_status("      showing=true\n      occluded=true\n").locked
    assert not parse_status("  isKeyguardShowing=true\n  mKeyguardOccluded=true\n").locked


def test_lock_screen_that_is_gone_by_the_last_word_is_gone() -> None:
    assert not parse_status("  isKeyguardShowing=true\n  isKeyguardShowing=false\n").locked


SECURE_BEHIND = """  Window #3 Window{aa u0 org.example.bank/org.example.bank.Main}:
    package=org.example.bank appop=NONE
      fl=LAYOUT_IN_SCREEN SECURE
    isVisible=VISIBLE
  Window #4 Window{bb u0 org.example.other/org.example.other.Dialog}:
      fl=LAYOUT_IN_SCREEN
    isVisible=true
  mCurrentFocus=Window{bb u0 org.example.other/org.example.other.Dialog}
"""


@pytest.mark.parametrize(("visible", "secure"), [("true", True), ("false", False)])
def test_secure_window_behind_a_dialog_counts_while_it_is_seen(visible: str, secure: bool) -> None:  # noqa: FBT001
    assert parse_status(SECURE_BEHIND.replace("VISIBLE", visible)).secure == secure


@pytest.mark.parametrize(
    ("text", "awake"),
    [
        ("mWakefulness=Awake", True),
        ("mWakefulness=Dozing\n mHoldingDisplaySuspendBlocker=true", False),
        ("getWakefulnessLocked()=Awake", True),
        ("getWakefulnessLocked()=Asleep", False),
        ("Display Power: state=OFF", False),
        ("mAwake=true mScreenOnEarly=true", True),
        ("mHoldingDisplaySuspendBlocker=true", None),
        ("Permission Denial: can't dump", None),
    ],
)
def test_phone_is_awake_by_what_it_says_of_its_wakefulness(text: str, awake: bool | None) -> None:  # noqa: FBT001
    assert parse_status(text).awake is awake
