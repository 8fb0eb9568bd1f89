import subprocess

import pytest

from tui.cli import COMMANDS, main, whole_parser
from tui.commands.completion import bash_script, fish_script, node_of, zsh_script


def completed(*words: str) -> list[str]:
    """What bash offers after these words, the last of which is being typed."""
    line = " ".join(f"'{word}'" for word in ("phonebuddy", *words))
    program = (
        f"{bash_script(node_of(whole_parser()))}\n"
        f"COMP_WORDS=({line}); COMP_CWORD={len(words)}; _phonebuddy\n"
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        ["bash", "--norc", "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("r",), {"run", "runs", "replay"}),
        (("run", "--dev"), {"--device", "--devices"}),
        (("runs", "ex"), {"export"}),
        (("runs", "list", "--se"), {"--search"}),
        (("--connect", "127.0.0.1:1", "pol"), {"policies"}),
        (("devices", "look", "--sa"), {"--save"}),
    ],
)
def test_bash_offers_what_fits(words: tuple[str, ...], offered: set[str]) -> None:
    assert set(completed(*words)) == offered


def test_bash_offers_options_only_where_they_are_taken() -> None:
    assert "--search" not in completed("runs", "show", "--")


@pytest.mark.parametrize("script", [bash_script, zsh_script, fish_script])
def test_scripts_name_every_command_and_balance_their_quotes(script: object) -> None:
    written: str = script(node_of(whole_parser()))  # type: ignore[operator]
    assert all(name in written for name in COMMANDS)
    assert all(line.count("'") % 2 == 0 for line in written.splitlines())


def test_the_command_prints_the_script(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "bash"]) == 0
    assert "complete -o default -F _phonebuddy phonebuddy" in capsys.readouterr().out
