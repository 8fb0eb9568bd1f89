"""`phonebuddy devices`, `policies`, `runs` and `doctor`."""

import json
from pathlib import Path

import pytest
from e2e_runs import Watching
from phonebuddy.v1 import run_pb2
from phonebuddy.v1.client import Client
from phonebuddy_command import Command, Inside
from PIL import Image
from runtime_process import RuntimeProcess

from runtime.records import read_episode
from tui.cli import main

PHONE = "phoneworld://?seed=7"


@pytest.fixture
def run(buddy: Client) -> run_pb2.Run:
    return buddy.wait(buddy.start("open the settings", device=PHONE, policy="opener").id)


def test_devices_are_listed_and_looked_at(inside: Inside, tmp_path: Path) -> None:
    assert "phoneworld://" in inside("devices")
    picture = tmp_path / "now.png"
    told = inside("devices", "look", PHONE, "--save", str(picture))
    assert "com.phoneworld.launcher" in told
    assert "Settings" in told
    with Image.open(picture) as image:
        assert image.format == "PNG"
    seen = json.loads(inside("devices", "look", PHONE, "--json"))
    assert seen["package"] == "com.phoneworld.launcher"
    assert seen["elements"]
    listed = [json.loads(line) for line in inside("devices", "--json").splitlines()]
    assert {"address", "kind", "state"} <= listed[0].keys()


def test_policies_are_listed_loaded_and_let_go(inside: Inside, buddy: Client) -> None:
    assert "helpless" in inside("policies", "list")
    assert "loaded" in inside("policies", "load", "helpless")
    inside("policies", "unload", "helpless")
    told = [json.loads(line) for line in inside("policies", "--json").splitlines()]
    assert {each["name"]: each["state"] for each in told}["helpless"] == "available"
    assert "next:" in inside("policies", "load", "nix", status=2)


def test_runs_are_listed_shown_exported_and_forgotten(
    inside: Inside, run: run_pb2.Run, tmp_path: Path
) -> None:
    assert run.id in inside("runs", "list", "--search", "settings", "--limit", "3")
    assert run.id not in inside("runs", "list", "--state", "failed")
    shown = inside("runs", "show", run.id)
    assert "Open Settings" in shown
    assert 'Done. It said: "that is that".' in shown
    page = tmp_path / "run.html"
    inside("runs", "report", run.id, run.id, "--html", str(page))
    assert page.read_text().count("open the settings</h1>") == 2
    assert json.loads(inside("runs", "show", "last", "--json"))["run"] == run.id
    detailed = inside("runs", "steps", "last", "--save", str(tmp_path / "screens"))
    assert "com.phoneworld.launcher" in detailed
    assert len(list((tmp_path / "screens").iterdir())) == run.steps
    inside("runs", "export", "last", str(tmp_path / "record"))
    assert read_episode(tmp_path / "record").goal == run.goal
    assert "is there already" in (
        inside("runs", "export", "last", str(tmp_path / "record"), status=2)
    )
    inside("runs", "delete", run.id)
    assert "next:  phonebuddy runs list" in inside("runs", "show", run.id, status=2)


def test_a_run_that_is_over_can_be_watched_again(inside: Inside, run: run_pb2.Run) -> None:
    assert "Open Settings" in inside("runs", "watch", run.id)


def test_a_run_is_cancelled_from_elsewhere(inside: Inside, buddy: Client) -> None:
    run = buddy.start("wait", device=PHONE, policy="slow")
    watching = Watching(buddy, run.id)
    watching.until_kind("opened")
    assert "stopped at the terminal" in inside("runs", "cancel", run.id)
    assert buddy.get(run.id).state == run_pb2.RUN_STATE_CANCELLED
    watching.join()


@pytest.mark.slow
def test_an_interrupted_run_is_gone_on_with(runtime: RuntimeProcess, tmp_path: Path) -> None:
    policies = ("--policies", str(runtime.folder / "policies"))
    process = RuntimeProcess(tmp_path, *policies)
    command = Command(tmp_path, "--data", str(tmp_path / "data"), *policies)
    with process.client() as buddy:
        run = buddy.start("open", device=PHONE, policy="pauses")
        Watching(buddy, run.id).until_kind("step_done")
        process.kill()
    assert "phonebuddy runs continue" in command("runs", "show", "last").stdout
    told = command("runs", "continue", "last", "--json").stdout.splitlines()
    assert json.loads(told[-1])["outcome"] == "done"


def test_the_doctor_is_asked(capfd: pytest.CaptureFixture[str], runtime: RuntimeProcess) -> None:
    code = main(["doctor", "--json", "--policies", str(runtime.folder / "policies")])
    examined = json.loads(capfd.readouterr().out)
    assert code == (0 if examined["ok"] else 1)
    assert any("policies" in finding["subject"] for finding in examined["findings"])
