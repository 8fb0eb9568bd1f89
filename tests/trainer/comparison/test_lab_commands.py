"""The commands of docs/results.md for a model that sees, started one after the other on a tiny one.

They are taken from the page. Only sizes differ: fewer tasks and steps, and one process where the page
launches eight (tests/trainer/scaling launches two).
"""

import json
import os
import subprocess
from pathlib import Path

import pytest
from documented import ROOT, Documented, documented

from trainer.cli import main
from trainer.scaling.verl_tasks import main as write_tasks

SECTION = "## The same for Qwen3.5-4B"
TASK = "settings.wifi_on"
FEWER = {
    "collect": ("--templates", TASK, "--workers", "1"),
    "sft": ("--steps", "2"),
    # Two steps teach a model nothing: an export decides as it likes.
    "export": ("--allow-disagreement", "--most", "2", "--tasks", "0", "--threads", "1"),
    "eval": ("--suite", TASK, "--per-template", "1", "--through", "engine"),
}


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> list[Documented]:
    page = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
    section = tmp_path_factory.mktemp("page") / "results.md"
    section.write_text(page[page.index(SECTION) :], encoding="utf-8")
    return documented([section])


def _kind(command: Documented) -> str:
    """The command of the trainer, the module or the script that is started."""
    words = command.words
    match words[0]:
        case "trainer":
            return words[1]
        case "accelerate":
            return words[words.index("trainer") + 1]
        case "python":
            return words[2]
        case _:
            return Path(words[1]).name


def test_every_command_of_the_lab_is_one_that_is_started_here(commands: list[Documented]) -> None:
    assert [_kind(command) for command in commands] == [
        "collect",
        "collect",
        "sft",
        "trainer.scaling.verl_tasks",
        "trainer.scaling.verl_tasks",
        "verl-rl.sh",
        "export",
        "eval",
    ]


def _lengthen(config: Path) -> None:
    """Give the model room for prompts with a picture of 1,024 tokens, in letters of its own."""
    words = json.loads(config.read_text(encoding="utf-8"))
    words["text_config"]["max_position_embeddings"] = 16384
    config.write_text(json.dumps(words), encoding="utf-8")


def _launch(command: Documented, folder: Path) -> list[str]:
    """Run the launch script up to where it hands over to verl: the words that verl would be given."""
    echo = folder / "python-in-its-place"
    echo.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    echo.chmod(0o755)
    environment = {"PATH": os.environ["PATH"], "PYTHON": str(echo)}
    return subprocess.run(
        command.words, env=environment, capture_output=True, text=True, check=True
    ).stdout.split()


@pytest.mark.exhaustive
def test_the_commands_of_the_lab_run_from_data_to_evaluation(
    commands: list[Documented], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from seeing_policy import make_seeing_policy

    monkeypatch.chdir(tmp_path)
    # As if launched already: in this process.
    monkeypatch.setenv("WORLD_SIZE", "1")
    (tmp_path / "trainer").symlink_to(ROOT / "trainer")
    tiny = make_seeing_policy(tmp_path / "models" / "qwen3.5-0.8b", f"{TASK}#10", steps=0)
    _lengthen(tiny / "config.json")
    for command in commands:
        kind, words = _kind(command), command.words
        match kind:
            case "trainer.scaling.verl_tasks":
                assert write_tasks(words[3:]) == 0, command
            case "verl-rl.sh":
                given = dict(word.split("=", 1) for word in _launch(command, tmp_path)[2:])
                # The two files of tasks that the commands before it have written, and their model.
                for name in ("data.train_files", "data.val_files", "actor_rollout_ref.model.path"):
                    assert Path(given[name]).exists(), name
            case _:
                assert main([*words[words.index("trainer") + 1 :], *FEWER[kind]]) == 0, command
    assert (tmp_path / "work" / "eval-start" / "report.md").is_file()
