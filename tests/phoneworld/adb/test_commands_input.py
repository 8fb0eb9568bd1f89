"""`input`: touches, keys and text, and when the phone does not hear them."""

import shlex
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phoneworld.adb.handset import lock
from phoneworld.adb.handset.keys import CODES, NAMES, code_of
from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.local import LocalShell
from phoneworld.ui.widgets import Field

NOTE = "am start -n com.phoneworld.notes/.edit"


@pytest.fixture
def shell(session: AdbSession) -> LocalShell:
    return LocalShell(session)


def point(session: AdbSession, text: str) -> str:
    """Where to tap for something that is on the screen."""
    for view in session.phone.window().view.walk():
        if text in (view.text, view.description, view.hint):
            return "{} {}".format(*view.bounds.center)
    raise AssertionError(f"{text} is not on the screen")


def focus(session: AdbSession) -> Field:
    """Put the cursor into the last field of the screen."""
    fields = [view for view in session.phone.window().view.walk() if isinstance(view, Field)]
    session.phone.focus_field(fields[-1].key)
    return fields[-1]


def typed(session: AdbSession) -> str:
    field = session.phone.focused_field()
    assert field is not None
    return field.value


async def test_tap_opens_what_it_hits(shell: LocalShell, session: AdbSession) -> None:
    done = await shell.run(f"input tap {point(session, 'Notes')}")
    assert (done.status, done.out, done.err) == (0, "", "")
    assert session.phone.front == "com.phoneworld.notes"


@pytest.mark.parametrize(
    "form", ["input touchscreen tap", "input -d 0 tap", "input mouse -d 0 tap"]
)
async def test_source_and_display_make_no_difference(
    shell: LocalShell, session: AdbSession, form: str
) -> None:
    assert (await shell.run(f"{form} {point(session, 'Notes')}")).status == 0
    assert session.phone.front == "com.phoneworld.notes"


async def test_fractions_and_points_off_the_screen_are_taken(shell: LocalShell) -> None:
    assert (await shell.run("input tap 10.75 -3; input tap 1e9 99999")).status == 0


async def test_swipe_scrolls_and_a_long_one_in_place_holds(
    shell: LocalShell, session: AdbSession
) -> None:
    await shell.run("input swipe 540 1800 540 600 200")
    assert session.phone.activity.route == "drawer"
    await shell.run(f"{NOTE}")
    focus(session)
    session.type_text("words")
    x, y = next(
        view for view in session.phone.window().view.walk() if isinstance(view, Field)
    ).bounds.center
    await shell.run(f"input swipe {x} {y} {x} {y} 800")
    assert session.phone.panel is not None
    assert session.phone.panel["kind"] == "text_menu"


async def test_drag_and_drop_in_place_holds(shell: LocalShell, session: AdbSession) -> None:
    await shell.run(NOTE)
    x, y = focus(session).bounds.center
    await shell.run(f"input draganddrop {x} {y} {x} {y}")
    assert session.phone.panel is not None


async def test_motion_events_make_a_tap_and_a_cancelled_one_none(
    shell: LocalShell, session: AdbSession
) -> None:
    at = point(session, "Notes")
    await shell.run(f"input motionevent DOWN {at}; input motionevent CANCEL")
    await shell.run(f"input motionevent UP {at}")
    assert session.phone.front == "com.phoneworld.launcher"
    done = await shell.run(
        f"input motionevent down {at}; input motionevent move 1 1; input motionevent up {at}"
    )
    assert done.status == 0
    assert session.phone.front == "com.phoneworld.notes"


async def test_motion_events_held_for_long_hold(shell: LocalShell, session: AdbSession) -> None:
    await shell.run(NOTE)
    x, y = focus(session).bounds.center
    await shell.run(f"input motionevent DOWN {x} {y}; sleep 1; input motionevent UP {x} {y}")
    assert session.phone.panel is not None


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=40))
async def test_text_arrives_as_it_was_quoted(
    shell: LocalShell, session: AdbSession, text: str
) -> None:
    session.phone.go_home()
    await shell.run("am start -S -n com.phoneworld.notes/.edit")
    focus(session)
    done = await shell.run(f"input text {shlex.quote(text)}")
    assert done.status == 0
    assert typed(session) == text.replace("%s", " ")


@pytest.mark.parametrize("text", ["你好", "naïve", "emoji 🙂", "a\u00a0b", "\x7f"])
async def test_text_without_keys_throws_and_types_nothing(
    shell: LocalShell, session: AdbSession, text: str
) -> None:
    await shell.run(NOTE)
    focus(session)
    done = await shell.run(f"input text {shlex.quote('ab' + text)}")
    assert done.status == 255
    assert "Exception occurred while executing 'text':" in done.err
    assert "NullPointerException: Attempt to get length of null array" in done.err
    assert typed(session) == ""


