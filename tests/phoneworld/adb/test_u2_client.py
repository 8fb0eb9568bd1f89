"""The real uiautomator2 client, unmodified, against a served phone: through adb's own server."""

import time
from collections.abc import Iterator
from io import BytesIO

import adbutils
import pytest
import uiautomator2
from PIL import Image
from uiautomator2.exceptions import (
    AccessibilityServiceAlreadyRegisteredError,
    RPCUnknownError,
    UiObjectNotFoundError,
    XPathElementNotFoundError,
)

from phoneworld import Workshop
from phoneworld.adb.proof.host_adb import HostAdb
from phoneworld.adb.proof.served import ServedPhone
from phoneworld.phone import LAUNCHER
from runtime.hierarchy import elements_of
from runtime.hierarchy_xml import parse_hierarchy

SETTINGS = "com.phoneworld.settings"
NOTES = "com.phoneworld.notes"
FIELD = "android.widget.EditText"


@pytest.fixture(scope="module")
def phone(host_adb: HostAdb, shared_workshop: Workshop) -> Iterator[ServedPhone]:
    served = ServedPhone.start(shared_workshop.phone(3))
    yield served
    served.close()


@pytest.fixture(scope="module")
def adb_device(host_adb: HostAdb, phone: ServedPhone) -> Iterator[adbutils.AdbDevice]:
    client = adbutils.AdbClient(port=host_adb.port)
    assert "connected to" in client.connect(phone.server.address)
    yield client.device(phone.server.address)
    client.disconnect(phone.server.address)


@pytest.fixture(scope="module")
def connected(adb_device: adbutils.AdbDevice) -> Iterator[uiautomator2.Device]:
    device = uiautomator2.connect(adb_device)
    device.settings["wait_timeout"] = 2
    yield device
    device.stop_uiautomator()


@pytest.fixture(scope="module")
def fresh(phone: ServedPhone) -> bytes:
    return phone.run(phone.phone.snapshot)


@pytest.fixture
def d(connected: uiautomator2.Device, phone: ServedPhone, fresh: bytes) -> uiautomator2.Device:
    """The client, with the phone as it was at first."""
    phone.run(lambda: phone.phone.restore(fresh))
    return connected


@pytest.fixture
def in_settings(d: uiautomator2.Device) -> None:
    d.app_start(SETTINGS)


def screenshot(d: uiautomator2.Device) -> Image.Image:
    picture = d.screenshot()
    assert isinstance(picture, Image.Image)
    return picture


def test_info(d: uiautomator2.Device) -> None:
    assert d.info["currentPackageName"] == LAUNCHER
    assert d.info["screenOn"] is True
    assert d.window_size() == (1080, 2400)


def test_app_is_started_and_known_to_be_in_front(d: uiautomator2.Device) -> None:
    d.app_start(NOTES, wait=True)

    assert d.app_current()["package"] == NOTES
    assert d.app_wait(NOTES, front=True, timeout=60) > 0
    d.app_stop(NOTES)
    assert d.app_current()["package"] == LAUNCHER


def test_click_by_text(d: uiautomator2.Device) -> None:
    d(text="Settings").click()

    assert d(text="Display").wait(timeout=60)
    assert d.app_current()["package"] == SETTINGS


def test_click_by_xpath(d: uiautomator2.Device) -> None:
    d.xpath('//*[@text="Settings"]').click()

    assert d.xpath("Display").wait(timeout=60)
    assert [each.text for each in d.xpath("//*[contains(@text, 'Wi-Fi')]").all()] == [
        "Wi-Fi, mobile, hotspot"
    ]


def test_click_by_place(d: uiautomator2.Device, in_settings: None) -> None:
    x, y = d(text="Display").center()
    d.click(x / 1080, y / 2400)

    assert d(text="Dark theme").exists(timeout=60)


@pytest.mark.parametrize("text", ["hello", "höllo 你好 😀", 'a\tb "c" \\ %s'])
def test_set_text(d: uiautomator2.Device, in_settings: None, text: str) -> None:
    field = d(className=FIELD)
    hint = field.get_text()

    field.set_text(text)
    assert field.get_text() == text
    field.clear_text()
    assert field.get_text() == hint


def test_send_keys_goes_through_the_clipboard(d: uiautomator2.Device, in_settings: None) -> None:
    d(className=FIELD).click()

    d.send_keys("wi 你好")
    assert d(focused=True).get_text() == "wi 你好"
    assert d.clipboard == "wi 你好"
    d.send_keys("second", clear=True)
    assert d(focused=True).get_text() == "second"


def test_swipe_and_scroll(d: uiautomator2.Device, in_settings: None) -> None:
    assert not d(text="About phone").exists
    assert d(scrollable=True).scroll.to(text="About phone")
    assert d(text="About phone").exists
    d.swipe(500, 700, 500, 1900)
    d.swipe_ext("down")
    assert not d(text="About phone").exists
    assert d(scrollable=True).scroll.toEnd()
    assert d(scrollable=True).scroll() is False
    assert d(scrollable=True).fling.toBeginning()
    d(scrollable=True).swipe("up")
    assert d.xpath.scroll_to("About phone") is not None


def test_press(d: uiautomator2.Device, in_settings: None) -> None:
    d(text="Display").click()
    d.press("back")
    assert d(text="Display").exists
    d.press(3)
    assert d.app_current()["package"] == LAUNCHER
    d.press("recent")
    assert d(text="Recent apps").exists


def test_screenshot(d: uiautomator2.Device, in_settings: None) -> None:
    picture = screenshot(d)

    assert picture.size == (1080, 2400)
    assert picture.format == "JPEG"
    assert d(text="Display").screenshot().width == 849


