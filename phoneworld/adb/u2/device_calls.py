"""Methods about the phone as a whole: what it is, its keys, its screen, its panels, its toasts."""

from __future__ import annotations

import asyncio
import base64
import shlex
from collections.abc import Awaitable, Mapping

from phoneworld.adb.commands.properties import NAME, SDK
from phoneworld.adb.handset import lock
from phoneworld.adb.handset.display import AUTO_ROTATE, USER_ROTATION, rotation_of
from phoneworld.adb.handset.key_presses import press_key
from phoneworld.adb.handset.setting_changes import put_setting
from phoneworld.adb.shell.local import LocalShell
from phoneworld.adb.u2.automation import LONGEST_WAIT_S
from phoneworld.adb.u2.call import Method, Result, RpcCall
from phoneworld.adb.u2.errors import BadParameters, Unsupported
from phoneworld.adb.u2.key_names import CONTROL, KEY_NAMES, SHIFT
from phoneworld.hierarchy_dump import MAX_DEPTH, DumpFormat, dump_window
from phoneworld.phone import LAUNCHER

TURNS = {"natural": 0, "n": 0, "left": 1, "l": 1, "upsidedown": 2, "u": 2, "right": 3, "r": 3}
QUALITIES = range(101)


def _ping(call: RpcCall) -> Result:
    del call
    return "pong"


def _device_info(call: RpcCall) -> Result:
    session = call.session
    width, height = session.size
    dpi = session.phone.realism.display.density_dpi
    rotation = rotation_of(session)
    return {
        "currentPackageName": call.automation.looks.root().package,
        "displayHeight": height,
        "displayRotation": rotation,
        "displaySizeDpX": round(width * 160 / dpi),
        "displaySizeDpY": round(height * 160 / dpi),
        "displayWidth": width,
        "naturalOrientation": rotation in (0, 2),
        "productName": NAME,
        "screenOn": session.screen_on,
        "sdkInt": int(SDK),
    }


def _press_key(call: RpcCall) -> Result:
    code = KEY_NAMES.get(call.text(0).lower())
    if code is None:
        return False
    press_key(call.session, code)
    return True


def _press_key_code(call: RpcCall) -> Result:
    meta = call.integer(1) if len(call) > 1 else 0
    press_key(call.session, call.integer(0), shift=bool(meta & SHIFT), ctrl=bool(meta & CONTROL))
    return True


def _wake_up(call: RpcCall) -> Result:
    if not call.session.screen_on:
        lock.wake(call.session)
    return None


def _sleep(call: RpcCall) -> Result:
    if call.session.screen_on:
        lock.sleep(call.session)
    return None


def _is_screen_on(call: RpcCall) -> Result:
    return call.session.screen_on


def _set_orientation(call: RpcCall) -> Result:
    turn = TURNS.get(call.text(0).lower())
    if turn is not None:
        put_setting(call.session, *AUTO_ROTATE, "0")
        put_setting(call.session, *USER_ROTATION, str(turn))
    return None


def _freeze_rotation(call: RpcCall) -> Result:
    """Keep the phone turned as it is, or let it turn by itself again."""
    session = call.session
    if call.flag(0):
        turn = rotation_of(session)
        put_setting(session, *AUTO_ROTATE, "0")
        put_setting(session, *USER_ROTATION, str(turn))
    else:
        put_setting(session, *AUTO_ROTATE, "1")
    return None


def _open_shade(call: RpcCall) -> Result:
    """Notifications and quick settings are one panel here."""
    if not lock.takes_touches(call.session):
        return False
    call.session.phone.show_panel("shade")
    return True


def _dump(call: RpcCall) -> Result:
    depth = call.integer(1) if len(call) > 1 else MAX_DEPTH
    form = DumpFormat(
        rotation=rotation_of(call.session),
        compressed=call.flag(0),
        detailed=True,
        max_depth=max(0, depth),
    )
    if len(call) > 2:
        call.flag(2)  # Whether to dump only the active window: there is no other.
    root = call.automation.looks.root()
    return dump_window(root.view if root.is_visible else None, root.package, form)


