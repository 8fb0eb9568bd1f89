"""What the keys of a phone do: its buttons, and those of a keyboard.

A dark or locked phone takes only the keys that wake, sleep, unlock or change the volume. A key
that means nothing here does nothing, as on Android.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from phoneworld.adb.handset import lock
from phoneworld.adb.handset.keys import CHARACTERS, NAMES
from phoneworld.adb.session import AdbSession
from phoneworld.phone import Phone
from phoneworld.system import text_input
from phoneworld.system.panels import TEXT_MENU
from phoneworld.ui.widgets import Field
from runtime.actions import Direction, SystemButton
from runtime.observation import DISABLED

VOLUME_STEP = 5
BRIGHTNESS_STEP = 16
PHONE_APP = "com.phoneworld.phone"
APP_KEYS = {
    "CALL": PHONE_APP,
    "CAMERA": "com.phoneworld.camera",
    "EXPLORER": "com.phoneworld.browser",
    "ENVELOPE": "com.phoneworld.mail",
    "SETTINGS": "com.phoneworld.settings",
    "CONTACTS": "com.phoneworld.contacts",
    "CALENDAR": "com.phoneworld.calendar",
    "MUSIC": "com.phoneworld.music",
    "CALCULATOR": "com.phoneworld.calculator",
}


def press_key(
    session: AdbSession, code: int, *, shift: bool = False, ctrl: bool = False, held: bool = False
) -> None:
    """Press a key and let go; with `held`, keep it down until it repeats once."""
    name = NAMES.get(code, "")
    always = _ALWAYS.get(name)
    if always is not None:
        always(session)
    elif session.screen_on and session.locked:
        _press_on_lock_screen(session, name, CHARACTERS.get(code, ""))
    elif lock.takes_touches(session):
        session.phone.toast_text = ""
        _press(session, name, CHARACTERS.get(code, ""), shift=shift, ctrl=ctrl)
        if held and name in ("DEL", "FORWARD_DEL"):
            text_input.backspace(session.phone)


def _press_on_lock_screen(session: AdbSession, name: str, characters: str) -> None:
    if name in ("ENTER", "NUMPAD_ENTER"):
        lock.submit_secret(session)
    elif name == "MENU":
        lock.unlock(session)
    elif name == "DEL":
        lock.erase_secret(session)
    elif characters:
        lock.type_secret(session, characters[0])


def _press(session: AdbSession, name: str, characters: str, *, shift: bool, ctrl: bool) -> None:
    if ctrl:
        shortcut = _SHORTCUTS.get(name)
        if shortcut is not None and field_for_keys(session) is not None:
            shortcut(session.phone)
    elif characters:
        type_text(session, characters[1 if shift else 0])
    elif name in APP_KEYS:
        if APP_KEYS[name] in session.phone.apps:
            session.phone.launch(APP_KEYS[name])
    else:
        action = _ACTIONS.get(name)
        if action is not None:
            action(session)


def type_text(session: AdbSession, text: str) -> bool:
    """Type at the cursor, on the lock screen or in a field; whether anything took it."""
    phone = session.phone
    if session.screen_on and session.locked:
        lock.type_secret(session, text)
        return True
    if field_for_keys(session) is None:
        return False
    if phone.panel is not None:
        phone.close_panel()
    return session.type_text(text)


def field_for_keys(session: AdbSession) -> Field | None:
    """The field that keys go to: none while a panel covers it, or the phone is asleep."""
    phone = session.phone
    if not lock.takes_touches(session):
        return None
    if phone.panel is not None and phone.panel["kind"] != TEXT_MENU:
        return None
    return phone.focused_field()


def _button(button: SystemButton) -> Callable[[AdbSession], None]:
    def press(session: AdbSession) -> None:
        session.press(button)

    return press


def _enter(session: AdbSession) -> None:
    if field_for_keys(session) is not None:
        session.press(SystemButton.ENTER)


def _backspace(session: AdbSession) -> None:
    if field_for_keys(session) is not None:
        session.backspace()


def _clear(session: AdbSession) -> None:
    field = field_for_keys(session)
    if field is not None:
        session.set_text(field, "")


def _next_field(session: AdbSession) -> None:
    """Tab: the cursor goes to the next field of the window, and from the last to the first."""
    phone = session.phone
    fields = [
        view.key
        for view in phone.window().view.walk()
        if isinstance(view, Field) and not view.flags & DISABLED
    ]
    if fields:
        current = phone.activity.focus
        place = fields.index(current) + 1 if current in fields else 0
        phone.focus_field(fields[place % len(fields)])
        phone.reveal_focus()


def _page(direction: Direction) -> Callable[[AdbSession], None]:
    def turn(session: AdbSession) -> None:
        width, height = session.size
        session.scroll(direction, width // 2, height // 2)

    return turn


def _deselect(session: AdbSession) -> None:
    """The cursor goes to an end of the text; here it only ever stands at the last."""
    session.phone.activity.select_all = False
    session.phone.touch()


def _paste(phone: Phone) -> None:
    text_input.paste(phone)


def _on_selection(work: Callable[[Phone], None]) -> Callable[[Phone], None]:
    """Copying and cutting take what is selected, and do nothing without a selection."""

    def act(phone: Phone) -> None:
        if phone.activity.select_all:
            work(phone)

    return act


def _edit(work: Callable[[Phone], None]) -> Callable[[AdbSession], None]:
    def act(session: AdbSession) -> None:
        if field_for_keys(session) is not None:
            work(session.phone)

    return act


def _show(panel: str) -> Callable[[AdbSession], None]:
    def show(session: AdbSession) -> None:
        session.phone.show_panel(panel)

    return show


def _shift_setting(name: str, by: int, *, most: int) -> Callable[[AdbSession], None]:
    def change(session: AdbSession) -> None:
        settings = session.phone.settings
        value = settings.get("system", name, "0")
        number = int(value) if value.isdecimal() else 0
        settings.put("system", name, str(max(0, min(most, number + by))))
        session.phone.touch()

    return change


def _power(session: AdbSession) -> None:
    if session.screen_on:
        lock.sleep(session)
    else:
        lock.wake(session)


def _end_call(session: AdbSession) -> None:
    """Hang up; without a call, the screen goes dark."""
    phone = session.phone
    for activity in phone.tasks.get(PHONE_APP, []):
        end: Callable[[], None] | None = getattr(activity.screen, "end", None)
        if activity.route == "call" and end is not None and not activity.state.get("failed"):
            phone.launch(PHONE_APP)
            end()
            phone.touch()
            return
    lock.sleep(session)


_COPY = _on_selection(text_input.copy_all)
_CUT = _on_selection(text_input.cut_all)
_ALWAYS: Mapping[str, Callable[[AdbSession], None]] = {
    "POWER": _power,
    "WAKEUP": lock.wake,
    "SLEEP": lock.sleep,
    "SOFT_SLEEP": lock.sleep,
    "ENDCALL": _end_call,
    "VOLUME_UP": _shift_setting("volume_music", VOLUME_STEP, most=100),
    "VOLUME_DOWN": _shift_setting("volume_music", -VOLUME_STEP, most=100),
    "VOLUME_MUTE": _shift_setting("volume_music", -100, most=100),
    "BRIGHTNESS_UP": _shift_setting("screen_brightness", BRIGHTNESS_STEP, most=255),
    "BRIGHTNESS_DOWN": _shift_setting("screen_brightness", -BRIGHTNESS_STEP, most=255),
}
_ACTIONS: Mapping[str, Callable[[AdbSession], None]] = {
    "HOME": _button(SystemButton.HOME),
    "BACK": _button(SystemButton.BACK),
    "ESCAPE": _button(SystemButton.BACK),
    "ENTER": _enter,
    "NUMPAD_ENTER": _enter,
    "DEL": _backspace,
    "CLEAR": _clear,
    "TAB": _next_field,
    "MOVE_HOME": _deselect,
    "MOVE_END": _deselect,
    "PAGE_UP": _page(Direction.UP),
    "PAGE_DOWN": _page(Direction.DOWN),
    "APP_SWITCH": _show("recents"),
    "NOTIFICATION": _show("shade"),
    "PASTE": _edit(_paste),
    "COPY": _edit(_COPY),
    "CUT": _edit(_CUT),
}
_SHORTCUTS: Mapping[str, Callable[[Phone], None]] = {
    "A": text_input.select_all,
    "C": _COPY,
    "X": _CUT,
    "V": _paste,
}
