"""Pairing over Wi-Fi, phones that announce themselves, and one phone that is connected in several ways."""

import asyncio
import re
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from phoneworld.adb.proof.host_adb import HostAdb
from phoneworld.adb.proof.served import ServedPhone
from phoneworld.adb.proof.server_proxy import AdbServerProxy
from runtime.__main__ import main
from runtime.backends.adb.announced import CONNECT, PAIRING, AnnouncedService, parse_announced
from runtime.backends.adb.calls import ServerAddress
from runtime.backends.adb.connection import Finder, Listed
from runtime.backends.adb.deadlines import Interruption
from runtime.backends.adb.discovery import find_phones
from runtime.backends.adb.errors import PairingFailed
from runtime.backends.adb.pairing import Pairing, QrInvitation, paired_guid
from runtime.commands.pair import qr_code
from runtime.devices import open_device
from tui.cli import main as phonebuddy

AT = "192.0.2.7:37051"
GUID = "adb-R5CT10AAAAA-x1Y2z3"
TWICE = f"{GUID} (2).{CONNECT}"
USB = "ZUG 5S"
SERVICES = "host:mdns:services"
PAIRED = f"Successfully paired to {AT} [guid={GUID}]"


@pytest.fixture
def proxy(
    served: ServedPhone, host_adb: HostAdb, monkeypatch: pytest.MonkeyPatch
) -> Iterator[AdbServerProxy]:
    """An adb server that knows the served phone by its address, and hears nobody on the network."""
    asyncio.run(host_adb.run("connect", served.server.address))
    with AdbServerProxy(host_adb.port, answers={SERVICES: lambda: ""}) as between:
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(between.port))
        yield between


@pytest.fixture
def finder(proxy: AdbServerProxy) -> Finder:
    return Finder(ServerAddress(port=proxy.port), Interruption())


def announced(*services: AnnouncedService) -> Callable[[], str]:
    return lambda: "".join(f"{one.name}\t{one.kind}\t{one.address}\n" for one in services)


def test_phone_is_paired_by_its_code_and_used_under_a_serial_with_a_blank(
    proxy: AdbServerProxy, served: ServedPhone, capsys: pytest.CaptureFixture[str]
) -> None:
    proxy.answers[f"host:pair:123456:{AT}"] = lambda: PAIRED
    proxy.aliases[TWICE] = served.server.address

    assert main(["pair", "123456", "--at", AT]) == 0

    shown = capsys.readouterr().out
    address = re.search(r"--device '(.*?)'", shown)
    assert address is not None
    assert address[1] == f"adb://{TWICE}"
    with closing(open_device(address[1])) as device:
        assert device.observe().elements


def test_only_phone_that_shows_a_code_needs_no_address(
    proxy: AdbServerProxy, served: ServedPhone
) -> None:
    proxy.answers[SERVICES] = announced(AnnouncedService("x", PAIRING, AT))
    proxy.answers[f"host:pair:123456:{AT}"] = lambda: PAIRED
    proxy.aliases[TWICE] = served.server.address

    assert main(["pair", "123456"]) == 0


def test_command_of_the_screens_pairs_too(
    proxy: AdbServerProxy, served: ServedPhone, capfd: pytest.CaptureFixture[str]
) -> None:
    proxy.answers[SERVICES] = announced(AnnouncedService("x", PAIRING, AT))
    proxy.answers[f"host:pair:123456:{AT}"] = lambda: PAIRED
    proxy.aliases[TWICE] = served.server.address

    assert phonebuddy(["pair", "123456"]) == 0
    assert phonebuddy(["pair", "--list"]) == 0

    shown = capfd.readouterr().out
    assert f"Paired with {GUID}" in shown
    assert AT in shown


