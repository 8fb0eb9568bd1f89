"""The `phoneworld` command, as a person types it."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from phoneworld.cli import main


def test_apps_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["apps", "--json"]) == 0
    apps = json.loads(capsys.readouterr().out)

    assert len(apps) >= 18
    assert {"Settings", "Wallet", "Huddle"} <= {app["label"] for app in apps}


def test_tasks_are_listed_by_kind_with_their_goals(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks", "--kind", "cross-app", "--seed", "3", "--json"]) == 0
    tasks = json.loads(capsys.readouterr().out)

    assert {task["kind"] for task in tasks} == {"cross-app"}
    assert not any("{" in task["goal"] for task in tasks)


def test_check_finds_nothing_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "settings.wifi_on", "--seeds", "2", "--jobs", "1", "--json"]) == 0

    printed = json.loads(capsys.readouterr().out)
    assert printed["findings"] == []
    assert "network" in printed["screens"]["Settings"]["seen"]


def test_check_goes_through_every_start(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["check", "settings.wifi_on", "--seeds", "1", "--jobs", "1", "--start", "every"]
    assert main([*words, "--tries", "0", "--json"]) == 0

    printed = json.loads(capsys.readouterr().out)
    assert printed["starts"][0] == "home"
    assert len(printed["starts"]) == 7
    assert printed["findings"] == []


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["check", "no.such.task"], "there is no task 'no.such.task'"),
        (["check", "--seeds", "0"], "checks nothing"),
        (["check", "--start", "nowhere"], "there is no start 'nowhere'"),
        (["play", "settings.wifi_on", "--start", "nowhere"], "there is no start 'nowhere'"),
        (["play", "settings.wifi_on", "--seed", "-3"], "out of range"),
        (["screenshot", "Telegraph", "x.png"], "no app 'Telegraph'"),
        (["screenshot", "Settings", "x.gif"], ".png or .jpg"),
        (["screenshot", "Settings", "x.png", "--size", "huge"], "is no size"),
        (["screenshot", "Settings", "missing/x.png"], "cannot be written"),
        (["demo", "--realism", "brutal"], "no realism level"),
    ],
)
def test_what_makes_no_sense_is_one_line_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    assert main(arguments) == 2
    error = capsys.readouterr().err

    assert complaint in error
    assert error.count("\n") == 1


def test_screenshot_is_written(tmp_path: Path) -> None:
    file = tmp_path / "settings.png"

    assert main(["screenshot", "Settings", str(file), "--dark", "--size", "720x1280@320"]) == 0
    assert file.read_bytes().startswith(b"\x89PNG")


def test_tree_is_uiautomator_xml(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tree", "Settings"]) == 0

    assert 'text="Display"' in capsys.readouterr().out


def test_demo_solves_the_task_and_says_who_did(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "turn on wi-fi"]) == 0
    printed = capsys.readouterr().out

    assert "settings.wifi_on" in printed
    assert "oracle" in printed
    assert "solved." in printed


def test_demo_of_something_unheard_of_offers_what_there_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["demo", "xyzzy plugh"]) == 2

    assert "No task reads like" in capsys.readouterr().err


def test_task_is_played_by_hand(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = "open Settings\nbogus\ntap 99\nlook\ntap 2\ndone\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))

    assert main(["play", "settings.wifi_on"]) == 1
    printed = capsys.readouterr().out
    assert "is not understood" in printed
    assert "no element #99" in printed
    assert "Not solved" in printed


def test_task_is_played_from_a_start(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))

    assert main(["play", "settings.wifi_on", "--start", "recents"]) == 1
    printed = capsys.readouterr().out
    assert "settings.wifi_on#0@recents" in printed
    assert "Recent apps" in printed


def test_it_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "phoneworld", "--help"], capture_output=True, text=True, check=True
    )

    assert "screenshot" in done.stdout
