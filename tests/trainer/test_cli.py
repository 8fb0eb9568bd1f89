import json
import subprocess
import sys
from pathlib import Path

import pytest
from made_episodes import done, make_episode, screen

from runtime.actions import Click, ElementRef
from runtime.episode import Actor
from runtime.records import write_episode
from trainer.cli import main


@pytest.fixture
def data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    folder = tmp_path / "set"
    words = ["collect", "--out", str(folder), "--templates", "contacts.add", "notes.add_total"]
    assert main([*words, "--seeds", "9:11", "--workers", "1"]) == 0
    said = capsys.readouterr()
    assert "1 tasks, 0 of them collected already" in said.out
    assert "1 episodes" in said.out
    assert "100 % 1 of 1" in said.err
    return folder


def test_collecting_again_makes_nothing(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (data / "manifest.json").read_bytes()
    words = ["collect", "--out", str(data), "--templates", "contacts.add", "--seeds", "10"]
    assert main([*words, "--workers", "1"]) == 0
    assert "1 tasks, 1 of them collected already" in capsys.readouterr().out
    assert (data / "manifest.json").read_bytes() == before


def test_runs_are_imported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    look = screen("clock", "Alarm")
    run = make_episode(
        "Go", (look, Click(ElementRef(0))), done("clock"), actor=Actor.PERSON, success=None
    )
    write_episode(tmp_path / "runs" / "one", run)
    words = ["collect", "--out", str(tmp_path / "set"), "--from-runs", str(tmp_path / "runs")]
    assert main(words) == 0
    assert "1 episodes with 2 steps to learn from" in capsys.readouterr().out


def test_an_episode_is_shown(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["data", "show", str(data), "--episode", "0"]) == 0
    assert "Open Contacts" in capsys.readouterr().out
    assert main(["data", "show", str(data), "--task", "contacts", "--full"]) == 0
    assert '>>> Open Contacts\n{"name":"open_app"' in capsys.readouterr().out
    assert main(["data", "show", str(data), "--episode", "5"]) == 2


def test_figures_are_printed(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["data", "stats", str(data)]) == 0
    assert "single-app" in capsys.readouterr().out
    assert main(["data", "stats", str(data), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["counts"]["episodes"] == 1


def test_lint_says_by_its_exit_code_whether_data_is_fit(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["data", "lint", str(data)]) == 0
    assert "leak: 0" in capsys.readouterr().out
    shard = data / "shards" / "00000.jsonl.gz"
    shard.write_bytes(shard.read_bytes()[:-5])
    assert main(["data", "lint", str(data)]) == 1
    assert "(unfit for training)" in capsys.readouterr().out


def test_held_out_templates_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["data", "held-out"]) == 0
    listed = capsys.readouterr().out
    assert "notes.add_total" in listed
    assert "contacts.add\n" not in listed


@pytest.mark.parametrize(
    "words",
    [
        ["data", "stats", "nowhere"],
        ["collect", "--out", "set", "--seeds", "x"],
        ["collect", "--out", "set", "--templates", "no.such"],
        ["collect", "--out", "set", "--templates", "notes.add_total", "--seeds", "10:12"],
        ["collect", "--out", "set", "--workers", "0"],
    ],
)
def test_what_goes_wrong_is_one_line(
    words: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    said = capsys.readouterr().err
    assert said.startswith("trainer: ")
    assert said.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_collecting_loads_no_model_library() -> None:
    code = (
        "import sys; from importlib import import_module; import trainer.cli; "
        "[import_module(f'trainer.commands.{n}') for n in ('collect', 'data')]; "
        "import trainer.data.samples, trainer.data.lint, trainer.data.rollouts; "
        "print([n for n in ('torch', 'transformers', 'llama_cpp', 'onnxruntime', 'grpc') "
        "if n in sys.modules])"
    )
    finished = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert finished.stdout.strip() == "[]"
