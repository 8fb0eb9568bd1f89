"""Folders that bring apps: alone, in packs, edited, held out, and across processes."""

from __future__ import annotations

import asyncio
import io
import json
import pickle
import signal
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from built_in import CATALOGUE
from small_recordings import record_exploration

from phoneworld import PhoneDevice, Split, Trial, Workshop, open_catalogue, open_device
from phoneworld.adb.proof.wire_host import WireHost
from phoneworld.catalogue.folder_tasks import check_folder
from phoneworld.catalogue.folders import MANIFEST
from phoneworld.cli import main
from phoneworld.errors import CatalogueError
from phoneworld.reconstruction.rebuild import rebuild
from phoneworld.reconstruction.spec_files import load_app, save_app
from phoneworld.recording.sources import import_all
from phoneworld.tasks.pilot import run_oracle

PACKAGE = "com.phoneworld.settings"


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory, workshop: Workshop) -> Path:
    """Settings, explored a little and rebuilt, with its sound tasks listed."""
    folder: Path = tmp_path_factory.mktemp("rebuilt")
    record_exploration(workshop, "Settings", folder / "recording", steps=40)
    rebuilt = rebuild(import_all([folder / "recording"]), look=False)
    save_app(folder / "settings", rebuilt.spec, rebuilt.images)
    assert check_folder(folder / "settings").sound
    return folder / "settings"


@pytest.fixture
def app(pristine: Path, tmp_path: Path) -> Path:
    """A copy that a test may spoil."""
    spec, images = load_app(pristine)
    save_app(tmp_path / "pack" / "settings", spec, images)
    text = (pristine / MANIFEST).read_text()
    (tmp_path / "pack" / "settings" / MANIFEST).write_text(text)
    return tmp_path / "pack" / "settings"


def own_tasks(folder: Path) -> list[str]:
    return [name for name in open_catalogue([folder]).templates if name.startswith(PACKAGE)]


def test_a_rebuilt_app_takes_the_place_of_the_built_in_one(app: Path) -> None:
    catalogue = open_catalogue([app])
    assert len(catalogue.apps) == len(CATALOGUE.apps)
    assert catalogue.apps[PACKAGE] is not CATALOGUE.apps[PACKAGE]
    assert not [name for name in catalogue.templates if name.startswith("settings.")]
    assert "contacts.add" in catalogue.templates


def test_its_sound_tasks_are_solved_by_their_oracles(app: Path) -> None:
    catalogue = open_catalogue([app])
    workshop = catalogue.workshop()
    for name in own_tasks(app):
        trial = Trial(workshop, catalogue.task(f"{name}#3"))
        run_oracle(trial)
        assert trial.judge().success, name


def test_a_phone_of_an_address_has_the_app(app: Path) -> None:
    device = open_device(f"phoneworld://?seed=3&with={app}")
    assert device.find_app("Settings") == PACKAGE
    assert device.phone.apps[PACKAGE].screens.keys() != CATALOGUE.apps[PACKAGE].screens.keys()
    device.close()


def test_a_pack_brings_all_its_apps(app: Path) -> None:
    assert own_tasks(app.parent) == own_tasks(app)
    (app.parent / "readme.txt").write_text("Not an app.")
    assert own_tasks(app.parent) == own_tasks(app)


def test_a_pack_says_which_apps_are_trained_on(app: Path) -> None:
    manifest = {"version": 1, "apps": ["settings"], "train": False}
    (app.parent / MANIFEST).write_text(json.dumps(manifest))
    catalogue = open_catalogue([app.parent])
    assert catalogue.splits.held_out_apps == ("Settings",)
    for name in own_tasks(app.parent):
        assert catalogue.split_of(f"{name}#10") is None
        assert catalogue.split_of(f"{name}#6") is Split.TEST
        assert catalogue.holds_out(name)


def test_a_catalogue_is_read_again_in_another_process(app: Path) -> None:
    catalogue = open_catalogue([app], hold_out=["Notes"])
    assert catalogue.apps
    again = pickle.loads(pickle.dumps(catalogue))  # noqa: S301  our own bytes
    assert again == catalogue
    assert list(again.templates) == list(catalogue.templates)
    assert again.facts() == catalogue.facts()


