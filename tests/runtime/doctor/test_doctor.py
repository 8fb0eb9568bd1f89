import asyncio
import json
from pathlib import Path

import pytest
from served_phone import Serve

from phoneworld.adb.personalities import find_personality
from phoneworld.adb.proof.host_adb import HostAdb
from phoneworld.adb.proof.served import ServedPhone
from phoneworld.adb.wire.faults import Faults
from runtime.__main__ import main
from runtime.backends.adb.address import server_address
from runtime.backends.adb.calls import ServerAddress
from runtime.doctor import (
    Doctor,
    DoctorFinding,
    Severity,
    examine,
    exit_code,
    render_json,
    render_text,
)
from runtime.doctor.host_checks import check_policies
from runtime.doctor.makers import advice_for


def findings(policies: Path, *, fix: bool = False) -> dict[str, DoctorFinding]:
    doctor = Doctor(server_address(), policies, fix, engines=False)
    return {finding.subject: finding for finding in examine(doctor)}


def connect(host_adb: HostAdb, served: ServedPhone) -> str:
    asyncio.run(host_adb.run("connect", served.server.address, timeout_s=30))
    return served.server.address


def test_healthy_phone_has_nothing_to_cure(
    served: ServedPhone, host_adb: HostAdb, tmp_path: Path
) -> None:
    serial = connect(host_adb, served)

    found = findings(tmp_path)

    for part in ("", " screen", " touches", " keyboard", " uiautomator"):
        assert found[serial + part].verdict is Severity.OK, found[serial + part]
    assert found[f"{serial} touches"].text == "allowed"


def test_screen_that_is_off_is_woken_only_when_asked(
    served: ServedPhone, host_adb: HostAdb, tmp_path: Path
) -> None:
    serial = connect(host_adb, served)
    served.phone.settings.put("secure", "lock_type", "none")
    served.session.screen_on = False

    before = findings(tmp_path)[f"{serial} screen"]
    assert before.verdict is Severity.FAILED
    assert "--fix" in before.cure
    assert not served.session.screen_on  # not even by trying whether touches are allowed

    after = findings(tmp_path, fix=True)[f"{serial} screen"]
    assert (after.verdict, after.cured) == (Severity.OK, True)
    assert served.session.screen_on


def test_lock_is_left_to_the_owner(served: ServedPhone, host_adb: HostAdb, tmp_path: Path) -> None:
    serial = connect(host_adb, served)
    served.session.locked = True

    found = findings(tmp_path, fix=True)[f"{serial} screen"]

    assert (found.verdict, found.text) == (Severity.FAILED, "locked")
    assert served.session.locked


def test_phone_that_has_not_allowed_this_computer_says_what_to_do(
    serve: Serve, host_adb: HostAdb, tmp_path: Path
) -> None:
    serial = connect(host_adb, serve(faults=Faults(unauthorized_s=float("inf"))))

    found = findings(tmp_path)[serial]

    assert found.verdict is Severity.FAILED
    assert "Allow USB debugging" in found.cure


def test_without_adb_server_and_phone_nothing_has_failed(tmp_path: Path) -> None:
    doctor = Doctor(ServerAddress("127.0.0.1", 1), tmp_path, engines=False)

    found = {finding.subject: finding for finding in examine(doctor)}

    assert found["adb server"].verdict is Severity.NOTE
    assert "start-server" in found["adb server"].cure
    assert found["phones"].verdict is Severity.NOTE
    assert "fine, use the virtual one" in found["phones"].text
    assert exit_code(list(found.values())) == 0


def test_switch_of_the_phones_maker_is_named_where_it_lets_adb_touch_nothing(
    serve: Serve, host_adb: HostAdb, tmp_path: Path
) -> None:
    phone = serve(personality=find_personality("miui"))
    serial = connect(host_adb, phone)

    found = findings(tmp_path)

    assert found[f"{serial} touches"].verdict is Severity.FAILED
    assert found[f"{serial} touches"].cure == advice_for("Xiaomi").touches
    assert found[f"{serial} maker"].text == "Xiaomi"


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("Xiaomi", "Redmi"), "Security settings"),
        (("unknown", "POCO"), "Security settings"),
        (("OnePlus", ""), "permission monitoring"),
        (("samsung", "samsung"), "Auto Blocker"),
        (("", ""), "developer options"),
    ],
)
def test_advice_goes_by_manufacturer_and_brand(names: tuple[str, str], said: str) -> None:
    assert said in advice_for(*names).touches


def test_phone_that_is_connected_twice_is_examined_once(
    serve: Serve, host_adb: HostAdb, tmp_path: Path
) -> None:
    phone = serve(personality=find_personality("wifi-twice"))
    serials = {connect(host_adb, phone)}
    for other in phone.others:
        asyncio.run(host_adb.run("connect", other.address, timeout_s=30))
        serials.add(other.address)

    found = findings(tmp_path)

    assert sum(f"{serial} screen" in found for serial in serials) == 1
    assert sum("the same phone" in found[serial].text for serial in serials) == 1


def test_policies_folder_is_made_only_when_asked(tmp_path: Path) -> None:
    folder, nothing = tmp_path / "a" / "policies", tmp_path / "nothing"

    assert check_policies(folder, fix=False, builtin=nothing).verdict is Severity.WARNING
    assert not folder.exists()
    assert check_policies(folder, fix=True, builtin=nothing).cured
    assert folder.is_dir()
    assert check_policies(folder, fix=False, builtin=nothing).verdict is Severity.WARNING


def test_policies_are_named_also_those_that_came_with_it(tmp_path: Path) -> None:
    own, builtin = tmp_path / "own", tmp_path / "builtin"
    for bundle in (own / "mine", builtin / "tiny"):
        bundle.mkdir(parents=True)
        (bundle / "policy.json").write_text("{}")

    assert check_policies(own, fix=False, builtin=builtin).text == (
        f"mine, tiny (built in); your own go to {own}"
    )
    without_own = check_policies(tmp_path / "none", fix=False, builtin=builtin)
    assert without_own.verdict is Severity.OK


def test_report_has_a_cure_below_what_failed_and_an_exit_code() -> None:
    rows = [
        DoctorFinding("adb", Severity.OK, "36"),
        DoctorFinding("phone", Severity.FAILED, "locked", "unlock it"),
    ]

    assert "FAIL" in render_text(rows)
    assert "-> unlock it" in render_text(rows)
    assert json.loads(render_json(rows))["ok"] is False
    assert (exit_code(rows), exit_code(rows[:1])) == (1, 0)


@pytest.mark.slow
def test_command_prints_json(
    served: ServedPhone,
    host_adb: HostAdb,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    connect(host_adb, served)

    code = main(["doctor", "--json", "--policies", str(tmp_path)])

    printed = json.loads(capsys.readouterr().out)
    assert code == (0 if printed["ok"] else 1)
    assert {"adb", "adb server", "disk", "policies"} <= {
        row["subject"] for row in printed["findings"]
    }
