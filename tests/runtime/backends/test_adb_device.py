"""The backend with real adb, against PhoneWorld phones that are served over the adb protocol."""

import asyncio
from collections.abc import Iterator
from contextlib import closing

import pytest
from served_phone import Serve

from phoneworld import PhoneDevice
from phoneworld.adb.handset.keyboards import ADB_KEYBOARD, UIAUTOMATOR2_KEYBOARD, enabled
from phoneworld.adb.proof.host_adb import HostAdb
from phoneworld.adb.proof.served import ServedPhone
from phoneworld.adb.session import PHONEWORLD_IME
from runtime.actions import Click, ElementRef, OpenApp, Point, PressButton, SystemButton, Type, Wait
from runtime.backends.adb import AdbDevice
from runtime.backends.adb.address import server_address
from runtime.backends.adb.automation import Rpc
from runtime.backends.adb.calls import AdbCalls
from runtime.backends.adb.deadlines import Interruption
from runtime.backends.adb.pending_restores import PendingRestores
from runtime.backends.adb.screen import ScreenReader
from runtime.backends.adb.text_input import TextInput
from runtime.devices import open_device
from runtime.errors import AddressError, UnknownApp
from runtime.observation import Element
from runtime.testing import check_device

APPS = ("Settings", "Contacts", "Messages", "Calendar", "Clock", "Files")
TEXTS = {
    "emoji": "Fish 🐟 & chips 👩‍🍳",
    "right to left": "שלום עולם مرحبا",
    "newlines": "one\ntwo\n\nfour",
    "quotes": 'it\'s "50%s" $HOME `x` \\ ; rm -rf / | & <b>',
    "long": "All work and no play makes Jack a dull boy. " * 40,
}


@pytest.fixture
def device(served: ServedPhone) -> Iterator[AdbDevice]:
    opened = open_device(served.address)
    assert isinstance(opened, AdbDevice)
    yield opened
    opened.close()


@pytest.fixture
def field(device: AdbDevice) -> Element:
    """The body of a new note: a field of many lines."""
    device.perform(OpenApp("Notes"), device.observe())
    _tap(device, "New note")
    _tap(device, "Text note")
    return next(e for e in device.observe().elements if e.editable and e.hint != "Title")


def _tap(device: AdbDevice, label: str) -> None:
    seen = device.observe()
    found = next(e.index for e in seen.elements if e.label == label)
    device.perform(Click(ElementRef(found)), seen)


def test_phone_behind_adb_keeps_the_contract_of_a_device(served: ServedPhone) -> None:
    check_device(lambda: open_device(served.address), app="Settings")


def test_only_phone_needs_no_serial(device: AdbDevice, served: ServedPhone) -> None:
    with closing(open_device("adb://")) as other:
        assert other.info.address == served.address


def test_several_phones_need_one(device: AdbDevice, serve: Serve) -> None:
    with closing(open_device(serve(seed=2).address)), pytest.raises(AddressError, match="several"):
        open_device("adb://")


@pytest.mark.parametrize("app", APPS)
def test_screen_has_the_elements_that_it_has_in_process(
    device: AdbDevice, served: ServedPhone, app: str
) -> None:
    device.perform(OpenApp(app), device.observe())

    seen = device.observe()

    inside = served.run(lambda: PhoneDevice(served.phone).observe())
    assert seen.elements == inside.elements
    assert seen.package == inside.package
    assert (seen.keyboard_shown, seen.focused) == (inside.keyboard_shown, inside.focused)


def test_app_that_is_opened_afresh_shows_its_first_screen(device: AdbDevice) -> None:
    device.perform(OpenApp("Notes"), device.observe())
    first = device.observe().elements
    _tap(device, "New note")
    deep = device.observe().elements

    device.perform(OpenApp("Notes"), device.observe())
    assert device.observe().elements == deep != first
    device.perform(OpenApp("Notes", afresh=True), device.observe())
    assert device.observe().elements == first


def test_screenshot_is_the_phone_as_a_jpeg(device: AdbDevice) -> None:
    seen = device.observe(screenshot=True)

    assert seen.screenshot is not None
    assert seen.screenshot.mime == "image/jpeg"
    assert (seen.screenshot.width_px, seen.screenshot.height_px) == (seen.width_px, seen.height_px)


def test_phone_that_is_turned_is_seen_and_touched_as_it_lies(device: AdbDevice) -> None:
    device.automation.call("setOrientation", "left")

    seen = device.observe(screenshot=True)

    assert seen.screenshot is not None
    assert seen.rotation == 1
    assert (seen.width_px, seen.height_px) == (device.info.height_px, device.info.width_px)
    assert (seen.screenshot.width_px, seen.screenshot.height_px) == (seen.width_px, seen.height_px)
    app = next(e for e in seen.elements if e.label == "Calculator")
    assert device.perform(Click(ElementRef(app.index)), seen).changed
    assert device.observe().package == "com.phoneworld.calculator"


