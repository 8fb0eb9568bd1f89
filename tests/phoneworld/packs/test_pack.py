"""A pack is a phone of its own, named with `--with`, and never trained on unless it says so."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from androidworld_pack import PACK_CATALOGUE
from built_in import CATALOGUE

from phoneworld import Workshop, open_catalogue
from phoneworld.apps import messages
from phoneworld.apps.messages.data import PATH as MESSAGES_PATH
from phoneworld.catalogue import Split
from phoneworld.cli import main
from phoneworld.errors import AppError
from phoneworld.phone import LAUNCHER, Phone
from phoneworld.world import from_millis

MESSENGER = "com.simplemobiletools.smsmessenger"


def test_pack_has_its_apps_and_no_others() -> None:
    packages = set(PACK_CATALOGUE.apps)

    assert LAUNCHER in packages
    assert MESSENGER in packages
    assert not (packages - {LAUNCHER}) & set(CATALOGUE.apps)
    assert all(name.startswith("androidworld.") for name in PACK_CATALOGUE.templates)


def test_default_phone_has_nothing_of_it() -> None:
    assert MESSENGER not in CATALOGUE.apps
    assert not any(name.startswith("androidworld.") for name in CATALOGUE.templates)


def test_what_it_brings_is_tested_on_and_never_trained_on() -> None:
    splits = {
        PACK_CATALOGUE.split_of(f"{name}#{seed}")
        for name in PACK_CATALOGUE.templates
        for seed in range(32)
    }

    assert splits == {Split.TEST, None}
    assert "androidworld.*" in PACK_CATALOGUE.facts().splits.held_out_families


def test_it_crosses_processes_by_its_name() -> None:
    make, described = PACK_CATALOGUE.__reduce__()

    assert make(*described) == PACK_CATALOGUE


def test_a_folder_of_that_name_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "androidworld").mkdir()
    monkeypatch.chdir(tmp_path)

    assert open_catalogue([Path("androidworld")]).pack == ""


def test_commands_take_it_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["apps", "--with", "androidworld"]) == 0
    listed = capsys.readouterr().out
    assert "net.gsantner.markor" in listed
    # A table, however long the names: what screens an app has begins in one column.
    starts = {
        line.index(app.package) for app in PACK_CATALOGUE.apps.values() if app.in_launcher
        for line in listed.splitlines() if f" {app.package} " in line
    }  # fmt: skip
    assert len(starts) == 1
    check = ["check", "androidworld.markor_create_note", "--with", "androidworld"]
    assert main([*check, "--seeds", "1", "--jobs", "1", "--tries", "0"]) == 0
    assert "all sound" in capsys.readouterr().out


def test_every_phone_begins_at_the_same_moment_without_content(phone: Phone) -> None:
    assert from_millis(phone.now_ms) == datetime(2023, 10, 15, 15, 34, tzinfo=UTC)
    assert phone.contacts.value("SELECT count(*) FROM raw_contacts") == 0
    assert phone.messages.value("SELECT count(*) FROM sms") == 0
    folders = {row["_display_name"] for row in phone.files.rows(
        "SELECT _display_name FROM files WHERE parent = '/sdcard' AND is_folder = 1"
    )}  # fmt: skip
    assert {"Alarms", "DCIM", "Download", "Movies", "Music", "Recordings"} <= folders


def test_stand_in_is_opened_and_read_in_place_of_the_built_in_app(phone: Phone) -> None:
    phone.launch(messages.APP.package)

    assert phone.front == MESSENGER
    assert phone.app(messages.APP.package).label == "Simple SMS Messenger"
    assert phone.has_app(messages.APP.package)
    assert phone.databases[MESSAGES_PATH] is phone.databases[phone.app(MESSENGER).database_path]
    with pytest.raises(AppError):
        phone.app("com.phoneworld.shop")


def test_a_snapshot_of_such_a_phone_is_restored(pack_workshop: Workshop, phone: Phone) -> None:
    phone.launch("net.gsantner.markor")
    kept = phone.snapshot()
    other = pack_workshop.phone(0)
    other.restore(kept)

    assert other.front == "net.gsantner.markor"
    assert other.snapshot() == kept