def test_screenshot_is_black_when_so_asked(d: uiautomator2.Device, phone: ServedPhone) -> None:
    phone.session.black_frames = 1

    assert [screenshot(d).convert("L").getextrema()[1] == 0 for _ in range(2)] == [True, False]


def test_dump_gives_the_elements_that_are_seen_in_process(
    d: uiautomator2.Device, in_settings: None, phone: ServedPhone
) -> None:
    (window,) = parse_hierarchy(d.dump_hierarchy()).children

    assert elements_of(window) == phone.run(lambda: elements_of(phone.phone.window().view))


def test_selectors(d: uiautomator2.Device, in_settings: None) -> None:
    rows = d(scrollable=True).child(className="android.widget.TextView")
    assert rows.count > 10
    assert rows[1].get_text() == d(className="android.widget.TextView", instance=2).get_text()
    assert d(text="Display").sibling(
        className="android.widget.TextView", instance=1
    ).get_text() == ("Brightness, dark theme, text size")
    assert d(textMatches="(?i)DISPLAY|bluetooth").info["text"] == "Display"
    row = d(scrollable=True).child_by_text("Display", clickable=True)
    assert row.info["clickable"]
    below = d(text="Display").down(className="android.widget.TextView")
    assert below is not None
    assert below.get_text() == "Brightness, dark theme, text size"


def test_missing_elements_are_what_the_client_calls_them(d: uiautomator2.Device) -> None:
    with pytest.raises(UiObjectNotFoundError):
        d(text="nowhere").info  # noqa: B018 - asking is what fails
    with pytest.raises(UiObjectNotFoundError):
        d(text="nowhere").click(timeout=0.1)
    with pytest.raises(XPathElementNotFoundError):
        d.xpath("nowhere").click(timeout=0.1)
    assert d(text="Settings").wait_gone(timeout=0.2) is False
    with pytest.raises(RPCUnknownError, match="-32601"):
        d.jsonrpc.noSuchMethod()


def test_toast(d: uiautomator2.Device, phone: ServedPhone) -> None:
    d.clear_toast()
    phone.run(lambda: phone.phone.toast("Saved"))

    assert d.last_toast == "Saved"
    assert d.toast.get_message() == "Saved"
    d.clear_toast()
    assert d.last_toast is None


def test_watchers(d: uiautomator2.Device, in_settings: None) -> None:
    d.watcher.when("Display").click()
    assert d.watcher.run()
    assert d(text="Dark theme").exists(timeout=60)
    d.watcher.remove()


def test_watch_context(d: uiautomator2.Device, in_settings: None) -> None:
    with d.watch_context() as context:
        context.when("Display").click()
        assert d(text="Dark theme").wait(timeout=60)


def test_screen_off_and_locked(d: uiautomator2.Device, in_settings: None) -> None:
    d.screen_off()
    assert d.info["screenOn"] is False
    d.screen_on()
    assert d.info["currentPackageName"] == "com.android.systemui"
    d.click(500, 1200)
    d.swipe(500, 2000, 500, 500)
    assert d.app_current()["package"] == SETTINGS


def test_orientation(d: uiautomator2.Device) -> None:
    d.orientation = "left"
    try:
        assert d.orientation == "left"
        assert d.window_size() == screenshot(d).size == (2400, 1080)
    finally:
        d.orientation = "natural"
    assert d.window_size() == (1080, 2400)


def test_notifications(d: uiautomator2.Device) -> None:
    assert d.open_notification()
    assert d(text="Bluetooth").exists
    d.press("back")
    assert d(text="Settings").exists


def test_touch_events(d: uiautomator2.Device, in_settings: None, phone: ServedPhone) -> None:
    d.touch.down(500, 1900).move(500, 1200).up(500, 900)

    assert any(phone.phone.activity.scroll.values())


def test_double_click_is_two_taps(d: uiautomator2.Device, in_settings: None) -> None:
    d(text="Display").click()
    switch = d(checkable=True)
    before = switch.info["checked"]

    d.double_click(*switch.center())
    assert switch.info["checked"] is before
    switch.click()
    assert switch.info["checked"] is not before


def test_drag_and_long_click(d: uiautomator2.Device, in_settings: None, phone: ServedPhone) -> None:
    d(text="Display").drag_to(500, 400)
    d(scrollable=True).fling.toBeginning()
    d(className=FIELD).set_text("copy me")
    d(className=FIELD).long_click()
    assert d(text="Select all").exists


def test_server_ends_with_its_stream_and_starts_again(d: uiautomator2.Device) -> None:
    d.stop_uiautomator()
    started = time.monotonic()

    assert d.info["currentPackageName"] == LAUNCHER
    assert time.monotonic() - started < 60


def test_second_server_on_the_port_is_refused(
    d: uiautomator2.Device, adb_device: adbutils.AdbDevice
) -> None:
    command = "CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main -p 9008"

    assert "already registered" in str(adb_device.shell(command, timeout=60))
    assert issubclass(AccessibilityServiceAlreadyRegisteredError, Exception)


def test_client_on_another_port(adb_device: adbutils.AdbDevice, d: uiautomator2.Device) -> None:
    other = uiautomator2.connect(adb_device, port=9017)
    try:
        other(text="Settings").click()
        assert d(text="Display").exists
    finally:
        other.stop_uiautomator()


def test_picture_over_http(d: uiautomator2.Device, adb_device: adbutils.AdbDevice) -> None:
    with adb_device.create_connection(adbutils.Network.TCP, 9008) as connection:
        connection.sendall(b"GET /screenshot/0?scale=0.25 HTTP/1.1\r\nConnection: close\r\n\r\n")
        received = BytesIO()
        while data := connection.recv(65536):
            received.write(data)

    assert b"\r\n\r\n\x89PNG" in received.getvalue()
