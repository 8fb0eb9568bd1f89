"""adbutils and adb-shell, unmodified, against a served phone."""

import threading
from collections.abc import Iterator
from pathlib import Path

import adbutils
import pytest
from adb_shell.adb_device import AdbDeviceTcp
from adb_shell.auth.keygen import keygen
from adb_shell.auth.sign_pythonrsa import PythonRSASigner
from served_phone import Serve

from phoneworld import Workshop
from phoneworld.adb.proof.host_adb import HostAdb
from phoneworld.adb.proof.served import ServedPhone
from phoneworld.adb.wire.faults import Faults

SETTINGS = "com.phoneworld.settings"


@pytest.fixture(scope="module")
def phone(host_adb: HostAdb, shared_workshop: Workshop) -> Iterator[ServedPhone]:
    served = ServedPhone.start(shared_workshop.phone(3))
    yield served
    served.close()


@pytest.fixture(scope="module")
def device(host_adb: HostAdb, phone: ServedPhone) -> Iterator[adbutils.AdbDevice]:
    client = adbutils.AdbClient(port=host_adb.port)
    assert "connected to" in client.connect(phone.server.address)
    yield client.device(phone.server.address)
    client.disconnect(phone.server.address)


def test_adbutils_reads_exit_codes(device: adbutils.AdbDevice) -> None:
    done = device.shell2("ls /nowhere", v2=True)

    assert done.returncode == 1
    assert "No such file" in done.stderr


def test_adbutils_starts_an_app_and_sees_it(device: adbutils.AdbDevice) -> None:
    device.app_start(SETTINGS)

    assert device.app_current().package == SETTINGS


def test_adbutils_sees_size_battery_and_packages(device: adbutils.AdbDevice) -> None:
    assert device.window_size() == (1080, 2400)
    assert device.battery().level == 82
    assert SETTINGS in device.list_packages()
    assert device.is_screen_on()


def test_adbutils_takes_a_screenshot_and_a_hierarchy(device: adbutils.AdbDevice) -> None:
    assert device.screenshot(error_ok=False).size == (1080, 2400)
    assert "<hierarchy" in device.dump_hierarchy()


def test_adbutils_touches_and_types(device: adbutils.AdbDevice, phone: ServedPhone) -> None:
    device.shell("am start -n com.phoneworld.contacts/.edit")
    phone.run(lambda: phone.phone.focus_field("first"))
    device.send_keys("Ada B")

    assert phone.run(lambda: phone.phone.texts["first"]) == "Ada B"
    device.keyevent("HOME")
    assert device.app_current().package == "com.phoneworld.launcher"


def test_adbutils_pushes_and_pulls(device: adbutils.AdbDevice) -> None:
    content = bytes(range(256)) * 1000
    device.sync.push(content, "/sdcard/Download/bytes.bin")

    assert device.sync.read_bytes("/sdcard/Download/bytes.bin") == content
    assert device.sync.stat("/sdcard/Download/bytes.bin").size == len(content)


def test_adb_shell_needs_no_server(phone: ServedPhone, tmp_path: Path) -> None:
    device = AdbDeviceTcp("127.0.0.1", phone.server.port, default_transport_timeout_s=10)
    assert device.connect(auth_timeout_s=5)
    try:
        assert device.shell("getprop ro.product.model").strip() == "PhoneWorld"
        file = tmp_path / "note.txt"
        file.write_text("by adb-shell")
        device.push(str(file), "/sdcard/Download/note.txt")
        device.pull("/sdcard/Download/note.txt", str(tmp_path / "back.txt"))
        assert (tmp_path / "back.txt").read_text() == "by adb-shell"
        assert b"Download" in [bytes(entry.filename) for entry in device.list("/sdcard")]
    finally:
        device.close()


def test_adb_shell_is_let_in_once_its_key_is_accepted(serve: Serve, tmp_path: Path) -> None:
    served = serve(faults=Faults(unauthorized_s=float("inf")))
    key = tmp_path / "adbkey"
    keygen(str(key))
    signer = PythonRSASigner(pub=(tmp_path / "adbkey.pub").read_text(), priv=key.read_text())
    device = AdbDeviceTcp("127.0.0.1", served.server.port, default_transport_timeout_s=10)

    def accept() -> None:
        assert served.run(served.server.accept_keys) == 1

    # It offers its key, and calls back while it waits for somebody to accept it.
    timer = threading.Timer(0.5, accept)
    timer.start()
    try:
        assert device.connect(rsa_keys=[signer], auth_timeout_s=5)
        assert device.shell("echo in") == "in\n"
    finally:
        timer.join()
        device.close()