def test_tap_that_hits_nothing_changes_nothing_and_says_so(device: AdbDevice) -> None:
    performed = device.perform(Click(Point(500, 1)), device.observe())

    assert not performed.changed
    assert performed.note


def test_app_that_is_missing_is_unknown_and_others_are_listed(device: AdbDevice) -> None:
    with pytest.raises(UnknownApp, match="Contacts"):
        device.perform(OpenApp("Telegraph"), device.observe())


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_text_arrives_as_it_is(
    device: AdbDevice, field: Element, served: ServedPhone, text: str
) -> None:
    served.phone.clipboard = "mine"

    performed = device.perform(Type(text, ElementRef(field.index)), device.observe())

    assert performed.note == ""
    assert device.observe().elements[field.index].text == text
    assert served.phone.clipboard == "mine"


def test_text_is_added_to_what_is_there(
    device: AdbDevice, field: Element, served: ServedPhone
) -> None:
    served.phone.clipboard = "mine"
    device.perform(Type("one", ElementRef(field.index)), device.observe())
    device.perform(Type(" two 二"), device.observe())

    assert device.observe().elements[field.index].text == "one two 二"
    assert served.phone.clipboard == "mine"

    device.perform(Type("three", clear=True), device.observe())
    assert device.observe().elements[field.index].text == "three"


def test_typing_leaves_the_keyboard_that_was_chosen(
    device: AdbDevice, field: Element, served: ServedPhone
) -> None:
    before = served.session.ime

    device.perform(Type("你好", ElementRef(field.index)), device.observe())

    assert served.session.ime == before


class Denying:
    """uiautomator on a phone whose fields take neither accessibility nor the clipboard."""

    def __init__(self, rpc: Rpc) -> None:
        self._rpc = rpc

    def call(self, method: str, *params: object, timeout_s: float = 10) -> object:
        if method in ("setText", "pasteClipboard"):
            return False
        return self._rpc.call(method, *params, timeout_s=timeout_s)

    def read(self, method: str, *params: object, timeout_s: float = 10) -> object:
        return self._rpc.read(method, *params, timeout_s=timeout_s)


@pytest.mark.parametrize("ime", [ADB_KEYBOARD, UIAUTOMATOR2_KEYBOARD])
def test_adb_keyboard_that_is_installed_is_used_and_put_away(
    device: AdbDevice, field: Element, served: ServedPhone, ime: str
) -> None:
    device.perform(Click(ElementRef(field.index)), device.observe())
    served.session.installed.append(ime.partition("/")[0])
    served.phone.clipboard = "mine"
    interruption = Interruption()
    calls = AdbCalls(server_address(), served.server.address, interruption)
    rpc = Denying(device.automation)
    screen = ScreenReader(calls, rpc).look(screenshot=False)
    text_input = TextInput(
        calls,
        rpc,
        lambda: ScreenReader(calls, rpc).views(screen.display, screen.status),
        PendingRestores(interruption),
        interruption.pause,
        keyboard_shown=lambda: True,
    )

    assert text_input.type(TEXTS["emoji"], clear=False) == ""

    assert device.observe().elements[field.index].text == TEXTS["emoji"]
    assert (served.session.ime, served.phone.clipboard) == (PHONEWORLD_IME, "mine")
    assert served.run(lambda: enabled(served.session)) == [PHONEWORLD_IME]


def test_typing_without_a_field_says_so(device: AdbDevice) -> None:
    device.perform(PressButton(SystemButton.HOME), device.observe())

    assert "no field" in device.perform(Type("hello"), device.observe()).note


def test_waiting_lets_the_phones_own_time_pass(device: AdbDevice) -> None:
    before = device.observe()

    device.perform(Wait(90_000), before)

    assert device.observe().time_s >= before.time_s + 90


def test_secure_app_can_be_read_but_not_photographed(
    device: AdbDevice, served: ServedPhone
) -> None:
    app = next(app for app in served.phone.apps.values() if app.secure and app.in_launcher)
    device.perform(OpenApp(app.package), device.observe())

    seen = device.observe(screenshot=True)

    assert seen.package == app.package
    assert seen.secure
    assert seen.screenshot is None
    assert seen.elements


def test_two_devices_share_one_automation(device: AdbDevice, served: ServedPhone) -> None:
    with closing(open_device(served.address)) as other:
        assert other.observe().elements == device.observe().elements
    assert device.observe().elements


def test_device_goes_on_when_who_started_automation_leaves(served: ServedPhone) -> None:
    first = open_device(served.address)
    with closing(open_device(served.address)) as second:
        first.close()

        assert second.observe().elements


def test_phone_is_left_as_other_tools_find_it(served: ServedPhone, host_adb: HostAdb) -> None:
    open_device(served.address).close()

    done = asyncio.run(host_adb.run("-s", served.server.address, "shell", "echo still here"))

    assert done.text.strip() == "still here"