async def test_text_with_no_field_goes_nowhere(shell: LocalShell, session: AdbSession) -> None:
    before = session.phone.snapshot()
    assert (await shell.run("input text hello")).status == 0
    assert session.phone.snapshot() == before


async def test_text_does_not_reach_a_field_behind_a_panel(
    shell: LocalShell, session: AdbSession
) -> None:
    await shell.run(NOTE)
    focus(session)
    await shell.run("cmd statusbar expand-notifications; input text hidden; input keyevent BACK")
    assert typed(session) == ""


async def test_keys_type_and_delete(shell: LocalShell, session: AdbSession) -> None:
    await shell.run(NOTE)
    focus(session)
    done = await shell.run(
        "input keyevent KEYCODE_A 30 KEYCODE_SPACE 7 COMMA; input keyevent DEL; "
        "input keycombination SHIFT_LEFT Z"
    )
    assert done.status == 0
    assert typed(session) == "ab 0Z"


async def test_enter_key_makes_a_line_or_submits(shell: LocalShell, session: AdbSession) -> None:
    await shell.run(NOTE)
    focus(session)
    await shell.run("input text one; input keyevent 66; input text two")
    assert typed(session) == "one\ntwo"


async def test_tab_goes_from_field_to_field(shell: LocalShell, session: AdbSession) -> None:
    await shell.run("am start -n com.phoneworld.contacts/.edit")
    await shell.run("input keyevent TAB; input text Ada; input keyevent 61; input text Fox")
    assert session.phone.activity.state["first"] == "Ada"
    assert session.phone.activity.state["last"] == "Fox"


async def test_copy_cut_and_paste(shell: LocalShell, session: AdbSession) -> None:
    await shell.run(NOTE)
    focus(session)
    await shell.run("input text abc; input keyevent COPY")
    assert session.phone.clipboard == "", "nothing was selected"
    await shell.run("input keycombination CTRL_LEFT A; input keyevent CUT")
    assert (typed(session), session.phone.clipboard) == ("", "abc")
    await shell.run("input keyevent PASTE 279; input keycombination CTRL_LEFT V")
    assert typed(session) == "abcabcabc"


async def test_home_back_recents_and_escape(shell: LocalShell, session: AdbSession) -> None:
    await shell.run(
        "am start -n com.phoneworld.notes/.list; am start -n com.phoneworld.notes/.edit"
    )
    await shell.run("input keyevent 4")
    assert session.phone.activity.route == "list"
    await shell.run("input keyevent APP_SWITCH")
    assert session.phone.panel == {"kind": "recents"}
    await shell.run("input keyevent ESCAPE; input keyevent KEYCODE_HOME")
    assert session.phone.front == "com.phoneworld.launcher"


async def test_volume_and_brightness_keys(shell: LocalShell, session: AdbSession) -> None:
    await shell.run("settings put system volume_music 98")
    await shell.run("input keyevent VOLUME_UP; input keyevent BRIGHTNESS_DOWN")
    assert session.phone.settings.get("system", "volume_music") == "100"
    assert session.phone.settings.get("system", "screen_brightness") == "112"
    await shell.run("input keyevent VOLUME_MUTE")
    assert session.phone.settings.get("system", "volume_music") == "0"


async def test_app_keys_start_apps(shell: LocalShell, session: AdbSession) -> None:
    await shell.run("input keyevent CALCULATOR")
    assert session.phone.front == "com.phoneworld.calculator"


async def test_end_call_hangs_up_and_otherwise_darkens(
    shell: LocalShell, session: AdbSession
) -> None:
    await shell.run("am start -a android.intent.action.CALL -d tel:5550123; sleep 20")
    await shell.run("input keyevent ENDCALL")
    assert session.screen_on
    last = session.phone.calls.one("SELECT duration FROM calls ORDER BY _id DESC")
    assert last == {"duration": 20}
    await shell.run("input keyevent ENDCALL")
    assert not session.screen_on


async def test_unknown_keys_are_pressed_in_vain_and_noted(
    shell: LocalShell, session: AdbSession
) -> None:
    before = session.phone.snapshot()
    done = await shell.run("input keyevent NOPE 9999")
    assert (done.status, done.out, done.err) == (0, "", "")
    assert session.phone.snapshot() == before
    assert "input keyevent NOPE" in session.journal.unknown