def test_phone_that_scans_the_qr_code_is_paired(finder: Finder, proxy: AdbServerProxy) -> None:
    invitation = QrInvitation.made()
    proxy.answers[SERVICES] = announced(
        AnnouncedService("somebody-else", PAIRING, "192.0.2.8:1"),
        AnnouncedService(invitation.name, PAIRING, AT),
    )
    proxy.answers[f"host:pair:{invitation.password}:{AT}"] = lambda: PAIRED
    pairing = Pairing(finder)

    scanned = pairing.await_scan(invitation)

    assert pairing.pair(scanned.address, invitation.password) == GUID


def test_phone_that_is_paired_is_connected_to_where_it_announces_itself(
    finder: Finder, proxy: AdbServerProxy, served: ServedPhone, host_adb: HostAdb
) -> None:
    asyncio.run(host_adb.run("disconnect", served.server.address))
    proxy.answers[SERVICES] = announced(AnnouncedService(GUID, CONNECT, served.server.address))

    assert Pairing(finder).connect(GUID) == served.server.address


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["pair", "123456"], "no phone on the network shows a pairing code"),
        (["pair", "--at", AT], "six digits"),
        (["pair", "--wait", "0"], "no phone has scanned"),
        (["pair", "000000", "--at", AT], "the code was wrong"),
    ],
)
def test_what_keeps_from_pairing_is_said(
    proxy: AdbServerProxy, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    proxy.answers[f"host:pair:000000:{AT}"] = lambda: (
        "Failed: Wrong password or connection was dropped."
    )

    assert main(words) == 2

    assert said in capsys.readouterr().err


def test_several_phones_that_show_a_code_need_an_address(
    finder: Finder, proxy: AdbServerProxy
) -> None:
    proxy.answers[SERVICES] = announced(
        AnnouncedService("one", PAIRING, AT), AnnouncedService("two", PAIRING, "192.0.2.9:1")
    )

    with pytest.raises(PairingFailed, match=r"several phones.*192\.0\.2\.9:1"):
        Pairing(finder).only_waiting()


@pytest.mark.parametrize("said", ["", "Failed: Unable to start pairing client.", "Failed to parse"])
def test_words_that_are_no_success_are_a_failure(said: str) -> None:
    with pytest.raises(PairingFailed):
        paired_guid(said, AT)


def test_invitation_is_what_android_scans_and_differs_each_time() -> None:
    first, second = QrInvitation.made(), QrInvitation.made()

    assert first != second
    assert re.fullmatch(r"WIFI:T:ADB;S:phonebuddy-\w+;P:\w{12};;", first.text)
    assert len(qr_code(first.text).splitlines()) > 15


def test_announcements_are_read() -> None:
    text = f"List of discovered mdns services\n{GUID}\t{CONNECT}.\t{AT}\n\nx y\t{PAIRING}\t{AT}\n"

    assert parse_announced(text) == (
        AnnouncedService(GUID, CONNECT, AT),
        AnnouncedService("x y", PAIRING, AT),
    )


# One phone, several ways


def test_phone_by_cable_and_by_network_is_listed_once_by_its_cable(
    proxy: AdbServerProxy, served: ServedPhone
) -> None:
    proxy.aliases.update({TWICE: served.server.address, USB: served.server.address})

    mine = [
        phone.address
        for phone in find_phones()
        if phone.address in (f"adb://{USB}", f"adb://{TWICE}", served.address)
    ]

    assert mine == [f"adb://{USB}"]
    with closing(open_device(mine[0])) as device:
        assert device.observe().elements


def test_phone_that_only_announces_itself_is_listed_with_what_to_do(proxy: AdbServerProxy) -> None:
    proxy.answers[SERVICES] = announced(AnnouncedService(GUID, CONNECT, AT))

    found = {phone.address: phone.advice for phone in find_phones()}

    assert f"adb connect {AT}" in found[f"adb://{GUID}.{CONNECT}"]


@pytest.mark.parametrize(
    ("better", "worse"),
    [(USB, AT), (AT, f"{GUID}.{CONNECT}"), (f"{GUID}.{CONNECT}", TWICE)],
)
def test_ways_are_ordered_by_how_well_they_hold(better: str, worse: str) -> None:
    assert Listed(better, "device").steadiness < Listed(worse, "device").steadiness
