"""`dumpsys window`, `display`, `input`, `input_method`, `SurfaceFlinger`: what is on the screen.

`mCurrentFocus` is the window in front, a `SECURE` flag the app that hides itself from screenshots.
"""

from __future__ import annotations

from phoneworld.adb.dumps.formats import truth
from phoneworld.adb.handset.display import rotation_of, upright_display
from phoneworld.adb.handset.keyboards import current_keyboard
from phoneworld.adb.packages.components import component_of_activity, focused_window, task_id
from phoneworld.adb.session import AdbSession

KEYGUARD = "NotificationShade"
"""The window that the lock screen is part of."""

DISPLAY_ID = 4619827259835644672
SECTIONS = {"w": "windows", "d": "displays", "p": "policy"}


def window(session: AdbSession, words: list[str]) -> str:
    """Windows, displays and policy, or one of them."""
    plain = [word for word in words if not word.startswith("-")]
    wanted = SECTIONS.get(plain[0], plain[0]) if plain else ""
    parts = {"windows": _windows, "displays": _displays, "policy": _policy}
    if wanted in parts:
        return parts[wanted](session)
    return "".join(part(session) for part in (_policy, _displays, _windows))


def _windows(session: AdbSession) -> str:
    phone = session.phone
    activity = component_of_activity(phone.activity)
    app = phone.apps[phone.activity.package]
    width, height = session.size
    flags = "LAYOUT_IN_SCREEN LAYOUT_INSET_DECOR SPLIT_TOUCH HARDWARE_ACCELERATED"
    if app.secure:
        flags = f"SECURE {flags}"
    visible = focused_window(session)
    lines = [
        "WINDOW MANAGER WINDOWS (dumpsys window windows)",
        f"  Window #1 Window{{1a2b3c4 u0 {activity}}}:",
        f"    mDisplayId=0 rootTaskId={task_id(phone, app.package)} mSession=Session{{5d6e7f 1480:u0a50}}",
        f"    mOwnerUid=10050 showForAllUsers=false package={app.package} appop=NONE",
        "    mAttrs={(0,0)(fillxfill) sim={adjust=resize} ty=BASE_APPLICATION",
        f"      fl={flags}}}",
        f"    mFrame=[0,0][{width},{height}] last=[0,0][{width},{height}]",
        f"    mHasSurface=true isReadyForDisplay()={truth(visible is not None)}",
        f"    isOnScreen={truth(session.screen_on)}",
        f"    isVisible={truth(visible is not None)}",
    ]
    if phone.keyboard_shown:
        lines.append("  Window #0 Window{2b3c4d5 u0 InputMethod}:")
    return "\n".join(lines) + "\n\n" + _focus(session)


def _focus(session: AdbSession) -> str:
    phone = session.phone
    focused = focused_window(session)
    activity = component_of_activity(phone.activity)
    name = str(focused) if focused is not None else KEYGUARD
    record = f"ActivityRecord{{5d6e7f8 u0 {activity} t{task_id(phone, activity.package)}}}"
    shown = f"Window{{1a2b3c4 u0 {name}}}"
    return (
        f"  mCurrentFocus={shown}\n"
        f"  mFocusedApp={record}\n"
        f"  mInputMethodTarget={shown if phone.keyboard_shown else 'null'}\n"
    )


def _displays(session: AdbSession) -> str:
    upright = upright_display(session)
    panel = session.handset.panel
    width, height = session.size
    rotation = rotation_of(session)
    return (
        "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n"
        "  Display: mDisplayId=0\n"
        f"    init={panel.width_px}x{panel.height_px} {panel.density_dpi}dpi "
        f"base={upright.width_px}x{upright.height_px} {upright.density_dpi}dpi "
        f"cur={width}x{height} app={width}x{height} rng={min(width, height)}x{min(width, height)}-"
        f"{max(width, height)}x{max(width, height)}\n"
        f"{_focus(session)}"
        "  DisplayRotation\n"
        f"    mCurrentAppOrientation=SCREEN_ORIENTATION_UNSPECIFIED\n"
        f"    mRotation={rotation} mDeferredRotationPauseCount=0\n"
        f"    mCurrentRotation=ROTATION_{rotation * 90}\n"
        f"    mUserRotation=ROTATION_{rotation * 90}\n\n"
    )