def test_an_app_that_was_edited_has_to_be_checked_again(
    app: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec, images = load_app(app)
    save_app(app, replace(spec, color="#123456"), images)
    with pytest.raises(CatalogueError, match="check --manifest"):
        own_tasks(app)
    before = json.loads((app / MANIFEST).read_text())
    assert main(["check", "--manifest", str(app), "--seeds", "1"]) == 0
    assert "sound tasks" in capsys.readouterr().out
    after = json.loads((app / MANIFEST).read_text())
    assert after["checked_app"] != before["checked_app"]
    assert own_tasks(app)


def test_another_name_on_the_phone_is_no_edit(app: Path) -> None:
    spec, images = load_app(app)
    save_app(app, replace(spec, label="Notes"), images)
    catalogue = open_catalogue([app])
    assert catalogue.apps[PACKAGE].label == "Notes 2"
    device = PhoneDevice(catalogue.workshop().phone(0))
    assert device.find_app("Notes 2") == PACKAGE
    used = [catalogue.template(name).apps for name in own_tasks(app)]
    assert all("Notes 2" in apps for apps in used)
    assert ("Notes 2",) in used


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('{"version": 9}', "version 1"),
        ('{"version": 1, "tasks": "all"}', "catalogue.json"),
        ("{", "cannot be read"),
        ('{"version": 1, "apps": ["../elsewhere"]}', "no folder in it"),
    ],
)
def test_a_manifest_that_makes_no_sense_is_refused(app: Path, body: str, message: str) -> None:
    (app.parent / MANIFEST).write_text(body)
    with pytest.raises(CatalogueError, match=message):
        own_tasks(app.parent)


def test_a_task_that_the_app_does_not_have_is_refused(app: Path) -> None:
    manifest = json.loads((app / MANIFEST).read_text())
    manifest["tasks"].append(f"{PACKAGE}.add.nothing")
    (app / MANIFEST).write_text(json.dumps(manifest))
    with pytest.raises(CatalogueError, match=r"add\.nothing"):
        own_tasks(app)


def test_folders_that_bring_nothing_or_the_same_are_refused(app: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for folder in (tmp_path / "empty", tmp_path / "nowhere"):
        with pytest.raises(CatalogueError, match=r"holds no app.*a pack of apps: androidworld"):
            own_tasks(folder)
    with pytest.raises(CatalogueError, match="there already"):
        _ = open_catalogue([app, app.parent]).apps
    with pytest.raises(CatalogueError, match="can be held out"):
        _ = open_catalogue(hold_out=["Telegraph"]).splits


def test_commands_take_the_folder(app: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = own_tasks(app)[0]
    assert main(["check", name, "--with", str(app), "--seeds", "1", "--jobs", "1"]) == 0
    assert main(["tree", "Settings", "--with", str(app)]) == 0
    assert main(["check", name, "--seeds", "1"]) == 2
    assert "there is no task" in capsys.readouterr().err


def test_a_task_of_the_folder_is_played_by_hand(
    app: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = own_tasks(app)[0]
    monkeypatch.setattr("sys.stdin", io.StringIO("open Settings\ndone\n"))
    assert main(["play", name, "--with", str(app)]) == 1
    printed = capsys.readouterr().out
    assert f"{name}#0" in printed
    assert "Not solved" in printed


async def test_a_phone_with_the_folders_app_is_served(app: Path, unused_tcp_port: int) -> None:
    spec, images = load_app(app)
    save_app(app, replace(spec, label="Telegraph"), images)
    words = ["-m", "phoneworld", "serve", "--port", str(unused_tcp_port), "--with", str(app)]
    process = await asyncio.create_subprocess_exec(
        sys.executable, *words, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == f"adb connect 127.0.0.1:{unused_tcp_port}\n".encode()
    host = await WireHost.connect(unused_tcp_port)
    await host.shell(f"monkey -p {PACKAGE} -c android.intent.category.LAUNCHER 1")
    recent = await host.shell("input keyevent KEYCODE_APP_SWITCH; uiautomator dump /dev/tty")
    await host.close()
    process.send_signal(signal.SIGINT)
    await process.communicate()

    assert b'text="Telegraph"' in recent.out
