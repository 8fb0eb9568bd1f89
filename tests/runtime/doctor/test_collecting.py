"""What a phone answers, collected for a report: nothing personal in it, and it can be replayed."""

import asyncio
import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from served_phone import Serve

from phoneworld.adb.personalities import find_personality
from phoneworld.adb.proof.host_adb import HostAdb
from phoneworld.adb.proof.served import ServedPhone
from runtime.__main__ import main
from runtime.backends.adb.address import AdbAddress, read_address
from runtime.backends.adb.apps import InstalledApps
from runtime.backends.adb.calls import AdbCalls, ServerAddress
from runtime.backends.adb.collected import (
    HARMLESS_KEY,
    CollectedAnswer,
    CollectedAnswers,
    ReplayedShell,
    read_answers,
    write_answers,
)
from runtime.backends.adb.connection import Finder
from runtime.backends.adb.deadlines import Interruption
from runtime.backends.adb.details import read_info
from runtime.backends.adb.errors import CommandFailed, DebuggingRestricted
from runtime.backends.adb.status import parse_status, read_status
from runtime.doctor.anonymising import anonymised
from runtime.doctor.collecting import collect_from
from runtime.errors import DeviceError

KEPT = sorted((Path(__file__).parent / "collected").glob("*.json"))
"""Files that people have sent, and one of our own."""


def collected(serve: Serve, host: HostAdb, kind: str) -> tuple[ServedPhone, CollectedAnswers]:
    phone = serve(personality=find_personality(kind))
    finder = Finder(ServerAddress(port=host.port), Interruption())
    return phone, collect_from(finder, read_address(phone.address))


@pytest.mark.parametrize("kind", ["samsung", "z-flip"])
def test_replayed_phone_is_read_as_the_phone_itself(
    serve: Serve, host_adb: HostAdb, kind: str
) -> None:
    phone, found = collected(serve, host_adb, kind)
    replayed = ReplayedShell(read_answers(write_answers(found)))
    calls = AdbCalls(ServerAddress(port=host_adb.port), phone.server.address, Interruption())

    assert read_status(replayed) == read_status(calls)
    here = AdbAddress(phone.server.address)
    assert read_info(replayed, here) == read_info(calls, here)
    assert InstalledApps(replayed).list() == InstalledApps(calls).list()
    assert phone.server.address not in write_answers(found)


def test_what_a_phone_refuses_is_part_of_its_answers(serve: Serve, host_adb: HostAdb) -> None:
    _, found = collected(serve, host_adb, "miui")

    with pytest.raises(DebuggingRestricted):
        ReplayedShell(found).script(HARMLESS_KEY)
    assert found.automation == "answers"


def test_automation_that_does_not_start_is_said(serve: Serve, host_adb: HostAdb) -> None:
    _, found = collected(serve, host_adb, "taken")

    assert found.automation.startswith("AutomationTaken")


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_collected_phone_is_read(path: Path) -> None:
    replayed = ReplayedShell(read_answers(path.read_text("utf-8")))

    status = read_status(replayed)

    assert status.package
    assert status.width_px > 0
    assert InstalledApps(replayed).list()
    assert read_info(replayed, AdbAddress("X")).model


def test_there_is_a_collected_phone() -> None:
    assert KEPT


# Whose phone it is


def cleaned(text: str, *known: str) -> str:
    answer = CollectedAnswer("a command", 0, text, "")
    return anonymised(CollectedAnswers("", "", (answer,)), known).answers[0].out


@pytest.mark.parametrize(
    "secret",
    [
        "R5CT1234567",
        "192.168.7.31",
        "ada.lovelace@example.com",
        "a4:b1:c2:d3:e4:f5",
        "356938035643809",
        "+447700900123",
        "fe80:0:0:0:a6b1:c2ff:fed3:e4f5",
    ],
)
def test_what_tells_whose_phone_it_is_is_taken_out(secret: str) -> None:
    assert secret not in cleaned(f"a {secret} b\n[{secret}]", "R5CT1234567")


def test_names_of_users_and_titles_that_apps_gave_are_taken_out() -> None:
    text = (
        "\tUserInfo{0:Ada Lovelace:c13} running\n  Window #1 Window{1a u0 Letter to Charles}:\n"
        "  mCurrentFocus=Window{1a u0 org.example.app/.Main}\n"
    )

    clean = cleaned(text)

    assert "Ada" not in clean
    assert "Charles" not in clean
    assert "UserInfo{0:User 0:c13} running" in clean
    assert parse_status(clean).package == "org.example.app"


@pytest.mark.parametrize(
    "needed",
    [
        "Display 4619827677550801152 (HWC display 0)",
        "mCurrentFocus=Window{1a2b3c4 u0 Application Not Responding: org.example.app}",
        "fl=#81812100",
        "1763464000.123456789",
        "cur=1080x2400",
        "nonLocalizedLabel=null icon=0x7f080123",
    ],
)
def test_what_is_read_from_answers_is_left(needed: str) -> None:
    assert cleaned(needed) == needed


@given(st.text(max_size=200))
def test_any_text_can_be_cleaned_and_twice_is_once(text: str) -> None:
    assert cleaned(cleaned(text, "R5CT1")) == cleaned(text, "R5CT1")


# The file


_TEXT = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")), max_size=30)


@given(st.lists(st.builds(CollectedAnswer, _TEXT, st.integers(-1, 255), st.just(""), st.just(""))))
def test_file_is_read_as_it_was_written(answers: list[CollectedAnswer]) -> None:
    found = CollectedAnswers("X device", "answers", tuple(answers))

    assert read_answers(write_answers(found)) == found


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "x"}', '{"answers": 1}'])
def test_other_files_are_refused(text: str) -> None:
    with pytest.raises(DeviceError, match="no answers of a phone"):
        read_answers(text)


def test_question_that_was_not_asked_is_an_error() -> None:
    with pytest.raises(CommandFailed, match="not asked"):
        ReplayedShell(CollectedAnswers("", "", ())).shell("reboot")


@pytest.mark.parametrize(("typed", "writes"), [("y\n", True), ("n\n", False), ("", False)])
def test_answers_are_shown_before_they_are_written(
    served: ServedPhone,
    host_adb: HostAdb,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    typed: str,
    writes: bool,  # noqa: FBT001
) -> None:
    asyncio.run(host_adb.run("connect", served.server.address))
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    file = tmp_path / "phone.json"

    code = main(["doctor", "--collect", str(file), "--device", served.address])

    shown = capsys.readouterr().out
    assert "mCurrentFocus" in shown
    assert file.exists() is writes
    assert code == (0 if writes else 1)
    if writes:
        assert json.loads(file.read_text())["format"] == "phonebuddy-phone-answers"
        assert main(["doctor", "--collect", str(file), "--device", served.address]) == 2
