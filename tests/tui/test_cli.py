"""What `phonebuddy` understands, and what it says where it does not."""

import subprocess
import sys

import pytest

from tui.cli import COMMANDS, main


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_examples(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    told = capsys.readouterr().out
    assert "phonebuddy " in told.partition("usage:")[2].partition("\n\n")[2]


def test_help_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    told = capsys.readouterr().out
    assert all(purpose in told for purpose in COMMANDS.values())


@pytest.mark.parametrize(
    ("words", "next_command"),
    [
        (["turn", "on"], "phonebuddy --help"),
        (["run"], "phonebuddy run --help"),
        (["runs", "shew"], "phonebuddy runs --help"),
        (["run", "go", "--steps", "many"], "phonebuddy run --help"),
    ],
)
def test_what_is_not_understood_is_told_with_what_to_type(
    words: list[str], next_command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert f"next:  {next_command}" in capsys.readouterr().err


def test_the_screens_need_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "phonebuddy run" in capsys.readouterr().err


def test_a_phone_for_the_screens_is_not_silently_another_one_for_a_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--device", "adb://7", "run", "turn on wi-fi"]) == 2
    assert "--device before a command is for the screens" in capsys.readouterr().err


def test_nobody_at_the_address_is_told_soon(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["devices", "--connect", "127.0.0.1:1"]) == 2
    assert "cannot be reached" in capsys.readouterr().err


def test_options_of_a_runtime_stand_before_or_after_the_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for words in (
        ["--data", "x", "runs"],
        ["runs", "--data", "x"],
        ["runs", "list", "--data", "x"],
    ):
        assert main([*words, "--connect", "127.0.0.1:1"]) == 2
        assert "--data is for a runtime that phonebuddy starts itself" in capsys.readouterr().err


def test_a_folder_may_be_named_as_a_command_is(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (
        ["--policies", "policies", "run", "turn on wi-fi"],
        ["--data", "runs", "devices"],
        ["--data", "run", "runs", "list", "--limit", "3"],
    ):
        assert main([*words, "--connect", "127.0.0.1:1"]) == 2
        assert "is for a runtime that phonebuddy starts itself" in capsys.readouterr().err


def test_commands_load_no_screens() -> None:
    program = "import sys; from tui.cli import whole_parser; whole_parser(); print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    ).stdout.split()
    assert "tui.commands.run" in loaded
    assert {"textual", "rich", "PIL", "runtime"}.isdisjoint(loaded)