def _policy(session: AdbSession) -> str:
    locked, awake = session.locked, session.screen_on
    return (
        "WINDOW MANAGER POLICY STATE (dumpsys window policy)\n"
        f"    mAwake={truth(awake)} mScreenOnEarly={truth(awake)} mScreenOnFully={truth(awake)}\n"
        f"    screenState=SCREEN_STATE_{'ON' if awake else 'OFF'}\n"
        f"    mShowingLockscreen={truth(locked)} mDreamingLockscreen={truth(locked)} "
        f"isStatusBarKeyguard={truth(locked)}\n"
        "    KeyguardServiceDelegate\n"
        f"      showing={truth(locked)}\n"
        f"      inputRestricted={truth(locked)}\n"
        f"      secure={truth(session.handset.secret)}\n"
        f"      screenState=SCREEN_STATE_{'ON' if awake else 'OFF'}\n"
        f"      interactiveState=INTERACTIVE_STATE_{'AWAKE' if awake else 'SLEEP'}\n\n"
    )


def display(session: AdbSession, words: list[str]) -> str:
    """The display manager: size and orientation."""
    del words
    upright = upright_display(session)
    width, height = session.size
    state = "ON" if session.screen_on else "OFF"
    rotation = rotation_of(session)
    return (
        "DISPLAY MANAGER (dumpsys display)\n"
        f"  mGlobalDisplayState={state}\n"
        "  mViewports=[DisplayViewport{type=INTERNAL, valid=true, isActive=true, displayId=0, "
        f"uniqueId='local:{DISPLAY_ID}', physicalPort=0, orientation={rotation}, "
        f"logicalFrame=Rect(0, 0 - {width}, {height}), physicalFrame=Rect(0, 0 - {width}, {height}), "
        f"deviceWidth={width}, deviceHeight={height}}}]\n"
        "Logical Displays: size=1\n"
        "  Display 0:\n"
        f'    mBaseDisplayInfo=DisplayInfo{{"Built-in Screen", displayId 0, real {upright.width_px} x '
        f"{upright.height_px}, density {upright.density_dpi}, rotation {rotation}, state {state}}}\n"
        f"    mScreenState={state}\n"
    )


def input_state(session: AdbSession, words: list[str]) -> str:
    """The input manager: viewports and the touch screen's orientation."""
    del words
    width, height = session.size
    rotation = rotation_of(session)
    return (
        "INPUT MANAGER (dumpsys input)\n"
        f"    Viewport INTERNAL: displayId=0, uniqueId=local:{DISPLAY_ID}, port=0, "
        f"orientation={rotation}, logicalFrame=[0, 0, {width}, {height}], "
        f"physicalFrame=[0, 0, {width}, {height}], deviceSize=[{width}, {height}], isActive=[1]\n"
        "  Device 2: touchscreen\n"
        "    Touch Input Mapper (mode - DIRECT):\n"
        f"      SurfaceWidth: {width}px\n"
        f"      SurfaceHeight: {height}px\n"
        f"      PhysicalWidth: {width}px\n"
        f"      PhysicalHeight: {height}px\n"
        f"      SurfaceOrientation: {rotation}\n"
        f"      InputDeviceOrientation: {rotation}\n"
    )


def input_method(session: AdbSession, words: list[str]) -> str:
    """The keyboard: which, and whether it is shown."""
    del words
    shown = truth(session.phone.keyboard_shown and focused_window(session) is not None)
    keyboard = current_keyboard(session)
    return (
        "Current Input Method Manager state:\n"
        f"  mCurMethodId={keyboard}\n"
        f"  mCurId={keyboard} mHaveConnection=true mBoundToMethod=true\n"
        f"  mShowRequested={shown} mShowExplicitlyRequested=false mShowForced=false "
        f"mInputShown={shown}\n"
        f"  mIsInputViewShown={shown} mDecorViewVisible={shown}\n"
    )


def surface_flinger(session: AdbSession, words: list[str]) -> str:
    """The displays, or the layers on them."""
    if "--list" in words:
        names = [str(component_of_activity(session.phone.activity)), "StatusBar", "NavigationBar0"]
        return "".join(f"{name}#{number}\n" for number, name in enumerate(names))
    width, height = session.size
    return f'Display {DISPLAY_ID} (HWC display 0): port=0 pnpId=PWD displayName="PhoneWorld"\n' + (
        ""
        if "--display-id" in words
        else f"  {width}x{height} orientation={rotation_of(session)}\n"
    )
