import pytest

from runtime.backends.adb.address import AdbAddress, read_address, server_address
from runtime.backends.adb.calls import ServerAddress
from runtime.devices import known_schemes
from runtime.errors import AddressError


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("adb://", AdbAddress("")),
        ("adb://R58M1234ABC", AdbAddress("R58M1234ABC")),
        ("adb://emulator-5554", AdbAddress("emulator-5554")),
        ("adb://adb-123._adb-tls-connect._tcp", AdbAddress("adb-123._adb-tls-connect._tcp")),
        ("adb://adb-9 (2)._adb-tls-connect._tcp", AdbAddress("adb-9 (2)._adb-tls-connect._tcp")),
        ("adb://KDX 7A", AdbAddress("KDX 7A")),
        ("adb://KDX%207A", AdbAddress("KDX 7A")),
        ("adb:// QM0012", AdbAddress(" QM0012")),
        ("adb://127.0.0.1:7555", AdbAddress("127.0.0.1:7555", network=True)),
        ("adb://phone.local:5555/", AdbAddress("phone.local:5555", network=True)),
        ("adb://[::1]:5555", AdbAddress("[::1]:5555", network=True)),
    ],
)
def test_address_is_read(text: str, address: AdbAddress) -> None:
    assert read_address(text) == address


@pytest.mark.parametrize(
    "text", ["adb:", "http://x", "adb://a  b", "adb://x;reboot", "adb://h:70000"]
)
def test_address_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(AddressError):
        read_address(text)


def test_scheme_is_known() -> None:
    assert "adb" in known_schemes()


def test_server_is_found_as_adb_finds_it() -> None:
    assert server_address({}) == ServerAddress("127.0.0.1", 5037)
    assert server_address({"ANDROID_ADB_SERVER_PORT": "6001"}).port == 6001
    with pytest.raises(AddressError, match="ANDROID_ADB_SERVER_PORT"):
        server_address({"ANDROID_ADB_SERVER_PORT": "tcp"})