async def test_a_dark_or_locked_screen_swallows_touches_and_keys(
    shell: LocalShell, session: AdbSession
) -> None:
    at = point(session, "Notes")
    for state in ("dark", "locked"):
        session.screen_on, session.locked = state == "locked", True
        done = await shell.run(f"input tap {at}; input keyevent HOME; input keyevent CALCULATOR")
        assert done.status == 0
        assert session.phone.front == "com.phoneworld.launcher"


async def test_power_locks_and_a_swipe_up_unlocks(shell: LocalShell, session: AdbSession) -> None:
    await shell.run("input keyevent POWER")
    assert (session.screen_on, session.locked) == (False, True)
    await shell.run("input swipe 500 2000 500 200")
    assert session.locked, "a dark screen hears no swipe"
    await shell.run("input keyevent WAKEUP; input swipe 500 2000 500 1900")
    assert session.locked, "too short"
    await shell.run("input swipe 500 2000 500 200")
    assert (session.screen_on, session.locked) == (True, False)


async def test_menu_key_unlocks_and_no_lock_means_none(
    shell: LocalShell, session: AdbSession
) -> None:
    await shell.run("input keyevent SLEEP; input keyevent 224; input keyevent 82")
    assert not session.locked
    await shell.run("settings put secure lock_type none; input keyevent 26; input keyevent 26")
    assert (session.screen_on, session.locked) == (True, False)


async def test_a_pin_must_be_typed(shell: LocalShell, session: AdbSession) -> None:
    await shell.run("locksettings set-pin 2468; input keyevent SLEEP; input keyevent WAKEUP")
    await shell.run("input swipe 500 2000 500 200; input text 1111; input keyevent ENTER")
    assert session.locked
    await shell.run("input keyevent 9 11 13; input text 99; input keyevent DEL DEL 15 ENTER")
    assert not session.locked


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("tap 5", 'Argument expected after "5"'),
        ("tap a b", "Error: Invalid arguments for command: tap"),
        ("tap nan 1", "Error: Invalid arguments for command: tap"),
        ("swipe 1 2 3 4 x", "Error: Invalid arguments for command: swipe"),
        ("motionevent SIDEWAYS 1 2", "Unknown action: SIDEWAYS"),
        ("keycombination A", "keycombination requires at least 2 keycodes"),
        ("keycombination A NOPE", "Unknown keycode: NOPE"),
        ("text", 'Argument expected after "text"'),
        ("keyevent", 'Argument expected after "keyevent"'),
    ],
)
async def test_bad_arguments_throw(shell: LocalShell, words: str, complaint: str) -> None:
    done = await shell.run(f"input {words}")
    assert done.status == 255
    assert f"Exception occurred while executing '{words.split(maxsplit=1)[0]}'" in done.err
    assert complaint in done.err


async def test_unknown_command_and_help(shell: LocalShell, session: AdbSession) -> None:
    done = await shell.run("input wiggle")
    assert (done.status, done.err) == (255, "Unknown command: wiggle\n")
    assert session.journal.unknown
    assert (await shell.run("input")).out.startswith("Usage: input [<source>]")


async def test_a_slow_phone_s_clock_moves_with_every_touch(
    shell: LocalShell, session: AdbSession
) -> None:
    phone = session.phone
    phone.realism = replace(phone.realism, latency_ms=250)
    before = phone.now_s
    await shell.run("input tap 1 1; input keyevent BACK")
    assert phone.now_s == before + 0.5


async def test_monkeys_with_any_key_never_break_the_phone(
    shell: LocalShell, session: AdbSession
) -> None:
    await shell.run(NOTE)
    for name in CODES:
        await shell.run(f"input keyevent {name}")
        lock.wake(session)
        lock.unlock(session)
    session.phone.window()


def test_codes_and_names_agree_with_android() -> None:
    known = {
        "HOME": 3,
        "BACK": 4,
        "A": 29,
        "Z": 54,
        "ENTER": 66,
        "DEL": 67,
        "APP_SWITCH": 187,
        "WAKEUP": 224,
        "PASTE": 279,
        "VOLUME_MUTE": 164,
        "MOVE_END": 123,
        "MENU": 82,
        "ESCAPE": 111,
        "POWER": 26,
        "F12": 142,
        "NUMPAD_ENTER": 160,
    }
    assert {name: CODES[name] for name in known} == known
    assert all(NAMES[code] == name for name, code in CODES.items())
    assert code_of("KEYCODE_BACK") == code_of("BACK") == code_of("4") == 4
    assert code_of("back") == code_of("-4") == code_of("1000000") == 0