async def _take_screenshot(call: RpcCall) -> Result:
    if len(call) == 3:
        raise Unsupported("screenshots are not kept on the phone: use screencap, or leave the name")
    # As on a phone, the scale is read and not followed.
    call.number(0)
    quality = call.integer(1)
    if quality not in QUALITIES:
        raise BadParameters("the quality is between 0 and 100")
    data = await call.session.screens.encode("image/jpeg", quality=max(1, quality))
    return base64.b64encode(data).decode()


def _last_toast(call: RpcCall) -> Result:
    return call.automation.toasts.last()


def _clear_last_toast(call: RpcCall) -> Result:
    call.automation.toasts.clear()
    return None


def _nothing(call: RpcCall) -> Result:
    """Does nothing: a PhoneWorld phone is always idle, and reads no text aloud."""
    del call
    return None


def _wait_for_window_update(call: RpcCall) -> Result | Awaitable[Result]:
    package = call.text_or_none(0)
    timeout_ms = call.milliseconds(1)
    looks = call.automation.looks
    if package is not None and package != looks.root().package:
        return False
    seen = looks.version
    return call.automation.wait_until(lambda: looks.version != seen, timeout_ms, call.is_gone)


def _launch_app(call: RpcCall) -> Result:
    """Start an app anew."""
    phone = call.session.phone
    app = phone.apps.get(call.text(0))
    if app is None or not app.in_launcher or app.package == LAUNCHER:
        return False
    phone.stop_app(app.package)
    phone.launch(app.package)
    return True


async def _execute(call: RpcCall) -> Result:
    """Run a program of the phone. As in Java, its words are split at blanks and mean themselves."""
    words, timeout_ms = call.text(0).split(), call.milliseconds(1)
    if not words:
        return {"stdout": "", "stderr": "Exception occurred: Empty command", "returnCode": -1}
    shell = LocalShell(call.session)
    try:
        async with asyncio.timeout(min(timeout_ms / 1000, LONGEST_WAIT_S)):
            ran = await shell.run(shlex.join(words))
    except TimeoutError:
        return {"stdout": "", "stderr": "", "returnCode": -1}
    return {"stdout": ran.out, "stderr": ran.err, "returnCode": ran.status}


def _get_configurator(call: RpcCall) -> Result:
    return call.automation.configurator


def _set_configurator(call: RpcCall) -> Result:
    known = call.automation.configurator
    given = call.values[0]
    if not isinstance(given, Mapping):
        raise BadParameters("a configurator is an object")
    _take_over(known, given)  # pyright: ignore[reportUnknownArgumentType] - checked there
    return known


def _take_over(known: dict[str, int], given: Mapping[object, object]) -> None:
    for name, value in given.items():
        if not isinstance(name, str) or name not in known or not isinstance(value, int):
            raise BadParameters(f"a configurator has whole numbers for {', '.join(known)}")
        known[name] = int(value)


METHODS: Mapping[str, Method] = {
    "clearLastToast": Method((0,), _clear_last_toast),
    "clearLastTraversedText": Method((0,), _nothing),
    "deviceInfo": Method((0,), _device_info),
    "dumpWindowHierarchy": Method((1, 2, 3), _dump),
    "executeShellCommand": Method((2,), _execute),
    "freezeRotation": Method((1,), _freeze_rotation),
    "getConfigurator": Method((0,), _get_configurator),
    "getLastToast": Method((0,), _last_toast),
    "getLastTraversedText": Method((0,), _nothing),
    "isScreenOn": Method((0,), _is_screen_on),
    "launchApp": Method((1,), _launch_app),
    "openNotification": Method((0,), _open_shade),
    "openQuickSettings": Method((0,), _open_shade),
    "ping": Method((0,), _ping),
    "pressKey": Method((1,), _press_key),
    "pressKeyCode": Method((1, 2), _press_key_code),
    "setConfigurator": Method((1,), _set_configurator),
    "setOrientation": Method((1,), _set_orientation),
    "sleep": Method((0,), _sleep),
    "takeScreenshot": Method((2, 3), _take_screenshot),
    "waitForIdle": Method((1,), _nothing),
    "waitForWindowUpdate": Method((2,), _wait_for_window_update),
    "wakeUp": Method((0,), _wake_up),
}
